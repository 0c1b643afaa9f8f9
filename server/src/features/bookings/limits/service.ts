import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { isBoundByLimits } from '@studiohub/contract/features/bookings/policy.ts'
import { hoursAheadMessage, type Instants, openRequestsMessage } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { executeAhead } from '../../../platform/db/statements.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { Terms } from '../terms/queries.ts'
import { askClientUse, type ClientUse } from './queries.ts'

const MILLISECONDS_A_MINUTE = 60_000
const MINUTES_AN_HOUR = 60
const minutesOf = ({ starts_at, ends_at }: Instants) =>
  (Date.parse(ends_at) - Date.parse(starts_at)) / MILLISECONDS_A_MINUTE

/** What a session adds to what its client has. */
export type Addition = {
  instants: Instants
  now: Date
  terms: Pick<Terms, 'open_requests_max' | 'hours_ahead_max'>
  /** Whether the studio will have to answer it. */
  isRequest: boolean
  /** The session that is being changed, if it is. */
  moved?: Booking | undefined
  series_id?: string | undefined
}

export const isLonger = (after: Instants, before: Instants) => minutesOf(after) > minutesOf(before)

/**
 * Queues the question how much a client already has; it goes out with the next statement. Ask it behind the studio's lock:
 * only then do calls that are made at once count each other.
 * @returns the check, for when that statement was answered; it refuses what goes beyond the studio's limits
 */
export async function askLimits(
  tx: Tx,
  actor: Actor,
  wanted: { studio_id: string; client_id: string | null },
  added: Addition,
): Promise<() => void> {
  if (!isBoundByLimits(actor, wanted.studio_id)) return () => undefined
  const { now, moved, series_id } = added
  const use = await executeAhead(
    tx,
    askClientUse({ ...wanted, now, booking_id: moved?.id, series_id: series_id ?? moved?.series_id ?? undefined }),
  )
  return () => {
    for (const row of use()) checkLimits(row, added)
  }
}

function checkLimits(use: ClientUse, { instants, terms, isRequest, moved }: Addition) {
  const { open_requests_max, hours_ahead_max } = terms
  if (isRequest && use.open_requests >= open_requests_max) {
    const details = { limit: open_requests_max, used: use.open_requests }
    fail('OPEN_REQUESTS_LIMIT', { message: openRequestsMessage(details), details })
  }
  // A request holds its time beside that of its session, so it counts although it may be no longer.
  const isMore = !moved || isRequest || isLonger(instants, moved)
  const minutes = use.minutes_ahead + minutesOf(instants)
  if (!isMore || minutes <= hours_ahead_max * MINUTES_AN_HOUR) return
  const details = { limit: hours_ahead_max, used: use.minutes_ahead / MINUTES_AN_HOUR }
  fail('HOURS_AHEAD_LIMIT', { message: hoursAheadMessage(details), details })
}
