import type { EmailContent, Sender } from '../render-email.tsx'

export type LatePaymentData = {
  recipientName: string
  studioName: string
  service: string
  when: string
  amount: string
  url: string
}

/** A payment came too late: its time was released and booked by another client. */
export function latePayment(data: LatePaymentData, sender: Sender): EmailContent {
  const { recipientName, studioName, service, when, amount, url } = data
  return {
    subject: `Your payment to ${studioName} goes back`,
    preview: `${when} was taken before your payment arrived.`,
    sender,
    heading: 'This time was taken',
    paragraphs: [
      `Hi ${recipientName},`,
      `Your payment of ${amount} for ${service} at ${studioName} (${when}) arrived after 15 minutes. The time was no longer held for you, and another client has booked it.`,
      `You pay nothing: we are giving the ${amount} back. Cards show it within 10 days.`,
      'Choose another time whenever you like.',
    ],
    action: { label: 'Choose another time', url },
    small: [],
  }
}
