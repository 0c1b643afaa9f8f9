import { isOverdue } from '@studiohub/contract/features/subscriptions/rules.ts'
import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { getSubscriptionProvider } from '#platform/payments/open.ts'
import type { PaidSubscription } from '#platform/payments/payments.ts'
import { recordSubscription } from '../jobs.ts'
import {
  getSubscription,
  listStudiosWithoutEvent,
  type SubscriptionRow,
  type SubscriptionUpdate,
  updateSubscription,
} from '../queries.ts'
import { isNewestReading, startReading } from './queries.ts'

/** If no event comes within this time after the end of a paid period, we assume that it was lost. */
const EVENT_DELAY_MAX_MS = HOUR_MS
const STUDIOS_AT_ONCE = 200

/** The author of a change, for the audit log. All fields are null after an event of the provider. */
type ChangeAuthor = Parameters<typeof recordSubscription>[1]['by']
const automaticAuthor: ChangeAuthor = { actor_id: null, session_id: null, request_id: null }

/**
 * Reads a studio's subscriptions from the provider and updates our row. An event only starts a reading, so events may repeat and
 * come in any order. Of overlapping readings, only the last one writes, because it has the newest state.
 * @returns all subscriptions that the studio ever had
 */
export async function syncPayments(
  studio_id: string,
  now: Date,
  by: ChangeAuthor = automaticAuthor,
): Promise<PaidSubscription[]> {
  const payments = getSubscriptionProvider()
  const reading = payments && (await asSystem((tx) => startReading(tx, studio_id)))
  if (!payments || !reading) return []
  const subscriptions = await payments.listSubscriptions(reading.customer)
  await asSystem(async (tx) => {
    await lock(tx, 'studio', studio_id)
    if (!(await isNewestReading(tx, studio_id, reading.reading))) return
    const before = await getSubscription(tx, studio_id)
    const current = before && findCurrentSubscription(subscriptions, before)
    if (before && current) await writeUpdate(tx, { before, update: updateFromProvider(current, before, now), now, by })
  })
  return subscriptions
}

/** The newest subscription that has not ended. If there is none: the ended subscription that our row still has. */
function findCurrentSubscription(
  subscriptions: readonly PaidSubscription[],
  row: SubscriptionRow,
): PaidSubscription | undefined {
  const newestFirst = subscriptions.toSorted(
    (a, b) => b.created.getTime() - a.created.getTime() || b.id.localeCompare(a.id),
  )
  return (
    newestFirst.find(({ state }) => state !== 'ended') ??
    newestFirst.find(({ id }) => id === row.stripe_subscription_id)
  )
}

function updateFromProvider(subscription: PaidSubscription, row: SubscriptionRow, now: Date): SubscriptionUpdate {
  if (subscription.state === 'ended') {
    return { status: 'cancelled', provider: 'manual', stripe_subscription_id: null, cancel_at_period_end: false }
  }
  const pastDueSince = subscription.state === 'past_due' ? (row.past_due_since ?? now.toISOString()) : null
  const isExpired = subscription.state === 'suspended' || (pastDueSince !== null && isOverdue(pastDueSince, now))
  return {
    tier: subscription.plan ?? row.tier,
    status: subscription.state === 'suspended' || isExpired ? 'expired' : subscription.state,
    provider: 'stripe',
    stripe_subscription_id: subscription.id,
    current_period_start: subscription.period_start.toISOString(),
    current_period_end: subscription.period_end.toISOString(),
    cancel_at_period_end: subscription.cancel_at_period_end,
    past_due_since: isExpired ? row.past_due_since : pastDueSince,
  }
}

async function writeUpdate(
  tx: Tx,
  { before, update, now, by }: { before: SubscriptionRow; update: SubscriptionUpdate; now: Date; by: ChangeAuthor },
) {
  if (JSON.stringify({ ...before, ...update }) === JSON.stringify(before)) return
  const resetReminder = update.status === 'active' ? { announced_event: null } : {}
  const after = await updateSubscription(tx, before, { ...update, ...resetReminder, updated_at: now.toISOString() })
  if (after) await recordSubscription(tx, { by, action: 'subscriptions.report', before, after })
}

/** Reads a studio's subscriptions after an event, and logs an error if it pays twice or for no plan. */
export const readStudioOfEvent = defineJob('subscriptions.read-reported', {
  payload: z.object({ studio_id: Id }),
  async run({ studio_id }, { now, log }) {
    const runningSubscriptions = (await syncPayments(studio_id, now)).filter(({ state }) => state !== 'ended')
    if (runningSubscriptions.length > 1)
      log.error({ studio_id, subscriptions: runningSubscriptions.map(({ id }) => id) }, 'a studio pays more than once')
    if (runningSubscriptions.some(({ plan }) => plan === null))
      log.error({ studio_id }, 'a studio pays a price that is no plan')
  },
})

/** Queues a reading for studios whose event was lost. */
const readWithoutEvent = defineJob('subscriptions.read-unreported', {
  payload: z.object({}),
  every: 'hour',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      const ended_before = new Date(now.getTime() - EVENT_DELAY_MAX_MS)
      for (const studio_id of await listStudiosWithoutEvent(tx, ended_before, STUDIOS_AT_ONCE)) {
        await enqueue(tx, readStudioOfEvent, { studio_id })
      }
    }),
})

export const paymentJobs = [readStudioOfEvent, readWithoutEvent]
