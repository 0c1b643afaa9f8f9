import type { Actor } from '../../actor.ts'
import type { Checkin } from './schema.ts'

/** Crew and admins of a studio check its clients in and out. */
export const canCheckIn = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && (actor.role === 'studio_admin' || actor.role === 'staff')

/** Everyone who works at the studio sees and ends its check-ins. */
export const canListCheckins = canCheckIn
export const canCheckOut = (actor: Actor, checkin: { studio_id: string }) => canCheckIn(actor, checkin.studio_id)

type Steps = Pick<Checkin, 'studio_id' | 'checked_in_by' | 'check_out_time' | 'checked_out_by'>

/** Only the person who made the last step of a check-in can undo it. */
export const canUndoCheckin = (actor: Actor, checkin: Steps) =>
  canCheckIn(actor, checkin.studio_id) &&
  actor.user_id === (checkin.check_out_time === null ? checkin.checked_in_by : checkin.checked_out_by)
