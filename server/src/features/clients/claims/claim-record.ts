import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import type { ClaimOffer, ClaimResult, OwnClaim } from '@studiohub/contract/features/clients/claims/schema.ts'
import { mergeRecords } from '@studiohub/contract/features/clients/rules.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { audit } from '#platform/audit/audit.ts'
import { requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { createNotices, deleteNotices } from '../../notices/jobs.ts'
import { moveToClient } from '../merge-queries.ts'
import { getClient, updateClient } from '../queries.ts'
import { recordClient } from '../record-client.ts'
import { markMessages } from './conversation-queries.ts'
import { endInvitations, isInvited } from './invitation-queries.ts'
import * as queries from './queries.ts'

/** The records at the caller's studio with the caller's proven address, and the caller's open claim. */
export function listClaimOffers(caller: Caller, now: Date): Promise<{ items: ClaimOffer[]; open: OwnClaim[] }> {
  return asActor(caller, async (tx, actor) => {
    const { user_id, role, studio_id } = requireRole(actor)
    if (role !== 'client' || studio_id === null) return { items: [], open: [] }
    await actAs(tx, 'system')
    const person = { user_id, studio_id }
    return {
      items: await queries.listClaimOffers(tx, person),
      open: await queries.listOwnClaims(tx, person, now),
    }
  })
}

/**
 * Handles the answer to "Are you this client?". "Yes" shows the times of future sessions. Everything else waits until the
 * studio accepts, unless it has invited this address.
 */
export function claimRecord(
  caller: Caller,
  { client_id, is_me }: { client_id: string; is_me: boolean },
  now: Date,
): Promise<ClaimResult> {
  return asActor(caller, async (tx, actor) => {
    const { user_id, role, studio_id } = requireRole(actor)
    if (role !== 'client' || studio_id === null) fail('FORBIDDEN')
    await lock(tx, 'user', user_id)
    await lock(tx, 'studio', studio_id)
    await actAs(tx, 'system')
    const offers = await queries.listClaimOffers(tx, { user_id, studio_id })
    if (!offers.some((offer) => offer.client_id === client_id)) fail('NOT_FOUND')
    const claim = { studio_id, client_id, user_id, now }
    if (!is_me) {
      const id = await queries.insertClaim(tx, { ...claim, state: 'refused' })
      await recordClaim(tx, actor, { caller, action: 'clients.refuseClaim', id, ...claim })
      return { state: 'refused' }
    }
    if (await isInvited(tx, claim)) {
      await joinAccount(tx, actor, { caller, ...claim })
      return { state: 'accepted' }
    }
    const id = await queries.insertClaim(tx, { ...claim, state: 'open' })
    await recordClaim(tx, actor, { caller, action: 'clients.claim', id, ...claim })
    const notice = { kind: 'claim' as const, data: { accepted: false }, studio_id, actor_id: user_id, subject_id: id }
    await createNotices(tx, { ...notice, link: '/studio/clients' }, await queries.listDesk(tx, studio_id))
    return { state: 'open' }
  })
}

type JoinAccountInput = {
  caller: Pick<Caller, 'request_id'>
  studio_id: string
  client_id: string
  user_id: string
  now: Date
  /** The open claim that this call answers. Without it, an accepted claim is created. */
  claim_id?: string
}

/**
 * Joins an account to a record. All data of the account at the studio moves to the record, by the rules of a merge.
 * Requires the locks of the person and the studio, and the system role.
 */
export async function joinAccount(tx: Tx, actor: Pick<Actor, 'user_id' | 'session_id'>, input: JoinAccountInput) {
  const { caller, studio_id, client_id, user_id, now, claim_id } = input
  const record = await getClient(tx, studio_id, client_id)
  if (!record || record.user_id !== null || record.removed_at !== null) fail('NOT_FOUND')
  const formerId = await queries.findRecordOfAccount(tx, { studio_id, user_id })
  const formerRecord = formerId === undefined ? undefined : await getClient(tx, studio_id, formerId)
  if (formerRecord) {
    const move = { studio_id, from: formerRecord.id, to: client_id }
    await markMessages(tx, { studio_id, client_id: formerRecord.id, user_id })
    await moveToClient(tx, move)
    await queries.copySample(tx, move)
  }
  if (!(await queries.joinRecord(tx, { studio_id, client_id, user_id, now }))) fail('NOT_FOUND')
  await endInvitations(tx, input)
  const joinedRecord = (await getClient(tx, studio_id, client_id)) ?? fail('NOT_FOUND')
  if (formerRecord) {
    const readVersion = { studio_id, id: client_id, version: joinedRecord.version, at: now.toISOString() }
    if (!(await updateClient(tx, readVersion, mergeRecords(record, formerRecord)))) fail('STALE_VERSION')
  }
  const after = (await getClient(tx, studio_id, client_id)) ?? fail('NOT_FOUND')
  if (claim_id === undefined) await queries.insertClaim(tx, { studio_id, client_id, user_id, state: 'accepted', now })
  else {
    if (!(await queries.answerClaim(tx, { id: claim_id, from: 'open', to: 'accepted', now }))) fail('NOT_FOUND')
    await deleteNotices(tx, claim_id)
  }
  const merged_id = formerRecord?.id
  await recordClient(tx, actor, {
    caller,
    action: 'clients.join',
    before: record,
    after,
    ...(merged_id !== undefined && { merged_id }),
  })
  publish(tx, { studio_id, topic: 'bookings', id: client_id, client_id })
}

type ClaimChange = {
  caller: Pick<Caller, 'request_id'>
  action: AuditAction
  id: string
  studio_id: string
  client_id: string
  user_id: string
}

/** Writes one audit row about a claim, and notifies the studio's open screens. */
export async function recordClaim(
  tx: Tx,
  actor: Pick<Actor, 'user_id' | 'session_id'>,
  { caller, action, id, studio_id, client_id, user_id }: ClaimChange,
) {
  await audit(tx, actor, {
    action,
    studio_id,
    object_type: 'client_claim',
    object_id: id,
    request_id: caller.request_id,
    after: { client_id, user_id },
  })
  publish(tx, { studio_id, topic: 'clients', id: client_id })
}
