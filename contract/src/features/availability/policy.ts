import { type Actor, isAdminOrOperator, worksAtDesk } from '../../actor.ts'

/** The studio's people and its clients may see when it is free. */
export const canSeeAvailability = (actor: Actor, studio_id: string) =>
  isAdminOrOperator(actor, studio_id) ||
  ((actor.role === 'staff' || actor.role === 'client') && actor.studio_id === studio_id)

/** Whether the actor may book outside of opening hours, notice and horizon: the desk may, clients may not. */
export const mayOverrideHours = worksAtDesk
