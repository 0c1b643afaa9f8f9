import { type Actor, canEditWork, isAdminOrOperator, worksAtStudio } from '../../actor.ts'

/** Clients see a board with their own cards; admins and crew see all cards of the studio. */
export const canListCards = (actor: Actor, studio_id: string) =>
  worksAtStudio(actor, studio_id) || (actor.role === 'client' && actor.studio_id === studio_id)

/** Whether the actor may create, edit and move a client's cards, and add comments and files to them. */
export const canUpdateCard = canEditWork

/** Crew delete cards that they created, clients their own cards, the studio's admin all cards. */
export const canDeleteCard = (
  actor: Actor,
  card: { studio_id: string; client_id: string; created_by: string | null },
) =>
  isAdminOrOperator(actor, card.studio_id) ||
  (actor.role === 'client' && canEditWork(actor, card)) ||
  (worksAtStudio(actor, card.studio_id) && card.created_by !== null && card.created_by === actor.user_id)

/** Authors and the studio's admin may delete comments and files. */
export const canDeleteCardItem = (actor: Actor, item: { studio_id: string; by: string | null }) =>
  isAdminOrOperator(actor, item.studio_id) || (item.by !== null && item.by === actor.user_id)

/** Only a client has a sample project, and may delete it. */
export const canManageSample = (actor: Actor, studio_id: string) =>
  actor.role === 'client' && actor.studio_id === studio_id
