import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canUseConversation } from '@studiohub/contract/features/conversations/policy.ts'
import { findClientId, getClient } from '#features/clients/queries.ts'
import { authorize } from '#platform/auth/authorize.ts'
import type { Tx } from '#platform/db/transaction.ts'
import * as queries from './queries.ts'

export type ConversationInput = { studio_id: string; client_id: string; project_id?: string | undefined }

/**
 * The conversation that a call names, which may not exist yet.
 * @throws AppError NOT_FOUND if the studio has no such client or project, FORBIDDEN if the caller may not use it
 */
export async function requireConversation(tx: Tx, actor: Actor, input: ConversationInput) {
  const { studio_id, project_id = null } = input
  if (actor.studio_id !== studio_id) fail('FORBIDDEN')
  const client_id = (await findClientId(tx, studio_id, input.client_id)) ?? fail('NOT_FOUND')
  const project =
    project_id === null ? null : await queries.getProjectOfClient(tx, { studio_id, client_id, project_id })
  if (project === undefined) fail('NOT_FOUND')
  const works_on_project = project_id !== null && (await queries.worksOnProject(tx, project_id))
  authorize(canUseConversation(actor, { studio_id, client_id, works_on_project }))
  const client = (await getClient(tx, studio_id, client_id)) ?? fail('NOT_FOUND')
  return { conversationKey: { studio_id, client_id, project_id }, client, is_sample: project?.is_sample ?? false }
}

/**
 * A conversation in which the caller may write.
 * @throws AppError like `requireConversation`; NOT_FOUND for a sample project, CLIENT_REMOVED, MESSAGES_BLOCKED
 */
export async function requireOpenConversation(tx: Tx, actor: Actor, input: ConversationInput) {
  const result = await requireConversation(tx, actor, input)
  // Deleting the sample project would delete the conversation about it.
  if (result.is_sample) fail('NOT_FOUND')
  if (result.client.removed_at !== null) fail('CLIENT_REMOVED')
  if (actor.role === 'client' && (await queries.isBlocked(tx, result.conversationKey))) fail('MESSAGES_BLOCKED')
  return result
}
