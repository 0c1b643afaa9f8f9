import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { DayPresence } from '#features/bookings/shared/presence.ts'

/**
 * Whether nothing more happens in a booking of the list, so that its row stands back. A session that takes longer than planned is
 * not over while its client is here. A cancelled one is over when its time is.
 */
export const isOver = (
  { status, ends_at }: Pick<Booking, 'status' | 'ends_at'>,
  { isOver: hasLeft, isUrgent }: Pick<DayPresence, 'isOver' | 'isUrgent'>,
  now: Date,
): boolean => hasLeft || (!isUrgent && (status === 'completed' || Date.parse(ends_at) <= now.getTime()))
