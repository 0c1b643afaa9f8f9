import type { CardAccountState } from '@studiohub/contract/features/payments/words.ts'
import type { Tone } from '#ui/badge.tsx'

/** The label and color of each state of a studio's account for cards. */
export const cardStates: Record<CardAccountState, { label: string; tone: Tone }> = {
  not_configured: { label: 'Cards are off', tone: 'neutral' },
  none: { label: 'Not connected', tone: 'neutral' },
  incomplete: { label: 'Not finished', tone: 'pending' },
  restricted: { label: 'Restricted', tone: 'cancelled' },
  ready: { label: 'Ready', tone: 'confirmed' },
}
