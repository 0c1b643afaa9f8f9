import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Resource } from '@studiohub/contract/features/resources/schema.ts'

/** Whether anybody is assigned to any of these sessions: where nobody ever is, 'mine' means nothing. */
export const isEverAssigned = (bookings: readonly Booking[]) =>
  bookings.some(({ resources }) => resources.some(({ kind }) => kind === 'person'))

/** The sessions that a member of the crew is assigned to. @param people the studio's resources of kind person, with their accounts */
export function ownSessions(
  bookings: readonly Booking[],
  people: readonly Pick<Resource, 'id' | 'user_id'>[],
  user_id: string | null,
): Booking[] {
  const own = new Set(people.filter((person) => user_id !== null && person.user_id === user_id).map(({ id }) => id))
  return bookings.filter(({ resources }) => resources.some(({ id }) => own.has(id)))
}

/** Sessions still to come or under way: no blocked time, neither cancelled nor over. */
export const isAhead = (
  { booking_type, status, ends_at }: Pick<Booking, 'booking_type' | 'status' | 'ends_at'>,
  now: Date,
) => booking_type === 'client_booking' && status !== 'cancelled' && Date.parse(ends_at) > now.getTime()
