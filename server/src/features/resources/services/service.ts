import { fail } from '@studiohub/contract/errors.ts'
import { canListResources, canUpdateServices } from '@studiohub/contract/features/resources/policy.ts'
import { mergeService, serviceKey } from '@studiohub/contract/features/resources/rules.ts'
import {
  type NewServices,
  type SavedService,
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
import { deletePictureFiles } from '../pictures/jobs.ts'
import { listAddresses } from '../pictures/queries.ts'
import * as queries from './queries.ts'

type PageInput = { studio_id: string; cursor?: string | undefined; limit?: number | undefined }

/** Lists the services of a studio, with the version of the list. */
export function listServices(caller: Caller, query: PageInput) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canListResources(requireRole(actor), query.studio_id))
    const services = await queries.listServices(tx, query.studio_id, { after, limit: rows })
    return {
      ...toPage(services, limit, ({ position, key }) => [String(position), key]),
      ...(await requireListSettings(tx, query)),
    }
  })
}

const requireListSettings = async (tx: Tx, { studio_id }: { studio_id: string }) =>
  (await queries.getServiceListSettings(tx, studio_id)) ?? fail('NOT_FOUND')

const ALL_SERVICES = { after: null, limit: 1_000 }

/**
 * Replaces the list of services, if it still has the version that the caller read. A new service gets a permanent key. A
 * service that is missing in the new list is deleted. If bookings use it, it becomes inactive instead.
 * @throws AppError STALE_VERSION
 */
export function updateServices(caller: Caller, { studio_id, items, version }: NewServices & { studio_id: string }) {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    authorize(canUpdateServices(actor, studio_id))
    await lock(tx, 'studio', studio_id)
    await requireListSettings(tx, { studio_id })
    if (!(await queries.increaseListVersion(tx, studio_id, version))) fail('STALE_VERSION')
    const before = await queries.listServices(tx, studio_id, ALL_SERVICES)
    checkResources(items, await queries.listRoomsAndPeople(tx, studio_id))
    const keyedServices = assignKeys(items, before)
    const keys = new Set(keyedServices.map(({ key }) => key))
    const removedServices = before.filter(({ key }) => !keys.has(key))
    const bookedKeys = new Set(
      await queries.listBookedKeys(
        tx,
        studio_id,
        removedServices.map(({ key }) => key),
      ),
    )
    const deactivatedServices = removedServices
      .filter(({ key }) => bookedKeys.has(key))
      .map((service) => ({ ...service, is_active: false }))
    const removedKeys = removedServices.filter(({ key }) => !bookedKeys.has(key)).map(({ key }) => key)
    const services = [...keyedServices, ...deactivatedServices].map((service, position) => ({ ...service, position }))
    if (removedKeys.length > 0) {
      await deletePictureFiles(tx, await listAddresses(tx, { studio_id, keys: removedKeys, resource_id: null }))
    }
    await queries.deleteServices(tx, studio_id, removedKeys)
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
    return { items: services, next_cursor: null, ...(await requireListSettings(tx, { studio_id })) }
  })
}

/** Fails if a service has a room, a room price or a person that does not belong to the studio. */
function checkResources(items: readonly SavedService[], resources: readonly { id: string; kind: string }[]) {
  const idsOf = (kind: string) => new Set(resources.filter((resource) => resource.kind === kind).map(({ id }) => id))
  const rooms = idsOf('room')
  const people = idsOf('person')
  const invalidIndex = items.findIndex(({ person_ids }) => person_ids?.some((id) => !people.has(id)))
  if (invalidIndex !== -1) {
    fail('VALIDATION_FAILED', { fields: { [`items.${invalidIndex}.person_ids`]: 'There is no such person.' } })
  }
  const index = items.findIndex(({ room_ids, pricing }) =>
    [...(room_ids ?? []), ...(pricing?.rooms ?? []).map(({ room_id }) => room_id)].some((id) => !rooms.has(id)),
  )
  if (index !== -1) fail('VALIDATION_FAILED', { fields: { [`items.${index}.room_ids`]: 'There is no such room.' } })
}

/** Gives each service its key. Fails if a service has a key that the studio does not have. */
function assignKeys(
  items: readonly SavedService[],
  before: readonly StudioService[],
): Omit<StudioService, 'position'>[] {
  const keys = new Set(before.map(({ key }) => key))
  const unknownIndex = items.findIndex(({ key }) => key !== undefined && !keys.has(key))
  if (unknownIndex !== -1)
    fail('VALIDATION_FAILED', { fields: { [`items.${unknownIndex}.key`]: 'There is no such service.' } })
  return items.map((item) => {
    const key = item.key ?? serviceKey(item.label, keys)
    keys.add(key)
    const storedService = before.find((service) => service.key === item.key) ?? serviceDefaults
    return { ...mergeService(item, storedService), key }
  })
}
