import type { EmailContent, Sender } from '../render-email.tsx'

export type CalendarFailsData = {
  userName: string
  /** The name that its owner gave the calendar. */
  label: string
  /** The page with the reason. */
  url: string
}

/** A connected calendar could not be read for a day. For its owner. */
export function calendarFails({ userName, label, url }: CalendarFailsData, sender: Sender): EmailContent {
  return {
    sender,
    subject: `Your calendar ${label} cannot be read`,
    preview: 'New events do not block time until it can be read again.',
    heading: `Hello ${userName}`,
    paragraphs: [
      `You connected the calendar ${label} at ${sender.name}. It could not be read for a day.`,
      'The times that were read last still count. New events do not block time until the calendar can be read again.',
    ],
    action: { label: 'See the reason', url },
    small: ['You receive this email because you connected this calendar.'],
  }
}
