import { reservesTime } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Checkin } from '@studiohub/contract/features/checkins/schema.ts'
import { getPresence, isDueNow, type Presence } from '#features/bookings/shared/presence.ts'

/** A line of the day: a client who is here or has left, or a session whose client is expected. */
export type DayRow =
  | {
      group: 'Here now'
      key: string
      checkin: Checkin
      /** Minutes since the end of the session; 0 before it. */
      overtime: number
    }
  | { group: 'Left today'; key: string; checkin: Checkin }
  | {
      group: 'Expected today'
      key: string
      booking: Booking
      /** `here`: the client is here for another session. `unknown`: the check-ins are not loaded. */
      presence: Presence | 'here' | 'unknown'
      /** Whether the session is the next one. None is if somebody is due now, because that comes first. */
      isNext: boolean
    }
  | { group: 'Not checked in'; key: string; booking: Booking }

export type ExpectedRow = Extract<DayRow, { group: 'Expected today' }>

/** Whether the client of an expected session should arrive now. */
export const isClientDueNow = (presence: ExpectedRow['presence']) => typeof presence === 'object' && isDueNow(presence)

/** Whether the client may still come: the session is requested or confirmed, and not over. */
export const isExpected = ({ booking_type, client_id, status, ends_at }: Booking, now: Date) =>
  booking_type === 'client_booking' && client_id !== null && reservesTime(status) && Date.parse(ends_at) > now.getTime()

/**
 * Who is here, the longest over time first, then the sessions of today whose clients have not checked in yet, then who has
 * left, then the sessions that are over and whose clients did not come. Those expected are in the order of their times,
 * even if the client is here for another session. Without the check-ins, nobody is late or due.
 */
export function listDayRows(
  checkins: readonly Checkin[] | undefined,
  bookings: readonly Booking[],
  now: Date,
): DayRow[] {
  const all = checkins ?? []
  const isHere = ({ client_id }: Booking) =>
    all.some((checkin) => checkin.client_id === client_id && !checkin.check_out_time)
  const expected = bookings
    .filter((booking) => isExpected(booking, now) && !all.some(({ booking_id }) => booking_id === booking.id))
    .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
  const getState = (booking: Booking): ExpectedRow['presence'] =>
    !checkins ? 'unknown' : isHere(booking) ? 'here' : getPresence(booking, [], now)
  const isDue = expected.some((booking) => isClientDueNow(getState(booking)))
  const next = isDue
    ? undefined
    : expected.find((booking) => !isHere(booking) && Date.parse(booking.starts_at) > now.getTime())
  const here = all
    .filter(({ check_out_time }) => !check_out_time)
    .map((checkin) => ({ checkin, overtime: getOvertime(checkin, bookings, now) }))
    .toSorted((a, b) => b.overtime - a.overtime)
  const left = all.filter(({ check_out_time }) => check_out_time)
  const missed = bookings.filter((booking) => isMissed(booking, all, now))
  return [
    ...here.map((row) => ({ group: 'Here now' as const, key: row.checkin.id, ...row })),
    ...expected.map((booking) => ({
      group: 'Expected today' as const,
      key: booking.id,
      booking,
      presence: getState(booking),
      isNext: booking === next,
    })),
    ...left.map((checkin) => ({ group: 'Left today' as const, key: checkin.id, checkin })),
    ...missed.map((booking) => ({ group: 'Not checked in' as const, key: booking.id, booking })),
  ]
}

const isMissed = (booking: Booking, checkins: readonly Checkin[], now: Date) =>
  booking.booking_type === 'client_booking' &&
  booking.status !== 'cancelled' &&
  getPresence(booking, checkins, now).kind === 'missed'

function getOvertime(checkin: Checkin, bookings: readonly Booking[], now: Date): number {
  const booking = bookings.find(({ id }) => id === checkin.booking_id)
  const presence = booking && getPresence(booking, [checkin], now)
  return presence?.kind === 'overtime' ? presence.minutes : 0
}
