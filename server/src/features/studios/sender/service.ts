import { fail } from '@studiohub/contract/errors.ts'
import { canUpdateDomain } from '@studiohub/contract/features/studios/policy.ts'
import { DMARC_VALUE, dkimValue, spfValue } from '@studiohub/contract/features/studios/sender/rules.ts'
import type { SenderRecord, StudioSender } from '@studiohub/contract/features/studios/sender/schema.ts'
import { getEmailDomain, PLATFORM_DOMAIN } from '@studiohub/contract/features/studios/sender/words.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { isPlatformDomain } from '#platform/hosts/hosts.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import { getMail } from '#platform/mail/open.ts'
import { createDkimKey } from './create-dkim-key.ts'
import { checkRecords, publishSender, recordNames } from './jobs.ts'
import * as queries from './queries.ts'

const perAdmin: Limit = { name: 'studio-sender', count: 30, per_seconds: 3600 }

const noSender: StudioSender = { address: null, verified_at: null, checked_at: null, records: [] }

/** A studio's sender address, and the DNS records that it needs. */
export function getSender(caller: Caller, studio_id: string): Promise<StudioSender> {
  return asActor(caller, async (tx, actor) => {
    authorize(canUpdateDomain(requireRole(actor), studio_id))
    await actAs(tx, 'system')
    return toStudioSender(await queries.getSender(tx, studio_id))
  })
}

type UpdateSenderInput = { studio_id: string; address: string }

/**
 * Sets the sender address. A new domain gets a new key and must be proven. Another studio may have entered the same domain,
 * as long as it has not proven it.
 * @throws AppError DOMAIN_TAKEN
 */
export async function updateSender(caller: Caller, { studio_id, address }: UpdateSenderInput, now: Date) {
  const domain = getEmailDomain(address)
  await requireAdmin(caller, studio_id, now)
  const key = await createDkimKey()
  return changeSender(caller, { studio_id, action: 'studios.updateSender' }, async (tx, before) => {
    if (isPlatformSender(domain)) fail('VALIDATION_FAILED', { fields: { address: PLATFORM_DOMAIN } })
    if (await queries.isDomainTaken(tx, domain, studio_id))
      fail('DOMAIN_TAKEN', { fields: { address: 'Another studio sends from this domain.' } })
    if (before?.domain === domain) await queries.setAddress(tx, studio_id, address)
    else await queries.putSender(tx, { ...key, studio_id, address, domain, at: now.toISOString() })
  })
}

const isPlatformSender = (domain: string) => {
  const { fromDomain } = getMail()
  return isPlatformDomain(domain) || domain === fromDomain || domain.endsWith(`.${fromDomain}`)
}

/** Removes the address and its keys. Emails are then sent from the platform's address. */
export const deleteSender = (caller: Caller, studio_id: string) =>
  changeSender(caller, { studio_id, action: 'studios.deleteSender' }, async (tx, before) => {
    if (before) await queries.deleteSender(tx, studio_id)
  })

/** Creates the next key. The current key signs until the DNS record of the next one is found. */
export async function rotateSenderKey(caller: Caller, studio_id: string, now: Date): Promise<StudioSender> {
  await requireAdmin(caller, studio_id, now)
  const key = await createDkimKey()
  return changeSender(caller, { studio_id, action: 'studios.rotateSenderKey' }, async (tx, before) => {
    if (!before) fail('NOT_FOUND')
    // Before the domain is proven, no email is signed, so the key can change at once.
    if (before.verified_at) await queries.setNextKey(tx, studio_id, key)
    else
      await queries.putSender(tx, {
        ...key,
        studio_id,
        address: before.address,
        domain: before.domain,
        at: now.toISOString(),
      })
  })
}

type SenderChange = {
  studio_id: string
  action: 'studios.updateSender' | 'studios.deleteSender' | 'studios.rotateSenderKey'
}

function changeSender(
  caller: Caller,
  { studio_id, action }: SenderChange,
  work: (tx: Tx, before: queries.SenderRow | undefined) => Promise<void>,
): Promise<StudioSender> {
  return asActor(caller, async (tx, actor) => {
    authorize(canUpdateDomain(requireRole(actor), studio_id))
    await lock(tx, 'studio', studio_id)
    await actAs(tx, 'system')
    const before = await queries.getSender(tx, studio_id)
    await work(tx, before)
    const after = await queries.getSender(tx, studio_id)
    await audit(tx, actor, {
      studio_id,
      action,
      object_type: 'studio_sender',
      object_id: studio_id,
      request_id: caller.request_id,
      before: { is_verified: Boolean(before?.verified_at) },
      after: { is_verified: Boolean(after?.verified_at) },
    })
    publishSender(tx, studio_id)
    return toStudioSender(after)
  })
}

const requireAdmin = async (caller: Caller, studio_id: string, now: Date) => {
  const { user_id, session_id } = await asActor(caller, async (_tx, actor) => {
    authorize(canUpdateDomain(requireRole(actor), studio_id))
    return actor
  })
  await requireLimits([{ limit: perAdmin, by: user_id ?? studio_id }], now)
  return { actor_id: user_id, session_id, request_id: caller.request_id }
}

/** Checks the DNS records of the domain now. @throws AppError DOMAIN_TAKEN */
export async function checkSender(caller: Caller, studio_id: string, now: Date): Promise<StudioSender> {
  const author = await requireAdmin(caller, studio_id, now)
  const sender = (await asSystem((tx) => queries.getSender(tx, studio_id))) ?? fail('NOT_FOUND')
  if (await asSystem((tx) => queries.isDomainTaken(tx, sender.domain, studio_id))) fail('DOMAIN_TAKEN')
  await checkRecords(sender, author, now)
  return toStudioSender(await asSystem((tx) => queries.getSender(tx, studio_id)))
}

function toStudioSender(row: queries.SenderRow | undefined): StudioSender {
  if (!row) return noSender
  const { address, verified_at, checked_at, checks } = row
  const names = recordNames(row)
  const { spf } = getMail()
  const record = (kind: SenderRecord['kind'], name: string, value: string): SenderRecord => ({
    kind,
    name,
    value,
    is_required: kind === 'dkim',
    ...(checks[kind] ?? { state: 'unknown', seen: null }),
  })
  return {
    address,
    verified_at,
    checked_at,
    records: [
      record('dkim', names.dkim, dkimValue(row.public_key)),
      ...(names.next_dkim && row.next_public_key
        ? [record('next_dkim', names.next_dkim, dkimValue(row.next_public_key))]
        : []),
      ...(spf ? [record('spf', names.spf, spfValue(spf))] : []),
      record('dmarc', names.dmarc, DMARC_VALUE),
    ],
  }
}
