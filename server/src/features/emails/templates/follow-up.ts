import type { EmailContent, Sender } from '../render-email.tsx'

export type FollowUpData = {
  recipientName: string
  studioName: string
  service: string
  /** The page on which clients leave a review; null if the studio has set none. */
  reviewUrl: string | null
  /** The page to book on; null without an account. */
  bookUrl: string | null
  /** The page that stops these emails. */
  unsubscribeUrl: string
}

/** Thanks a client after a session. */
export function followUpEmail(data: FollowUpData, sender: Sender): EmailContent {
  const { recipientName, studioName, service, reviewUrl, bookUrl, unsubscribeUrl } = data
  const subject = `Thank you for your session at ${studioName}`
  const book = bookUrl && { label: 'Book again', url: bookUrl }
  const review = reviewUrl && { label: 'Leave a review', url: reviewUrl }
  const action = review || book
  return {
    subject,
    preview: service,
    sender,
    heading: subject,
    paragraphs: [
      `Hello ${recipientName}, thank you for your ${service}. We hope to see you again.`,
      ...(review ? ['Would you tell others how it was?'] : []),
    ],
    ...(review && book && { links: { before: 'The next session:', items: [book] } }),
    ...(action && { action }),
    second: {
      before: 'You receive this email because you had a session here.',
      label: 'Stop these emails',
      url: unsubscribeUrl,
    },
    small: ['Emails about your bookings are not affected.'],
  }
}
