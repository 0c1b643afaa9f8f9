import { fail } from '@studiohub/contract/errors.ts'
import { isWaiting } from '#features/auth/factor-waits/queries.ts'
import { proveEmail } from '#features/auth/users/queries.ts'
import { joinAccount } from '#features/clients/claims/claim-record.ts'
import { getClientInvitation } from '#features/clients/claims/invitation-queries.ts'
import { deleteNotices } from '#features/notices/jobs.ts'
import { getAccount } from '#features/profile/queries.ts'
import { recordRole } from '#features/roles/record-role.ts'
import {
  findEndedSoleAdminRoles,
  getDecidingRole,
  listSoleAdminRoles,
  lockAdminRoles,
  soleAdminMessage,
} from '#features/roles/sole-admin-queries.ts'
import { getOpenStudio } from '#features/studios/queries.ts'
import { type AccountActor, requirePerson, requireSecondFactor } from '#platform/auth/authorize.ts'
import { sha256 } from '#platform/auth/secrets.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import * as queries from './queries.ts'
import { addToCrew, recordInvitation } from './service.ts'

const perSession: Limit = { name: 'invitations.accept', count: 30, per_seconds: 3600 }

/** Lists open invitations to the caller's address, if it is proven. */
export function listOwnInvitations(caller: Caller, now: Date) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requirePerson(actor)
    await actAs(tx, 'system')
    return { items: await queries.listOwnInvitations(tx, user_id, now) }
  })
}

/**
 * Accepts an invitation with the secret of the emailed link. It works once, and only for the account with the invited
 * address, so a forwarded email is useless. The secret was sent to that mailbox, so accepting also proves the address.
 */
export async function acceptInvitation(caller: Caller, token: string, now: Date) {
  if (caller.session_id) await requireLimits([{ limit: perSession, by: caller.session_id }], now)
  return asActor(caller, async (tx, actor) => {
    const person = requirePerson(actor)
    await requireSecondFactor(tx, actor)
    const { email } = (await getAccount(tx)) ?? fail('UNAUTHENTICATED')
    await actAs(tx, 'system')
    await lockAdminRoles(tx, person.user_id)
    const token_hash = sha256(token)
    const invitation = await queries.getAcceptableInvitation(tx, { token_hash, user_id: person.user_id }, now)
    if (!invitation) return acceptAsClient(tx, { caller, person, email, token_hash, now })
    if (invitation.email !== email.toLowerCase()) fail('INVITATION_FOR_ANOTHER')
    const first_proof = await proveAddressBySecret(tx, person.user_id, now)
    return acceptAsCrew(tx, { caller, person, invitation, first_proof, now })
  })
}

/**
 * Records that the person has proven their address. Does not end sessions or sign-in methods, because the person is using
 * one of them.
 * @returns whether this is the first proof of the address
 * @throws AppError FACTOR_WAIT_RUNNING
 */
async function proveAddressBySecret(tx: Tx, user_id: string, now: Date): Promise<boolean> {
  await actAs(tx, 'auth')
  // No proof while a wait is running: at its end the factor would be removed, although its owner has proven the address.
  if (await isWaiting(tx, user_id)) fail('FACTOR_WAIT_RUNNING')
  const { isFirstProof } = await proveEmail(tx, user_id, now)
  await actAs(tx, 'system')
  return isFirstProof
}

/** Accepts an invitation to the proven address of the signed-in person, from their notification. */
export function acceptOwnInvitation(caller: Caller, id: string, now: Date) {
  return asActor(caller, async (tx, actor) => {
    const person = requirePerson(actor)
    await requireSecondFactor(tx, actor)
    await actAs(tx, 'system')
    await lockAdminRoles(tx, person.user_id)
    const { user_id } = person
    const invitation = (await queries.getAcceptableInvitation(tx, { id, user_id }, now)) ?? fail('INVITATION_ENDED')
    return acceptAsCrew(tx, { caller, person, invitation, first_proof: false, now })
  })
}

export function declineOwnInvitation(caller: Caller, id: string, now: Date) {
  return asActor(caller, async (tx, actor) => {
    const { user_id, session_id } = requirePerson(actor)
    await actAs(tx, 'system')
    const { studio_id } = (await queries.getAcceptableInvitation(tx, { id, user_id }, now)) ?? fail('INVITATION_ENDED')
    if (!(await queries.answerInvitation(tx, { id, user_id, now }, 'declined'))) fail('INVITATION_ENDED')
    const details = { caller, id, studio_id }
    await recordInvitation(
      tx,
      { user_id, session_id },
      { ...details, action: 'invitations.declineOwn', after: { answer: 'declined' } },
    )
    await deleteNotices(tx, id)
    return { id }
  })
}

type AcceptInput = {
  caller: Caller
  person: AccountActor
  invitation: { id: string; studio_id: string; at_desk: boolean; sent_at: string }
  /** Whether the secret in the email is the first proof of the address. */
  first_proof: boolean
  now: Date
}

/**
 * Makes the person crew. The only admin of a studio and the only operator cannot accept, because their role would change.
 */
async function acceptAsCrew(tx: Tx, { caller, person, invitation, first_proof, now }: AcceptInput) {
  const { user_id } = person
  const { id, studio_id, at_desk, sent_at } = invitation
  const studio = (await getOpenStudio(tx, studio_id)) ?? fail('INVITATION_ENDED')
  const soleRoles = findEndedSoleAdminRoles(await listSoleAdminRoles(tx, user_id), await getDecidingRole(tx, user_id))
  const message = soleAdminMessage(soleRoles, 'accept the invitation')
  if (message) fail('LAST_ADMIN', { message })
  if (!(await queries.answerInvitation(tx, { id, user_id, now }, 'accepted'))) fail('INVITATION_ENDED')
  await addToCrew(tx, { user_id, studio_id, at_desk, sent_at }, now)
  const after = { role: 'staff', at_desk, first_proof }
  await recordInvitation(tx, person, { caller, id, studio_id, action: 'invitations.accept', after })
  await deleteNotices(tx, id)
  return { studio_id, studio_name: studio.name, as: 'crew' as const }
}

type AcceptAsClientInput = { caller: Caller; person: AccountActor; email: string; token_hash: string; now: Date }

/**
 * Joins the account to the record of an invited client, and makes the person a client of the studio. People who work at a
 * studio cannot accept, because the client's role would replace their own.
 */
async function acceptAsClient(tx: Tx, { caller, person, email, token_hash, now }: AcceptAsClientInput) {
  const { user_id } = person
  const clientInvitation = (await getClientInvitation(tx, token_hash, now)) ?? fail('INVITATION_ENDED')
  if (clientInvitation.email !== email.toLowerCase()) fail('INVITATION_FOR_ANOTHER')
  await lock(tx, 'studio', clientInvitation.studio_id)
  const { studio_id, client_id, sent_at } = (await getClientInvitation(tx, token_hash, now)) ?? fail('INVITATION_ENDED')
  const studio = (await getOpenStudio(tx, studio_id)) ?? fail('INVITATION_ENDED')
  const currentRole = await getDecidingRole(tx, user_id)
  if (currentRole && currentRole.role !== 'client') fail('ROLE_EXISTS', { message: 'This is not a client account.' })
  if (await queries.wasRemovedSince(tx, { user_id, studio_id, sent_at })) fail('INVITATION_ENDED')
  await proveAddressBySecret(tx, user_id, now)
  await joinAccount(tx, person, { caller, studio_id, client_id, user_id, now })
  const id = await queries.grantClientRole(tx, { user_id, studio_id }, now)
  await recordRole(tx, person, { caller, action: 'invitations.accept', id, studio_id, after: { role: 'client' } })
  return { studio_id, studio_name: studio.name, as: 'client' as const }
}
