import { type Actor, runsStudio, worksAtDesk } from '../../actor.ts'

/** Everybody of the studio may ask when it is free: its people, and its clients. */
export const canSeeAvailability = (actor: Actor, studio_id: string) =>
  runsStudio(actor, studio_id) || ((actor.role === 'staff' || actor.role === 'client') && actor.studio_id === studio_id)

/** Opening hours, notice and horizon bind those who ask; admins of the studio may go against them. */
export const mayOverrideHours = worksAtDesk
