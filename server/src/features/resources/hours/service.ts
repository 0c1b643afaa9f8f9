import { fail } from '@studiohub/contract/errors.ts'
import { canListResources, canUpdateOpeningHours } from '@studiohub/contract/features/resources/policy.ts'
import type { NewOpeningTimes, OpeningTimes } from '@studiohub/contract/features/resources/schema.ts'
import { audit, factsOfChange } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import * as queries from './queries.ts'

/** The studio's opening hours and booking rules. */
export function getOpeningHours(caller: Caller, studio_id: string): Promise<OpeningTimes> {
  return asActor(caller, async (tx, actor) => {
    authorize(canListResources(requireRole(actor), studio_id))
    return (await queries.getOpeningTimes(tx, studio_id)) ?? fail('NOT_FOUND')
  })
}

/**
 * Replaces opening hours and booking rules, if the version is current. They apply only to new bookings. Existing bookings do
 * not change, even at times when the studio is now closed.
 * @throws AppError STALE_VERSION
 */
export function updateOpeningHours(
  caller: Caller,
  { studio_id, version, ...times }: NewOpeningTimes & { studio_id: string },
): Promise<OpeningTimes> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    authorize(canUpdateOpeningHours(actor, studio_id))
    await lock(tx, 'studio', studio_id)
    const before = (await queries.getOpeningTimes(tx, studio_id)) ?? fail('NOT_FOUND')
    const { weekly, exceptions, own_hours, ...rules } = times
    if (!(await queries.updateRules(tx, studio_id, version, rules))) fail('STALE_VERSION')
    await checkResources(tx, studio_id, own_hours)
    await queries.replaceWeek(tx, studio_id, weekly)
    await queries.replaceExceptions(tx, studio_id, exceptions)
    await queries.replaceOwnHours(tx, studio_id, own_hours)
    const after = (await queries.getOpeningTimes(tx, studio_id)) ?? fail('NOT_FOUND')
    await audit(tx, actor, {
      studio_id,
      ...factsOfChange(before, after, ['version']),
      action: 'resources.updateOpeningHours',
      object_type: 'studio',
      object_id: studio_id,
      request_id: caller.request_id,
    })
    publish(tx, { studio_id, topic: 'resources', id: studio_id })
    return after
  })
}

async function checkResources(tx: Tx, studio_id: string, own_hours: NewOpeningTimes['own_hours']) {
  const ids = own_hours.map(({ resource_id }) => resource_id)
  const unarchivedIds = new Set(await queries.listUnarchivedIds(tx, studio_id, ids))
  const unknownIndex = ids.findIndex((id) => !unarchivedIds.has(id))
  if (unknownIndex === -1) return
  const fields = { [`own_hours.${unknownIndex}.resource_id`]: 'This room or person is no longer in use.' }
  fail('VALIDATION_FAILED', { fields })
}
