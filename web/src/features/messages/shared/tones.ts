import type { MessageState } from '@studiohub/contract/features/messages/words.ts'
import type { Tone } from '#ui/badge.tsx'

/** The color of the badge for each state of an email or text message. */
export const messageTones: Record<MessageState, Tone> = {
  waiting: 'pending',
  sent: 'confirmed',
  failed: 'cancelled',
  skipped: 'muted',
}
