import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'

/** Whether any of these sessions has an assigned person. If not, the filter 'mine' is not offered. */
export const hasAssignedPerson = (bookings: readonly Booking[]) =>
  bookings.some(({ resources }) => resources.some(({ kind }) => kind === 'person'))

/** The sessions assigned to a crew member. @param people the studio's resources of kind person */
export function ownSessions<Session extends Pick<Booking, 'resources'>>(
  bookings: readonly Session[],
  people: readonly Pick<Resource, 'id' | 'user_id'>[],
  user_id: string | null,
): Session[] {
  const ownIds = new Set(people.filter((person) => user_id !== null && person.user_id === user_id).map(({ id }) => id))
  return bookings.filter(({ resources }) => resources.some(({ id }) => ownIds.has(id)))
}

/** Whether a person is assigned to a session. */
export const isOwnSession = (
  booking: Pick<Booking, 'resources'>,
  people: readonly Pick<Resource, 'id' | 'user_id'>[],
  user_id: string | null,
): boolean => ownSessions([booking], people, user_id).length > 0

/** Upcoming or running sessions: no blocked time, not cancelled, not over. */
export const isAhead = (
  { booking_type, status, ends_at }: Pick<Booking, 'booking_type' | 'status' | 'ends_at'>,
  now: Date,
) => booking_type === 'client_booking' && status !== 'cancelled' && Date.parse(ends_at) > now.getTime()

const WEEK = [0, 1, 2, 3, 4, 5, 6]

/** The seven days from today, each with its sessions. A session of several days is on its first day. */
export const listWeekAhead = <Session extends Pick<Booking, 'booking_date'>>(
  sessions: readonly Session[],
  today: string,
) =>
  WEEK.map((days) => plusDays(today, days)).map((day) => ({
    day,
    sessions: sessions.filter(({ booking_date }) => booking_date === day),
  }))
