import type { Actor } from '@studiohub/contract/actor.ts'
import { withoutAmounts, withoutAmountsInEvent } from '@studiohub/contract/features/bookings/amounts/rules.ts'
import type { HistoryEntry } from '@studiohub/contract/features/bookings/history/schema.ts'
import { canSeeAmounts } from '@studiohub/contract/features/bookings/policy.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getCrewSeesPrices } from './queries.ts'

/**
 * The bookings of a studio as the actor may read them. Every answer with bookings that crew get passes through here.
 * @param actor the caller, not the rights that they act with
 */
export async function hideAmounts<Read extends Booking>(
  tx: Tx,
  actor: Actor,
  studio_id: string,
  bookings: readonly Read[],
): Promise<Read[]> {
  return (await seesAmounts(tx, actor, studio_id)) ? [...bookings] : bookings.map(withoutAmounts)
}

/** One booking, as `hideAmounts`. */
export async function hideAmountsOf<Read extends Booking>(tx: Tx, actor: Actor, booking: Read): Promise<Read> {
  return (await seesAmounts(tx, actor, booking.studio_id)) ? booking : withoutAmounts(booking)
}

/** The events of a booking, as `hideAmounts`. */
export async function hideAmountsInEvents(
  tx: Tx,
  actor: Actor,
  studio_id: string,
  events: readonly HistoryEntry[],
): Promise<HistoryEntry[]> {
  return (await seesAmounts(tx, actor, studio_id)) ? [...events] : events.map(withoutAmountsInEvent)
}

// Only the answer for crew depends on the setting: all others need no query.
async function seesAmounts(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  if (canSeeAmounts(actor, { id, crew_sees_prices: false })) return true
  return canSeeAmounts(actor, { id, crew_sees_prices: await getCrewSeesPrices(tx, id) })
}
