import { fail } from '@studiohub/contract/errors.ts'
import type { ConversationMessage, NewMessage } from '@studiohub/contract/features/conversations/schema.ts'
import { messageLimits } from '@studiohub/contract/features/conversations/words.ts'
import { queueUnreadEmail } from '#features/emails/conversations/jobs.ts'
import { audit } from '#platform/audit/audit.ts'
import { requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { attachFiles } from './files/queries.ts'
import * as queries from './queries.ts'
import { requireOpenConversation } from './require-conversation.ts'
import { addFiles } from './service.ts'

const MISSING_FILE = 'A file is missing. Attach it again.'

type CreateMessageInput = NewMessage & { studio_id: string; client_id: string }

/** Writes a message of the studio to a client, or of a client to the studio. */
export function createMessage(
  caller: Caller,
  { body, file_ids = [], ...input }: CreateMessageInput,
  now: Date,
): Promise<ConversationMessage> {
  return asActor(caller, async (tx, actor) => {
    const { user_id, role } = requireRole(actor)
    if (body === '' && file_ids.length === 0) fail('VALIDATION_FAILED', { fields: { body: 'Please write a message' } })
    const { conversationKey } = await requireOpenConversation(tx, actor, input)
    const from_studio = role !== 'client'
    const { studio_id, client_id } = conversationKey
    const at = now.toISOString()
    // The limits count messages in all conversations together.
    await lock(tx, 'user', user_id)
    await queries.ensureConversation(tx, conversationKey, at)
    const message = await queries.insertMessage(tx, conversationKey, { from_studio, author_id: user_id, body, at })
    const attachment = { message_id: message.id, studio_id, client_id, uploaded_by: user_id }
    if ((await attachFiles(tx, attachment, file_ids)) !== file_ids.length)
      fail('VALIDATION_FAILED', { fields: { file_ids: MISSING_FILE } })
    // The limits include this message.
    await requireWithinLimits(tx, conversationKey, { from_studio, user_id, now })
    const { conversation_id, seq } = message
    // The sender has read all earlier messages.
    await queries.markRead(tx, { conversation_id, studio_id, client_id, user_id, seq }, now)
    const object = { object_type: 'conversation_message', object_id: message.id, request_id: caller.request_id }
    const after = { conversation_id, client_id, seq, from_studio, files: file_ids.length }
    await audit(tx, actor, { ...object, action: 'conversations.createMessage', studio_id, after })
    publish(tx, { studio_id, topic: 'conversations', id: conversation_id, client_id })
    await queueUnreadEmail(tx, conversation_id, from_studio ? 'client' : 'studio')
    const [messageRow] = await queries.listMessages(tx, { conversation_id, studio_id, below: seq + 1, limit: 1 })
    const [messageWithFiles] = await addFiles(tx, messageRow ? [messageRow] : [], { ...caller, now })
    return messageWithFiles ?? fail('INTERNAL')
  })
}

type MessageAuthor = { from_studio: boolean; user_id: string; now: Date }

async function requireWithinLimits(tx: Tx, { studio_id, client_id }: queries.ConversationKey, writer: MessageAuthor) {
  const { from_studio, user_id, now } = writer
  const { in_hour, in_day } = from_studio
    ? await queries.countFromAuthor(tx, { studio_id, author_id: user_id }, now)
    : await queries.countFromClient(tx, { studio_id, client_id }, now)
  const { an_hour, a_day } = messageLimits[from_studio ? 'studio' : 'client']
  if (in_hour > an_hour)
    fail('RATE_LIMITED', { message: `You can send ${an_hour} messages an hour. Please wait a little.` })
  if (in_day > a_day)
    fail('RATE_LIMITED', { message: `You can send ${a_day} messages a day. Please write again tomorrow.` })
}
