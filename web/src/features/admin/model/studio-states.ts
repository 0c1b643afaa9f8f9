import type { StudioState } from '@studiohub/contract/features/admin/words.ts'
import type { Tone } from '#ui/badge.tsx'

export const stateTones: Record<StudioState, Tone> = {
  active: 'confirmed',
  new: 'pending',
  paused: 'pending',
  suspended: 'cancelled',
}

/** Why a studio is inactive; null for an active one. */
export const stateReasons: Record<StudioState, string | null> = {
  active: null,
  new: 'Not opened yet',
  paused: 'Closed by the studio',
  suspended: 'Deactivated here',
}
