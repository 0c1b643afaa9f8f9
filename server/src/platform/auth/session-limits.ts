import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'

/** The limits of sessions (`docs/operations.md`, "Sign-in"). All except the reuse interval are off by default. */
export type SessionLimits = {
  /** Seconds after a refresh in which an older refresh token still returns the current one. */
  reuse_seconds: number
  /** Hours after which a session ends, even if it is in use. */
  lifetime_hours: number | null
  /** Hours without a refresh after which a session ends. */
  idle_hours: number | null
  /** Whether signing in ends the person's other sessions. */
  single: boolean
  /** Second factors that were added before the address was confirmed are removed this many hours after its confirmation. */
  factor_wait_hours: number
}

let limits: SessionLimits = {
  reuse_seconds: 10,
  lifetime_hours: null,
  idle_hours: null,
  single: false,
  factor_wait_hours: 72,
}

/** Sets the limits; called once at start. */
export function setSessionLimits(newLimits: SessionLimits): void {
  limits = newLimits
}

/** The limits that `setSessionLimits` set, or their defaults. */
export const sessionLimits = (): Readonly<SessionLimits> => limits

/** A session that was created or last refreshed before these instants is expired; null without a limit. */
export function sessionCutOffs(now: Date): { created: Date | null; refreshed: Date | null } {
  const before = (hours: number | null) => (hours === null ? null : new Date(now.getTime() - hours * HOUR_MS))
  return { created: before(limits.lifetime_hours), refreshed: before(limits.idle_hours) }
}

/** Whether a session has exceeded its lifetime, or has been idle for too long. */
export function isSessionExpired(session: { created_at: string; refreshed_at: string }, now: Date): boolean {
  const { created, refreshed } = sessionCutOffs(now)
  const isBefore = (instant: string, cutOff: Date | null) => cutOff !== null && Date.parse(instant) < cutOff.getTime()
  return isBefore(session.created_at, created) || isBefore(session.refreshed_at, refreshed)
}
