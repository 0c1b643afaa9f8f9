import type { Actor } from '../../actor.ts'

/** Admins make the discount codes of their studio and see how often they are used. */
export const canManageDiscounts = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && actor.role === 'studio_admin'
