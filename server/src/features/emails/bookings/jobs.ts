import { UNDO_OFFER_SECONDS, UNDO_SECONDS } from '@studiohub/contract/features/bookings/rules.ts'
import { serviceName } from '@studiohub/contract/features/calendar-feeds/rules.ts'
import { MessageKind } from '@studiohub/contract/features/messages/schema.ts'
import type { MessageKind as Kind } from '@studiohub/contract/features/messages/words.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { insertMessages, listBookingsToRemind } from '#features/messages/queries.ts'
import { createNotices } from '#features/notices/jobs.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { getMail } from '#platform/mail/open.ts'
import { listFreeTimes } from '../expired-requests/queries.ts'
import { listBookingsToFollowUp } from '../follow-ups/queries.ts'
import { deliverBookingEmail } from './delivery-jobs.ts'
import { FormerTime, getBookingAudience, hasRecordedEmails, isUndone } from './queries.ts'

const REMINDERS_AT_ONCE = 500
const deskPathOf = (id: string) => `/studio/bookings?booking=${id}`

/** How many seconds emails about a change wait while it can be undone. 0 if emails do not wait. */
export const getUndoSeconds = () => Math.min(UNDO_OFFER_SECONDS, getMail().bookingEmails.wait_seconds)

/** The job options that delay emails about a change by the studio while it can be undone. Empty if emails do not wait. */
export function getUndoDelayOptions(): { startAfter?: Date } {
  const seconds = getUndoSeconds()
  // Uses the machine's clock, because the queue does too.
  return seconds > 0 ? { startAfter: new Date(Date.now() + seconds * 1_000) } : {}
}

const SLACK_SECONDS = 5

/**
 * The job options that delay a refund of a deposit while the change can be undone. Money that was returned cannot be taken
 * again, so it waits as long as the server accepts an undo. Empty if emails do not wait.
 */
export const getSettlementDelayOptions = (): { startAfter?: Date } =>
  getUndoSeconds() > 0 ? { startAfter: new Date(Date.now() + (UNDO_SECONDS + SLACK_SECONDS) * 1_000) } : {}

/** Records and queues an email about a change of a booking to each person that the change concerns. */
export const emailAboutBooking = defineJob('emails.tell-of-booking', {
  payload: z.object({
    booking_id: Id,
    kind: MessageKind,
    /** The booking's version after this change, and who made it. */
    version: z.int(),
    actor_id: Id.nullable(),
    /** If the change concerns a series: all its bookings, of which `booking_id` is the first. */
    session_ids: z.array(Id).optional(),
    /** The time of the booking before it moved. */
    was: FormerTime.optional(),
  }),
  run: ({ booking_id, kind, version, actor_id, was: formerTime, session_ids = [booking_id] }, { now }) =>
    asSystem(async (tx) => {
      if (await isUndone(tx, { booking_id, version })) return
      // An undo is emailed only if the change itself was emailed.
      if (kind === 'restored' && !(await hasRecordedEmails(tx, { booking_id, version: version - 1 }))) return
      const audience = await getBookingAudience(tx, booking_id)
      if (!audience) return
      const { studio_id, client_user_id, record_id, booked_for, starts_at, desk } = audience
      // The desk gets no emails about the studio's own changes. The client gets an email about every change, even their own.
      const isForStudio = kind === 'expiring' || (booked_for !== null && actor_id === booked_for)
      const isForClient = kind !== 'expiring'
      const people = [...(client_user_id && isForClient ? [client_user_id] : []), ...(isForStudio ? desk : [])]
      const created_at = now.toISOString()
      const was = formerTime ? JSON.stringify(formerTime) : null
      const sharedFields = { studio_id, booking_id, kind, version, session_ids, starts_at, created_at, was }
      const newIds = await insertMessages(tx, [
        ...[...new Set(people)].map((user_id) => ({ ...sharedFields, user_id, client_id: null })),
        ...(record_id && isForClient ? [{ ...sharedFields, user_id: null, client_id: record_id }] : []),
      ])
      // All emails already existed, so this run repeats a completed one.
      if (newIds.length === 0) return
      await queueEmails(tx, newIds)
      await createBookingNotification(tx, { booking_id, kind, actor_id, isForStudio, now }, audience)
    }),
})

type BookingAudience = NonNullable<Awaited<ReturnType<typeof getBookingAudience>>>

type BookingNotificationInput = {
  booking_id: string
  kind: Kind
  actor_id: string | null
  isForStudio: boolean
  now: Date
}

/** Notifies the other side in the product: the client, or the studio's desk if the client made the change. */
async function createBookingNotification(
  tx: Tx,
  { booking_id, kind, actor_id, isForStudio, now }: BookingNotificationInput,
  audience: BookingAudience,
) {
  const { studio_id, client_user_id, desk, slug, booking_date, start_time } = audience
  const recipients = isForStudio ? desk : client_user_id ? [client_user_id] : []
  if (recipients.length === 0 || kind === 'reminder' || kind === 'follow_up') return
  const data = { service: serviceName(audience), booking_date, start_time }
  const free_times = kind === 'expired' ? await listFreeTimes(tx, audience, now) : []
  const notification =
    kind === 'requested'
      ? { kind: 'booking_request' as const, data }
      : {
          kind: 'booking_changed' as const,
          data: {
            ...data,
            change: kind === 'booked' && !isForStudio ? ('booked_for_client' as const) : kind,
            ...(free_times.length > 0 && { free_times }),
          },
        }
  const link = isForStudio ? deskPathOf(booking_id) : `/${slug}/bookings`
  await createNotices(tx, { ...notification, studio_id, actor_id, subject_id: booking_id, link }, recipients)
}

/** Reminds clients of confirmed bookings: once for each reminder time before the session. */
export const remindOfBookings = defineJob('bookings.remind', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      const bookings = await listBookingsToRemind(tx, now, REMINDERS_AT_ONCE)
      const messages = bookings.map(({ id, ...sharedFields }) => ({
        ...sharedFields,
        booking_id: id,
        session_ids: [id],
        kind: 'reminder' as const,
        created_at: now.toISOString(),
      }))
      await queueEmails(tx, await insertMessages(tx, messages))
    }),
})

/** Emails clients after their sessions, once per session. */
export const followUpOnBookings = defineJob('bookings.follow-up', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      const bookings = await listBookingsToFollowUp(tx, now, REMINDERS_AT_ONCE)
      const messages = bookings.map(({ id, ...sharedFields }) => ({
        ...sharedFields,
        booking_id: id,
        session_ids: [id],
        kind: 'follow_up' as const,
        created_at: now.toISOString(),
      }))
      await queueEmails(tx, await insertMessages(tx, messages))
    }),
})

async function queueEmails(tx: Tx, ids: readonly string[]) {
  const { wait_seconds } = getMail().bookingEmails
  // Uses the machine's clock, because the queue does too.
  const startAfter = new Date(Date.now() + wait_seconds * 1_000)
  for (const message_id of ids) {
    await enqueue(tx, deliverBookingEmail, { message_id }, wait_seconds > 0 ? { startAfter } : {})
  }
}

export const bookingEmailJobs = [emailAboutBooking, remindOfBookings, followUpOnBookings, deliverBookingEmail]
