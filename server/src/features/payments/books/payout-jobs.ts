import { randomUUID } from 'node:crypto'
import { entriesOfPayout } from '@studiohub/contract/features/invoices/ledger/rules.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { insertEntries } from '#features/invoices/ledger/queries.ts'
import { asSystem } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { CardPayout } from '#platform/payments/cards.ts'
import { theCards } from '#platform/payments/open.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { getZone } from '../booking-queries.ts'
import * as queries from './payout-queries.ts'

/** Reads a payout from the provider and posts the difference to the books. It may run at any time and twice at once. */
export async function readPayoutOf(
  { studio_id, payout_id }: { studio_id: string; payout_id: string },
  now: Date,
): Promise<void> {
  const cards = theCards()
  if (!cards) return
  const started = await asSystem((tx) => queries.startPayoutReading(tx, { id: payout_id, studio_id }))
  if (!started) return
  const { reading, account_id: account } = started
  const payout = await cards.getPayout({ account, payout_id })
  await asSystem((tx) => applyPayout(tx, { studio_id, payout, reading, now }))
}

type ReadPayout = { studio_id: string; payout: CardPayout; reading: string; now: Date }

async function applyPayout(tx: Tx, { studio_id, payout, reading, now }: ReadPayout) {
  await lock(tx, 'money', studio_id)
  const { id, state, currency } = payout
  const before = await queries.lockPayout(tx, { id, reading })
  if (!before) return
  // The money leaves the provider when the payout begins, and returns if the bank does not accept it.
  const posted_minor = state === 'failed' ? 0 : payout.amount_minor
  const entries = entriesOfPayout(posted_minor - before.posted_minor)
  await insertEntries(tx, {
    ...{ studio_id, kind: 'payout', cause_id: randomUUID(), event_key: `payout:${id}:${reading}`, currency, entries },
    ...{ occurred_on: todayIn(await getZone(tx, studio_id), now), recorded_at: now.toISOString() },
  })
  await queries.savePayout(tx, { ...payout, posted_minor })
  if (state !== before.state) publish(tx, { studio_id, topic: 'invoices', id: studio_id })
}
