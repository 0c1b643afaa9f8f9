import type { Actor } from '@studiohub/contract/actor.ts'
import type { CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { canChangeAssigned } from '@studiohub/contract/features/bookings/policy.ts'
import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { ownSessions } from '#features/bookings/model/schedule.ts'

type CrewContext = {
  actor: Actor
  worksAtDesk: boolean
  studio: Pick<Studio, 'crew_changes_sessions'>
  people: readonly Resource[]
}

/** Whether the user is crew without desk rights, and may confirm and move this session, which is assigned to them. */
export function mayChangeAsCrew(
  { actor, worksAtDesk, studio, people }: CrewContext,
  booking: CalendarBooking,
): boolean {
  const { crew_changes_sessions } = studio
  const is_assigned = ownSessions([booking], people, actor.user_id).length > 0
  return !worksAtDesk && canChangeAssigned(actor, booking, { crew_changes_sessions, is_assigned })
}
