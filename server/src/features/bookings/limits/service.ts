import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { isBoundByLimits } from '@studiohub/contract/features/bookings/policy.ts'
import { hoursAheadMessage, type Instants, openRequestsMessage } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { BookingContext } from '../context/queries.ts'
import type { ClientUse } from './queries.ts'

const MILLISECONDS_PER_MINUTE = 60_000
const MINUTES_AN_HOUR = 60
const minutesOf = ({ starts_at, ends_at }: Instants) =>
  (Date.parse(ends_at) - Date.parse(starts_at)) / MILLISECONDS_PER_MINUTE

/** A new or changed session that is checked against the limits. */
export type LimitedSession = {
  instants: Instants
  now: Date
  context: Pick<BookingContext, 'open_requests_max' | 'hours_ahead_max'>
  /** Whether the studio must confirm or decline it. */
  needsApproval: boolean
  /** The session before the change; undefined for a new session. */
  moved?: Booking | undefined
}

export const isLonger = (after: Instants, before: Instants) => minutesOf(after) > minutesOf(before)

/**
 * Checks the studio's limits for one client; the studio itself has no limits. The caller must read `use` after locking the
 * studio, so that concurrent calls count each other's bookings.
 * @throws AppError OPEN_REQUESTS_LIMIT, HOURS_AHEAD_LIMIT
 */
export function checkLimits(actor: Actor, use: ClientUse | undefined, session: LimitedSession & { studio_id: string }) {
  const { instants, context, needsApproval, moved } = session
  if (!use || !isBoundByLimits(actor, session.studio_id)) return
  const { open_requests_max, hours_ahead_max } = context
  if (needsApproval && use.open_requests >= open_requests_max) {
    const details = { limit: open_requests_max, used: use.open_requests }
    fail('OPEN_REQUESTS_LIMIT', { message: openRequestsMessage(details), details })
  }
  // A change request reserves time in addition to the session, so it counts even if it is not longer.
  const addsTime = !moved || needsApproval || isLonger(instants, moved)
  const minutes = use.minutes_ahead + minutesOf(instants)
  if (!addsTime || minutes <= hours_ahead_max * MINUTES_AN_HOUR) return
  const details = { limit: hours_ahead_max, used: use.minutes_ahead / MINUTES_AN_HOUR }
  fail('HOURS_AHEAD_LIMIT', { message: hoursAheadMessage(details), details })
}
