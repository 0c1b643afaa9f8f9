import type { Actor } from '../../actor.ts'

/** Crew and admins of a studio check its clients in and out. */
export const canCheckIn = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && (actor.role === 'studio_admin' || actor.role === 'staff')

export const canListCheckins = canCheckIn
export const canCheckOut = (actor: Actor, checkin: { studio_id: string }) => canCheckIn(actor, checkin.studio_id)
