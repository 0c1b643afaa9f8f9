import { randomBytes } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import { canUpdateDomain } from '@studiohub/contract/features/studios/policy.ts'
import type { StudioDomain } from '@studiohub/contract/features/studios/schema.ts'
import { endAccessAtDomain } from '#features/auth/ownership/queries.ts'
import { audit, factsOfChange, insertAuditEntry } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { textRecords } from '#platform/hosts/dns.ts'
import { buildStudioOrigin, isPlatformDomain } from '#platform/hosts/hosts.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import { resolveStudio } from '../queries.ts'
import { publishDomainChange } from './jobs.ts'
import * as queries from './queries.ts'

const perStudio: Limit = { name: 'studio-domain', count: 30, per_seconds: 3600 }
const TOKEN_BYTES = 16

const toStudioDomain = (row: queries.DomainRow): StudioDomain => ({
  custom_domain: row.custom_domain,
  domain_verified_at: row.domain_verified_at,
  record: queries.verificationRecord(row),
  address: row.custom_domain && row.domain_verified_at ? buildStudioOrigin(row.custom_domain) : null,
})

/** A studio's domain and the DNS record that verifies it. */
export function getDomain(caller: Caller, studio_id: string): Promise<StudioDomain> {
  return asActor(caller, async (tx, actor) => {
    authorize(canUpdateDomain(requireRole(actor), studio_id))
    return toStudioDomain((await queries.getDomain(tx, studio_id)) ?? fail('NOT_FOUND'))
  })
}

/** Sets a studio's domain. Several studios may enter the same domain. @throws AppError DOMAIN_TAKEN if another has verified it */
export function updateDomain(caller: Caller, studio_id: string, custom_domain: string): Promise<StudioDomain> {
  const domain_token = randomBytes(TOKEN_BYTES).toString('hex')
  return changeDomain(caller, studio_id, async (tx, before) => {
    if (isPlatformDomain(custom_domain))
      fail('DOMAIN_INVALID', { fields: { custom_domain: 'This address belongs to StudioHub' } })
    // The token of the same domain does not change, because the owner may already have set the record.
    if (before.custom_domain === custom_domain) return before
    const holder = await resolveStudio(tx, { host: custom_domain })
    if (holder && holder.id !== studio_id) fail('DOMAIN_TAKEN')
    return queries.setDomain(tx, studio_id, { custom_domain, domain_token })
  })
}

/** Removes the domain, so that the studio's pages are only at the product's address. */
export const deleteDomain = (caller: Caller, studio_id: string) =>
  changeDomain(caller, studio_id, (tx) => queries.setDomain(tx, studio_id, { custom_domain: null, domain_token: null }))

function changeDomain(
  caller: Caller,
  studio_id: string,
  work: (tx: Tx, before: queries.DomainRow) => Promise<queries.DomainRow | undefined>,
): Promise<StudioDomain> {
  return asActor(caller, async (tx, actor) => {
    authorize(canUpdateDomain(requireRole(actor), studio_id))
    const before = (await queries.getDomain(tx, studio_id)) ?? fail('NOT_FOUND')
    await actAs(tx, 'system')
    const after = (await work(tx, before)) ?? fail('NOT_FOUND')
    if (after === before) return toStudioDomain(after)
    await audit(tx, actor, {
      studio_id,
      action: after.custom_domain ? 'studios.updateDomain' : 'studios.deleteDomain',
      object_type: 'studio',
      object_id: studio_id,
      ...factsOfChange(toStudioDomain(before), toStudioDomain(after), ['domain_verified_at']),
      request_id: caller.request_id,
    })
    publishDomainChange(tx, studio_id, before)
    await actAs(tx, 'auth')
    // A former admin may have controlled the domain, and may still have data that people entered there.
    if (before.domain_verified_at) await endAccessAtDomain(tx, studio_id)
    return toStudioDomain(after)
  })
}

/**
 * Checks the DNS record, which only the domain's owner can set. Users may not mark a domain as verified, so the system role
 * does it after the check, if nothing has changed in between.
 * @throws AppError DOMAIN_NOT_PROVEN, STALE_VERSION
 */
export async function verifyDomain(caller: Caller, studio_id: string, now: Date): Promise<StudioDomain> {
  const { user_id, session_id, domain } = await asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canUpdateDomain(actor, studio_id))
    const row = (await queries.getDomain(tx, studio_id)) ?? fail('NOT_FOUND')
    return { user_id, session_id: actor.session_id, domain: row }
  })
  const record = queries.verificationRecord(domain) ?? fail('NOT_FOUND')
  if (domain.domain_verified_at) return toStudioDomain(domain)
  await requireLimits([{ limit: perStudio, by: studio_id }], now)
  if (!(await textRecords(record.name))?.includes(record.value)) fail('DOMAIN_NOT_PROVEN')
  return asSystem(async (tx) => {
    const after = (await queries.proveDomain(tx, studio_id, domain, now.toISOString())) ?? fail('STALE_VERSION')
    await insertAuditEntry(tx, {
      actor_id: user_id,
      session_id,
      studio_id,
      action: 'studios.verifyDomain',
      object_type: 'studio',
      object_id: studio_id,
      ...factsOfChange(toStudioDomain(domain), toStudioDomain(after), ['domain_verified_at']),
      request_id: caller.request_id,
    })
    publishDomainChange(tx, studio_id, domain)
    return toStudioDomain(after)
  })
}
