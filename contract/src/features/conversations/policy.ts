import type { Actor } from '../../actor.ts'

type ConversationKey = { studio_id: string; client_id: string; works_on_project: boolean }

/**
 * A conversation is open to its client, the studio's desk, and crew if it is about a project that they work on.
 * Operators have no access.
 */
export function canUseConversation(actor: Actor, { studio_id, client_id, works_on_project }: ConversationKey): boolean {
  if (actor.studio_id !== studio_id) return false
  if (actor.role === 'client') return actor.client_id === client_id
  return actor.role === 'studio_admin' || (actor.role === 'staff' && (actor.at_desk === true || works_on_project))
}

/** The studio's desk blocks the messages of a client. */
export const canBlockClient = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && (actor.role === 'studio_admin' || (actor.role === 'staff' && actor.at_desk === true))

/** Everyone at the studio may list conversations; the list has only those that they may use. */
export const canListConversations = (actor: Actor, studio_id: string) =>
  actor.studio_id === studio_id && (actor.role === 'studio_admin' || actor.role === 'staff' || actor.role === 'client')
