import { randomUUID } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import type { InviteResult } from '@studiohub/contract/features/clients/claims/schema.ts'
import { CLIENT_INVITATION_DAYS, INVITED_AT_ONCE } from '@studiohub/contract/features/clients/claims/words.ts'
import { canManageClients } from '@studiohub/contract/features/clients/policy.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { randomSecret, sha256 } from '#platform/auth/secrets.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { sealToken, sendClientInvitation } from '../../emails/invitation-jobs.ts'
import { getOpenStudio } from '../../studios/queries.ts'
import { getClient } from '../queries.ts'
import * as queries from './invitation-queries.ts'
import { getOpenClaimOf } from './queries.ts'

const SECRET_BYTES = 24
const DAY_LIMIT = `A studio can invite at most ${INVITED_AT_ONCE} clients a day. Please continue tomorrow.`
const WEEK_LIMIT = `This address was invited in the last ${CLIENT_INVITATION_DAYS} days.`

type InviteInput = { studio_id: string; client_ids?: string[] | undefined; import_id?: string | undefined }

/**
 * Invites clients without an account to claim their record. It does not look up whether the addresses have accounts, so the
 * answer is the same for every address.
 */
export function inviteClients(
  caller: Caller,
  { studio_id, ...selection }: InviteInput,
  now: Date,
): Promise<InviteResult> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canManageClients(actor, studio_id))
    await lock(tx, 'studio', studio_id)
    if (!(await getOpenStudio(tx, studio_id))) fail('STUDIO_NOT_AVAILABLE')
    const singleClientId = selection.client_ids?.length === 1 ? selection.client_ids[0] : undefined
    if (singleClientId !== undefined) await requireInvitable(tx, studio_id, singleClientId)
    await actAs(tx, 'system')
    if (!(await queries.hasProvenAdmin(tx, studio_id)))
      fail('ADDRESS_NOT_PROVEN', { message: 'An admin of the studio must confirm their own email address first.' })
    const invitable = await queries.listInvitableClients(tx, studio_id, selection)
    const { invitees, remaining } = await findNewInvitees(tx, { studio_id, clients: invitable, now })
    if (singleClientId !== undefined && invitees.length === 0)
      fail('RATE_LIMITED', { message: remaining === 0 ? DAY_LIMIT : WEEK_LIMIT })
    const invitations = await sendInvitations(tx, { studio_id, invited_by: user_id, now }, invitees)
    for (const { id, client_id } of invitations)
      await audit(tx, actor, {
        action: 'clients.invite',
        studio_id,
        object_type: 'client_invitation',
        object_id: id,
        request_id: caller.request_id,
        after: { client_id },
      })
    publish(tx, { studio_id, topic: 'clients', id: studio_id })
    return {
      invited: invitations.length,
      skipped: (selection.client_ids?.length ?? invitable.length) - invitations.length,
    }
  })
}

/** If a single client cannot be invited, the error says why. For several clients, the result only counts those skipped. */
async function requireInvitable(tx: Tx, studio_id: string, client_id: string) {
  const client = (await getClient(tx, studio_id, client_id)) ?? fail('NOT_FOUND')
  if (client.removed_at !== null) fail('NOT_FOUND')
  if (client.user_id !== null) fail('CLIENT_HAS_ACCOUNT', { message: 'This client already has an account here.' })
  if (client.email === null) fail('VALIDATION_FAILED', { fields: { client_ids: 'This client has no email address' } })
  if (await getOpenClaimOf(tx, { studio_id, client_id })) fail('CLAIM_OPEN')
}

type InvitableClient = { id: string; email: string | null }

/** The clients whose address was not invited this week, up to the daily limit. */
async function findNewInvitees(
  tx: Tx,
  { studio_id, clients, now }: { studio_id: string; clients: readonly InvitableClient[]; now: Date },
) {
  const week = daysBefore(now, CLIENT_INVITATION_DAYS)
  const { sentToday, invitedMacs } = await queries.readRecentInvitations(tx, {
    studio_id,
    day: daysBefore(now, 1),
    week,
  })
  const remaining = Math.max(0, INVITED_AT_ONCE - sentToday)
  const newInvitees = clients
    .map(({ id, email }) => ({ id, address_mac: queries.addressMac(email ?? '') }))
    .filter(({ address_mac }) => !invitedMacs.has(address_mac))
  return { invitees: newInvitees.slice(0, remaining), remaining }
}

type SendContext = { studio_id: string; invited_by: string; now: Date }

async function sendInvitations(
  tx: Tx,
  { studio_id, invited_by, now }: SendContext,
  invitees: readonly { id: string; address_mac: string }[],
) {
  const invitations = invitees.map(({ id, address_mac }) => {
    const token = randomSecret(SECRET_BYTES)
    const times = { created_at: now.toISOString(), expires_at: queries.computeClientInvitationExpiry(now) }
    const row = { id: randomUUID(), studio_id, client_id: id, address_mac, token_hash: sha256(token), invited_by }
    return { token, row: { ...row, ...times } }
  })
  await queries.insertInvitations(
    tx,
    invitations.map(({ row }) => row),
  )
  for (const { token, row } of invitations)
    await enqueue(tx, sendClientInvitation, { invitation_id: row.id, sealed_token: sealToken(token) })
  return invitations.map(({ row }) => row)
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
