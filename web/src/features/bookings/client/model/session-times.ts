import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { shortTimeRangeText } from '@studiohub/contract/shared/formats.ts'
import { formatTimes } from '#features/bookings/shared/wording.ts'

/** The times of a session on the client's screens, as short as they can be: '10 AM – 2 PM'. */
export const formatSessionTimes = (booking: Pick<Booking, 'start_time' | 'end_time' | 'days'>): string =>
  booking.days === 1 ? shortTimeRangeText(booking.start_time, booking.end_time) : formatTimes(booking)
