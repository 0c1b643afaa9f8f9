import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { PRICE_ON_REQUEST } from '@studiohub/contract/features/prices/rules.ts'
import { shortTimeRangeText } from '@studiohub/contract/shared/formats.ts'
import { lengthText, sessionMinutes } from '@studiohub/contract/shared/length.ts'
import { priceText } from '@studiohub/contract/shared/money.ts'
import { weekdayAndDay } from '#features/bookings/shared/wording.ts'

type Session = Pick<Booking, 'booking_date' | 'start_time' | 'end_time' | 'days'>

/** When, how long and where: 'Tue, Dec 1, 14:00 – 16:00, 2 h, Studio A'. */
export const summarizeBooking = (session: Session, room: string): string =>
  [
    weekdayAndDay(session.booking_date),
    shortTimeRangeText(session.start_time, session.end_time),
    lengthText(sessionMinutes(session)),
    room,
  ].join(', ')

type Price = { total: number | null; currency: string; isSingle: boolean }

/** '€100', '€100 each' for a series, or 'Price on request'. Empty while a price set by hand is unreadable. */
export function summarizePrice({ total, currency, isSingle }: Price): string {
  if (total === null) return PRICE_ON_REQUEST
  if (Number.isNaN(total)) return ''
  return `${priceText(total, currency)}${isSingle || total === 0 ? '' : ' each'}`
}
