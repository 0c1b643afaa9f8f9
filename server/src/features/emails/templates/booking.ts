import type { MessageKind } from '@studiohub/contract/features/messages/words.ts'
import type { EmailContent, EmailFact, Sender } from '../render-email.tsx'

export type BookingData = {
  kind: Exclude<MessageKind, 'follow_up'>
  /** The client, or an admin of the studio. */
  to: 'client' | 'admin'
  recipientName: string
  clientName: string
  studioName: string
  /** The service, the time in the studio's zone, and the rooms. */
  service: string
  when: string
  /** The time of a session before it moved. */
  formerWhen: string | null
  /** The new time that the client requests. */
  requestedWhen: string | null
  rooms: string
  /** The studio's address for the client, in one line; may be empty. */
  location: string
  /** The page of a map at that address. */
  mapUrl: string | null
  /** The price of the session with tax; null if there is none. */
  price: string | null
  /**
   * What cancelling costs, and the last moment to cancel, in the studio's zone; null if the client can no longer cancel
   * online.
   */
  cancellation: string | null
  /** The fee for cancelling or missing the session, as a sentence. */
  fee: string | null
  /** The studio has not confirmed it yet. */
  pending: boolean
  /** When the open request expires, in the studio's zone. */
  deadline: string | null
  /** For an expired request: the nearest free times, each with the page to book it. */
  freeTimes: readonly { label: string; url: string }[]
  /** What the client should bring, for a reminder. */
  bring: readonly string[]
  /** The reason of a cancellation and the client's notes, without active links. */
  reason: readonly string[]
  notes: readonly string[]
  /** Where the client accepts the studio's terms, and their public page; null if there is nothing to accept. */
  terms: { acceptUrl: string; url: string } | null
  /** The page with the bookings; null for a client without an account. */
  url: string | null
  /** For a client without an account: the page that ends reminders and emails after sessions. */
  unsubscribeUrl: string | null
}

type EmailTexts = { subject: string; sentence: string }

type ChangeKind = Extract<MessageKind, `change_${string}`>

/** The texts about a change request. */
function changeTexts(kind: ChangeKind, studioName: string): EmailTexts {
  switch (kind) {
    case 'change_requested':
      return {
        subject: `We have your change request at ${studioName}`,
        sentence: `${studioName} has your change request. Your session stays at its old time until the studio answers. The new time is held for you.`,
      }
    case 'change_approved':
      return {
        subject: `Your change at ${studioName} is approved`,
        sentence: `${studioName} has approved your change. Your session is now:`,
      }
    case 'change_declined':
      return {
        subject: `${studioName} cannot make your change`,
        sentence: `${studioName} has declined your change request. Your session stays as it was:`,
      }
    case 'change_expired':
      return {
        subject: `Your change request at ${studioName} has expired`,
        sentence: `${studioName} did not answer your change request in time. Your session stays as it was:`,
      }
  }
}

function clientTexts({ kind, studioName, pending }: BookingData): EmailTexts {
  switch (kind) {
    case 'requested':
    // Only the studio is reminded of a request.
    case 'expiring':
      return {
        subject: `We have your request at ${studioName}`,
        sentence: `${studioName} has your request and will confirm it. Your time is held until then.`,
      }
    case 'booked':
      return { subject: `Your session at ${studioName} is booked`, sentence: 'your session is booked and confirmed.' }
    case 'on_hold':
      return {
        subject: `${studioName} holds a time for you`,
        sentence: `${studioName} holds this time for you. Your session is not confirmed yet.`,
      }
    case 'confirmed':
      return {
        subject: `Your session at ${studioName} is confirmed`,
        sentence: `${studioName} has confirmed your session.`,
      }
    case 'declined':
      return { subject: `${studioName} cannot take your session`, sentence: `${studioName} has declined your request.` }
    case 'moved':
      return {
        subject: `Your session at ${studioName} has changed`,
        sentence: pending
          ? 'your session has changed. The studio will confirm it again.'
          : 'your session has changed. These are its new details.',
      }
    case 'restored':
      return {
        subject: `A change of your session at ${studioName} was undone`,
        sentence: pending
          ? `${studioName} has undone its last change. Your request is open again.`
          : `${studioName} has undone its last change. Your session is booked as follows.`,
      }
    case 'cancelled':
      return { subject: `Your session at ${studioName} is cancelled`, sentence: 'your session has been cancelled.' }
    case 'expired':
      return {
        subject: `Your request at ${studioName} has expired`,
        sentence: `${studioName} did not answer your request in time. Your time is no longer held. You can book again.`,
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
      return { subject: `Your session at ${studioName} is coming up`, sentence: 'your session is coming up.' }
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
        sentence: `${clientName} waits for your answer until ${deadline}. Then the request ends and its time is free again.`,
      }
    case 'change_requested':
      return {
        subject: `${clientName} asks for a change`,
        sentence: `${clientName} asks to change a session. It stays at its old time until you approve the change.`,
      }
    case 'moved':
      return { subject: `${clientName} changed a session`, sentence: `${clientName} has changed a session.` }
    case 'cancelled':
      return { subject: `${clientName} cancelled a session`, sentence: `${clientName} has cancelled a session.` }
    default:
      return { subject: `${clientName} booked a session`, sentence: `${clientName} has booked a session.` }
  }
}

/** What, when and where a session is, its price, and what cancelling costs. */
function factsOf(data: BookingData): EmailFact[] {
  const isMoved = data.formerWhen !== null && data.formerWhen !== data.when
  const facts = [
    { name: 'What', text: data.service },
    { name: isMoved ? 'New time' : 'When', text: data.when },
    { name: 'Old time', text: isMoved ? data.formerWhen : null },
    { name: 'New time', text: data.requestedWhen },
    {
      name: 'Where',
      text: [data.rooms, data.location].filter(Boolean).join(', '),
      ...(data.mapUrl && { link: { label: 'Open map', url: data.mapUrl } }),
    },
    { name: 'Price', text: data.price },
    { name: 'Cancellation', text: data.cancellation && `${data.cancellation}.` },
  ]
  return facts.flatMap(({ text, ...fact }) => (text ? [{ ...fact, text }] : []))
}

/** An email about a booking: what happened, and its current data. */
export function bookingEmail(data: BookingData, sender: Sender): EmailContent {
  const { subject, sentence } = data.to === 'client' ? clientTexts(data) : adminTexts(data)
  return {
    subject,
    preview: [data.service, data.when, data.rooms, data.location].filter(Boolean).join(', '),
    sender,
    heading: subject,
    paragraphs: [`Hello ${data.recipientName}, ${sentence}`],
    facts: factsOf(data),
    details: [
      ...(data.fee ? [data.fee] : []),
      ...(data.bring.length > 0 ? ['Please bring:', ...data.bring] : []),
      ...(data.reason.length > 0 ? ['Reason:', ...data.reason] : []),
      ...(data.notes.length > 0 ? ['Notes:', ...data.notes] : []),
    ],
    ...(data.terms !== null && {
      links: {
        before: `Please read and accept the terms of ${data.studioName}:`,
        items: [
          { label: 'Read and accept the terms', url: data.terms.acceptUrl },
          { label: 'Public page of the terms', url: data.terms.url },
        ],
      },
    }),
    ...(data.freeTimes.length > 0 && { links: { before: 'The nearest free times:', items: data.freeTimes } }),
    ...(data.url !== null && {
      action: { label: data.to === 'client' ? 'Your bookings' : 'Open bookings', url: data.url },
    }),
    ...(data.unsubscribeUrl !== null && {
      second: {
        before: `You receive this email because ${data.studioName} booked a session for you.`,
        label: 'Stop reminders and emails after sessions',
        url: data.unsubscribeUrl,
      },
    }),
    small: ['The session is attached for your calendar. You receive this email because it concerns you.'],
  }
}
