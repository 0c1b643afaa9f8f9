import type { Actor } from '@studiohub/contract/actor.ts'
import { withoutAmounts, withoutAmountsInEvent } from '@studiohub/contract/features/bookings/amounts/rules.ts'
import type { HistoryEntry } from '@studiohub/contract/features/bookings/history/schema.ts'
import { canSeeAmounts } from '@studiohub/contract/features/bookings/policy.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { mayCrewSeePrices } from './queries.ts'

/**
 * Removes the amounts from bookings if the actor may not see them. Every answer with bookings for crew passes through here.
 * @param actor the caller with their own rights, even if the call acts with more rights
 */
export async function hideAmounts<Read extends Booking>(
  tx: Tx,
  actor: Actor,
  studio_id: string,
  bookings: readonly Read[],
): Promise<Read[]> {
  return (await maySeeAmounts(tx, actor, studio_id)) ? [...bookings] : bookings.map(withoutAmounts)
}

/** Like `hideAmounts`, for one booking. */
export async function hideAmountsOf<Read extends Booking>(tx: Tx, actor: Actor, booking: Read): Promise<Read> {
  return (await maySeeAmounts(tx, actor, booking.studio_id)) ? booking : withoutAmounts(booking)
}

/** Like `hideAmounts`, for the events of a booking. */
export async function hideAmountsInEvents(
  tx: Tx,
  actor: Actor,
  studio_id: string,
  events: readonly HistoryEntry[],
): Promise<HistoryEntry[]> {
  return (await maySeeAmounts(tx, actor, studio_id)) ? [...events] : events.map(withoutAmountsInEvent)
}

// The studio's setting matters only for crew, so other callers need no query.
async function maySeeAmounts(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  if (canSeeAmounts(actor, { id, crew_sees_prices: false })) return true
  return canSeeAmounts(actor, { id, crew_sees_prices: await mayCrewSeePrices(tx, id) })
}
