import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { insertDelivery, skipDelivery } from '#features/messages/queries.ts'
import { mac } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { theFileRule } from '#platform/files/open.ts'
import { defineJob, enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { theMail } from '#platform/mail/open.ts'
import { replyAddress } from '#platform/mail/reply-address.ts'
import { address, addressAt, getBranding, sendEmail, senderOf } from '../jobs.ts'
import { findReasonNotToSend } from '../stranger-jobs.ts'
import { type ConversationData, conversationEmail } from '../templates/conversation.ts'
import { MAILS_COME_BACK, safeName, safeParagraphs } from '../wording.ts'
import * as queries from './queries.ts'

const PERSON = 'there'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAILY_LIMIT_REACHED = 'not sent: too many emails about messages to one person in 24 hours'
/** An email contains at most this many messages, and a link to the conversation. */
const MESSAGES_SHOWN = 20

const Side = z.enum(['client', 'studio'])

/** Emails one side the messages that it has not read, in one email. */
export const mailUnread = defineJob('conversations.mail-unread', {
  payload: z.object({ conversation_id: Id, side: Side }),
  run: ({ conversation_id, side }, { now }) =>
    asSystem(async (tx) => {
      const due = await queries.lockUnmailed(tx, conversation_id, side)
      if (!due || due.newest <= Math.max(due.mailed, due.read)) return
      const nextAt = due.mailed_at === null ? 0 : Date.parse(due.mailed_at) + HOUR_MS
      // If a side has not looked since its last email, the next one is sent after an hour.
      if (Math.max(due.read, due.answered) <= due.mailed && now.getTime() < nextAt) {
        const startAfter = new Date(Date.now() + nextAt - now.getTime())
        await enqueue(tx, mailUnread, { conversation_id, side }, { startAfter })
        return
      }
      const roomAt = side === 'client' ? await findRoomForMail(tx, due, now) : null
      if (roomAt !== null) {
        const startAfter = new Date(Date.now() + roomAt - now.getTime())
        await enqueue(tx, mailUnread, { conversation_id, side }, { startAfter })
        return
      }
      await queries.markMailed(tx, conversation_id, { side, seq: due.newest, at: now })
      const mail = { conversation_id, side, after: Math.max(due.mailed, due.read), up_to: due.newest }
      const people = side === 'client' ? [null] : await queries.listDesk(tx, conversation_id)
      for (const user_id of people) await enqueue(tx, sendConversation, { ...mail, user_id })
    }),
})

const mailsOfClient = () => Math.ceil(theMail().messageMails.a_day / 4)

/** When the next email about messages may be sent to a client who has reached the daily limit; null: now. */
async function findRoomForMail(tx: Tx, { studio_id, client_id }: { studio_id: string; client_id: string }, now: Date) {
  const times = await queries.listMailTimes(tx, { studio_id, client_id, user_id: null, but_id: null }, now)
  const next = times.at(-mailsOfClient())
  return next === undefined ? null : Date.parse(next) + DAY_MS
}

/** Queues an email about a message, in case it is not read in time. */
export async function queueUnreadEmail(tx: Tx, conversation_id: string, side: queries.Side) {
  // Uses the machine's clock, because the queue does too.
  const startAfter = new Date(Date.now() + theMail().messageMails.wait_seconds * 1_000)
  await enqueue(tx, mailUnread, { conversation_id, side }, { startAfter })
}

const Mailed = z.object({
  conversation_id: Id,
  side: Side,
  after: z.int(),
  up_to: z.int(),
  /** A person at the desk; null for the client. */
  user_id: Id.nullable(),
})

/** Sends one email about messages. */
export const sendConversation = defineJob('emails.send-conversation', {
  payload: Mailed,
  async run(mail, context) {
    const read = await asSystem(async (tx) => {
      const conversation = await queries.getMailedConversation(tx, mail.conversation_id)
      const recipient = conversation && (await findRecipient(tx, mail, conversation))
      const studio = conversation ? await getBranding(tx, conversation.studio_id) : null
      if (!conversation || !recipient || !studio || conversation.client_removed || conversation.is_suspended)
        return null
      const messages = await queries.listMailedMessages(
        tx,
        { ...mail, from_studio: mail.side === 'client' },
        MESSAGES_SHOWN,
      )
      return { conversation, recipient, studio, messages }
    })
    if (!read || read.messages.length === 0) return
    const { conversation, recipient } = read
    const { studio_id, client_id } = conversation
    const delivery = { kind: 'conversation', studio_id, user_id: recipient.user_id, client_id } as const
    const hasRoom = await asSystem(async (tx) => {
      // Locked, so that emails that are sent at the same time count each other.
      await lock(tx, 'mails', `${studio_id}:${recipient.user_id ?? client_id}`)
      await insertDelivery(tx, context.job_id, delivery, context.now)
      const counted = { studio_id, client_id: mail.side === 'client' ? client_id : null, user_id: recipient.user_id }
      const before = await queries.listMailTimes(tx, { ...counted, but_id: context.job_id }, context.now)
      return before.length < (mail.side === 'client' ? mailsOfClient() : theMail().messageMails.a_day)
    })
    if (!hasRoom) return asSystem((tx) => skipDelivery(tx, context.job_id, DAILY_LIMIT_REACHED))
    if (conversation.is_bounced && mail.side === 'client')
      return asSystem((tx) => skipDelivery(tx, context.job_id, MAILS_COME_BACK))
    if (!recipient.is_proven && mail.side === 'client') {
      const counted = { log: 'mail_deliveries', message_id: context.job_id, studio_id } as const
      const { has_proven_admin } = conversation
      const reason = await findReasonNotToSend({ ...counted, email: recipient.email, has_proven_admin }, context.now)
      if (reason) return asSystem((tx) => skipDelivery(tx, context.job_id, reason))
    }
    await sendTo(mail, read, { delivery, context })
  },
})

type Conversation = NonNullable<Awaited<ReturnType<typeof queries.getMailedConversation>>>
type Recipient = { user_id: string | null; email: string; full_name: string | null; is_proven: boolean }

async function findRecipient(
  tx: Tx,
  { conversation_id, user_id, side }: z.output<typeof Mailed>,
  conversation: Conversation,
): Promise<Recipient | null> {
  if (side === 'studio') {
    const person = user_id === null ? undefined : await queries.getDeskPerson(tx, conversation_id, user_id)
    return person ? { ...person, user_id } : null
  }
  const { client_user_id, client_email: email, client_name: full_name, is_client_proven: is_proven } = conversation
  if (email === null) return null
  // A person who replied from this address owns it and wants to read the answers.
  const address_mac = mac('mail-address', email.toLowerCase())
  const hasAnswered = !is_proven && (await queries.hasAnsweredByMail(tx, { ...conversation, address_mac }))
  return { user_id: client_user_id, email, full_name, is_proven: is_proven || hasAnswered }
}

type ReadConversation = {
  conversation: Conversation
  recipient: Recipient
  studio: NonNullable<Awaited<ReturnType<typeof getBranding>>>
  messages: Awaited<ReturnType<typeof queries.listMailedMessages>>
}

const namesOf = (files: readonly string[]) =>
  files.length === 0 ? [] : [`${files.length === 1 ? 'File' : 'Files'}: ${files.flatMap(safeParagraphs).join(', ')}`]

const notProven = (from: string) => `Not proven, came from ${safeParagraphs(from).join(' ')}`

/** The author of messages to the studio. The client's name is shown only if the messages are proven to be theirs. */
function writerOf({ client_name }: Conversation, messages: ReadConversation['messages']): string {
  const name = safeName(client_name, 'A client')
  return messages.some(({ unproven_from }) => unproven_from !== null) ? `${name} (not proven)` : name
}

type EmailDelivery = { delivery: NonNullable<Parameters<typeof sendEmail>[3]>['delivery']; context: JobContext }

async function sendTo(
  { conversation_id, side }: z.output<typeof Mailed>,
  read: ReadConversation,
  { delivery, context }: EmailDelivery,
) {
  const { conversation, recipient, studio, messages } = read
  const sender = senderOf(studio)
  const isClient = side === 'client'
  const query = new URLSearchParams({
    ...(!isClient && { client: conversation.client_id }),
    ...(conversation.project_id && { project: conversation.project_id }),
  })
  const path = `${isClient ? `/${studio.slug}/messages` : '/studio/messages'}${query.size > 0 ? `?${query}` : ''}`
  const hasAccount = !isClient || recipient.user_id !== null
  const data: Omit<ConversationData, 'byMail'> = {
    recipientName: safeName(recipient.full_name, PERSON),
    writer: isClient ? sender.name : writerOf(conversation, messages),
    // Free text goes only to addresses that their readers have proven.
    project:
      recipient.is_proven && conversation.project_title ? safeName(conversation.project_title, '') || null : null,
    count: messages.length,
    messages: recipient.is_proven
      ? messages.map(({ author_name, body, unproven_from, files }) => ({
          author: isClient ? safeName(author_name, '') : (unproven_from && notProven(unproven_from)) || '',
          paragraphs: [...safeParagraphs(body), ...namesOf(files)],
        }))
      : null,
    hasFiles: recipient.is_proven && messages.some(({ files }) => files.length > 0),
    fileMb: theFileRule().max_mb,
    hasAccount,
    url: isClient ? addressAt(studio, hasAccount ? path : `/${studio.slug}/auth/signup`) : address(path),
  }
  const { inbound } = theMail()
  const replyTo = inbound && replyAddress({ conversation_id, side }, inbound.domain)
  await sendEmail(recipient, conversationEmail({ ...data, byMail: inbound !== null }, sender), context, {
    ...(delivery && { delivery }),
    ...(replyTo && { replyTo }),
  })
}

export const conversationMailJobs = [mailUnread, sendConversation]
