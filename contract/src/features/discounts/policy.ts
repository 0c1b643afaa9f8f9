import type { Actor } from '../../actor.ts'

/** Whether the actor may manage discount codes and see their use: only admins of the studio. */
export const canManageDiscounts = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && actor.role === 'studio_admin'
