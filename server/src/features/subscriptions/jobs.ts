import { nextAutomaticChange } from '@studiohub/contract/features/subscriptions/rules.ts'
import { PAST_DUE_DAYS } from '@studiohub/contract/features/subscriptions/words.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import { listDueSubscriptions, recordSubscription, updateSubscription } from './queries.ts'

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

export const subscriptionsJobs = [updateDueSubscriptions]
