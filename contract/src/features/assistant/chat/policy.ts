import type { Actor } from '../../../actor.ts'

/** Everybody who belongs to a studio speaks with its assistant, who knows no more than they do. */
export const canChat = (actor: Actor) =>
  actor.studio_id !== null && (actor.role === 'client' || actor.role === 'staff' || actor.role === 'studio_admin')
