import { awaitsPayment, isOnHold } from '@studiohub/contract/features/bookings/lists/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { formatDateTime } from '#lib/page/time.ts'

type WaitingBooking = Pick<Booking, 'status' | 'expires_at' | 'booking_type' | 'pay_by'>

/** Why a session is pending, and until when; null for other bookings. @param zone the studio's time zone */
export function waitingText(booking: WaitingBooking, { zone, reader }: { zone: string; reader: 'client' | 'studio' }) {
  if (booking.status !== 'pending' || booking.booking_type !== 'client_booking') return null
  if (awaitsPayment(booking)) {
    const until = formatDateTime(booking.pay_by ?? '', zone)
    return reader === 'client'
      ? `Pay the deposit by ${until} to keep this time.`
      : `The client must pay the deposit by ${until}. Otherwise the time becomes available again.`
  }
  if (isOnHold(booking)) {
    return reader === 'client'
      ? 'The studio is holding this time for you. It is not confirmed yet.'
      : 'On hold until it is confirmed or cancelled.'
  }
  const until = formatDateTime(booking.expires_at ?? '', zone)
  return reader === 'client'
    ? `The time is reserved for you until ${until}. If the studio has not answered by then, your request expires.`
    : `The client is waiting for your answer. The request expires ${until}.`
}

/** A short version of `waitingText` for lists: 'On hold', 'Answer by Nov 23, 2026, 14:05'. */
export function shortWaitingText(booking: WaitingBooking, zone: string) {
  if (booking.status !== 'pending' || booking.booking_type !== 'client_booking') return null
  if (awaitsPayment(booking)) return `Payment due by ${formatDateTime(booking.pay_by ?? '', zone)}`
  return isOnHold(booking) ? 'On hold' : `Answer by ${formatDateTime(booking.expires_at ?? '', zone)}`
}
