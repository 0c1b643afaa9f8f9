import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canManagePackages } from '@studiohub/contract/features/packages/policy.ts'
import type { HourPackage, NewPackage, PackageChanges } from '@studiohub/contract/features/packages/schema.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { getStudio } from '#features/studios/queries.ts'
import { audit, factsOfChange } from '#platform/audit/audit.ts'
import { authorize } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import * as queries from './queries.ts'

/** The packages that a studio sells, newest first. */
export function listPackages(caller: Caller, studio_id: string): Promise<{ items: HourPackage[] }> {
  return asActor(caller, async (tx, actor) => {
    authorize(canManagePackages(actor, studio_id))
    return { items: await queries.listPackages(tx, studio_id) }
  })
}

/** Adds a package. Its price is in the studio's current currency. */
export function createPackage(caller: Caller, input: NewPackage & { studio_id: string }, now: Date) {
  return asActor(caller, async (tx, actor): Promise<HourPackage> => {
    authorize(canManagePackages(actor, input.studio_id))
    const { currency } = (await getStudio(tx, input.studio_id)) ?? fail('NOT_FOUND')
    const row = { ...input, currency, created_at: now.toISOString() }
    const after = (await queries.insertPackage(tx, row)) ?? fail('PACKAGES_FULL')
    await recordPackage(tx, actor, { caller, action: 'packages.create', after })
    return after
  })
}

/** Changes a package for later sales. Packages that were already sold do not change. */
export function updatePackage(caller: Caller, { id, ...changes }: PackageChanges & { id: string }) {
  return asActor(caller, async (tx, actor): Promise<HourPackage> => {
    const before = (await queries.getPackage(tx, id)) ?? fail('NOT_FOUND')
    authorize(canManagePackages(actor, before.studio_id))
    const after = (await queries.updatePackage(tx, id, changes)) ?? fail('STALE_VERSION')
    await recordPackage(tx, actor, { caller, action: 'packages.update', before, after })
    return after
  })
}

type PackageChange = { caller: Caller; action: AuditAction; before?: HourPackage; after: HourPackage }

const auditedFields = ['id', 'minutes', 'price_minor', 'currency', 'valid_days', 'is_active', 'version'] as const

async function recordPackage(tx: Tx, actor: Actor, { caller, action, before, after }: PackageChange) {
  const { id, studio_id } = after
  await audit(tx, actor, {
    action,
    studio_id,
    ...factsOfChange(before, after, auditedFields),
    object_type: 'package',
    object_id: id,
    request_id: caller.request_id,
  })
  publish(tx, { studio_id, topic: 'packages', id, client_id: null })
}
