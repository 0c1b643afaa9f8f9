import { randomUUID } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import type { InviteResult } from '@studiohub/contract/features/clients/claims/schema.ts'
import { CLIENT_INVITATION_DAYS, INVITED_AT_ONCE } from '@studiohub/contract/features/clients/claims/words.ts'
import { canManageClients } from '@studiohub/contract/features/clients/policy.ts'
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
const DAY_MS = 86_400_000
const DAY_LIMIT = `A studio may invite ${INVITED_AT_ONCE} clients a day. Please go on tomorrow.`
const WEEK_LIMIT = `This address was invited in the last ${CLIENT_INVITATION_DAYS} days.`

type InviteInput = { studio_id: string; client_ids?: string[] | undefined; import_id?: string | undefined }

/**
 * Invites clients without an account to claim their record. It does not look up whether the addresses have accounts, so the
 * answer is the same for every address.
 */
export function inviteClients(caller: Caller, { studio_id, ...named }: InviteInput, now: Date): Promise<InviteResult> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canManageClients(actor, studio_id))
    await lock(tx, 'studio', studio_id)
    if (!(await getOpenStudio(tx, studio_id))) fail('STUDIO_NOT_AVAILABLE')
    const only = named.client_ids?.length === 1 ? named.client_ids[0] : undefined
    if (only !== undefined) await requireInvitable(tx, studio_id, only)
    await actAs(tx, 'system')
    if (!(await queries.hasProvenAdmin(tx, studio_id)))
      fail('ADDRESS_NOT_PROVEN', { message: 'An admin of the studio must confirm their own email address first.' })
    const found = await queries.listInvitable(tx, studio_id, named)
    const { fresh, left } = await findFresh(tx, { studio_id, found, now })
    if (only !== undefined && fresh.length === 0) fail('RATE_LIMITED', { message: left === 0 ? DAY_LIMIT : WEEK_LIMIT })
    const ids = await sendInvitations(tx, { studio_id, invited_by: user_id, now }, fresh)
    for (const { id, client_id } of ids)
      await audit(tx, actor, {
        ...{ action: 'clients.invite', studio_id, object_type: 'client_invitation', object_id: id },
        request_id: caller.request_id,
        after: { client_id },
      })
    publish(tx, { studio_id, topic: 'clients', id: studio_id })
    return { invited: ids.length, skipped: (named.client_ids?.length ?? found.length) - ids.length }
  })
}

/** If a single client cannot be invited, the error says why. Of several clients, those who cannot be invited are counted. */
async function requireInvitable(tx: Tx, studio_id: string, client_id: string) {
  const client = (await getClient(tx, studio_id, client_id)) ?? fail('NOT_FOUND')
  if (client.removed_at !== null) fail('NOT_FOUND')
  if (client.user_id !== null) fail('CLIENT_HAS_ACCOUNT', { message: 'This client already has an account here.' })
  if (client.email === null) fail('VALIDATION_FAILED', { fields: { client_ids: 'This client has no email address' } })
  if (await getOpenClaimOf(tx, { studio_id, client_id })) fail('CLAIM_OPEN')
}

type Invitable = { id: string; email: string | null }

/** The clients whose address was not invited this week, up to the daily limit. */
async function findFresh(
  tx: Tx,
  { studio_id, found, now }: { studio_id: string; found: readonly Invitable[]; now: Date },
) {
  const week = daysBefore(now, CLIENT_INVITATION_DAYS)
  const { today, macs } = await queries.readSent(tx, { studio_id, day: daysBefore(now, 1), week })
  const left = Math.max(0, INVITED_AT_ONCE - today)
  const fresh = found
    .map(({ id, email }) => ({ id, address_mac: queries.addressMac(email ?? '') }))
    .filter(({ address_mac }) => !macs.has(address_mac))
  return { fresh: fresh.slice(0, left), left }
}

type SendContext = { studio_id: string; invited_by: string; now: Date }

async function sendInvitations(
  tx: Tx,
  { studio_id, invited_by, now }: SendContext,
  fresh: readonly { id: string; address_mac: string }[],
) {
  const sent = fresh.map(({ id, address_mac }) => {
    const token = randomSecret(SECRET_BYTES)
    const times = { created_at: now.toISOString(), expires_at: queries.expiryOf(now) }
    const row = { id: randomUUID(), studio_id, client_id: id, address_mac, token_hash: sha256(token), invited_by }
    return { token, row: { ...row, ...times } }
  })
  await queries.insertInvitations(
    tx,
    sent.map(({ row }) => row),
  )
  for (const { token, row } of sent)
    await enqueue(tx, sendClientInvitation, { invitation_id: row.id, sealed_token: sealToken(token) })
  return sent.map(({ row }) => row)
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
