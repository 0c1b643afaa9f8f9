import type { Actor } from '../../actor.ts'

/** Who stands at the door: the crew of a studio and its admin. */
export const canCheckIn = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && (actor.role === 'studio_admin' || actor.role === 'staff')

export const canListCheckins = canCheckIn
export const canCheckOut = (actor: Actor, checkin: { studio_id: string }) => canCheckIn(actor, checkin.studio_id)
