import { nextAutomaticChange } from '@studiohub/contract/features/subscriptions/rules.ts'
import { PAST_DUE_DAYS } from '@studiohub/contract/features/subscriptions/words.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { z } from 'zod'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { listDueSubscriptions, type SubscriptionRow, updateSubscription } from './queries.ts'

const SUBSCRIPTIONS_AT_ONCE = 200
const automaticAuthor = { actor_id: null, session_id: null, request_id: null }

/** Makes the automatic changes that are due: expires trials, renews manual plans, and ends cancelled and unpaid plans. */
const updateDueSubscriptions = defineJob('subscriptions.keep', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      if (!arePlansOn()) return
      const overdue_since = new Date(now.getTime() - PAST_DUE_DAYS * DAY_MS)
      for (const before of await listDueSubscriptions(tx, now, overdue_since, SUBSCRIPTIONS_AT_ONCE)) {
        const change = nextAutomaticChange(before, now)
        if (!change) continue
        const after = await updateSubscription(tx, before, { ...change, updated_at: now.toISOString() })
        if (after) await recordSubscription(tx, { by: automaticAuthor, action: 'subscriptions.keep', before, after })
      }
    }),
})

const auditedFields = ({ tier, status, provider, current_period_end, cancel_at_period_end }: SubscriptionRow) => ({
  tier,
  status,
  provider,
  current_period_end,
  cancel_at_period_end,
})

/** Writes one audit row for a change of a subscription and notifies open screens. */
export async function recordSubscription(
  tx: Tx,
  change: {
    /** The author. All fields are null for automatic changes. */
    by: { actor_id: string | null; session_id: string | null; request_id: string | null }
    action: AuditAction
    before: SubscriptionRow
    after: SubscriptionRow
  },
) {
  const { by, action, before, after } = change
  const { studio_id } = after
  await insertAuditEntry(tx, {
    ...by,
    action,
    studio_id,
    before: auditedFields(before),
    after: auditedFields(after),
    object_type: 'subscription',
    object_id: studio_id,
  })
  publish(tx, { studio_id, topic: 'subscriptions', id: studio_id })
}

export const subscriptionsJobs = [updateDueSubscriptions]
