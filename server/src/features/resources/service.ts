import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import {
  canCreateResource,
  canDeleteResource,
  canListArchivedResources,
  canListResources,
  canSeeCrewOfResource,
  canUpdateResource,
} from '@studiohub/contract/features/resources/policy.ts'
import type { NewResource, Resource, ResourceChanges } from '@studiohub/contract/features/resources/schema.ts'
import { hasRoomLeft } from '@studiohub/contract/features/subscriptions/rules.ts'
import { plans } from '@studiohub/contract/features/subscriptions/words.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { audit, factsOfChange } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPage } from '#platform/http/cursor.ts'
import { arePlansOn } from '#platform/payments/plans.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { deletePictureFiles } from './pictures/jobs.ts'
import { listAddresses } from './pictures/queries.ts'
import * as queries from './queries.ts'

type PageInput = { studio_id: string; cursor?: string | undefined; limit?: number | undefined }

/** Lists the studio's resources that are not archived, or the archived ones. */
export function listResources(caller: Caller, query: PageInput & { state?: 'live' | 'archived' | undefined }) {
  const { after, limit, rows } = readPage(query)
  const { studio_id } = query
  const isArchived = query.state === 'archived'
  return asActor(caller, async (tx, actor) => {
    authorize(canListResources(requireRole(actor), studio_id))
    authorize(!isArchived || canListArchivedResources(actor, studio_id))
    const resources = await queries.listResources(tx, studio_id, { after, limit: rows, archived: isArchived })
    const visibleResources = canSeeCrewOfResource(actor, studio_id)
      ? resources
      : resources.map((row) => ({ ...row, user_id: null }))
    const tier = await queries.getTier(tx, studio_id)
    const rooms_max = !arePlansOn() ? null : tier ? plans[tier].rooms : 0
    return { ...toPage(visibleResources, limit, (row) => [String(row.position), row.id]), rooms_max }
  })
}

/** Lists the people who work at the studio. They can be booked and get tasks. */
export function listPeople(caller: Caller, query: PageInput) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canSeeCrewOfResource(requireRole(actor), query.studio_id))
    const people = await queries.listPeople(tx, query.studio_id, { after, limit: rows })
    return toPage(people, limit, (row) => [row.full_name ?? '', row.user_id])
  })
}

/** Creates a resource if the plan allows another one. The studio's lock makes simultaneous calls count each other. */
export function createResource(caller: Caller, input: NewResource & { studio_id: string }): Promise<Resource> {
  return asActor(caller, async (tx, actor) => {
    const { studio_id, kind, user_id, is_active } = input
    requireRole(actor)
    authorize(canCreateResource(actor, studio_id))
    await lock(tx, 'studio', studio_id)
    // The policy lets an operator pass with the id of a studio that does not exist.
    if (!(await queries.getTier(tx, studio_id))) fail('NOT_FOUND')
    await checkRoomLimit(tx, { studio_id, kind, is_active, except: null })
    await checkPerson(tx, { studio_id, kind, user_id })
    const after = await queries.insertResource(tx, input)
    await record(tx, actor, { caller, action: 'resources.create', after })
    return after
  })
}

async function checkRoomLimit(
  tx: Tx,
  room: Pick<Resource, 'studio_id' | 'kind' | 'is_active'> & { except: string | null },
): Promise<void> {
  if (room.kind !== 'room' || !room.is_active || !arePlansOn()) return
  const tier = (await queries.getTier(tx, room.studio_id)) ?? fail('NOT_FOUND')
  if (hasRoomLeft(tier, await queries.countRooms(tx, room.studio_id, room.except))) return
  const { name, rooms } = plans[tier]
  fail('PLAN_LIMIT_REACHED', {
    message: `The ${name} plan covers ${rooms} active rooms. Deactivate one, or choose a larger plan.`,
    details: { rooms },
  })
}

async function checkPerson(tx: Tx, { studio_id, kind, user_id }: Pick<Resource, 'studio_id' | 'kind' | 'user_id'>) {
  if (user_id === null) return
  if (kind !== 'person') fail('VALIDATION_FAILED', { fields: { user_id: 'Only a person can be a crew member.' } })
  if (!(await queries.isCrewOrAdmin(tx, studio_id, user_id))) fail('NOT_IN_CREW')
}

type UpdateResourceInput = { id: string; changes: ResourceChanges; now: Date }

/**
 * Changes a resource, moves it within the list or restores it. Buffers and the active state apply only to later bookings;
 * existing ones do not change.
 */
export function updateResource(caller: Caller, { id, changes }: Omit<UpdateResourceInput, 'now'>): Promise<Resource> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const before = await lockResource(tx, id)
    authorize(canUpdateResource(actor, before))
    const { position, archived, version, ...values } = changes
    const isRestored = archived === false && before.archived_at !== null
    if (before.archived_at !== null && !isRestored) fail('NOT_FOUND')
    const merged = { ...before, ...sentFields(values) }
    if (merged.is_active && !before.is_active) await checkRoomLimit(tx, { ...merged, except: id })
    if (merged.user_id !== before.user_id || isRestored) await checkPerson(tx, merged)
    const update = { ...sentFields(values), ...(isRestored && { archived_at: null }) }
    const updated = (await queries.updateResource(tx, id, version, update)) ?? fail('STALE_VERSION')
    const newPosition = position ?? (isRestored ? Number.MAX_SAFE_INTEGER : null)
    if (newPosition !== null) await queries.moveResource(tx, { id, studio_id: before.studio_id, position: newPosition })
    const after = newPosition === null ? updated : ((await queries.getResource(tx, id)) ?? fail('NOT_FOUND'))
    await record(tx, actor, { caller, action: 'resources.update', before, after })
    return after
  })
}

/** The fields that the caller sent. An omitted field does not change; null empties it. */
function sentFields(values: Omit<ResourceChanges, 'position' | 'archived' | 'version'>): queries.ResourceUpdate {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

async function lockResource(tx: Tx, id: string): Promise<Resource> {
  const { studio_id } = (await queries.getResource(tx, id)) ?? fail('NOT_FOUND')
  await lock(tx, 'studio', studio_id)
  return (await queries.getResource(tx, id)) ?? fail('NOT_FOUND')
}

const SESSIONS_SHOWN_MAX = 10

/**
 * Deletes a resource that was never booked, and archives any other with its history.
 * @returns the archived resource; null if it was deleted
 * @throws AppError RESOURCE_BOOKED with the next bookings, if it has future ones
 */
export function deleteResource(
  caller: Caller,
  { id, now }: Omit<UpdateResourceInput, 'changes'>,
): Promise<Resource | null> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const before = await lockResource(tx, id)
    authorize(canDeleteResource(actor, before))
    if (before.archived_at !== null) fail('NOT_FOUND')
    const sessions = await queries.listFutureReservations(tx, id, now.toISOString(), SESSIONS_SHOWN_MAX)
    if (sessions.length > 0) fail('RESOURCE_BOOKED', { details: { sessions } })
    if (!(await queries.wasEverBooked(tx, id))) {
      await deletePictureFiles(tx, await listAddresses(tx, { studio_id: before.studio_id, keys: [], resource_id: id }))
      await queries.deleteResource(tx, id)
      await record(tx, actor, { caller, action: 'resources.delete', before, after: null })
      return null
    }
    const update = { archived_at: now.toISOString(), is_active: false }
    const after = (await queries.updateResource(tx, id, undefined, update)) ?? fail('NOT_FOUND')
    await record(tx, actor, { caller, action: 'resources.delete', before, after })
    return after
  })
}

type ResourceEvent = { caller: Caller; action: AuditAction } & (
  | { before?: Resource; after: Resource }
  | { before: Resource; after: null }
)

const auditedFields = [
  'id',
  'kind',
  'position',
  'is_active',
  'setup_minutes',
  'teardown_minutes',
  'has_own_hours',
  'user_id',
  'archived_at',
  'version',
] as const

/** Writes one audit row and notifies the studio's open screens. */
async function record(tx: Tx, actor: Actor, { caller, action, before, after }: ResourceEvent) {
  const { id, studio_id } = after ?? before
  await audit(tx, actor, {
    action,
    studio_id,
    ...factsOfChange(before, after, auditedFields),
    object_type: 'resource',
    object_id: id,
    request_id: caller.request_id,
  })
  publish(tx, { studio_id, topic: 'resources', id })
}
