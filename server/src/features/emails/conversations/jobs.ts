import { DAY_MS, HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { insertDelivery, skipDelivery } from '#features/messages/queries.ts'
import { mac } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getFileRule } from '#platform/files/open.ts'
import { defineJob, enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { getMail } from '#platform/mail/open.ts'
import { replyAddress } from '#platform/mail/reply-address.ts'
import { buildProductUrl, buildStudioUrl, chooseSender, getBranding, type StudioBranding, sendEmail } from '../jobs.ts'
import { findReasonNotToSend } from '../stranger-jobs.ts'
import { type ConversationData, conversationEmail } from '../templates/conversation.ts'
import { EMAILS_BOUNCE, greetingName, safeName, safeParagraphs } from '../wording.ts'
import * as queries from './queries.ts'

const MESSAGE_LIMIT_REACHED = 'not sent: too many emails about messages to one person in 24 hours'
/** How many messages an email contains at most. It also has a link to the conversation. */
const MESSAGES_MAX = 20

const Side = z.enum(['client', 'studio'])

/** Queues an email to one side of a conversation with the messages that it has not read. */
export const emailUnreadMessages = defineJob('conversations.mail-unread', {
  payload: z.object({ conversation_id: Id, side: Side }),
  run: ({ conversation_id, side }, { now }) =>
    asSystem(async (tx) => {
      const unemailedConversation = await queries.lockUnmailedConversation(tx, conversation_id, side)
      if (
        !unemailedConversation ||
        unemailedConversation.newest_seq <= Math.max(unemailedConversation.mailed_seq, unemailedConversation.read_seq)
      )
        return
      const nextAt =
        unemailedConversation.mailed_at === null ? 0 : Date.parse(unemailedConversation.mailed_at) + HOUR_MS
      // If the side has neither read nor answered since its last email, the next email waits until an hour after it.
      if (
        Math.max(unemailedConversation.read_seq, unemailedConversation.answered_seq) <=
          unemailedConversation.mailed_seq &&
        now.getTime() < nextAt
      ) {
        const startAfter = new Date(Date.now() + nextAt - now.getTime())
        await enqueue(tx, emailUnreadMessages, { conversation_id, side }, { startAfter })
        return
      }
      const allowedAt = side === 'client' ? await findNextAllowedTime(tx, unemailedConversation, now) : null
      if (allowedAt !== null) {
        const startAfter = new Date(Date.now() + allowedAt - now.getTime())
        await enqueue(tx, emailUnreadMessages, { conversation_id, side }, { startAfter })
        return
      }
      await queries.markEmailed(tx, conversation_id, { side, seq: unemailedConversation.newest_seq, at: now })
      const payload = {
        conversation_id,
        side,
        after: Math.max(unemailedConversation.mailed_seq, unemailedConversation.read_seq),
        up_to: unemailedConversation.newest_seq,
      }
      const people = side === 'client' ? [null] : await queries.listDesk(tx, conversation_id)
      for (const user_id of people) await enqueue(tx, sendConversation, { ...payload, user_id })
    }),
})

const clientDailyLimit = () => Math.ceil(getMail().messageEmails.a_day / 4)

/** When a client who has reached the daily limit may get the next email about messages. Null if it may be sent now. */
async function findNextAllowedTime(
  tx: Tx,
  { studio_id, client_id }: { studio_id: string; client_id: string },
  now: Date,
) {
  const times = await queries.listEmailTimes(tx, { studio_id, client_id, user_id: null, except_id: null }, now)
  const limitingTime = times.at(-clientDailyLimit())
  return limitingTime === undefined ? null : Date.parse(limitingTime) + DAY_MS
}

/** Queues a job that emails a message if it is still unread after the waiting time. */
export async function queueUnreadEmail(tx: Tx, conversation_id: string, side: queries.Side) {
  // Uses the machine's clock, because the queue does too.
  const startAfter = new Date(Date.now() + getMail().messageEmails.wait_seconds * 1_000)
  await enqueue(tx, emailUnreadMessages, { conversation_id, side }, { startAfter })
}

const ConversationEmailPayload = z.object({
  conversation_id: Id,
  side: Side,
  after: z.int(),
  up_to: z.int(),
  /** The recipient at the desk; null for the client. */
  user_id: Id.nullable(),
})

/** Sends one email with unread messages, within the daily limit of its recipient. */
export const sendConversation = defineJob('emails.send-conversation', {
  payload: ConversationEmailPayload,
  async run(payload, context) {
    const emailData = await asSystem(async (tx) => {
      const conversation = await queries.getMailedConversation(tx, payload.conversation_id)
      const recipient = conversation && (await findRecipient(tx, payload, conversation))
      const studio = conversation ? await getBranding(tx, conversation.studio_id) : null
      if (!conversation || !recipient || !studio || conversation.client_removed || conversation.is_suspended)
        return null
      const messages = await queries.listMailedMessages(
        tx,
        { ...payload, from_studio: payload.side === 'client' },
        MESSAGES_MAX,
      )
      return { conversation, recipient, studio, messages }
    })
    if (!emailData || emailData.messages.length === 0) return
    const { conversation, recipient } = emailData
    const { studio_id, client_id } = conversation
    const delivery = { kind: 'conversation', studio_id, user_id: recipient.user_id, client_id } as const
    const isWithinLimit = await asSystem(async (tx) => {
      // Because of the lock, emails that are sent at the same time count each other.
      await lock(tx, 'mails', `${studio_id}:${recipient.user_id ?? client_id}`)
      await insertDelivery(tx, context.job_id, delivery, context.now)
      const person = { studio_id, client_id: payload.side === 'client' ? client_id : null, user_id: recipient.user_id }
      const earlierEmails = await queries.listEmailTimes(tx, { ...person, except_id: context.job_id }, context.now)
      return earlierEmails.length < (payload.side === 'client' ? clientDailyLimit() : getMail().messageEmails.a_day)
    })
    if (!isWithinLimit) return asSystem((tx) => skipDelivery(tx, context.job_id, MESSAGE_LIMIT_REACHED))
    if (conversation.is_bounced && payload.side === 'client')
      return asSystem((tx) => skipDelivery(tx, context.job_id, EMAILS_BOUNCE))
    if (!recipient.is_proven && payload.side === 'client') {
      const emailToCount = { log: 'mail_deliveries', message_id: context.job_id, studio_id } as const
      const { has_proven_admin } = conversation
      const reason = await findReasonNotToSend(
        { ...emailToCount, email: recipient.email, has_proven_admin },
        context.now,
      )
      if (reason) return asSystem((tx) => skipDelivery(tx, context.job_id, reason))
    }
    await sendConversationEmail(payload, emailData, { delivery, context })
  },
})

type Conversation = NonNullable<Awaited<ReturnType<typeof queries.getMailedConversation>>>
type Recipient = { user_id: string | null; email: string; full_name: string | null; is_proven: boolean }

async function findRecipient(
  tx: Tx,
  { conversation_id, user_id, side }: z.output<typeof ConversationEmailPayload>,
  conversation: Conversation,
): Promise<Recipient | null> {
  if (side === 'studio') {
    const person = user_id === null ? undefined : await queries.getDeskPerson(tx, conversation_id, user_id)
    return person ? { ...person, user_id } : null
  }
  const { client_user_id, client_email: email, client_name: full_name, is_client_proven: is_proven } = conversation
  if (email === null) return null
  // A person who has replied from this address owns it and wants to read the answers.
  const address_mac = mac('mail-address', email.toLowerCase())
  const hasReplied = !is_proven && (await queries.hasRepliedByEmail(tx, { ...conversation, address_mac }))
  return { user_id: client_user_id, email, full_name, is_proven: is_proven || hasReplied }
}

type ConversationEmail = {
  conversation: Conversation
  recipient: Recipient
  studio: StudioBranding
  messages: Awaited<ReturnType<typeof queries.listMailedMessages>>
}

const fileNames = (files: readonly string[]) =>
  files.length === 0 ? [] : [`${files.length === 1 ? 'File' : 'Files'}: ${files.flatMap(safeParagraphs).join(', ')}`]

const notVerifiedText = (from: string) => `Not verified, sent from ${safeParagraphs(from).join(' ')}`

/** The author of messages to the studio. The client's name is shown only if the messages are proven to be theirs. */
function describeSender({ client_name }: Conversation, messages: ConversationEmail['messages']): string {
  const name = safeName(client_name, 'A client')
  return messages.some(({ unproven_from }) => unproven_from !== null) ? `${name} (not verified)` : name
}

type EmailDelivery = { delivery: NonNullable<Parameters<typeof sendEmail>[3]>['delivery']; context: JobContext }

async function sendConversationEmail(
  { conversation_id, side }: z.output<typeof ConversationEmailPayload>,
  emailData: ConversationEmail,
  { delivery, context }: EmailDelivery,
) {
  const { conversation, recipient, studio, messages } = emailData
  const sender = chooseSender(studio)
  const isClient = side === 'client'
  const query = new URLSearchParams({
    ...(!isClient && { client: conversation.client_id }),
    ...(conversation.project_id && { project: conversation.project_id }),
  })
  const path = `${isClient ? `/${studio.slug}/messages` : '/studio/messages'}${query.size > 0 ? `?${query}` : ''}`
  const hasAccount = !isClient || recipient.user_id !== null
  const data: Omit<ConversationData, 'acceptsReplies'> = {
    recipientName: greetingName(recipient.full_name),
    studioName: sender.name,
    to: isClient ? 'client' : 'desk',
    senderName: isClient ? sender.name : describeSender(conversation, messages),
    // Free text goes only to proven addresses.
    project:
      recipient.is_proven && conversation.project_title ? safeName(conversation.project_title, '') || null : null,
    count: messages.length,
    messages: recipient.is_proven
      ? messages.map(({ author_name, body, unproven_from, files }) => ({
          author: isClient ? safeName(author_name, '') : (unproven_from && notVerifiedText(unproven_from)) || '',
          paragraphs: [...safeParagraphs(body), ...fileNames(files)],
        }))
      : null,
    hasFiles: recipient.is_proven && messages.some(({ files }) => files.length > 0),
    fileMb: getFileRule().max_mb,
    hasAccount,
    url: isClient ? buildStudioUrl(studio, hasAccount ? path : `/${studio.slug}/auth/signup`) : buildProductUrl(path),
  }
  const { inbound } = getMail()
  const replyTo = inbound && replyAddress({ conversation_id, side }, inbound.domain)
  await sendEmail(recipient, conversationEmail({ ...data, acceptsReplies: inbound !== null }, sender), context, {
    ...(delivery && { delivery }),
    ...(replyTo && { replyTo }),
  })
}

export const conversationEmailJobs = [emailUnreadMessages, sendConversation]
