import { randomUUID } from 'node:crypto'
import { AppError } from '@studiohub/contract/errors.ts'
import { buildProcessorFeeEntries } from '@studiohub/contract/features/invoices/ledger/rules.ts'
import { DAY_MS, HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { insertEntries } from '#features/invoices/ledger/queries.ts'
import { asSystem } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import type { CardMovement, CardPaymentProvider } from '#platform/payments/cards.ts'
import { getCardProvider } from '#platform/payments/open.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { getTimezone } from '../booking-queries.ts'
import { settleWithProvider } from '../settlement-jobs.ts'
import * as queries from './comparison-queries.ts'
import { readDispute } from './dispute-jobs.ts'
import { readPayout } from './payout-jobs.ts'

const PAGES_MAX = 1_000
const DIFFERENCES_MAX = 500
/** How many differences one comparison tries to resolve. Each needs a call to the provider. */
const RESOLVED_MAX = 50
/** The provider may list a movement some time after it happened, so each comparison reads these days again. */
const OVERLAP_MS = 3 * DAY_MS

type Comparison = { now: Date; log?: JobContext['log'] }

/**
 * Compares a studio's books with the movements on its balance at the provider. Reads the objects of differences again, because
 * an event may have been lost. Stores the remaining differences for the studio's admins.
 * @throws AppError PAYMENTS_UNAVAILABLE, after recording it
 */
export async function compareWithProvider(studio_id: string, { now, log }: Comparison): Promise<void> {
  const cardProvider = getCardProvider()
  if (!cardProvider) return
  const account = await asSystem((tx) => queries.getAccountToCompare(tx, studio_id))
  if (!account) return
  const asked_at = now.toISOString()
  try {
    await readMovements(cardProvider, { studio_id, ...account })
    const options = { asked_at, limit: DIFFERENCES_MAX }
    const firstDifferences = await asSystem((tx) => queries.findDifferences(tx, studio_id, options))
    for (const difference of pickDifferences(firstDifferences, now)) {
      try {
        await readDifferenceAgain(studio_id, difference, now)
      } catch (error) {
        // The provider may reject the refund of one payment for now, which is the same error as an outage. In an outage, this
        // call fails too and ends the comparison.
        if (isUnavailable(error)) await cardProvider.getAccount(account.account_id)
        log?.error({ err: error, studio_id, subject: difference.subject }, 'a difference could not be read again')
      }
    }
    await asSystem(async (tx) => {
      const differences = firstDifferences.length === 0 ? [] : await queries.findDifferences(tx, studio_id, options)
      await queries.saveDifferences(tx, { studio_id, differences, asked_at })
      publish(tx, { studio_id, topic: 'invoices', id: studio_id })
    })
  } catch (error) {
    await asSystem((tx) => queries.saveComparison(tx, studio_id, { failed_at: asked_at }))
    throw error
  }
}

const isUnavailable = (error: unknown) => error instanceof AppError && error.code === 'PAYMENTS_UNAVAILABLE'

/**
 * The differences that this comparison reads again. If there are too many for one, every hour takes the next ones, so that old
 * differences get a turn even if newer ones remain.
 */
function pickDifferences(differences: queries.Difference[], now: Date): queries.Difference[] {
  if (differences.length <= RESOLVED_MAX) return differences
  const start = (Math.floor(now.getTime() / HOUR_MS) * RESOLVED_MAX) % differences.length
  return [...differences.slice(start), ...differences.slice(0, start)].slice(0, RESOLVED_MAX)
}

type ComparedAccount = { studio_id: string; account_id: string; compared_at: string | null }

async function readMovements(
  cardProvider: CardPaymentProvider,
  { studio_id, account_id, compared_at }: ComparedAccount,
) {
  const since = compared_at === null ? null : new Date(Date.parse(compared_at) - OVERLAP_MS)
  let cursor: string | null = null
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { items, next }: { items: CardMovement[]; next: string | null } = await cardProvider.listMovements({
      account: account_id,
      since,
      after: cursor,
    })
    await asSystem((tx) => recordMovements(tx, { studio_id, account_id }, items))
    if (next === null) return
    cursor = next
  }
}

/** Stores movements. Posts the provider's fees that belong to no payment. */
async function recordMovements(tx: Tx, account: { studio_id: string; account_id: string }, movements: CardMovement[]) {
  const { studio_id } = account
  await lock(tx, 'money', studio_id)
  const fees = (await queries.insertMovements(tx, account, movements)).filter(({ kind }) => kind === 'fee')
  const timezone = fees.length > 0 ? await getTimezone(tx, studio_id) : 'UTC'
  for (const { id, amount_minor, currency, happened_at } of fees) {
    await insertEntries(tx, {
      studio_id,
      kind: 'processor_fee',
      cause_id: randomUUID(),
      event_key: `processor_fee:movement:${id}`,
      currency,
      occurred_on: todayIn(timezone, new Date(happened_at)),
      recorded_at: happened_at,
      entries: buildProcessorFeeEntries(-amount_minor),
    })
  }
}

/** Reads the payment, disputes and payout of a difference again. This resolves it if an event was lost. */
async function readDifferenceAgain(
  studio_id: string,
  { payment_id: card_payment_id, payout_id, dispute_ids }: queries.Difference,
  now: Date,
) {
  if (card_payment_id !== null) await settleWithProvider(card_payment_id, now)
  for (const dispute_id of dispute_ids) await readDispute({ studio_id, dispute_id }, now)
  if (payout_id !== null) await readPayout({ studio_id, payout_id }, now)
}

const EXPIRES_SECONDS = 900

const compareStudio = defineJob('payments.compare-studio', {
  payload: z.object({ studio_id: Id }),
  expireSeconds: EXPIRES_SECONDS,
  run: ({ studio_id }, context) => compareWithProvider(studio_id, context),
})

async function queueComparisons(onlyUnresolved: boolean) {
  if (!getCardProvider()) return
  await asSystem(async (tx) => {
    for (const studio_id of await queries.listStudiosToCompare(tx, { onlyUnresolved })) {
      await enqueue(tx, compareStudio, { studio_id })
    }
  })
}

/** Queues a comparison for every studio with an account, once a night. */
const compareDaily = defineJob('payments.compare-daily', {
  payload: z.object({}),
  every: '30 3 * * *',
  run: () => queueComparisons(false),
})

/** Queues another comparison for studios that have differences, or for which the provider did not answer. */
const compareUnresolved = defineJob('payments.compare-unresolved', {
  payload: z.object({}),
  every: '15 * * * *',
  run: () => queueComparisons(true),
})

export const comparisonJobs = [compareStudio, compareDaily, compareUnresolved]
