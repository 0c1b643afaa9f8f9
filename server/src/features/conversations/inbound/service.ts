import { randomUUID } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import { cutQuote, isAutomatic } from '@studiohub/contract/features/conversations/rules.ts'
import { MESSAGE_MAX, messageLimits } from '@studiohub/contract/features/conversations/words.ts'
import { Email } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { queueUnreadEmail } from '#features/emails/conversations/jobs.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { mac, sha256 } from '#platform/auth/secrets.ts'
import { isSigned } from '#platform/auth/signed-calls.ts'
import { asSystem } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getFileQuotas } from '#platform/files/open.ts'
import { getMail } from '#platform/mail/open.ts'
import { readReplyAddress } from '#platform/mail/reply-address.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { getFileBytes, insertFile } from '../files/queries.ts'
import { type ConversationKey, countFromAuthor, countFromClient, insertMessage, markRead } from '../queries.ts'
import * as queries from './queries.ts'
import { Attachments, describeRejected, type InboundFiles, limitFiles, storeFiles } from './store-files.ts'

/** An email as the operator's mail service reports it (docs/operations.md). */
const InboundMail = z.object({
  message_id: z.string().min(1).max(998),
  from: Email,
  /** All recipients; one of them is one of our reply addresses. */
  to: z.array(z.string().max(500)).min(1).max(50),
  text: z.string().max(400_000),
  /** Whether the mail service has verified the domain of the address in From (DMARC: SPF or DKIM). */
  authenticated: z.boolean(),
  headers: z.record(z.string().max(200), z.string().max(4_000)).default({}),
  attachments: Attachments.default([]),
})
type InboundMail = z.output<typeof InboundMail>

type MailCall = { headers: Parameters<typeof isSigned>[1]['headers']; body: string; request_id: string; now: Date }

/** `ignored` has no reason, because a sender must not learn about conversations. */
export type MailResult = 'stored' | 'repeated' | 'ignored'

/** Stores a reply by email as a message. Only the operator's mail service may call it. */
export function receiveMail({ headers, body, request_id, now }: MailCall): Promise<MailResult> {
  const { inbound } = getMail()
  if (!inbound) fail('NOT_FOUND')
  if (!isSigned(inbound.secret, { headers, body, now })) fail('BAD_SIGNATURE')
  const parsed = InboundMail.safeParse(parseJson(body))
  if (!parsed.success) fail('VALIDATION_FAILED')
  const mail = { ...parsed.data, headers: lowerCaseNames(parsed.data.headers) }
  const reply = mail.to
    .map((recipient) => readReplyAddress(recipient, inbound.domain))
    .find((address) => address !== null)
  if (!reply || isAutomatic(mail) || (mail.attachments.length === 0 && cutQuote(mail.text) === ''))
    return Promise.resolve('ignored')
  return storeMail({ mail, reply, request_id, now })
}

type EmailReply = {
  mail: InboundMail
  reply: NonNullable<ReturnType<typeof readReplyAddress>>
  request_id: string
  now: Date
}

// Files are stored between two transactions. The first one decides whether the email becomes a message. The second one decides
// again, because the conversation may have changed in between.
async function storeMail(emailReply: EmailReply): Promise<MailResult> {
  const { mail, now } = emailReply
  if (mail.attachments.length === 0) return asSystem((tx) => recordMail(tx, emailReply, { stored: [], rejected: [] }))
  const acceptance = await asSystem((tx) => acceptMail(tx, emailReply))
  if (typeof acceptance === 'string') return acceptance
  const { conversationKey, author } = acceptance
  const fileContext = { studio_id: conversationKey.studio_id, is_proven: author.unproven_from === null, now }
  const files = await storeFiles(mail.attachments, fileContext)
  return asSystem(async (tx) => {
    // The quotas count all files of the studio. All code locks the studio before the conversation.
    if (files.stored.length > 0) await lock(tx, 'studio', conversationKey.studio_id)
    return recordMail(tx, emailReply, files)
  })
}

/** The author and conversation of an email, or the reason why it is not a message. Locks the conversation. */
async function acceptMail(tx: Tx, { mail, reply: { conversation_id, side }, now }: EmailReply) {
  const conversation = await queries.lockConversation(tx, conversation_id)
  if (!conversation || conversation.is_closed) return 'ignored'
  const mail_key = sha256(mail.message_id)
  if (await queries.hasMessageOfMail(tx, conversation_id, mail_key)) return 'repeated'
  const { studio_id, client_id, project_id } = conversation
  const conversationKey: ConversationKey = { studio_id, client_id, project_id }
  const from_studio = side === 'studio'
  if (!from_studio && conversation.is_client_suspended) return 'ignored'
  const author = from_studio ? await findStudioAuthor(tx, studio_id, mail) : findClientAuthor(conversation, mail)
  if (!author) return 'ignored'
  if (await exceedsLimits(tx, conversationKey, { from_studio, author_id: author.author_id, now })) return 'ignored'
  return { conversationKey, author, from_studio, mail_key }
}

async function recordMail(tx: Tx, emailReply: EmailReply, files: InboundFiles): Promise<MailResult> {
  const acceptance = await acceptMail(tx, emailReply)
  if (typeof acceptance === 'string') return acceptance
  const { mail, reply, request_id, now } = emailReply
  const { conversation_id } = reply
  const { conversationKey, author, from_studio, mail_key } = acceptance
  const { author_id, unproven_from } = author
  const { studio_id, client_id } = conversationKey
  const at = now.toISOString()
  const { stored, rejected } = await limitToQuotas(tx, files, { studio_id, author_id, from_studio })
  const mail_from_mac = unproven_from === null ? mac('mail-address', mail.from) : null
  const message = await insertMessage(tx, conversationKey, {
    from_studio,
    author_id,
    body: buildBody(mail.text, describeRejected(rejected)),
    at,
    mail: { via: 'mail', unproven_from, mail_key, mail_from_mac },
  })
  const { id: object_id, seq } = message
  for (const [position, file] of stored.entries()) {
    const owner = { studio_id, client_id, uploaded_by: author_id, upload_key: randomUUID(), created_at: at }
    await insertFile(tx, { ...file, ...owner, message_id: object_id, position })
  }
  if (author_id !== null) await markRead(tx, { conversation_id, studio_id, client_id, user_id: author_id, seq }, now)
  await insertAuditEntry(tx, {
    actor_id: author_id,
    session_id: null,
    request_id,
    studio_id,
    action: 'conversations.receiveMail',
    object_type: 'conversation_message',
    object_id,
    after: { conversation_id, client_id, seq, from_studio, proven: unproven_from === null, files: stored.length },
  })
  publish(tx, { studio_id, topic: 'conversations', id: conversation_id, client_id })
  await queueUnreadEmail(tx, conversation_id, from_studio ? 'client' : 'studio')
  return 'stored'
}

const MEGABYTE = 1024 * 1024

type FileOwner = { studio_id: string; author_id: string | null; from_studio: boolean }

async function limitToQuotas(
  tx: Tx,
  files: InboundFiles,
  { studio_id, author_id, from_studio }: FileOwner,
): Promise<InboundFiles> {
  if (files.stored.length === 0) return files
  const { of_studio, of_person } = await getFileBytes(tx, { studio_id, uploaded_by: author_id })
  const { studio_mb, client_mb } = getFileQuotas()
  const freeBytes = [studio_mb * MEGABYTE - of_studio, ...(from_studio ? [] : [client_mb * MEGABYTE - of_person])]
  return limitFiles(Math.min(...freeBytes), files)
}

type MessageAuthor = { author_id: string | null; unproven_from: string | null }

/** Only a person at the desk writes for the studio. */
async function findStudioAuthor(
  tx: Tx,
  studio_id: string,
  { from, authenticated }: InboundMail,
): Promise<MessageAuthor | null> {
  const author_id = authenticated ? await queries.findDeskPerson(tx, studio_id, from) : undefined
  return author_id ? { author_id, unproven_from: null } : null
}

/** If an email may not be from the client, the message shows the address that it came from. */
function findClientAuthor(
  { client_email, client_user_id }: { client_email: string | null; client_user_id: string | null },
  { from, authenticated }: InboundMail,
): MessageAuthor {
  const isProven = authenticated && client_email !== null && client_email.toLowerCase() === from
  return isProven ? { author_id: client_user_id, unproven_from: null } : { author_id: null, unproven_from: from }
}

type LimitedAuthor = { from_studio: boolean; author_id: string | null; now: Date }

async function exceedsLimits(
  tx: Tx,
  { studio_id, client_id }: ConversationKey,
  { from_studio, author_id, now }: LimitedAuthor,
) {
  const { in_hour, in_day } =
    from_studio && author_id !== null
      ? await countFromAuthor(tx, { studio_id, author_id }, now)
      : await countFromClient(tx, { studio_id, client_id }, now)
  const limits = messageLimits[from_studio ? 'studio' : 'client']
  return in_hour >= limits.an_hour || in_day >= limits.a_day
}

function buildBody(text: string, note: string | null): string {
  const message = cutQuote(text)
  if (note === null) return message
  const bodyLength = Math.max(0, MESSAGE_MAX - note.length - 2)
  return message === '' ? note : `${[...message].slice(0, bodyLength).join('')}\n\n${note}`
}

const lowerCaseNames = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
