import type { Actor } from '../../actor.ts'

/**
 * Whether the actor may search: anyone with a role at a studio. Row policies decide what they find; operators have
 * lists of their own.
 */
export const canSearch = (actor: Actor) =>
  actor.studio_id !== null && (actor.role === 'studio_admin' || actor.role === 'staff' || actor.role === 'client')

/** Whether the search finds people. Clients find only their own data, and no people. */
export const canFindPeople = (actor: Actor) => canSearch(actor) && actor.role !== 'client'
