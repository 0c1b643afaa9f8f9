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
  listUnreported,
  recordSubscription,
  type SubscriptionRow,
  type SubscriptionUpdate,
  updateSubscription,
} from '../queries.ts'
import { beginReading, isNewestReading } from './queries.ts'

/** So long after the end of a paid period the provider's report counts as lost. */
const REPORT_WITHIN_MS = 3_600_000
const STUDIOS_AT_ONCE = 200

/** Who had the provider read, for the trail; nobody where it reported by itself. */
type Asker = Parameters<typeof recordSubscription>[1]['by']
const nobody: Asker = { actor_id: null, session_id: null, request_id: null }

/**
 * Reads what a studio has bought, and makes our row say the same. A report tells only that there is something to read, so
 * neither its order nor its repeats matter. Of readings that overlap the one that began last writes: it has seen most.
 * @returns all that the studio ever bought
 */
export async function readPayments(studio_id: string, now: Date, by: Asker = nobody): Promise<PaidSubscription[]> {
  const payments = thePayments()
  const begun = payments && (await asSystem((tx) => beginReading(tx, studio_id)))
  if (!payments || !begun) return []
  const bought = await payments.listSubscriptions(begun.customer)
  await asSystem(async (tx) => {
    await lock(tx, 'studio', studio_id)
    if (!(await isNewestReading(tx, studio_id, begun.reading))) return
    const before = await getSubscription(tx, studio_id)
    const paid = before && inForce(bought, before)
    if (before && paid) await write(tx, { before, update: updateBy(paid, before, now), now, by })
  })
  return bought
}

/** Every live one came after what ended; among several the newest. What ended matters only where we took it for live. */
function inForce(bought: readonly PaidSubscription[], row: SubscriptionRow): PaidSubscription | undefined {
  const newest = bought.toSorted((a, b) => b.created.getTime() - a.created.getTime() || b.id.localeCompare(a.id))
  return newest.find(({ state }) => state !== 'ended') ?? newest.find(({ id }) => id === row.stripe_subscription_id)
}

function updateBy(paid: PaidSubscription, row: SubscriptionRow, now: Date): SubscriptionUpdate {
  if (paid.state === 'ended') {
    return { ...{ status: 'cancelled', provider: 'manual', stripe_subscription_id: null }, cancel_at_period_end: false }
  }
  const due = paid.state === 'past_due' ? (row.past_due_since ?? now.toISOString()) : null
  const over = paid.state === 'suspended' || (due !== null && isOverdue(due, now))
  return {
    tier: paid.plan ?? row.tier,
    status: paid.state === 'suspended' || over ? 'expired' : paid.state,
    provider: 'stripe',
    stripe_subscription_id: paid.id,
    current_period_start: paid.period_start.toISOString(),
    current_period_end: paid.period_end.toISOString(),
    cancel_at_period_end: paid.cancel_at_period_end,
    past_due_since: over ? row.past_due_since : due,
  }
}

async function write(
  tx: Tx,
  { before, update, now, by }: { before: SubscriptionRow; update: SubscriptionUpdate; now: Date; by: Asker },
) {
  if (JSON.stringify({ ...before, ...update }) === JSON.stringify(before)) return
  const told = update.status === 'active' ? { told: null } : {}
  const after = await updateSubscription(tx, before, { ...update, ...told, updated_at: now.toISOString() })
  if (after) await recordSubscription(tx, { by, action: 'subscriptions.report', before, after })
}

/** Reads the provider after it has reported something. */
export const readReported = defineJob('subscriptions.read-reported', {
  payload: z.object({ studio_id: Id }),
  async run({ studio_id }, { now, log }) {
    const live = (await readPayments(studio_id, now)).filter(({ state }) => state !== 'ended')
    if (live.length > 1)
      log.error({ studio_id, subscriptions: live.map(({ id }) => id) }, 'a studio pays more than once')
    if (live.some(({ plan }) => plan === null)) log.error({ studio_id }, 'a studio pays a price that is no plan')
  },
})

/** Reads what should have been reported by now and was not. */
const readUnreported = defineJob('subscriptions.read-unreported', {
  payload: z.object({}),
  every: 'hour',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      const ended_before = new Date(now.getTime() - REPORT_WITHIN_MS)
      for (const studio_id of await listUnreported(tx, ended_before, STUDIOS_AT_ONCE)) {
        await enqueue(tx, readReported, { studio_id })
      }
    }),
})

export const paymentJobs = [readReported, readUnreported]
