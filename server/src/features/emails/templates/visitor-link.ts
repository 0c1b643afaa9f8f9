import type { EmailContent, Sender } from '../render-email.tsx'

export type VisitorLinkData = {
  recipientName: string
  studioName: string
  service: string
  /** Day and times: 'Tuesday, November 24, 14:00 – 16:00 (Amsterdam time)'. */
  when: string
  /** The price that was shown; empty: on request. */
  price: string
  /** What cancelling costs, by time. */
  cancellation: string | null
  /** The time of day at which the hold ends. */
  heldUntil: string
  confirmUrl: string
}

/** Asks a visitor to confirm the time that they hold. The checked name is its only text from the visitor. */
export function visitorLink(data: VisitorLinkData, sender: Sender): EmailContent {
  const { recipientName, studioName, service, when, price, cancellation, heldUntil, confirmUrl } = data
  return {
    subject: `Confirm your session at ${studioName}`,
    preview: `Held for you until ${heldUntil}`,
    sender,
    heading: 'Confirm your session',
    paragraphs: [
      `Hello ${recipientName}, we hold this time for you at ${studioName} until ${heldUntil}.`,
      `${service}: ${when}${price && `, ${price}`}.`,
      ...(cancellation ? [`${cancellation}.`] : []),
      'Press the button on the next page to book it.',
    ],
    action: { label: 'Confirm the session', url: confirmUrl },
    small: [
      'The link is only for you. It works for one hour and only once.',
      'If you did not ask for this, ignore this email: nothing is booked, and no account is created.',
    ],
  }
}
