import { fail } from '@studiohub/contract/errors.ts'
import { canListResources, canUpdateServices } from '@studiohub/contract/features/resources/policy.ts'
import { mergeService, serviceKey } from '@studiohub/contract/features/resources/rules.ts'
import {
  type NewServices,
  type ServiceToKeep,
  type StudioService,
  serviceDefaults,
} from '@studiohub/contract/features/resources/services/schema.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPage } from '#platform/http/cursor.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { forgetPictures } from '../pictures/jobs.ts'
import { listAddresses } from '../pictures/queries.ts'
import * as queries from './queries.ts'

type Paged = { studio_id: string; cursor?: string | undefined; limit?: number | undefined }

/** The services of the studio. */
export function listServices(caller: Caller, query: Paged) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canListResources(requireRole(actor), query.studio_id))
    const found = await queries.listServices(tx, query.studio_id, { after, limit: rows })
    return { ...toPage(found, limit, ({ position, key }) => [String(position), key]), ...(await termsOf(tx, query)) }
  })
}

const termsOf = async (tx: Tx, { studio_id }: { studio_id: string }) =>
  (await queries.getListTerms(tx, studio_id)) ?? fail('NOT_FOUND')

const WHOLE = { after: null, limit: 1_000 }

/**
 * Replaces the list of services, if its version is the one that was read. A new service gets a permanent key. An omitted
 * service is deleted, unless bookings use it: then it becomes inactive and keeps its name.
 */
export function updateServices(caller: Caller, { studio_id, items, version }: NewServices & { studio_id: string }) {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    authorize(canUpdateServices(actor, studio_id))
    await lock(tx, 'studio', studio_id)
    await termsOf(tx, { studio_id })
    if (!(await queries.nextVersion(tx, studio_id, version))) fail('STALE_VERSION')
    const before = await queries.listServices(tx, studio_id, WHOLE)
    checkResources(items, await queries.listRoomsAndPeople(tx, studio_id))
    const kept = withKeys(items, before)
    const keys = new Set(kept.map(({ key }) => key))
    const left = before.filter(({ key }) => !keys.has(key))
    const booked = new Set(
      await queries.listBookedKeys(
        tx,
        studio_id,
        left.map(({ key }) => key),
      ),
    )
    const resting = left.filter(({ key }) => booked.has(key)).map((service) => ({ ...service, is_active: false }))
    const removed = left.filter(({ key }) => !booked.has(key)).map(({ key }) => key)
    const services = [...kept, ...resting].map((service, position) => ({ ...service, position }))
    if (removed.length > 0) {
      await forgetPictures(tx, await listAddresses(tx, { studio_id, keys: removed, resource_id: null }))
    }
    await queries.deleteServices(tx, studio_id, removed)
    await queries.putServices(tx, studio_id, services)
    await audit(tx, actor, {
      studio_id,
      before: { services: before.length },
      after: { services: services.length },
      action: 'resources.updateServices',
      object_type: 'studio',
      object_id: studio_id,
      request_id: caller.request_id,
    })
    publish(tx, { studio_id, topic: 'resources', id: studio_id })
    return { items: services, next_cursor: null, ...(await termsOf(tx, { studio_id })) }
  })
}

/** Rejects services with rooms, room prices or people that do not belong to the studio. */
function checkResources(items: readonly ServiceToKeep[], resources: readonly { id: string; kind: string }[]) {
  const idsOf = (kind: string) => new Set(resources.filter((one) => one.kind === kind).map(({ id }) => id))
  const known = idsOf('room')
  const people = idsOf('person')
  const stranger = items.findIndex(({ person_ids }) => person_ids?.some((id) => !people.has(id)))
  if (stranger !== -1) {
    fail('VALIDATION_FAILED', { fields: { [`items.${stranger}.person_ids`]: 'There is no such person.' } })
  }
  const index = items.findIndex(({ room_ids, pricing }) =>
    [...(room_ids ?? []), ...(pricing?.rooms ?? []).map(({ room_id }) => room_id)].some((id) => !known.has(id)),
  )
  if (index !== -1) fail('VALIDATION_FAILED', { fields: { [`items.${index}.room_ids`]: 'There is no such room.' } })
}

/** The services after saving, each with its key. Rejects a key that the studio does not have. */
function withKeys(
  items: readonly ServiceToKeep[],
  before: readonly StudioService[],
): Omit<StudioService, 'position'>[] {
  const known = new Set(before.map(({ key }) => key))
  const stranger = items.findIndex(({ key }) => key !== undefined && !known.has(key))
  if (stranger !== -1) fail('VALIDATION_FAILED', { fields: { [`items.${stranger}.key`]: 'There is no such service.' } })
  return items.map((item) => {
    const key = item.key ?? serviceKey(item.label, known)
    known.add(key)
    const kept = before.find((service) => service.key === item.key) ?? serviceDefaults
    return { ...mergeService(item, kept), key }
  })
}
