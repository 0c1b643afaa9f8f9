import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { DAYS_OFF_MAX, type DayOff, type NewDayOff } from '@studiohub/contract/features/resources/days-off/schema.ts'
import { canChangeDaysOff, canSeeDaysOff } from '@studiohub/contract/features/resources/policy.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { getResource, getTimezone } from '../queries.ts'
import * as queries from './queries.ts'

/** Lists current and future days off: everyone's for the desk, the caller's own for other crew. */
export function listDaysOff(caller: Caller, { studio_id }: { studio_id: string }, now: Date) {
  return asActor(caller, async (tx, actor) => {
    authorize(canSeeDaysOff(requireRole(actor), studio_id))
    return { items: await queries.listDaysOff(tx, studio_id, await todayAt(tx, studio_id, now)), next_cursor: null }
  })
}

const todayAt = async (tx: Tx, studio_id: string, now: Date) =>
  todayIn((await getTimezone(tx, studio_id)) ?? fail('NOT_FOUND'), now)

/** Adds days off of a person. Their sessions in that time do not change; the response has their number. */
export function createDayOff(caller: Caller, input: NewDayOff & { studio_id: string }, now: Date) {
  const { studio_id, resource_id } = input
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    await requirePerson(tx, actor, input)
    await lock(tx, 'studio', studio_id)
    const zone = (await getTimezone(tx, studio_id)) ?? fail('NOT_FOUND')
    const today = todayIn(zone, now)
    if (input.last_date < today) fail('VALIDATION_FAILED', { fields: { last_date: 'These days are over.' } })
    if ((await queries.countDaysOff(tx, resource_id, today)) >= DAYS_OFF_MAX) {
      fail('VALIDATION_FAILED', { fields: { first_date: `At most ${DAYS_OFF_MAX} entries for one person` } })
    }
    const id = await queries.insertDayOff(tx, { ...input, created_by: user_id })
    const entry = (await queries.getDayOff(tx, id)) ?? fail('NOT_FOUND')
    await record(tx, actor, { caller, entry, action: 'resources.createDayOff' })
    return { ...entry, sessions: await queries.countSessionsOff(tx, entry, zone) }
  })
}

/** Fails if the resource is not a person of the studio, or if the caller may not change this person's days off. */
async function requirePerson(
  tx: Tx,
  actor: Actor,
  { studio_id, resource_id }: Pick<DayOff, 'studio_id' | 'resource_id'>,
) {
  authorize(canSeeDaysOff(actor, studio_id))
  const person = await getResource(tx, resource_id)
  if (person?.studio_id !== studio_id || person.archived_at !== null) fail('NOT_FOUND')
  authorize(canChangeDaysOff(actor, person))
  if (person.kind !== 'person') fail('VALIDATION_FAILED', { fields: { resource_id: 'Please choose a person' } })
}

/** Removes days off. @returns the removed days */
export function deleteDayOff(caller: Caller, { id }: { id: string }): Promise<DayOff> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const unlocked = (await queries.getDayOff(tx, id)) ?? fail('NOT_FOUND')
    await lock(tx, 'studio', unlocked.studio_id)
    const entry = (await queries.getDayOff(tx, id)) ?? fail('NOT_FOUND')
    const person = (await getResource(tx, entry.resource_id)) ?? fail('NOT_FOUND')
    authorize(canChangeDaysOff(actor, person))
    await queries.deleteDayOff(tx, id)
    await record(tx, actor, { caller, entry, action: 'resources.deleteDayOff' })
    return entry
  })
}

// The audit row leaves out the note, because it is private.
async function record(tx: Tx, actor: Actor, change: { caller: Caller; action: AuditAction; entry: DayOff }) {
  const { caller, action, entry } = change
  const { id, studio_id, resource_id, first_date, last_date, from_time, to_time } = entry
  await audit(tx, actor, {
    action,
    studio_id,
    after: { resource_id, first_date, last_date, from_time, to_time },
    object_type: 'day_off',
    object_id: id,
    request_id: caller.request_id,
  })
  publish(tx, { studio_id, topic: 'resources', id })
}
