import { fail } from '@studiohub/contract/errors.ts'
import { canManagePackages, canSeeSoldPackages } from '@studiohub/contract/features/packages/policy.ts'
import type { SoldPackage } from '@studiohub/contract/features/packages/schema.ts'
import { findClientId } from '#features/clients/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { publish } from '#platform/realtime/realtime.ts'
import * as queries from './queries.ts'

/** The prepaid hours of a client, for the desk and for the client. */
export function listSoldPackages(caller: Caller, { studio_id, ...input }: { studio_id: string; client_id: string }) {
  return asActor(caller, async (tx, actor): Promise<{ items: SoldPackage[] }> => {
    requireRole(actor)
    const client_id = (await findClientId(tx, studio_id, input.client_id)) ?? input.client_id
    authorize(canSeeSoldPackages(actor, studio_id, client_id))
    return { items: await queries.listSold(tx, { studio_id, client_id }) }
  })
}

/** Ends a package. Its unused hours count as earned. */
export function endSoldPackage(caller: Caller, id: string, now: Date): Promise<SoldPackage> {
  return asActor(caller, async (tx, actor) => {
    requireRole(actor)
    const before = (await queries.getSold(tx, id)) ?? fail('NOT_FOUND')
    const { studio_id, client_id } = before
    authorize(canManagePackages(actor, studio_id))
    if (!(await queries.endSold(tx, id, now.toISOString()))) fail('PACKAGE_ENDED')
    await audit(tx, actor, {
      action: 'packages.end',
      studio_id,
      object_type: 'sold_package',
      object_id: id,
      request_id: caller.request_id,
      before: { id, left_minutes: before.left_minutes },
      after: { id, left_minutes: 0 },
    })
    publish(tx, { studio_id, topic: 'packages', id, client_id })
    return (await queries.getSold(tx, id)) ?? fail('INTERNAL')
  })
}
