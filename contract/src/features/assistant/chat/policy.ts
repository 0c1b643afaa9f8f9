import type { Actor } from '#actor.ts'

/** Clients, crew and admins of a studio can chat with its assistant. Its answers use only data that they may read. */
export const canChat = (actor: Actor) =>
  actor.studio_id !== null && (actor.role === 'client' || actor.role === 'staff' || actor.role === 'studio_admin')
