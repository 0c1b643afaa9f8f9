import type { Actor } from '../../actor.ts'

/** Everybody with a place in a studio. Row policies decide what they find; operators have lists of their own. */
export const canSearch = (actor: Actor) =>
  actor.studio_id !== null && (actor.role === 'studio_admin' || actor.role === 'staff' || actor.role === 'client')

/** Clients find what is their own, and no people. */
export const canFindPeople = (actor: Actor) => canSearch(actor) && actor.role !== 'client'
