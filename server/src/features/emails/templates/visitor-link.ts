import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

export type VisitorLinkData = {
  recipientName: string
  studioName: string
  service: string
  /** For example 'Tuesday, November 24, 14:00 to 16:00 (Amsterdam time)'. */
  when: string
  /** The studio's address in one line; may be empty. */
  location: string
  /** A map page for that address. */
  mapUrl: string | null
  /** The price that the visitor saw; empty if the price is on request. */
  price: string
  /** The cost of cancelling at different times; null if there is no rule. */
  cancellation: string | null
  /** The time of day at which the hold ends. */
  heldUntil: string
  confirmUrl: string
}

/** Asks a visitor to confirm their hold. The visitor's checked name is the only text from them. */
export function visitorLinkEmail(data: VisitorLinkData, sender: EmailBranding): EmailContent {
  const { recipientName, studioName, service, when, location, mapUrl, price, cancellation, heldUntil, confirmUrl } =
    data
  return {
    subject: `Confirm your session at ${studioName}`,
    preview: `Held for you until ${heldUntil}`,
    sender,
    heading: 'Confirm your session',
    greetingName: recipientName,
    paragraphs: [`We hold this time for you until ${heldUntil}. Press the button on the next page to book it.`],
    facts: [
      ...listFacts({ What: service }),
      { name: 'When', text: when, look: 'main' },
      ...listFacts({ Where: location }).map((fact) => ({
        ...fact,
        ...(mapUrl && { link: { label: 'Open map', url: mapUrl } }),
      })),
      ...listFacts({ Price: price, Cancellation: cancellation && `${cancellation}.`, 'Reserved until': heldUntil }),
    ],
    action: { label: 'Confirm the session', url: confirmUrl },
    footnotes: [
      'The link is only for you. It works for one hour and only once.',
      'If you did not request this, ignore this email: nothing is booked, and no account is created.',
    ],
    because: `someone chose this time at ${studioName} with this address`,
  }
}
