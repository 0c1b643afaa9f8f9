import { eventOf, serviceName } from '@studiohub/contract/features/calendar-feeds/rules.ts'
import { MessageKind } from '@studiohub/contract/features/messages/schema.ts'
import type { MessageKind as Kind } from '@studiohub/contract/features/messages/words.ts'
import { writeCalendar } from '@studiohub/contract/shared/icalendar.ts'
import { Email, Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { asSystem, type Tx } from '../../../platform/db/door.ts'
import { defineJob, enqueue, GiveUp, type JobContext } from '../../../platform/jobs.ts'
import { theMail } from '../../../platform/mail/open.ts'
import { insertMessages, listToRemind, updateMessage } from '../../messages/queries.ts'
import { createNotices } from '../../notices/queries.ts'
import { address, addressAt, faceOf, post, reasonOf, senderOf } from '../jobs.ts'
import { bookingLetter } from '../templates/booking.ts'
import { dayInWords, inertName, inertParagraphs } from '../wording.ts'
import { getConcerned, getTold, type Told } from './queries.ts'

const TRIES = 20
const REMINDERS_AT_ONCE = 500
const PERSON = 'there'
const TOO_MUCH = 'not sent: too many mails to this person in 24 hours'

/** Notes whom a change of a session concerns, and has each of them mailed. */
export const tellOfBooking = defineJob('emails.tell-of-booking', {
  payload: z.object({
    booking_id: Id,
    kind: MessageKind,
    /** Which change it was, as the session counts them, and whose. */
    version: z.int(),
    actor_id: Id.nullable(),
    /** How many sessions of a series it concerns; the one named is the first. */
    sessions: z.int().default(1),
  }),
  run: ({ booking_id, kind, version, actor_id, sessions }, { now }) =>
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
      const about = { studio_id, booking_id, kind, version, sessions, starts_at, created_at }
      const fresh = await insertMessages(
        tx,
        [...new Set(people)].map((user_id) => ({ ...about, user_id })),
      )
      // Told before: this run repeats one that was done.
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
        ...{ booking_id: id, user_id: client_id, kind: 'reminder' as const, created_at: now.toISOString() },
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
    const note = (state: 'sent' | 'failed' | 'waiting' | 'skipped', last_error: string | null = null) =>
      asSystem((tx) =>
        updateMessage(tx, message_id, {
          ...{ state, last_error, tries: state === 'skipped' ? told.tries : tries },
          sent_at: state === 'sent' ? context.now.toISOString() : null,
        }),
      )
    if (!isStillSo(told, context.now) || isJoined(told)) return note('skipped')
    if (isTooMuch(told)) return note('skipped', TOO_MUCH)
    try {
      await mail(told, studio, context)
    } catch (error) {
      await note(error instanceof GiveUp || tries > TRIES ? 'failed' : 'waiting', reasonOf(error))
      throw error
    }
    return note('sent')
  },
})

export const bookingMailJobs = [tellOfBooking, remindOfBookings, sendBookingMessage]

/** A mail that waited long may be overtaken by what happened since; a later one then tells of that. */
function isStillSo({ kind, status, starts_at, told_starts_at, requested }: Told, now: Date): boolean {
  switch (kind) {
    case 'change_requested':
      return requested !== null
    case 'expired':
    case 'declined':
    case 'cancelled':
      return status === 'cancelled'
    case 'reminder':
      return status === 'confirmed' && starts_at === told_starts_at && Date.parse(starts_at) > now.getTime()
    case 'confirmed':
    case 'booked':
      return status === 'confirmed' || status === 'completed'
    default:
      return status !== 'cancelled'
  }
}

/**
 * Whether a later mail about the same session says it all: those that wait at the same time become one. A studio that heard
 * nothing of a session does not hear that it was cancelled.
 */
function isJoined({ kind, is_superseded, is_known, user_id, client_id }: Told): boolean {
  if (kind === 'reminder' || theMail().bookingMails.wait_seconds === 0) return false
  return is_superseded || (kind === 'cancelled' && !is_known && user_id !== client_id)
}

/** One client can cause a quarter of a day's mails to a person, so that none keeps the others from being heard. */
function isTooMuch({ had_today, had_of_client }: Told): boolean {
  const { a_day } = theMail().bookingMails
  return had_today >= a_day || had_of_client >= Math.ceil(a_day / 4)
}

type Face = NonNullable<Awaited<ReturnType<typeof faceOf>>>

async function mail(told: Told, studio: Face, context: JobContext) {
  const sender = senderOf(studio)
  const isClient = told.user_id === told.client_id
  const recipientName = inertName(told.full_name, PERSON)
  const letter = bookingLetter(
    {
      ...{ kind: told.kind, to: isClient ? 'client' : 'admin', recipientName, studioName: sender.name },
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
    ...(isClient && desk.success && { replyTo: desk.data }),
    calendar: calendarOf(told, studio, { isClient, organizer: desk.success ? desk.data : noReply() }),
  })
}

// A calendar program wants to know who asks; where the studio names no address, nobody reads answers.
const noReply = () => `no-reply@${new URL(theMail().publicUrl).hostname}`

function calendarOf(told: Told, studio: Face, to: { isClient: boolean; organizer: string }) {
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
function whenOf({ booking_date, start_time, end_time, ends_next_day, timezone, sessions }: Told): string {
  const day = dayInWords(booking_date)
  const until = `${end_time}${ends_next_day ? ' the next day' : ''}`
  const more = sessions > 1 ? `, and ${sessions - 1} more ${sessions === 2 ? 'session' : 'sessions'} of its series` : ''
  return `${day}, ${start_time} to ${until} (${timezone.replaceAll('_', ' ')} time)${more}`
}
