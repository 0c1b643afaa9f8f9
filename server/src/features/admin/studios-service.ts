import { fail } from '@studiohub/contract/errors.ts'
import { attentionKinds } from '@studiohub/contract/features/admin/attention/words.ts'
import { canRunPlatform } from '@studiohub/contract/features/admin/policy.ts'
import type { PlatformStudioChanges, StudioQuery } from '@studiohub/contract/features/admin/schema.ts'
import { allowsRooms, firstPeriod } from '@studiohub/contract/features/subscriptions/rules.ts'
import type { Tier } from '@studiohub/contract/features/subscriptions/schema.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import { grantStudioAdminRole } from '#features/roles/grant-role.ts'
import * as queries from '#features/studios/operator-queries.ts'
import { operatorStatus, updateStudio as updateRow } from '#features/studios/queries.ts'
import { getSubscription, getUsage, updateSubscription } from '#features/subscriptions/queries.ts'
import { audit, factsOfChange } from '#platform/audit/audit.ts'
import { authorize, requireRole, requireSecondFactor } from '#platform/auth/authorize.ts'
import { actAs, actAsCaller, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPage } from '#platform/http/cursor.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { listAttention } from './attention/queries.ts'
import { compareUrgency } from './attention/service.ts'

/** All studios with their plans, admins and what needs attention. */
export function listStudios(caller: Caller, query: StudioQuery, now: Date) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    const attention = await readAttentionByStudio(tx, caller, now)
    const urgencies = new Map<string, number>()
    for (const [studio_id, [first]] of attention)
      if (studio_id !== null && first) urgencies.set(studio_id, attentionKinds.indexOf(first.kind))
    const studios = await queries.listStudios(tx, { ...query, urgencies, after, limit: rows })
    const page = toPage(studios, limit, (row) => [row.sorted_by, row.id])
    const items = page.items.map(({ total: _, sorted_by: _key, ...studio }) => ({
      ...studio,
      attention: attention.get(studio.id) ?? [],
    }))
    return { ...page, items, total: studios[0]?.total ?? 0 }
  })
}

/** What needs attention at each studio, the most urgent first. Ends with the caller's rights. */
async function readAttentionByStudio(tx: Tx, caller: Caller, now: Date) {
  await actAs(tx, 'system')
  const items = await listAttention(tx, { studio_id: null, now, hasPlans: arePlansOn() })
  await actAsCaller(tx, caller)
  return Map.groupBy(items.sort(compareUrgency), ({ studio_id }) => studio_id)
}

const facts = ['is_active', 'tier', 'owner_id'] as const

/**
 * Changes a studio in one call: name, address, plan, activation, and an additional admin. It takes the lock of bookings, so
 * no booking is created after a deactivation.
 */
export function updateStudio(
  caller: Caller,
  { studio_id, owner_id, tier, is_active, ...changes }: PlatformStudioChanges & { studio_id: string },
  now: Date,
) {
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    if (owner_id) await requireSecondFactor(tx, actor)
    const before = (await queries.getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    if (owner_id) await grantStudioAdminRole(tx, caller, { user_id: owner_id, studio_id }, now)
    await lock(tx, 'studio', studio_id)
    const plan = tier && tier !== before.tier ? await checkPlan(tx, { studio_id, tier, now }) : null
    const activation = is_active === undefined ? {} : operatorStatus(is_active, now)
    const writeOptions = { version: undefined, updated_at: now.toISOString() }
    if (!(await updateRow(tx, studio_id, writeOptions, { ...changes, ...activation }))) fail('NOT_FOUND')
    if (plan) await changePlan(tx, plan, now)
    const after = (await queries.getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    await audit(tx, actor, {
      studio_id,
      action: 'studios.update',
      object_type: 'studio',
      object_id: studio_id,
      ...factsOfChange({ ...before, owner_id: null }, { ...after, owner_id: owner_id ?? null }, facts),
      request_id: caller.request_id,
    })
    publish(tx, { studio_id, topic: 'studios', id: studio_id })
    if (owner_id) publish(tx, { studio_id, topic: 'roles', id: owner_id })
    return after
  })
}

type PlanInput = { studio_id: string; tier: Tier; now: Date }

/** Checks whether the plan can be assigned. Returns the current row and the values of the new plan. */
async function checkPlan(tx: Tx, { studio_id, tier, now }: PlanInput) {
  const current = await getSubscription(tx, studio_id)
  const { rooms } = (await getUsage(tx, studio_id, now)) ?? fail('NOT_FOUND')
  if (current?.provider !== 'manual')
    rejectTier('This studio pays for its plan at the payment provider. Only its admin can change it.')
  if (arePlansOn() && !allowsRooms(tier, rooms))
    rejectTier(`This plan covers ${plans[tier].rooms} active rooms, and ${rooms} are in use.`)
  const newPlan = {
    ...firstPeriod(tier, now),
    past_due_since: null,
    cancel_at_period_end: false,
    announced_event: null,
  }
  return { current, newPlan }
}

/**
 * Writes a new plan. Row-level security allows this only with system rights, so from here on the transaction has them. A job
 * can have changed the plan since it was read, because jobs do not take the studio's lock.
 */
async function changePlan(tx: Tx, { current, newPlan }: Awaited<ReturnType<typeof checkPlan>>, now: Date) {
  await actAs(tx, 'system')
  if (!(await updateSubscription(tx, current, { ...newPlan, updated_at: now.toISOString() }))) fail('STALE_VERSION')
  publish(tx, { studio_id: current.studio_id, topic: 'subscriptions', id: current.studio_id })
}

function rejectTier(message: string): never {
  fail('VALIDATION_FAILED', { message, fields: { tier: message } })
}
