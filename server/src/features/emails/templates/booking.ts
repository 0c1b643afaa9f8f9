import type { MessageKind } from '@studiohub/contract/features/messages/words.ts'
import type { EmailBranding, EmailContent } from '../email-content.ts'
import { type EmailFact, listFacts } from '../wording.ts'

export type BookingData = {
  kind: Exclude<MessageKind, 'follow_up'>
  /** The reader: the client, or a person at the studio's desk. */
  to: 'client' | 'admin'
  recipientName: string
  clientName: string
  studioName: string
  service: string
  /** The time in the studio's time zone, as a text. */
  when: string
  /** The time of a session before it moved. */
  formerWhen: string | null
  /** The new time that the client requests. */
  requestedWhen: string | null
  rooms: string
  /** The studio's address for the client, in one line; may be empty. */
  location: string
  /** A map page for that address. */
  mapUrl: string | null
  /** The price of the session with tax; null if there is none. */
  price: string | null
  /**
   * The cost of cancelling and the last moment to cancel, in the studio's time zone. Null if the client can no longer cancel
   * online.
   */
  cancellation: string | null
  /** The fee for cancelling or missing the session, or the waived fee in the email about that. */
  fee: EmailFact | null
  /** Whether the studio has not confirmed the session yet. */
  isPending: boolean
  isCancelled: boolean
  /** When the open request expires, in the studio's time zone. */
  deadline: string | null
  /** For an expired request: the nearest free times, each with the page that books it. */
  freeTimes: readonly { label: string; url: string }[]
  /** For a reminder: the things that the client should bring. */
  bring: readonly string[]
  /** The reason of a cancellation or of a waived fee, without active links. */
  reason: readonly string[]
  /** The client's notes, without active links. */
  notes: readonly string[]
  /** The page on which the client accepts the studio's terms, and their public page. Null if there is nothing to accept. */
  terms: { acceptUrl: string; url: string } | null
  /** The page that opens the booking. Null for a client without an account. */
  url: string | null
  /** The studio's public page. */
  studioUrl: string
  /** For a client without an account: the page that stops reminders and emails after sessions. */
  unsubscribeUrl: string | null
}

type EmailTexts = { subject: string; sentence: string }

type ChangeKind = Extract<MessageKind, `change_${string}`>

/** The texts about a change request. */
function changeTexts(kind: ChangeKind, studioName: string): EmailTexts {
  switch (kind) {
    case 'change_requested':
      return {
        subject: `${studioName} received your change request`,
        sentence: `${studioName} has received your change request. Your session stays at its current time until the studio answers. The new time is reserved for you.`,
      }
    case 'change_approved':
      return {
        subject: `Your change at ${studioName} was approved`,
        sentence: `${studioName} has approved your change. Your session is now:`,
      }
    case 'change_declined':
      return {
        subject: `Your change at ${studioName} was declined`,
        sentence: `${studioName} has declined your change request. Your session is unchanged:`,
      }
    case 'change_expired':
      return {
        subject: `Your change request at ${studioName} has expired`,
        sentence: `${studioName} did not answer your change request in time. Your session is unchanged:`,
      }
  }
}

function clientTexts({ kind, studioName, isPending }: BookingData): EmailTexts {
  switch (kind) {
    case 'requested':
    // Clients get no email of kind `expiring`, because only the studio is reminded of a request.
    case 'expiring':
      return {
        subject: `${studioName} received your request`,
        sentence: `${studioName} has received your request and will answer it. Your time is reserved until then.`,
      }
    case 'booked':
      return { subject: `Your session at ${studioName} is booked`, sentence: 'Your session is booked and confirmed.' }
    case 'on_hold':
      return {
        subject: `${studioName} is holding a time for you`,
        sentence: `${studioName} is holding this time for you. Your session is not confirmed yet.`,
      }
    case 'confirmed':
      return {
        subject: `Your session at ${studioName} is confirmed`,
        sentence: `${studioName} has confirmed your session.`,
      }
    case 'declined':
      return {
        subject: `Your request at ${studioName} was declined`,
        sentence: `${studioName} has declined your request.`,
      }
    case 'moved':
      return {
        subject: `Your session at ${studioName} has changed`,
        sentence: isPending ? 'The studio will confirm its new time again.' : 'These are its new details.',
      }
    case 'restored':
      return {
        subject: `A change to your session at ${studioName} was undone`,
        sentence: isPending
          ? `${studioName} has undone its last change. Your request is open again.`
          : `${studioName} has undone its last change. These are the details of your session.`,
      }
    case 'cancelled':
      return {
        subject: `Your session at ${studioName} is cancelled`,
        sentence: 'Here are its details for your records.',
      }
    case 'expired':
      return {
        subject: `Your request at ${studioName} has expired`,
        sentence: `${studioName} did not answer your request in time. Your time is no longer reserved. You can book again.`,
      }
    case 'change_requested':
    case 'change_approved':
    case 'change_declined':
    case 'change_expired':
      return changeTexts(kind, studioName)
    case 'fee_waived':
      return {
        subject: `${studioName} has waived your fee`,
        sentence: `${studioName} has waived the fee for this session. You do not have to pay it.`,
      }
    case 'reminder':
      return { subject: `Your session at ${studioName} is coming up`, sentence: 'We look forward to seeing you.' }
  }
}

function adminTexts({ kind, clientName, deadline }: BookingData): EmailTexts {
  switch (kind) {
    case 'requested':
      return {
        subject: `New request from ${clientName}`,
        sentence: `${clientName} has requested a session. Please confirm or decline.`,
      }
    case 'expiring':
      return {
        subject: `A request from ${clientName} expires soon`,
        sentence: `${clientName} is waiting for your answer. The request expires ${deadline}; then its time is free again.`,
      }
    case 'change_requested':
      return {
        subject: `${clientName} requested a change`,
        sentence: `${clientName} wants to change a session. It stays at its current time until you approve the change.`,
      }
    case 'moved':
      return { subject: `${clientName} changed a session`, sentence: 'These are its new details.' }
    case 'cancelled':
      return { subject: `${clientName} cancelled a session`, sentence: 'Its time is free again.' }
    case 'booked':
      return { subject: `${clientName} booked a session`, sentence: 'It is confirmed and in your calendar.' }
    // The other kinds reach the desk only if one of its people is also the client and made the change.
    case 'on_hold':
    case 'confirmed':
    case 'declined':
    case 'restored':
    case 'reminder':
    case 'expired':
    case 'change_approved':
    case 'change_declined':
    case 'change_expired':
    case 'fee_waived':
      return { subject: `A session of ${clientName} has changed`, sentence: 'These are its current details.' }
  }
}

/** Kinds of emails about a request that the studio has not answered. */
const openKinds: readonly BookingData['kind'][] = ['requested', 'expiring', 'change_requested']

/** The service, time, place, price and cancellation rule of a session. */
function listSessionFacts(data: BookingData): EmailFact[] {
  const isMoved = data.formerWhen !== null && data.formerWhen !== data.when
  const isOpen = openKinds.includes(data.kind)
  const isWaived = data.kind === 'fee_waived'
  return [
    ...listFacts({ What: data.service }),
    { name: isMoved ? 'New time' : 'When', text: data.when, look: 'main' },
    ...listFacts({ 'Old time': isMoved ? data.formerWhen : null }).map((fact) => ({
      ...fact,
      look: 'former' as const,
    })),
    ...listFacts({ 'New time': data.requestedWhen }).map((fact) => ({ ...fact, look: 'main' as const })),
    ...listFacts({ Where: [data.rooms, data.location].filter(Boolean).join(', ') }).map((fact) => ({
      ...fact,
      ...(data.mapUrl && { link: { label: 'Open map', url: data.mapUrl } }),
    })),
    ...listFacts({
      Price: isWaived ? null : data.price,
      Cancellation: data.cancellation && `${data.cancellation}.`,
      [data.to === 'client' ? 'Reserved until' : 'Answer by']: isOpen ? data.deadline : null,
    }),
    ...(data.fee ? [data.fee] : []),
    ...listFacts({
      'You pay': isWaived ? 'Nothing' : null,
      'Please bring': data.bring.join('\n'),
      Reason: data.reason.join('\n'),
      Notes: data.notes.join('\n'),
    }),
  ]
}

/** The main button and other links. A client without an account has no page with bookings. */
function buildLinks({ kind, to, url, terms, studioName, studioUrl, freeTimes }: BookingData) {
  const links = freeTimes.length > 0 ? { before: 'The nearest free times:', items: freeTimes } : undefined
  if (url === null)
    return {
      action: terms
        ? { label: 'Read and accept the terms', url: terms.acceptUrl }
        : { label: `See ${studioName}`, url: studioUrl },
      links,
    }
  const termsLinks = terms && {
    before: `Please read and accept the terms of ${studioName}:`,
    items: [
      { label: 'Read and accept the terms', url: terms.acceptUrl },
      { label: 'Public page of the terms', url: terms.url },
    ],
    isBelowAction: true,
  }
  const labelForDesk = openKinds.includes(kind) ? 'Review the request' : 'Open the booking'
  return { action: { label: to === 'client' ? 'See your session' : labelForDesk, url }, links: links ?? termsLinks }
}

/** An email about a booking, with the event and the current data of the session. */
export function bookingEmail(data: BookingData, sender: EmailBranding): EmailContent {
  const { subject, sentence } = data.to === 'client' ? clientTexts(data) : adminTexts(data)
  const { action, links } = buildLinks(data)
  return {
    subject,
    preview: [data.service, data.when, data.rooms, data.location].filter(Boolean).join(', '),
    sender,
    // The studio's name is above the heading.
    heading: subject.replace(` at ${data.studioName}`, ''),
    greetingName: data.recipientName,
    paragraphs: [sentence],
    facts: listSessionFacts(data),
    ...(links && { links }),
    action,
    ...(data.url === null &&
      data.terms && { secondaryLink: { before: 'The terms:', label: 'Public page', url: data.terms.url } }),
    footnotes: [
      data.isCancelled
        ? 'The attached file removes the session from your calendar.'
        : 'The session is attached for your calendar.',
    ],
    because: describeReasonForEmail(data),
    ...(data.unsubscribeUrl !== null && {
      stopLink: { label: 'Stop reminders and emails after sessions', url: data.unsubscribeUrl },
    }),
  }
}

function describeReasonForEmail({ to, url, studioName }: BookingData): string {
  if (to === 'admin') return `you answer bookings at ${studioName}`
  return url === null ? `${studioName} booked a session for you` : `it is about your session at ${studioName}`
}
