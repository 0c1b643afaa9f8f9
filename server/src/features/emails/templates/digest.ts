import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

export type DigestData = { userName: string; studioName: string; changes: number; url: string }

/** An email with the number of changes beyond a person's daily limit of emails. */
export function digestEmail({ userName, studioName, changes, url }: DigestData, sender: EmailBranding): EmailContent {
  const countText = `${changes} more ${changes === 1 ? 'change' : 'changes'}`
  const subject = `${countText} at ${studioName} today`
  return {
    subject,
    preview: 'See the calendar for all of them.',
    sender,
    heading: subject,
    greetingName: userName,
    paragraphs: [
      'You have reached the daily limit of emails about single sessions. Until tomorrow, we send you an hourly summary instead.',
    ],
    facts: listFacts({
      Studio: studioName,
      'Not emailed': `${changes} ${changes === 1 ? 'change' : 'changes'} of sessions`,
    }),
    action: { label: 'Open bookings', url },
    because: `these sessions at ${studioName} concern you`,
  }
}
