import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import { isAhead, ownSessions } from '#features/bookings/model/schedule.ts'

/** The part of the booking context that decides it. */
type OwnContext = {
  people: readonly Pick<Resource, 'id' | 'user_id'>[]
  actor: { user_id: string | null }
  now: Date
}

/** The first session ahead to which the user is assigned. A running one is ahead too. */
export const findOwnNextSession = (
  bookings: readonly CalendarBooking[],
  { people, actor, now }: OwnContext,
): CalendarBooking | undefined =>
  ownSessions(bookings, people, actor.user_id)
    .filter((booking) => isAhead(booking, now))
    .sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))[0]
