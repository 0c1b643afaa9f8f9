import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

export type CalendarFailsData = {
  userName: string
  studioName: string
  /** The name that the owner gave the calendar. */
  label: string
  /** Whether the provider no longer lets us read the calendar, so that the owner must connect it again. */
  needsConsent: boolean
  /** The page with the reason of the error. */
  url: string
}

/** Tells the owner that a connected calendar could not be read for a day, or must be connected again. */
export function calendarFailsEmail(data: CalendarFailsData, sender: EmailBranding): EmailContent {
  const { userName, studioName, label, needsConsent, url } = data
  const subject = `Your calendar ${label} cannot be read`
  return {
    sender,
    subject,
    preview: 'New events do not block time until it can be read again.',
    heading: subject,
    greetingName: userName,
    paragraphs: [
      'New events in it do not block time until it can be read again. Events that were read before still do.',
    ],
    facts: listFacts({
      Calendar: label,
      Studio: studioName,
      Reason: needsConsent ? 'Its provider no longer lets us read it.' : 'It could not be read for a day.',
      'What to do': needsConsent ? 'Connect it again.' : 'See the reason, and check its address.',
    }),
    action: { label: needsConsent ? 'Connect again' : 'See the reason', url },
    because: `you connected this calendar at ${studioName}`,
  }
}
