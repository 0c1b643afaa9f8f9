import { randomUUID } from 'node:crypto'
import { buildPayoutEntries } from '@studiohub/contract/features/invoices/ledger/rules.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { insertEntries } from '#features/invoices/ledger/queries.ts'
import { asSystem } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { CardPayout } from '#platform/payments/cards.ts'
import { getCardProvider } from '#platform/payments/open.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { getTimezone } from '../booking-queries.ts'
import * as queries from './payout-queries.ts'

/** Reads a payout from the provider and posts the difference to the books. It may run in parallel with itself. */
export async function readPayout(
  { studio_id, payout_id }: { studio_id: string; payout_id: string },
  now: Date,
): Promise<void> {
  const cards = getCardProvider()
  if (!cards) return
  const readingRow = await asSystem((tx) => queries.startPayoutReading(tx, { id: payout_id, studio_id }))
  if (!readingRow) return
  const { reading, account_id: account } = readingRow
  const payout = await cards.getPayout({ account, payout_id })
  await asSystem((tx) => applyPayout(tx, { studio_id, payout, reading, now }))
}

type PayoutReading = { studio_id: string; payout: CardPayout; reading: string; now: Date }

async function applyPayout(tx: Tx, { studio_id, payout, reading, now }: PayoutReading) {
  await lock(tx, 'money', studio_id)
  const { id, state, currency } = payout
  const before = await queries.lockPayout(tx, { id, reading })
  if (!before) return
  // The money leaves the provider's balance when the payout begins, and returns if the bank rejects it.
  const posted_minor = state === 'failed' ? 0 : payout.amount_minor
  const entries = buildPayoutEntries(posted_minor - before.posted_minor)
  await insertEntries(tx, {
    studio_id,
    kind: 'payout',
    cause_id: randomUUID(),
    event_key: `payout:${id}:${reading}`,
    currency,
    entries,
    occurred_on: todayIn(await getTimezone(tx, studio_id), now),
    recorded_at: now.toISOString(),
  })
  await queries.savePayout(tx, { ...payout, posted_minor })
  if (state !== before.state) publish(tx, { studio_id, topic: 'invoices', id: studio_id })
}
