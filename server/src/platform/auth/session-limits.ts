/** How long sessions last (`docs/operations.md`, "Sign-in"). All but the reuse interval are off unless configured. */
export type SessionLimits = {
  /** For how many seconds after a refresh an older refresh token still gets the current one. */
  reuse_seconds: number
  /** Hours after which a session ends, however busy it is. */
  lifetime_hours: number | null
  /** Hours without a refresh after which a session ends. */
  idle_hours: number | null
  /** Whether signing in ends the person's other sessions. */
  single: boolean
  /** Hours between a first proof of an address and the end of the second factors that it found there. */
  factor_wait_hours: number
}

const HOUR_MS = 3_600_000

let limits: SessionLimits = {
  reuse_seconds: 10,
  lifetime_hours: null,
  idle_hours: null,
  single: false,
  factor_wait_hours: 72,
}

/** Sets the limits; called once at start. */
export function useSessionLimits(chosen: SessionLimits): void {
  limits = chosen
}

export const sessionLimits = (): Readonly<SessionLimits> => limits

/** The instants before which a session must not have begun, and not have been refreshed last; null without a limit. */
export function sessionCutOffs(now: Date): { created: Date | null; refreshed: Date | null } {
  const before = (hours: number | null) => (hours === null ? null : new Date(now.getTime() - hours * HOUR_MS))
  return { created: before(limits.lifetime_hours), refreshed: before(limits.idle_hours) }
}

/** Whether a session has outlived its lifetime or has been idle for too long. */
export function isSessionExpired(session: { created_at: string; refreshed_at: string }, now: Date): boolean {
  const { created, refreshed } = sessionCutOffs(now)
  const isBefore = (instant: string, cutOff: Date | null) => cutOff !== null && Date.parse(instant) < cutOff.getTime()
  return isBefore(session.created_at, created) || isBefore(session.refreshed_at, refreshed)
}
