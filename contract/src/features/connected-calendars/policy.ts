import { type Actor, worksAtDesk, worksAtStudio } from '../../actor.ts'
import type { ResourceKind } from '../resources/schema.ts'

/** Everyone who works at the studio sees the busy times of connected calendars. Only the owner of a calendar sees titles. */
export const canSeeCalendarTimes = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && worksAtStudio(actor, studio_id)

/** The desk decides about sessions that were moved in a calendar. */
export const canAnswerCalendarMoves = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && worksAtDesk(actor, studio_id)

type BlockedResource = { studio_id: string; kind: ResourceKind; user_id: string | null }

/** People connect their own calendars. The desk connects those of rooms, and of people without an account. */
export function canConnectCalendar(actor: Actor, { studio_id, kind, user_id }: BlockedResource): boolean {
  if (kind === 'equipment' || !canSeeCalendarTimes(actor, studio_id)) return false
  return user_id === null ? worksAtDesk(actor, studio_id) : user_id === actor.user_id
}
