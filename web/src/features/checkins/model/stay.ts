import { lengthText } from '@studiohub/contract/shared/length.ts'

/** How long a client has been here: 'Here for 20 min'. @param check_in_time ISO 8601 */
export function describeStay(check_in_time: string, now: Date) {
  const minutes = Math.floor((now.getTime() - Date.parse(check_in_time)) / 60_000)
  return minutes < 1 ? 'Just arrived' : `Here for ${lengthText(minutes)}`
}
