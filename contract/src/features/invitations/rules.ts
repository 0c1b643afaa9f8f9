import { DAY_MS } from '../../shared/durations.ts'
import { INVITATION_DAYS, RESENDS_PER_DAY } from './words.ts'

/** When an invitation that is sent at `now` expires. */
export const computeInvitationExpiry = (now: Date) => new Date(now.getTime() + INVITATION_DAYS * DAY_MS)

/** How often an invitation may still be sent again. @param resent_at the times of resending (ISO 8601) */
export function resendsLeft(resent_at: readonly string[], now: Date): number {
  const today = resent_at.filter((at) => Date.parse(at) > now.getTime() - DAY_MS)
  return Math.max(0, RESENDS_PER_DAY - today.length)
}
