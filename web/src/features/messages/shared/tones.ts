import type { MessageState } from '@studiohub/contract/features/messages/words.ts'
import type { Tone } from '#ui/badge.tsx'

/** Badge color of each email state. */
export const messageTones: Record<MessageState, Tone> = {
  waiting: 'pending',
  sent: 'confirmed',
  failed: 'cancelled',
  skipped: 'neutral',
}
