import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

export type WebhookEndedData = {
  userName: string
  studioName: string
  /** The name that an admin gave the webhook. */
  label: string
  /** When it was switched off, as a text; null in jobs of older versions. */
  when: string | null
  /** The page with the answers of the receiver's server. */
  url: string
}

/** Tells an admin that a webhook was switched off, because its server had accepted no events for three days. */
export function webhookEndedEmail(
  { userName, studioName, label, when, url }: WebhookEndedData,
  sender: EmailBranding,
): EmailContent {
  const subject = `The webhook ${label} was switched off`
  return {
    sender,
    subject,
    preview: 'Its server accepted no events for three days.',
    heading: subject,
    greetingName: userName,
    paragraphs: [
      'Check the answers of its server and fix the error. Then switch the webhook on and send the missed events again.',
    ],
    facts: listFacts({
      Webhook: label,
      Studio: studioName,
      'Switched off': when,
      Reason: 'Its server accepted no events for three days, or answered that the address no longer exists.',
    }),
    action: { label: 'See the webhook', url },
    because: `you are an admin of ${studioName}`,
  }
}
