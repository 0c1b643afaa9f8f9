import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import type { Client } from '@studiohub/contract/features/clients/schema.ts'
import { canBlockClient, canListConversations } from '@studiohub/contract/features/conversations/policy.ts'
import type { ConversationMessage } from '@studiohub/contract/features/conversations/schema.ts'
import type { WritingState } from '@studiohub/contract/features/conversations/words.ts'
import { findClientId } from '#features/clients/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPage, toPageByTime } from '#platform/http/cursor.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { listFiles } from './files/queries.ts'
import { toMessageFile } from './files/service.ts'
import * as queries from './queries.ts'
import { type ConversationInput, requireConversation } from './require-conversation.ts'

type ListQuery = {
  studio_id: string
  show?: 'unread' | 'read' | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** The caller's conversations at a studio, newest first. */
export function listConversations(caller: Caller, query: ListQuery) {
  const { after, limit, rows } = readPage(query)
  const { studio_id, show } = query
  return asActor(caller, async (tx, actor) => {
    const { user_id, role } = requireRole(actor)
    authorize(canListConversations(actor, studio_id))
    const filter = { studio_id, reader: { user_id, role }, show }
    const conversations = await queries.listConversations(tx, filter, { after, limit: rows })
    return toPageByTime(conversations, limit, ({ id }) => id)
  })
}

/** How many of the caller's conversations have unread messages. */
export function countUnread(caller: Caller, studio_id: string) {
  return asActor(caller, async (tx, actor) => {
    const { user_id, role } = requireRole(actor)
    authorize(canListConversations(actor, studio_id))
    return { unread: await queries.countUnread(tx, studio_id, { user_id, role }) }
  })
}

type MessagesQuery = ConversationInput & { cursor?: string | undefined; limit?: number | undefined }

/** The messages of a conversation, newest first, and what the caller may do in it. */
export function listMessages(caller: Caller, query: MessagesQuery, now: Date) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    const { user_id, role } = requireRole(actor)
    const { conversationKey, client } = await requireConversation(tx, actor, query)
    const conversation = await queries.findConversation(tx, conversationKey)
    const filter = { studio_id: conversationKey.studio_id, below: after && readSeq(after[0]), limit: rows }
    const messageRows = conversation
      ? await queries.listMessages(tx, { ...filter, conversation_id: conversation.id })
      : []
    const messages = await addFiles(tx, messageRows, { ...caller, now })
    return {
      ...toPage(messages, limit, ({ seq, id }) => [`${seq}`, id]),
      conversation: {
        client_id: conversationKey.client_id,
        client_name: client.name,
        unread: conversation ? await queries.countUnreadOf(tx, conversation.id, { user_id, role }) : 0,
        ...(await readWritingState(tx, actor, client)),
      },
    }
  })
}

/** Adds the files to their messages. */
export async function addFiles(
  tx: Tx,
  messages: readonly queries.MessageRow[],
  reader: { session_id: string | null; now: Date },
): Promise<ConversationMessage[]> {
  const files = await listFiles(
    tx,
    messages.map(({ id }) => id),
  )
  return messages.map((message) => ({
    ...message,
    files: files.filter(({ message_id }) => message_id === message.id).map((file) => toMessageFile(file, reader)),
  }))
}

async function readWritingState(tx: Tx, actor: Actor, { studio_id, id, removed_at }: Client) {
  const is_blocked = await queries.isBlocked(tx, { studio_id, client_id: id })
  const writing: WritingState =
    removed_at !== null ? 'removed' : is_blocked && actor.role === 'client' ? 'blocked' : 'open'
  return { writing, is_blocked }
}

/** Blocks the messages of a client in all conversations with the studio, or allows them again. */
export function updateBlock(
  caller: Caller,
  { studio_id, blocked, ...input }: { studio_id: string; client_id: string; blocked: boolean },
  now: Date,
) {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    authorize(canBlockClient(actor, studio_id))
    const client_id = (await findClientId(tx, studio_id, input.client_id)) ?? fail('NOT_FOUND')
    if (await queries.updateBlock(tx, { studio_id, client_id }, blocked ? now.toISOString() : null)) {
      const object = { object_type: 'client_record', object_id: client_id, studio_id, request_id: caller.request_id }
      const change = { before: { messages_blocked: !blocked }, after: { messages_blocked: blocked } }
      await audit(tx, actor, { ...object, ...change, action: 'conversations.updateBlock' })
      publish(tx, { studio_id, topic: 'conversations', id: client_id, client_id })
    }
    return { blocked }
  })
}

const readSeq = (text: string) =>
  /^\d{1,9}$/.test(text)
    ? Number(text)
    : fail('VALIDATION_FAILED', { fields: { cursor: 'This cursor is not valid. Load the list again.' } })

/** Marks a conversation as read up to a message. Does nothing if it was already read further. */
export function readConversation(caller: Caller, { seq, ...input }: ConversationInput & { seq: number }, now: Date) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const { conversationKey } = await requireConversation(tx, actor, input)
    const { studio_id, client_id } = conversationKey
    const { id, messages } = (await queries.findConversation(tx, conversationKey)) ?? fail('NOT_FOUND')
    const position = { conversation_id: id, studio_id, client_id, user_id, seq: Math.min(seq, messages) }
    const read_id = await queries.markRead(tx, position, now)
    if (read_id) {
      const object = { object_type: 'conversation_read', object_id: read_id, request_id: caller.request_id }
      const after = { conversation_id: id, seq: position.seq }
      // Reading is not an activity of the studio, so its activity log does not show it.
      await audit(tx, actor, { ...object, action: 'conversations.read', studio_id: null, after })
      publish(tx, { studio_id, topic: 'conversations', id, user_id })
    }
    return { seq: position.seq }
  })
}
