import type { Tier } from '@studiohub/contract/features/subscriptions/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import type { EmailContent, Sender } from '../render-email.tsx'

/** The spec's data for the 'studio-created' email (section 8). */
export type StudioCreatedData = {
  userName: string
  studioName: string
  /** Null if the platform has no plans. */
  subscriptionTier: Tier | null
  dashboardUrl: string
}

export function studioCreated(data: StudioCreatedData, sender: Sender): EmailContent {
  const { userName, studioName, subscriptionTier, dashboardUrl } = data
  return {
    subject: `${studioName} is ready`,
    preview: 'Your studio can take its first booking',
    sender,
    heading: `${studioName} is ready, ${userName}`,
    paragraphs: [
      `Your studio has been created${subscriptionTier ? ` on the ${plans[subscriptionTier].name} plan` : ''}, with a first room, opening hours and services already set.`,
      'Look through them, then share your sign-up link with your clients: you find it in the settings.',
    ],
    action: { label: 'Open your studio', url: dashboardUrl },
    small: ['You receive this email because you created this studio.'],
  }
}
