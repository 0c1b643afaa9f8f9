import { lengthText } from '@studiohub/contract/shared/length.ts'

const JUST_ARRIVED = 'Just arrived'

/** Since when a client has been here: 'Here for 20 min, since 10:02 AM'. @param time that of the check-in, as text */
export function describeStaySince(check_in_time: string, time: string, now: Date) {
  const stay = describeStay(check_in_time, now)
  return stay === JUST_ARRIVED ? `${stay}, ${time}` : `${stay}, since ${time}`
}

/** How long a client has been here: 'Here for 20 min'. @param check_in_time ISO 8601 */
export function describeStay(check_in_time: string, now: Date) {
  const minutes = Math.floor((now.getTime() - Date.parse(check_in_time)) / 60_000)
  return minutes < 1 ? JUST_ARRIVED : `Here for ${lengthText(minutes)}`
}
