import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { CheckInOfDay, Presence } from '#features/bookings/shared/presence.ts'

/** Whether the client of a session that waits for them is here already, for another session or without one. */
export const isHereAlready = (
  { client_id }: Pick<CalendarBooking, 'client_id'>,
  { kind }: Presence,
  arrivals: readonly CheckInOfDay[] = [],
): boolean =>
  (kind === 'due' || kind === 'late') &&
  arrivals.some((arrival) => arrival.client_id === client_id && !arrival.check_out_time)
