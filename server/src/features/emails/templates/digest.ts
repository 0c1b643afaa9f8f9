import type { EmailContent, Sender } from '../render-email.tsx'

export type DigestData = { userName: string; studioName: string; changes: number; url: string }

/** An email with the number of changes beyond a person's daily limit of emails. */
export function digest({ userName, studioName, changes, url }: DigestData, sender: Sender): EmailContent {
  const more = `${changes} more ${changes === 1 ? 'change' : 'changes'}`
  return {
    subject: `${more} at ${studioName} today`,
    preview: 'See the calendar for all of them.',
    sender,
    heading: `${more} today`,
    paragraphs: [
      `Hello ${userName}, there ${changes === 1 ? 'was' : 'were'} ${more} of sessions today. See the calendar for all of them.`,
      'You have received the daily maximum of emails about single sessions. Until tomorrow we send changes in an hourly summary.',
    ],
    action: { label: 'Open bookings', url },
    small: ['You receive this email because it concerns your studio.'],
  }
}
