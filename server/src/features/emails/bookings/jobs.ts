import { isHold } from '@studiohub/contract/features/bookings/lists/rules.ts'
import { UNDO_OFFER_SECONDS } from '@studiohub/contract/features/bookings/rules.ts'
import { eventOf, serviceName } from '@studiohub/contract/features/calendar-feeds/rules.ts'
import { MessageKind } from '@studiohub/contract/features/messages/schema.ts'
import type { MessageKind as Kind, MessageState } from '@studiohub/contract/features/messages/words.ts'
import { writeCalendar } from '@studiohub/contract/shared/icalendar.ts'
import { Email, Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { clearBounce, markBounced } from '#features/clients/bounces/queries.ts'
import { insertMessages, listBookingsToRemind, updateMessage } from '#features/messages/queries.ts'
import { createNotices } from '#features/notices/jobs.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { mac } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue, type JobContext, PermanentJobError } from '#platform/jobs/jobs.ts'
import { theMail } from '#platform/mail/open.ts'
import { failureKindOf, isAddressUnknown } from '#platform/mail/smtp-failure.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { listFreeTimes } from '../expired-requests/queries.ts'
import { sendFollowUp, unsubscribeUrlOf } from '../follow-ups/jobs.ts'
import { listBookingsToFollowUp } from '../follow-ups/queries.ts'
import { address, addressAt, getBranding, publicTermsUrl, reasonOf, sendEmail, senderOf } from '../jobs.ts'
import { DAILY_LIMIT_REACHED, findReasonNotToSend } from '../stranger-jobs.ts'
import { bookingEmail } from '../templates/booking.ts'
import { formatDay, formatTimeOfDay, MAILS_COME_BACK, safeName, safeParagraphs, TERMS_LINK } from '../wording.ts'
import {
  FormerTime,
  getConcernedPeople,
  getMailedBooking,
  hasRecordedEmails,
  isUndone,
  type MailedBooking,
} from './queries.ts'
import { cancellationRule, feeText, formatDeadline, formatTime, mapUrlOf, priceOf } from './wording.ts'

const TRIES = 20
const REMINDERS_AT_ONCE = 500
const PERSON = 'there'
const WAITING = '/studio/bookings?tab=list&show=pending'
const openBooking = (id: string) => `/studio/bookings?booking=${id}`

/** How long emails about a change wait, because it can be undone; 0 if emails do not wait. */
export const undoSeconds = () => Math.min(UNDO_OFFER_SECONDS, theMail().bookingMails.wait_seconds)

/** How long emails about a change by the studio wait: as long as an undo is offered, or not at all. */
export function undoWait(): { startAfter?: Date } {
  const seconds = undoSeconds()
  // Uses the machine's clock, because the queue does too.
  return seconds > 0 ? { startAfter: new Date(Date.now() + seconds * 1_000) } : {}
}

/** Finds the people that a change of a booking concerns, records an email to each of them, and queues it. */
export const emailAboutBooking = defineJob('emails.tell-of-booking', {
  payload: z.object({
    booking_id: Id,
    kind: MessageKind,
    /** The booking's version after this change, and who made it. */
    version: z.int(),
    actor_id: Id.nullable(),
    /** All bookings of the series that the change concerns; `booking_id` is the first of them. */
    session_ids: z.array(Id).optional(),
    /** The time of the booking before it moved. */
    was: FormerTime.optional(),
  }),
  run: ({ booking_id, kind, version, actor_id, was, session_ids = [booking_id] }, { now }) =>
    asSystem(async (tx) => {
      if (await isUndone(tx, { booking_id, version })) return
      // An undo is news only for people who know of the change.
      if (kind === 'restored' && !(await hasRecordedEmails(tx, { booking_id, version: version - 1 }))) return
      const concerned = await getConcernedPeople(tx, booking_id)
      if (!concerned) return
      const { studio_id, client_user_id, record_id, booked_for, starts_at, desk } = concerned
      // The desk gets no emails about the studio's own changes. The client gets every change, also as a receipt.
      const toStudio = kind === 'expiring' || (booked_for !== null && actor_id === booked_for)
      const toClient = kind !== 'expiring'
      const people = [...(client_user_id && toClient ? [client_user_id] : []), ...(toStudio ? desk : [])]
      const created_at = now.toISOString()
      const former = was ? JSON.stringify(was) : null
      const about = { studio_id, booking_id, kind, version, session_ids, starts_at, created_at, was: former }
      const fresh = await insertMessages(tx, [
        ...[...new Set(people)].map((user_id) => ({ ...about, user_id, client_id: null })),
        ...(record_id && toClient ? [{ ...about, user_id: null, client_id: record_id }] : []),
      ])
      // All emails already existed, so this run repeats a completed one.
      if (fresh.length === 0) return
      await queueEmails(tx, fresh)
      await createBookingNotification(tx, { booking_id, kind, actor_id, toStudio, now }, concerned)
    }),
})

type ConcernedPeople = NonNullable<Awaited<ReturnType<typeof getConcernedPeople>>>

type RecordEmailsInput = { booking_id: string; kind: Kind; actor_id: string | null; toStudio: boolean; now: Date }

/** Creates notifications for the other side: for the client, or for the studio's desk if the client made the change. */
async function createBookingNotification(
  tx: Tx,
  { booking_id, kind, actor_id, toStudio, now }: RecordEmailsInput,
  concerned: ConcernedPeople,
) {
  const { studio_id, client_user_id, desk, slug, booking_date, start_time } = concerned
  const recipients = toStudio ? desk : client_user_id ? [client_user_id] : []
  if (recipients.length === 0 || kind === 'reminder' || kind === 'follow_up') return
  const data = { service: serviceName(concerned), booking_date, start_time }
  const free_times = kind === 'expired' ? await listFreeTimes(tx, concerned, now) : []
  const mailed =
    kind === 'requested'
      ? { kind: 'booking_request' as const, data }
      : {
          kind: 'booking_changed' as const,
          data: {
            ...data,
            change: kind === 'booked' && !toStudio ? ('booked_for_client' as const) : kind,
            ...(free_times.length > 0 && { free_times }),
          },
        }
  const link = toStudio ? openBooking(booking_id) : `/${slug}/bookings`
  await createNotices(tx, { ...mailed, studio_id, actor_id, subject_id: booking_id, link }, recipients)
}

/** Reminds clients of confirmed bookings: once for each reminder time before the session. */
export const remindOfBookings = defineJob('bookings.remind', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      const due = await listBookingsToRemind(tx, now, REMINDERS_AT_ONCE)
      const messages = due.map(({ id, ...about }) => ({
        ...about,
        booking_id: id,
        session_ids: [id],
        kind: 'reminder' as const,
        created_at: now.toISOString(),
      }))
      await queueEmails(tx, await insertMessages(tx, messages))
    }),
})

/** Thanks clients after their sessions, once each. */
export const followUpOnBookings = defineJob('bookings.follow-up', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      const due = await listBookingsToFollowUp(tx, now, REMINDERS_AT_ONCE)
      const messages = due.map(({ id, ...about }) => ({
        ...about,
        booking_id: id,
        session_ids: [id],
        kind: 'follow_up' as const,
        created_at: now.toISOString(),
      }))
      await queueEmails(tx, await insertMessages(tx, messages))
    }),
})

async function queueEmails(tx: Tx, ids: readonly string[]) {
  const { wait_seconds } = theMail().bookingMails
  // Uses the machine's clock, because the queue does too.
  const startAfter = new Date(Date.now() + wait_seconds * 1_000)
  for (const message_id of ids) {
    await enqueue(tx, sendBookingMessage, { message_id }, wait_seconds > 0 ? { startAfter } : {})
  }
}

type SendResult = { last_error: string | null; in_digest: boolean }

/** Sends one booking email if its content is still correct, and records the result. */
export const sendBookingMessage = defineJob('emails.send-booking-message', {
  payload: z.object({ message_id: Id }),
  retry: { limit: TRIES },
  async run({ message_id }, context) {
    const { mailed, studio } = await asSystem(async (tx) => {
      const read = await getMailedBooking(tx, message_id, context.now)
      return { mailed: read, studio: read ? await getBranding(tx, read.studio_id) : null }
    })
    if (!mailed || !studio || mailed.state === 'sent' || mailed.state === 'skipped') return
    const tries = mailed.tries + 1
    const recordResult = (state: MessageState, { last_error = null, in_digest = false }: Partial<SendResult> = {}) =>
      asSystem((tx) =>
        updateMessage(tx, message_id, {
          state,
          last_error,
          in_digest,
          tries: state === 'skipped' || in_digest ? mailed.tries : tries,
          sent_at: state === 'sent' ? context.now.toISOString() : null,
        }),
      )
    const isEnded = mailed.kind === 'follow_up' && !mailed.follow_ups
    if (mailed.sessions === 0 || mailed.is_undone || isEnded || isReplaced(mailed)) return recordResult('skipped')
    if (mailed.is_bounced) return recordResult('skipped', { last_error: MAILS_COME_BACK })
    const { a_day } = theMail().bookingMails
    // Bookings of one client may cause only a quarter of a person's daily emails. Emails beyond the daily limit are sent as
    // a digest.
    if (mailed.had_of_client >= Math.ceil(a_day / 4))
      return recordResult('skipped', { last_error: DAILY_LIMIT_REACHED })
    if (mailed.had_today >= a_day) return recordResult('waiting', { in_digest: true })
    if (isToStranger(mailed)) {
      const reason = await findReasonNotToSend({ ...mailed, log: 'booking_messages', message_id }, context.now)
      if (reason) return recordResult('skipped', { last_error: reason })
    }
    try {
      await sendBookingEmail(mailed, studio, context)
    } catch (error) {
      const state = error instanceof PermanentJobError || tries > TRIES ? 'failed' : 'waiting'
      await recordResult(state, { last_error: reasonOf(error) })
      if (mailed.is_client && failureKindOf(error) === 'recipient')
        await recordBounce(mailed.email, isAddressUnknown(error) ? null : mailed.studio_id, context.now)
      throw error
    }
    if (mailed.had_bounced && mailed.is_client) await forgetBounce(mailed)
    return recordResult('sent')
  },
})

/**
 * Marks an address that a mail server rejected permanently. If the rejection gives no reason, the mark applies to one studio
 * only.
 */
const recordBounce = (email: string, only_at: string | null, now: Date) =>
  asSystem(async (tx) => {
    for (const { studio_id, id } of await markBounced(tx, {
      address: email.toLowerCase(),
      studio_id: only_at,
      at: now,
    })) {
      const entry = { actor_id: null, session_id: null, studio_id, object_type: 'client_record', object_id: id }
      await insertAuditEntry(tx, { ...entry, action: 'clients.recordBounce', after: { bounced: true } })
      publish(tx, { studio_id, topic: 'clients', id })
    }
  })

// The client has another address now.
const forgetBounce = ({ studio_id, record_id }: MailedBooking) =>
  asSystem(async (tx) => record_id !== null && (await clearBounce(tx, studio_id, record_id)))

const isToStranger = ({ is_client, has_account }: MailedBooking) => is_client && !has_account

export const bookingMailJobs = [emailAboutBooking, remindOfBookings, followUpOnBookings, sendBookingMessage]

/**
 * Whether a later email replaces this one, because emails that wait at the same time are joined. If a booking is created and
 * cancelled while the first email waits, the studio gets none.
 */
function isReplaced({ kind, is_replaced, is_known, is_opened, is_client }: MailedBooking): boolean {
  if (theMail().bookingMails.wait_seconds === 0) return false
  return is_replaced || (kind === 'cancelled' && is_opened && !is_known && !is_client)
}

/** If a person has not had an email about a pending session yet, its move is emailed as a new request or hold. */
function kindFor(mailed: MailedBooking): Kind {
  const isNews = mailed.kind === 'moved' && mailed.status === 'pending' && !mailed.is_known
  if (!isNews) return mailed.kind
  return isHold(mailed) ? 'on_hold' : 'requested'
}

type StudioBranding = NonNullable<Awaited<ReturnType<typeof getBranding>>>

async function sendBookingEmail(mailed: MailedBooking, studio: StudioBranding, context: JobContext) {
  const kind = kindFor(mailed)
  if (kind === 'follow_up') return sendFollowUp(mailed, studio, context)
  const freeTimes =
    mailed.kind === 'expired' && mailed.has_account
      ? await asSystem((tx) => listFreeTimes(tx, { ...mailed, slug: studio.slug }, context.now))
      : []
  const sender = senderOf(studio)
  const isClient = mailed.is_client
  const isStranger = isToStranger(mailed)
  const unsubscribeUrl = isStranger ? unsubscribeUrlOf(mailed) : null
  const recipientName = safeName(mailed.full_name, PERSON)
  const content = bookingEmail(
    {
      kind,
      to: isClient ? 'client' : 'admin',
      recipientName,
      studioName: sender.name,
      clientName: safeName(mailed.client_name, 'A client'),
      service: safeParagraphs(serviceName(mailed)).join(' '),
      when: formatTime(mailed),
      formerWhen: mailed.was && formatTime({ ...mailed, ...mailed.was, sessions: 1 }),
      requestedWhen:
        mailed.kind === 'change_requested' && mailed.requested ? formatTime({ ...mailed, ...mailed.requested }) : null,
      location: isClient && mailed.location ? safeParagraphs(mailed.location).join(', ') : '',
      mapUrl: isClient && mailed.location ? mapUrlOf(mailed.location) : null,
      price: priceOf(mailed),
      cancellation: isClient && mailed.has_account ? cancellationRule(mailed, context.now) : null,
      fee: feeText(mailed),
      rooms: mailed.rooms.map((room) => safeName(room, 'Room')).join(', '),
      pending: mailed.status === 'pending',
      deadline: mailed.expires_at && formatDeadline(mailed.expires_at, mailed),
      freeTimes: freeTimes.map(({ booking_date, start_time, link }) => ({
        label: `${formatDay(booking_date, mailed.country)}, ${formatTimeOfDay(start_time, mailed.country)}`,
        url: addressAt(studio, link),
      })),
      // A person without an account may never have asked for this email, so it contains no free text of the studio.
      reason: isStranger
        ? []
        : safeParagraphs((kind === 'fee_waived' ? mailed.fee?.waive_reason : mailed.cancel_reason) ?? ''),
      bring: mailed.kind === 'reminder' && !isStranger ? safeParagraphs(mailed.bring ?? '') : [],
      notes: isClient ? [] : safeParagraphs(mailed.notes ?? ''),
      terms:
        isClient && mailed.has_open_terms
          ? { acceptUrl: addressAt(studio, termsPath(mailed.id)), url: publicTermsUrl(studio) }
          : null,
      url: urlOf(mailed, studio),
      unsubscribeUrl,
    },
    sender,
  )
  const contactEmail = Email.safeParse(mailed.contact_email)
  await sendEmail(mailed, content, context, {
    calendar: calendarOf(mailed, studio, { isClient, organizer: contactEmail.success ? contactEmail.data : noReply() }),
    ...(unsubscribeUrl !== null && { unsubscribeUrl }),
  })
}

/** The path of the terms of a booking. The secret comes after the `#`, which browsers do not send, so no log contains it. */
const termsPath = (booking_id: string) => `/legal/accept#${booking_id}.${mac(TERMS_LINK, booking_id)}`

/** The page of the bookings; null for a client without an account, who cannot sign in. */
function urlOf({ kind, is_client, has_account }: MailedBooking, studio: StudioBranding): string | null {
  if (!is_client) return address(kind === 'expiring' ? WAITING : '/studio/bookings')
  return has_account ? addressAt(studio, `/${studio.slug}/bookings`) : null
}

// Calendar programs require an organizer. If the studio has no address, it is one whose replies are not read.
const noReply = () => `no-reply@${new URL(theMail().publicUrl).hostname}`

function calendarOf(mailed: MailedBooking, studio: StudioBranding, to: { isClient: boolean; organizer: string }) {
  const method = mailed.status === 'cancelled' ? 'CANCEL' : 'REQUEST'
  const place = { name: studio.name, location: mailed.location, host: new URL(theMail().publicUrl).hostname }
  const event = {
    ...eventOf(isToStranger(mailed) ? { ...mailed, notes: null } : mailed, place, to.isClient ? 'client' : 'crew'),
    organizer: { name: studio.name, email: to.organizer },
    attendee: { name: mailed.full_name ?? mailed.email, email: mailed.email },
  }
  return { method, content: writeCalendar({ zone: mailed.timezone, method, events: [event] }) } as const
}
