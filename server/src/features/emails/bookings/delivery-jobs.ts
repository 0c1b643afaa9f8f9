import { isOnHold } from '@studiohub/contract/features/bookings/lists/rules.ts'
import { buildCalendarEvent, serviceName } from '@studiohub/contract/features/calendar-feeds/rules.ts'
import type { MessageKind as Kind, MessageState } from '@studiohub/contract/features/messages/words.ts'
import { writeCalendar } from '@studiohub/contract/shared/icalendar.ts'
import { Email, Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { clearBounce, markBounced } from '#features/clients/bounces/queries.ts'
import { updateMessage } from '#features/messages/queries.ts'
import { insertSystemAuditEntry } from '#platform/audit/audit.ts'
import { mac } from '#platform/auth/secrets.ts'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob, type JobContext, PermanentJobError } from '#platform/jobs/jobs.ts'
import { getMail } from '#platform/mail/open.ts'
import { getFailureKind, isAddressUnknown } from '#platform/mail/smtp-failure.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { listFreeTimes } from '../expired-requests/queries.ts'
import { buildUnsubscribeUrl, sendFollowUp } from '../follow-ups/jobs.ts'
import {
  buildProductUrl,
  buildStudioUrl,
  chooseSender,
  describeMailError,
  getBranding,
  publicStudioUrl,
  publicTermsUrl,
  type StudioBranding,
  sendEmail,
} from '../jobs.ts'
import { CLIENT_LIMIT_REACHED, findReasonNotToSend } from '../stranger-jobs.ts'
import { bookingEmail } from '../templates/booking.ts'
import {
  EMAILS_BOUNCE,
  formatDay,
  formatDeadline,
  formatTimeOfDay,
  greetingName,
  safeName,
  safeParagraphs,
  TERMS_LINK,
} from '../wording.ts'
import { type BookingForEmail, CHANGE_UNDONE, getBookingEmail } from './queries.ts'
import { buildMapUrl, describeCancellation, describeFee, formatSessionPrice, formatTime } from './wording.ts'

const RETRIES_MAX = 20
const NO_FOLLOW_UPS = 'not sent: the client gets no emails after sessions'
const REPLACED = 'replaced by a newer email about the same session'
const SESSION_CHANGED = 'not sent: the session has changed since'
const CANCELLED_AT_ONCE = 'cancelled before the first email went out'
const PENDING_BOOKINGS_PATH = '/studio/bookings?tab=list&show=pending'

type SendResult = { state: MessageState; last_error?: string | null; in_digest?: boolean }

/** Sends one booking email if its content is still correct, and records the result. */
export const deliverBookingEmail = defineJob('emails.send-booking-message', {
  payload: z.object({ message_id: Id }),
  retry: { limit: RETRIES_MAX },
  async run({ message_id }, context) {
    const { message, studio } = await asSystem(async (tx) => {
      const row = await getBookingEmail(tx, message_id, context.now)
      return { message: row, studio: row ? await getBranding(tx, row.studio_id) : null }
    })
    if (!message || !studio || message.state === 'sent' || message.state === 'skipped') return
    const tries = message.tries + 1
    const recordResult = ({ state, last_error = null, in_digest = false }: SendResult) =>
      asSystem((tx) =>
        updateMessage(tx, message_id, {
          state,
          last_error,
          in_digest,
          tries: state === 'skipped' || in_digest ? message.tries : tries,
          sent_at: state === 'sent' ? context.now.toISOString() : null,
        }),
      )
    const skipReason = await findSkipReason({ ...message, message_id }, context.now)
    if (skipReason) return recordResult(skipReason)
    try {
      await sendBookingEmail(message, studio, context)
    } catch (error) {
      const state = error instanceof PermanentJobError || tries > RETRIES_MAX ? 'failed' : 'waiting'
      await recordResult({ state, last_error: describeMailError(error) })
      if (message.is_client && getFailureKind(error) === 'recipient')
        await recordBounce(message.email, isAddressUnknown(error) ? null : message.studio_id, context.now)
      throw error
    }
    if (message.had_bounced && message.is_client) await forgetBounce(message)
    return recordResult({ state: 'sent' })
  },
})

/** Why an email is not sent now, as the result to record; null if it is sent. */
async function findSkipReason(
  message: BookingForEmail & { message_id: string },
  now: Date,
): Promise<SendResult | null> {
  const outdated = findOutdatedReason(message)
  if (outdated) return { state: 'skipped', last_error: outdated }
  if (message.is_bounced) return { state: 'skipped', last_error: EMAILS_BOUNCE }
  const { a_day } = getMail().bookingEmails
  // Bookings of one client may use only a quarter of a person's daily limit. Emails beyond the limit are sent as a digest.
  if (message.emails_about_client >= Math.ceil(a_day / 4)) return { state: 'skipped', last_error: CLIENT_LIMIT_REACHED }
  if (message.emails_today >= a_day) return { state: 'waiting', in_digest: true }
  if (!isToStranger(message)) return null
  const last_error = await findReasonNotToSend({ ...message, log: 'booking_messages' }, now)
  return last_error === null ? null : { state: 'skipped', last_error }
}

/**
 * Marks an address as bounced, because a mail server rejected it permanently. Applies to one studio only (`only_at`) if the
 * server did not say that the address is unknown.
 */
const recordBounce = (email: string, only_at: string | null, now: Date) =>
  asSystem(async (tx) => {
    for (const { studio_id, id } of await markBounced(tx, {
      address: email.toLowerCase(),
      studio_id: only_at,
      at: now,
    })) {
      const entry = { studio_id, object_type: 'client_record', object_id: id }
      await insertSystemAuditEntry(tx, { ...entry, action: 'clients.recordBounce', after: { bounced: true } })
      publish(tx, { studio_id, topic: 'clients', id })
    }
  })

// Called after an email to the client's new address was accepted.
const forgetBounce = ({ studio_id, record_id }: BookingForEmail) =>
  asSystem(async (tx) => record_id !== null && (await clearBounce(tx, studio_id, record_id)))

const isToStranger = ({ is_client, has_account }: BookingForEmail) => is_client && !has_account

/**
 * Why this email is no longer needed; null if it is. While it waits, a later email can replace it. If a booking is created and
 * cancelled while the first email waits, the studio gets no email at all.
 */
function findOutdatedReason(message: BookingForEmail): string | null {
  const { kind, sessions, is_undone, is_replaced, has_sent_email, has_creation_email, is_client } = message
  const isCorrect = sessions > 0
  const waits = getMail().bookingEmails.wait_seconds > 0
  if (is_undone) return CHANGE_UNDONE
  if (kind === 'follow_up' && !message.follow_ups) return NO_FOLLOW_UPS
  if (is_replaced && (waits || !isCorrect)) return REPLACED
  if (!isCorrect) return SESSION_CHANGED
  if (waits && kind === 'cancelled' && has_creation_email && !has_sent_email && !is_client) return CANCELLED_AT_ONCE
  return null
}

/** The kind of an email. If the person got no email about a pending session yet, its move is emailed as new. */
function chooseKind(message: BookingForEmail): Kind {
  const isFirstEmail = message.kind === 'moved' && message.status === 'pending' && !message.has_sent_email
  if (!isFirstEmail) return message.kind
  return isOnHold(message) ? 'on_hold' : 'requested'
}

async function sendBookingEmail(message: BookingForEmail, studio: StudioBranding, context: JobContext) {
  const kind = chooseKind(message)
  if (kind === 'follow_up') return sendFollowUp(message, studio, context)
  const freeTimes =
    message.kind === 'expired' && message.has_account
      ? await asSystem((tx) => listFreeTimes(tx, { ...message, slug: studio.slug }, context.now))
      : []
  const sender = chooseSender(studio)
  const isClient = message.is_client
  const isStranger = isToStranger(message)
  const unsubscribeUrl = isStranger ? buildUnsubscribeUrl(message) : null
  const recipientName = greetingName(message.full_name)
  const content = bookingEmail(
    {
      kind,
      to: isClient ? 'client' : 'admin',
      recipientName,
      studioName: sender.name,
      clientName: safeName(message.client_name, 'A client'),
      service: safeParagraphs(serviceName(message)).join(' '),
      when: formatTime(message),
      formerWhen: message.was && formatTime({ ...message, ...message.was, sessions: 1 }),
      requestedWhen:
        message.kind === 'change_requested' && message.requested
          ? formatTime({ ...message, ...message.requested })
          : null,
      location: isClient && message.location ? safeParagraphs(message.location).join(', ') : '',
      mapUrl: isClient && message.location ? buildMapUrl(message.location) : null,
      price: formatSessionPrice(message),
      cancellation: isClient && message.has_account ? describeCancellation(message, context.now) : null,
      fee: message.fee?.waived_at && kind !== 'fee_waived' ? null : describeFee(message),
      rooms: message.rooms.map((room) => safeName(room, 'Room')).join(', '),
      isPending: message.status === 'pending',
      isCancelled: message.status === 'cancelled',
      deadline: message.expires_at && formatDeadline(message.expires_at, message),
      freeTimes: freeTimes.map(({ booking_date, start_time, link }) => ({
        label: `${formatDay(booking_date, message.country)}, ${formatTimeOfDay(start_time, message.country)}`,
        url: buildStudioUrl(studio, link),
      })),
      // A person without an account may never have asked for this email, so it contains no free text of the studio.
      reason: isStranger
        ? []
        : safeParagraphs((kind === 'fee_waived' ? message.fee?.waive_reason : message.cancel_reason) ?? ''),
      bring: message.kind === 'reminder' && !isStranger ? safeParagraphs(message.bring ?? '') : [],
      notes: isClient ? [] : safeParagraphs(message.notes ?? ''),
      terms:
        isClient && message.has_open_terms
          ? { acceptUrl: buildStudioUrl(studio, termsPath(message.id)), url: publicTermsUrl(studio) }
          : null,
      url: buildBookingUrl(message, studio),
      studioUrl: publicStudioUrl(studio),
      unsubscribeUrl,
    },
    sender,
  )
  const contactEmail = Email.safeParse(message.contact_email)
  await sendEmail(message, content, context, {
    calendar: buildCalendarAttachment(message, studio, {
      isClient,
      organizer: contactEmail.success ? contactEmail.data : noReply(),
    }),
    ...(unsubscribeUrl !== null && { unsubscribeUrl }),
  })
}

/** The path of the terms of a booking. The secret comes after the `#`, which browsers do not send, so no log contains it. */
const termsPath = (booking_id: string) => `/legal/accept#${booking_id}.${mac(TERMS_LINK, booking_id)}`

/** The page that opens the booking. Null for a client without an account, who cannot sign in. */
function buildBookingUrl({ id, kind, is_client, has_account }: BookingForEmail, studio: StudioBranding): string | null {
  if (!is_client) return buildProductUrl(kind === 'expiring' ? PENDING_BOOKINGS_PATH : `/studio/bookings?booking=${id}`)
  return has_account ? buildStudioUrl(studio, `/${studio.slug}/bookings?booking=${id}`) : null
}

// Calendar programs require an organizer. A studio without an email address gets one at which replies are not read.
const noReply = () => `no-reply@${new URL(getMail().publicUrl).hostname}`

function buildCalendarAttachment(
  message: BookingForEmail,
  studio: StudioBranding,
  to: { isClient: boolean; organizer: string },
) {
  const method = message.status === 'cancelled' ? 'CANCEL' : 'REQUEST'
  const studioPlace = { name: studio.name, location: message.location, host: new URL(getMail().publicUrl).hostname }
  const event = {
    ...buildCalendarEvent(
      isToStranger(message) ? { ...message, notes: null } : message,
      studioPlace,
      to.isClient ? 'client' : 'crew',
    ),
    organizer: { name: studio.name, email: to.organizer },
    attendee: { name: message.full_name ?? message.email, email: message.email },
  }
  return { method, content: writeCalendar({ zone: message.timezone, method, events: [event] }) } as const
}
