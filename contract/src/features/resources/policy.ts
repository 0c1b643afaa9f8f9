import type { Actor } from '../../actor.ts'

/** Rooms, opening hours and services are known to all who belong to the studio: a client chooses among them. */
export const canListResources = (actor: Actor, studio_id: string) =>
  actor.role === 'super_admin' || (actor.role !== null && actor.studio_id === studio_id)
