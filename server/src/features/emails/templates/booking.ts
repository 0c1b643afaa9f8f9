import type { MessageKind } from '@studiohub/contract/features/messages/words.ts'
import type { Letter, Sender } from '../letter.tsx'

export type BookingData = {
  kind: MessageKind
  /** To the client, or to somebody who runs the studio. */
  to: 'client' | 'admin'
  recipientName: string
  clientName: string
  studioName: string
  /** What is booked, when by the studio's clocks, and where. */
  service: string
  when: string
  rooms: string
  /** Still to be confirmed by the studio. */
  pending: boolean
  /** Why it was declined or cancelled, and what the client wrote; each line harmless. */
  reason: readonly string[]
  notes: readonly string[]
  url: string
}

type Words = { subject: string; sentence: string }

function toClient({ kind, studioName, pending }: BookingData): Words {
  switch (kind) {
    case 'requested':
      return {
        subject: `We have your request at ${studioName}`,
        sentence: `${studioName} has your request and will confirm it. Your time is held until then.`,
      }
    case 'booked':
      return { subject: `Your session at ${studioName} is booked`, sentence: 'your session is booked and confirmed.' }
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
          ? 'your session has changed. The studio will confirm it anew.'
          : 'your session has changed. This is how it stands now.',
      }
    case 'cancelled':
      return { subject: `Your session at ${studioName} is cancelled`, sentence: 'your session has been cancelled.' }
    case 'reminder':
      return { subject: `Your session at ${studioName} is coming up`, sentence: 'your session is coming up.' }
  }
}

function toAdmin({ kind, clientName }: BookingData): Words {
  switch (kind) {
    case 'requested':
      return {
        subject: `New request from ${clientName}`,
        sentence: `${clientName} asks for a session. Please confirm or decline.`,
      }
    case 'moved':
      return { subject: `${clientName} changed a session`, sentence: `${clientName} has changed a session.` }
    case 'cancelled':
      return { subject: `${clientName} cancelled a session`, sentence: `${clientName} has cancelled a session.` }
    default:
      return { subject: `${clientName} booked a session`, sentence: `${clientName} has booked a session.` }
  }
}

/** Tells of a session: what became of it, and what it is now. */
export function bookingLetter(data: BookingData, sender: Sender): Letter {
  const { subject, sentence } = data.to === 'client' ? toClient(data) : toAdmin(data)
  const facts = [data.service, data.when, data.rooms].filter(Boolean)
  return {
    subject,
    preview: facts.join(', '),
    sender,
    heading: subject,
    paragraphs: [
      `Hello ${data.recipientName}, ${sentence}`,
      ...facts,
      ...(data.reason.length > 0 ? ['Reason:', ...data.reason] : []),
      ...(data.notes.length > 0 ? ['Notes:', ...data.notes] : []),
    ],
    action: { label: data.to === 'client' ? 'Your bookings' : 'Open bookings', url: data.url },
    small: ['The session is attached for your calendar. You receive this email because it concerns you.'],
  }
}
