import type { Tier } from '@studiohub/contract/features/subscriptions/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import type { EmailBranding, EmailContent } from '../email-content.ts'
import { listFacts } from '../wording.ts'

/** The spec's data for the 'studio-created' email (section 8). */
export type StudioCreatedData = {
  userName: string
  studioName: string
  /** Null if the platform has no plans. */
  subscriptionTier: Tier | null
  dashboardUrl: string
}

export function studioCreatedEmail(data: StudioCreatedData, sender: EmailBranding): EmailContent {
  const { userName, studioName, subscriptionTier, dashboardUrl } = data
  return {
    subject: `${studioName} is ready`,
    preview: 'Your studio can take its first booking',
    sender,
    heading: `${studioName} is ready`,
    greetingName: userName,
    paragraphs: [
      'A first room, opening hours and services are already set. Check that they fit your studio.',
      'Then share your sign-up link with your clients. You can find it in the settings.',
    ],
    facts: listFacts({ Studio: studioName, Plan: subscriptionTier && plans[subscriptionTier].name }),
    action: { label: 'Open your studio', url: dashboardUrl },
    because: 'you created this studio',
  }
}
