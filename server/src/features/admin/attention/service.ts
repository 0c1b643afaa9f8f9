import type { Attention, AttentionItem, StuckQueue } from '@studiohub/contract/features/admin/attention/schema.ts'
import { ATTENTION_MAX, attentionKinds } from '@studiohub/contract/features/admin/attention/words.ts'
import { canRunPlatform } from '@studiohub/contract/features/admin/policy.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import { listAttention, listStuckQueues } from './queries.ts'

/** Problems that need an operator, computed from the tables at each call. */
export function getAttention(caller: Caller, now: Date): Promise<Attention> {
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    await actAs(tx, 'system')
    const stuck_queues = await listStuckQueues(tx, now)
    const attention = await listAttention(tx, { studio_id: null, now, hasPlans: arePlansOn() })
    const items = [...describeStuckQueues(stuck_queues), ...attention].sort(compareUrgency)
    return { items: items.slice(0, ATTENTION_MAX), total: items.length, stuck_queues }
  })
}

/** Sorts the most urgent problem first. */
export const compareUrgency = (first: AttentionItem, second: AttentionItem) =>
  attentionKinds.indexOf(first.kind) - attentionKinds.indexOf(second.kind)

/** One line for all jobs that are stuck. */
function describeStuckQueues(queues: readonly StuckQueue[]): AttentionItem[] {
  const [oldest] = queues
  if (!oldest) return []
  const count = queues.reduce((sum, { waiting, failed }) => sum + waiting + failed, 0)
  return [{ kind: 'jobs_stuck', studio_id: null, studio_name: null, since: oldest.since, count, detail: null }]
}
