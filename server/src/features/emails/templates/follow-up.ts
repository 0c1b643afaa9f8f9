import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

export type FollowUpData = {
  recipientName: string
  studioName: string
  service: string
  /** The time of the session in the studio's time zone, as a text. */
  when: string
  rooms: string
  /** The page on which clients write a review; null if the studio has set none. */
  reviewUrl: string | null
  /** The page to book again; null for a client without an account. */
  bookUrl: string | null
  /** The studio's public page, for a client without an account. */
  studioUrl: string
  /** The page that stops these emails. */
  unsubscribeUrl: string
}

/** Thanks a client after a session. */
export function followUpEmail(data: FollowUpData, sender: EmailBranding): EmailContent {
  const { recipientName, studioName, service, when, rooms, reviewUrl, bookUrl, studioUrl, unsubscribeUrl } = data
  const subject = `Thank you for your session at ${studioName}`
  const bookLink = bookUrl && { label: 'Book again', url: bookUrl }
  const reviewLink = reviewUrl && { label: 'Leave a review', url: reviewUrl }
  return {
    subject,
    preview: service,
    sender,
    heading: subject,
    greetingName: recipientName,
    paragraphs: ['We hope to see you again.', ...(reviewLink ? ['Would you tell others how it was?'] : [])],
    facts: listFacts({ What: service, When: when, Where: rooms }),
    action: reviewLink || bookLink || { label: `See ${studioName}`, url: studioUrl },
    ...(reviewLink && bookLink && { secondaryLink: { before: 'The next session:', ...bookLink } }),
    footnotes: ['Emails about your bookings are not affected if you stop these emails.'],
    because: `you had a session at ${studioName}`,
    stopLink: { label: 'Stop these emails', url: unsubscribeUrl },
  }
}
