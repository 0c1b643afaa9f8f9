import { getTimesOfLength } from '@studiohub/contract/features/availability/choices/rules.ts'
import type { InitialBookingValues } from './booking-form.ts'

const HOUR_MINUTES = 60
const dayPattern = /^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const idPattern = /^[\da-f-]{36}$/
const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/

/**
 * The initial values in the URL: `new=block`, or `new=booking` with a `day` and a `time`, or with the id of the client it is `for`.
 * Null without `new`.
 */
export function readStartInUrl(params: URLSearchParams): InitialBookingValues | null {
  const kind = params.get('new')
  if (kind === 'block') return { booking_type: 'blocked_time' }
  if (kind !== 'booking') return null
  const [booking_date, time] = [params.get('day') ?? '', params.get('time') ?? '']
  const client_id = params.get('for') ?? ''
  const client = idPattern.test(client_id) ? { booking_type: 'client_booking' as const, client_id } : {}
  if (!dayPattern.test(booking_date) || !timePattern.test(time)) return client
  const { start_time, end_time, days } = getTimesOfLength(time, HOUR_MINUTES)
  return { ...client, booking_type: 'client_booking', booking_date, start_time, end_time, days, isClicked: true }
}
