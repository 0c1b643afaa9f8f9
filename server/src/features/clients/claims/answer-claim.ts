import { fail } from '@studiohub/contract/errors.ts'
import type { Claim } from '@studiohub/contract/features/clients/claims/schema.ts'
import { canManageClients } from '@studiohub/contract/features/clients/policy.ts'
import type { Client } from '@studiohub/contract/features/clients/schema.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, actAsCaller, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { createNotices, deleteNotices } from '../../notices/jobs.ts'
import { findClientId, getClient } from '../queries.ts'
import { recordClient } from '../record-client.ts'
import { joinAccount, recordClaim } from './claim-record.ts'
import { splitConversation } from './conversation-queries.ts'
import * as queries from './queries.ts'

/** The claims that wait for the studio's answer. */
export function listClaims(caller: Caller, studio_id: string): Promise<{ items: Claim[] }> {
  return asActor(caller, async (tx, actor) => {
    authorize(canManageClients(requireRole(actor), studio_id))
    await actAs(tx, 'system')
    return { items: await queries.listOpenClaims(tx, studio_id) }
  })
}

type AnswerClaimInput = { studio_id: string; id: string; approved: boolean }

/** Answers a claim for the studio: accepting opens the whole history to the account, rejecting ends the claim. */
export function answerClaim(caller: Caller, { studio_id, id, approved }: AnswerClaimInput, now: Date) {
  return asActor(caller, async (tx, actorBeforeLock) => {
    authorize(canManageClients(requireRole(actorBeforeLock), studio_id))
    const claim = (await queries.getOpenClaim(tx, { studio_id, id })) ?? fail('NOT_FOUND')
    await lock(tx, 'user', claim.user_id)
    await lock(tx, 'studio', studio_id)
    // While this call waited for the lock, the caller may have been removed, or the claim answered.
    const actor = await actAsCaller(tx, caller)
    authorize(canManageClients(requireRole(actor), studio_id))
    const { client_id, user_id } = (await queries.getOpenClaim(tx, { studio_id, id })) ?? fail('NOT_FOUND')
    await actAs(tx, 'system')
    if (approved) {
      await joinAccount(tx, actor, { caller, studio_id, client_id, user_id, now, claim_id: id })
      const notice = { kind: 'claim' as const, data: { accepted: true }, studio_id, actor_id: actor.user_id }
      await createNotices(tx, { ...notice, subject_id: id, link: '/auth/callback' }, [user_id])
      return { id }
    }
    if (!(await queries.answerClaim(tx, { id, from: 'open', to: 'declined', now }))) fail('NOT_FOUND')
    await deleteNotices(tx, id)
    await recordClaim(tx, actor, { caller, action: 'clients.declineClaim', id, studio_id, client_id, user_id })
    return { id }
  })
}

/**
 * Separates the account from a record that it claimed. The record keeps its history. The account gets a new record with its
 * own bookings, projects and messages.
 */
export function undoClaim(
  caller: Caller,
  { studio_id, client_id }: { studio_id: string; client_id: string },
  now: Date,
) {
  return asActor(caller, async (tx, actorBeforeLock): Promise<Client> => {
    authorize(canManageClients(requireRole(actorBeforeLock), studio_id))
    const id = (await findClientId(tx, studio_id, client_id)) ?? fail('NOT_FOUND')
    const claimBeforeLock = (await queries.getAcceptedClaim(tx, { studio_id, client_id: id })) ?? fail('NOT_FOUND')
    await lock(tx, 'user', claimBeforeLock.user_id)
    await lock(tx, 'studio', studio_id)
    const actor = await actAsCaller(tx, caller)
    authorize(canManageClients(requireRole(actor), studio_id))
    const claim = (await queries.getAcceptedClaim(tx, { studio_id, client_id: id })) ?? fail('NOT_FOUND')
    const before = (await getClient(tx, studio_id, id)) ?? fail('NOT_FOUND')
    await actAs(tx, 'system')
    const { user_id } = claim
    const newRecordId =
      (await queries.separateRecord(tx, { studio_id, client_id: id, user_id, now })) ?? fail('NOT_FOUND')
    await queries.moveAccountWork(tx, { studio_id, from: id, to: newRecordId }, user_id)
    const accepted_at = claim.answered_at ?? now.toISOString()
    await splitConversation(tx, { studio_id, from: id, to: newRecordId, user_id, accepted_at })
    if (!(await queries.answerClaim(tx, { id: claim.id, from: 'accepted', to: 'undone', now }))) fail('NOT_FOUND')
    const after = (await getClient(tx, studio_id, id)) ?? fail('NOT_FOUND')
    await recordClient(tx, actor, { caller, action: 'clients.undoClaim', before, after })
    publish(tx, { studio_id, topic: 'bookings', id: newRecordId, client_id: newRecordId })
    publish(tx, { studio_id, topic: 'conversations', id: newRecordId, client_id: newRecordId })
    return after
  })
}
