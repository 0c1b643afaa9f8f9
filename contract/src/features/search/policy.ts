import type { Actor } from '../../actor.ts'

/**
 * Whether the actor may search: everyone with a role at a studio. Row policies limit the results. Operators have their own
 * lists.
 */
export const canSearch = (actor: Actor) =>
  actor.studio_id !== null && (actor.role === 'studio_admin' || actor.role === 'staff' || actor.role === 'client')

/** Whether the search finds people. Clients find only their own data. */
export const canFindPeople = (actor: Actor) => canSearch(actor) && actor.role !== 'client'
