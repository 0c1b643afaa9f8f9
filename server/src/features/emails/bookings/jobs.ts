import { eventOf, serviceName } from '@studiohub/contract/features/calendar-feeds/rules.ts'
import { MessageKind } from '@studiohub/contract/features/messages/schema.ts'
import type { MessageKind as Kind, MessageState } from '@studiohub/contract/features/messages/words.ts'
import { writeCalendar } from '@studiohub/contract/shared/icalendar.ts'
import { Email, Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { insertMessages, listToRemind, updateMessage } from '#features/messages/queries.ts'
import { createNotices } from '#features/notices/queries.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue, type JobContext, PermanentJobError } from '#platform/jobs/jobs.ts'
import { theMail } from '#platform/mail/open.ts'
import { address, addressAt, faceOf, post, reasonOf, senderOf } from '../jobs.ts'
import { bookingLetter } from '../templates/booking.ts'
import { dayInWords, inertName, inertParagraphs } from '../wording.ts'
import { getConcerned, getTold, type MailedBooking } from './queries.ts'

const TRIES = 20
const REMINDERS_AT_ONCE = 500
const PERSON = 'there'
const TOO_MUCH = 'not sent: too many mails about sessions of one client in 24 hours'

/** Records the people that a change of a booking concerns, and queues a mail to each. */
export const tellOfBooking = defineJob('emails.tell-of-booking', {
  payload: z.object({
    booking_id: Id,
    kind: MessageKind,
    /** Which change it was, as the session counts them, and whose. */
    version: z.int(),
    actor_id: Id.nullable(),
    /** All sessions of a series that it concerns; the one named is the first. */
    session_ids: z.array(Id).optional(),
  }),
  run: ({ booking_id, kind, version, actor_id, session_ids = [booking_id] }, { now }) =>
    asSystem(async (tx) => {
      const concerned = await getConcerned(tx, booking_id)
      if (!concerned) return
      const { studio_id, client_id, booked_for, starts_at, admins } = concerned
      // What the studio did itself it knows; the client has word of all that happens to their session, also as a receipt.
      const people = [
        ...(client_id ? [client_id] : []),
        ...(booked_for !== null && actor_id === booked_for ? admins : []),
      ]
      const created_at = now.toISOString()
      const about = { studio_id, booking_id, kind, version, session_ids, starts_at, created_at }
      const fresh = await insertMessages(
        tx,
        [...new Set(people)].map((user_id) => ({ ...about, user_id })),
      )
      // MailedBooking before: this run repeats one that was done.
      if (fresh.length === 0) return
      await sendAll(tx, fresh)
      await noticeOfBooking(tx, { booking_id, kind, actor_id }, concerned)
    }),
})

type Concerned = NonNullable<Awaited<ReturnType<typeof getConcerned>>>

/** Tells the other side of a change in the product, too: its client, or the studio's admins where its client made it. */
async function noticeOfBooking(
  tx: Tx,
  { booking_id, kind, actor_id }: { booking_id: string; kind: Kind; actor_id: string | null },
  concerned: Concerned,
) {
  const { studio_id, client_id, booked_for, admins, slug, booking_date, start_time } = concerned
  if (booked_for === null || kind === 'reminder') return
  const data = { service: serviceName(concerned), booking_date, start_time }
  const told =
    kind === 'requested'
      ? { kind: 'booking_request' as const, data }
      : { kind: 'booking_changed' as const, data: { ...data, change: kind } }
  const byClient = actor_id === booked_for
  const link = byClient ? '/studio/bookings' : `/${slug}/bookings`
  await createNotices(
    tx,
    { ...told, studio_id, actor_id, subject_id: booking_id, link },
    byClient ? admins : client_id ? [client_id] : [],
  )
}

/** Reminds clients of confirmed sessions a day before; who was reminded of a time is not reminded of it again. */
export const remindOfBookings = defineJob('bookings.remind', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      const due = await listToRemind(tx, now, REMINDERS_AT_ONCE)
      const messages = due.map(({ id, client_id, ...about }) => ({
        ...about,
        booking_id: id,
        session_ids: [id],
        user_id: client_id,
        kind: 'reminder' as const,
        created_at: now.toISOString(),
      }))
      await sendAll(tx, await insertMessages(tx, messages))
    }),
})

async function sendAll(tx: Tx, ids: readonly string[]) {
  const { wait_seconds } = theMail().bookingMails
  // By the queue's own clock, which is the machine's.
  const startAfter = new Date(Date.now() + wait_seconds * 1_000)
  for (const message_id of ids) {
    await enqueue(tx, sendBookingMessage, { message_id }, wait_seconds > 0 ? { startAfter } : {})
  }
}

type Noted = { last_error: string | null; in_digest: boolean }

/** Mails one message, if what it tells is still so, and notes how that went. */
export const sendBookingMessage = defineJob('emails.send-booking-message', {
  payload: z.object({ message_id: Id }),
  retry: { limit: TRIES },
  async run({ message_id }, context) {
    const { told, studio } = await asSystem(async (tx) => {
      const read = await getTold(tx, message_id, context.now)
      return { told: read, studio: read ? await faceOf(tx, read.studio_id) : null }
    })
    if (!told || !studio || told.state === 'sent' || told.state === 'skipped') return
    const tries = told.tries + 1
    const note = (state: MessageState, { last_error = null, in_digest = false }: Partial<Noted> = {}) =>
      asSystem((tx) =>
        updateMessage(tx, message_id, {
          state,
          last_error,
          in_digest,
          tries: state === 'skipped' || in_digest ? told.tries : tries,
          sent_at: state === 'sent' ? context.now.toISOString() : null,
        }),
      )
    if (told.sessions === 0 || isJoined(told)) return note('skipped')
    const { a_day } = theMail().bookingMails
    // One client can cause a quarter of a day's mails to a person. What is beyond a day's mails comes in a digest.
    if (told.had_of_client >= Math.ceil(a_day / 4)) return note('skipped', { last_error: TOO_MUCH })
    if (told.had_today >= a_day) return note('waiting', { in_digest: true })
    try {
      await mail(told, studio, context)
    } catch (error) {
      const state = error instanceof PermanentJobError || tries > TRIES ? 'failed' : 'waiting'
      await note(state, { last_error: reasonOf(error) })
      throw error
    }
    return note('sent')
  },
})

export const bookingMailJobs = [tellOfBooking, remindOfBookings, sendBookingMessage]

/**
 * Whether a later mail says it all: those that wait at the same time become one. A session that was made and cancelled
 * while the mail about it waited is not mailed to the studio.
 */
function isJoined({ kind, is_replaced, is_known, is_opened, user_id, client_id }: MailedBooking): boolean {
  if (theMail().bookingMails.wait_seconds === 0) return false
  return is_replaced || (kind === 'cancelled' && is_opened && !is_known && user_id !== client_id)
}

/** A move of a request that the person has not heard of is the request to them. */
const kindFor = ({ kind, status, is_known }: MailedBooking): Kind =>
  kind === 'moved' && status === 'pending' && !is_known ? 'requested' : kind

type StudioPage = NonNullable<Awaited<ReturnType<typeof faceOf>>>

async function mail(told: MailedBooking, studio: StudioPage, context: JobContext) {
  const sender = senderOf(studio)
  const isClient = told.user_id === told.client_id
  const recipientName = inertName(told.full_name, PERSON)
  const letter = bookingLetter(
    {
      kind: kindFor(told),
      to: isClient ? 'client' : 'admin',
      recipientName,
      studioName: sender.name,
      clientName: inertName(told.client_name, 'A client'),
      service: inertParagraphs(serviceName(told)).join(' '),
      when: whenOf(told),
      requestedWhen: told.kind === 'change_requested' && told.requested ? whenOf({ ...told, ...told.requested }) : null,
      rooms: told.rooms.map((room) => inertName(room, 'Room')).join(', '),
      pending: told.status === 'pending',
      reason: inertParagraphs(told.cancel_reason ?? ''),
      notes: isClient ? [] : inertParagraphs(told.notes ?? ''),
      url: isClient ? addressAt(studio, `/${studio.slug}/bookings`) : address('/studio/bookings'),
    },
    sender,
  )
  const desk = Email.safeParse(told.contact_email)
  await post(told, letter, context, {
    calendar: calendarOf(told, studio, { isClient, organizer: desk.success ? desk.data : noReply() }),
  })
}

// A calendar program wants to know who asks; where the studio names no address, nobody reads answers.
const noReply = () => `no-reply@${new URL(theMail().publicUrl).hostname}`

function calendarOf(told: MailedBooking, studio: StudioPage, to: { isClient: boolean; organizer: string }) {
  const method = told.status === 'cancelled' ? 'CANCEL' : 'REQUEST'
  const place = { name: studio.name, location: told.location }
  const event = {
    ...eventOf(told, place, to.isClient ? 'client' : 'crew'),
    organizer: { name: studio.name, email: to.organizer },
    attendee: { name: told.full_name ?? told.email, email: told.email },
  }
  return { method, content: writeCalendar({ zone: told.timezone, method, events: [event] }) } as const
}

/** By the studio's clocks, which it names. */
function whenOf({ booking_date, start_time, end_time, ends_next_day, timezone, sessions }: MailedBooking): string {
  const day = dayInWords(booking_date)
  const until = `${end_time}${ends_next_day ? ' the next day' : ''}`
  const more = sessions > 1 ? `, and ${sessions - 1} more ${sessions === 2 ? 'session' : 'sessions'} of its series` : ''
  return `${day}, ${start_time} to ${until} (${timezone.replaceAll('_', ' ')} time)${more}`
}
