import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

export type LatePaymentData = {
  recipientName: string
  studioName: string
  service: string
  when: string
  amount: string
  url: string
}

/** Tells a client that their payment came too late, because their time was released and booked by another client. */
export function latePaymentEmail(data: LatePaymentData, sender: EmailBranding): EmailContent {
  const { recipientName, studioName, service, when, amount, url } = data
  const subject = `Your payment to ${studioName} is being refunded`
  return {
    subject,
    preview: `${when} was taken before your payment arrived.`,
    sender,
    heading: subject,
    greetingName: recipientName,
    paragraphs: [
      'Your payment arrived after 15 minutes. Your time was no longer reserved, and another client has booked it.',
      'You pay nothing. The refund appears on your card within 10 days.',
    ],
    facts: listFacts({ What: service, When: when, Refund: amount }),
    action: { label: 'Choose another time', url },
    because: `you paid for a session at ${studioName}`,
  }
}
