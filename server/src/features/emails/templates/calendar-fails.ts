import type { EmailContent, Sender } from '../render-email.tsx'

export type CalendarFailsData = {
  userName: string
  /** The name that its owner gave the calendar. */
  label: string
  /** Its provider no longer lets us read it, so that its owner has to connect it again. */
  needsConsent: boolean
  /** The page with the reason. */
  url: string
}

/** A connected calendar could not be read for a day, or must be connected again. For its owner. */
export function calendarFails({ userName, label, needsConsent, url }: CalendarFailsData, sender: Sender): EmailContent {
  return {
    sender,
    subject: `Your calendar ${label} cannot be read`,
    preview: 'New events do not block time until it can be read again.',
    heading: `Hello ${userName}`,
    paragraphs: [
      `You connected the calendar ${label} at ${sender.name}. ${
        needsConsent ? 'Its provider no longer lets us read it. Connect it again.' : 'It could not be read for a day.'
      }`,
      'The times that were read last still count. New events do not block time until the calendar can be read again.',
    ],
    action: { label: needsConsent ? 'Connect again' : 'See the reason', url },
    small: ['You receive this email because you connected this calendar.'],
  }
}
