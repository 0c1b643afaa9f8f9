import type { EmailContent, Sender } from '../render-email.tsx'

export type WebhookEndedData = {
  userName: string
  /** The name that an admin gave the webhook. */
  label: string
  /** The page with the answers of the receiver's server. */
  url: string
}

/** A webhook was switched off, because its server had accepted no event for three days. For the admins of the studio. */
export function webhookEnded({ userName, label, url }: WebhookEndedData, sender: Sender): EmailContent {
  return {
    sender,
    subject: `The webhook ${label} was switched off`,
    preview: 'Its server accepted no event for three days.',
    heading: `Hello ${userName}`,
    paragraphs: [
      `We switched off the webhook ${label} of ${sender.name}. Its server accepted no event for three days, or said that it is gone.`,
      'Look at its answers and correct the error. Then switch the webhook on and send the missed events again.',
    ],
    action: { label: 'See the webhook', url },
    small: ['You receive this email because you are an admin of this studio.'],
  }
}
