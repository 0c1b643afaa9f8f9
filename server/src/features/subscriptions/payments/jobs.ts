import { isOverdue } from '@studiohub/contract/features/subscriptions/rules.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { thePayments } from '#platform/payments/open.ts'
import type { PaidSubscription } from '#platform/payments/payments.ts'
import {
  getSubscription,
  listWithoutReport,
  recordSubscription,
  type SubscriptionRow,
  type SubscriptionUpdate,
  updateSubscription,
} from '../queries.ts'
import { isNewestReading, startReading } from './queries.ts'

/** If no report has come this long after the end of a paid period, it counts as lost. */
const REPORT_WITHIN_MS = 3_600_000
const STUDIOS_AT_ONCE = 200

/** Who caused the change, for the audit log; all fields are null after a report of the provider. */
type ChangeAuthor = Parameters<typeof recordSubscription>[1]['by']
const automatic: ChangeAuthor = { actor_id: null, session_id: null, request_id: null }

/**
 * Reads a studio's subscriptions from the provider and updates our row. A report only starts a reading, so the order of
 * reports and repeats do not matter. Of overlapping readings, only the one that started last writes, because it has the
 * newest state.
 * @returns all subscriptions that the studio ever had
 */
export async function syncPayments(
  studio_id: string,
  now: Date,
  by: ChangeAuthor = automatic,
): Promise<PaidSubscription[]> {
  const payments = thePayments()
  const reading = payments && (await asSystem((tx) => startReading(tx, studio_id)))
  if (!payments || !reading) return []
  const subscriptions = await payments.listSubscriptions(reading.customer)
  await asSystem(async (tx) => {
    await lock(tx, 'studio', studio_id)
    if (!(await isNewestReading(tx, studio_id, reading.reading))) return
    const before = await getSubscription(tx, studio_id)
    const paid = before && findCurrent(subscriptions, before)
    if (before && paid) await writeUpdate(tx, { before, update: updateFromProvider(paid, before, now), now, by })
  })
  return subscriptions
}

/** The newest subscription that has not ended; if there is none, the ended one that our row still has. */
function findCurrent(subscriptions: readonly PaidSubscription[], row: SubscriptionRow): PaidSubscription | undefined {
  const newest = subscriptions.toSorted((a, b) => b.created.getTime() - a.created.getTime() || b.id.localeCompare(a.id))
  return newest.find(({ state }) => state !== 'ended') ?? newest.find(({ id }) => id === row.stripe_subscription_id)
}

function updateFromProvider(paid: PaidSubscription, row: SubscriptionRow, now: Date): SubscriptionUpdate {
  if (paid.state === 'ended') {
    return { ...{ status: 'cancelled', provider: 'manual', stripe_subscription_id: null }, cancel_at_period_end: false }
  }
  const pastDueSince = paid.state === 'past_due' ? (row.past_due_since ?? now.toISOString()) : null
  const isExpired = paid.state === 'suspended' || (pastDueSince !== null && isOverdue(pastDueSince, now))
  return {
    tier: paid.plan ?? row.tier,
    status: paid.state === 'suspended' || isExpired ? 'expired' : paid.state,
    provider: 'stripe',
    stripe_subscription_id: paid.id,
    current_period_start: paid.period_start.toISOString(),
    current_period_end: paid.period_end.toISOString(),
    cancel_at_period_end: paid.cancel_at_period_end,
    past_due_since: isExpired ? row.past_due_since : pastDueSince,
  }
}

async function writeUpdate(
  tx: Tx,
  { before, update, now, by }: { before: SubscriptionRow; update: SubscriptionUpdate; now: Date; by: ChangeAuthor },
) {
  if (JSON.stringify({ ...before, ...update }) === JSON.stringify(before)) return
  const resetReminder = update.status === 'active' ? { told: null } : {}
  const after = await updateSubscription(tx, before, { ...update, ...resetReminder, updated_at: now.toISOString() })
  if (after) await recordSubscription(tx, { by, action: 'subscriptions.report', before, after })
}

/** Reads from the provider after a report. */
export const readReported = defineJob('subscriptions.read-reported', {
  payload: z.object({ studio_id: Id }),
  async run({ studio_id }, { now, log }) {
    const live = (await syncPayments(studio_id, now)).filter(({ state }) => state !== 'ended')
    if (live.length > 1)
      log.error({ studio_id, subscriptions: live.map(({ id }) => id) }, 'a studio pays more than once')
    if (live.some(({ plan }) => plan === null)) log.error({ studio_id }, 'a studio pays a price that is no plan')
  },
})

/** Reads from the provider if a report was lost. */
const readUnreported = defineJob('subscriptions.read-unreported', {
  payload: z.object({}),
  every: 'hour',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      const ended_before = new Date(now.getTime() - REPORT_WITHIN_MS)
      for (const studio_id of await listWithoutReport(tx, ended_before, STUDIOS_AT_ONCE)) {
        await enqueue(tx, readReported, { studio_id })
      }
    }),
})

export const paymentJobs = [readReported, readUnreported]
