import { type Actor, runsStudio, sharesWork, worksAtStudio } from '../../actor.ts'

/** A client has a board of their own, people who work at the studio have the one with all cards. */
export const canListCards = (actor: Actor, studio_id: string) =>
  worksAtStudio(actor, studio_id) || (actor.role === 'client' && actor.studio_id === studio_id)

/** Who may make, edit, move and comment on the cards of a client, and lay files on them. */
export const canUpdateCard = sharesWork

/** Crew take back what they made; a client any card of theirs, the studio's admin any. */
export const canDeleteCard = (
  actor: Actor,
  card: { studio_id: string; client_id: string; created_by: string | null },
) =>
  runsStudio(actor, card.studio_id) ||
  (actor.role === 'client' && sharesWork(actor, card)) ||
  (worksAtStudio(actor, card.studio_id) && card.created_by !== null && card.created_by === actor.user_id)

/** One's own words and files; the studio's admin anybody's. */
export const canTakeBack = (actor: Actor, thing: { studio_id: string; by: string | null }) =>
  runsStudio(actor, thing.studio_id) || (thing.by !== null && thing.by === actor.user_id)

/** The example is a client's own, who may clear it away. */
export const canKeepSample = (actor: Actor, studio_id: string) =>
  actor.role === 'client' && actor.studio_id === studio_id
