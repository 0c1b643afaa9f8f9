import { fail } from '@studiohub/contract/errors.ts'
import { canInvite, canListInvitations } from '@studiohub/contract/features/invitations/policy.ts'
import { computeInvitationExpiry, resendsLeft } from '@studiohub/contract/features/invitations/rules.ts'
import type { Invitation, InvitationOffer, NewInvitation } from '@studiohub/contract/features/invitations/schema.ts'
import { INVITATIONS_PER_DAY } from '@studiohub/contract/features/invitations/words.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { audit, type Facts } from '#platform/audit/audit.ts'
import { authorize, requireRole, requireSecondFactor } from '#platform/auth/authorize.ts'
import { randomSecret, sha256 } from '#platform/auth/secrets.ts'
import { actAs, asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { getNetwork, type Limit, requireLimits } from '#platform/http/limits.ts'
import type { RequestOrigin } from '#platform/http/request-origin.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { getClientInvitation } from '../clients/claims/invitation-queries.ts'
import { sealToken, sendInvitation } from '../emails/invitation-jobs.ts'
import { deleteNotices } from '../notices/jobs.ts'
import { getOpenStudio, resolveStudio } from '../studios/queries.ts'
import * as queries from './queries.ts'

const SECRET_BYTES = 24
const perNetwork: Limit = { name: 'invitations.guess', count: 30, per_seconds: 3600 }

type Row = Awaited<ReturnType<typeof queries.insertInvitation>>

const toInvitation = ({ resent_at, ...row }: Row, now: Date): Invitation => ({
  ...row,
  role: 'staff',
  resends_left: resendsLeft(resent_at, now),
})

/** Lists a studio's open invitations, newest first. */
export function listInvitations(
  caller: Caller,
  query: { studio_id: string; cursor?: string | undefined; limit?: number | undefined },
  now: Date,
) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canListInvitations(requireRole(actor), query.studio_id))
    const invitations = await queries.listInvitations(tx, query.studio_id, { after, limit: rows })
    const page = toPageByTime(invitations, limit, ({ id }) => id)
    return { ...page, items: page.items.map((row) => toInvitation(row, now)) }
  })
}

/**
 * Invites an address to a studio's crew. This code does not look up whether the address has an account, so response and
 * timing are the same for every address. The job that sends the email looks it up.
 */
export function createInvitation(
  caller: Caller,
  { studio_id, ...input }: NewInvitation & { studio_id: string },
  now: Date,
): Promise<Invitation> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canInvite(actor, studio_id))
    await requireSecondFactor(tx, actor)
    await lock(tx, 'studio', studio_id)
    if (!(await getOpenStudio(tx, studio_id))) fail('STUDIO_NOT_AVAILABLE')
    await checkLimits(tx, { studio_id, email: input.email }, now)
    const at = now.toISOString()
    const token = randomSecret(SECRET_BYTES)
    const secretFields = {
      token_hash: sha256(token),
      sent_at: at,
      expires_at: computeInvitationExpiry(now).toISOString(),
    }
    const replacedId = await queries.replaceInvitation(tx, { studio_id, email: input.email }, at)
    const row = await queries.insertInvitation(tx, {
      ...input,
      ...secretFields,
      at_desk: input.at_desk ?? false,
      studio_id,
      invited_by: user_id,
      created_at: at,
    })
    const details = { caller, id: row.id, studio_id }
    await recordInvitation(tx, actor, {
      ...details,
      action: 'invitations.create',
      after: { role: 'staff', at_desk: row.at_desk },
    })
    await enqueue(tx, sendInvitation, { invitation_id: row.id, sealed_token: sealToken(token) })
    if (replacedId) {
      await actAs(tx, 'system')
      await deleteNotices(tx, replacedId)
    }
    return toInvitation(row, now)
  })
}

// Counts rows instead of using the rate limiter, because the limit is per invited person and for any 24 hours.
async function checkLimits(tx: Tx, target: { studio_id: string; email: string }, now: Date) {
  const since = new Date(now.getTime() - DAY_MS).toISOString()
  const { of_studio, of_address } = await queries.countInvitations(tx, { ...target, since })
  if (of_address > 0)
    fail('RATE_LIMITED', {
      message: 'This address was invited within the last 24 hours. Send that invitation again instead.',
    })
  if (of_studio >= INVITATIONS_PER_DAY)
    fail('RATE_LIMITED', {
      message: `A studio can invite at most ${INVITATIONS_PER_DAY} people a day. Please continue tomorrow.`,
    })
}

/** Makes a person crew and notifies the studio's open screens. */
export async function addToCrew(tx: Tx, crewRole: queries.NewCrewRole, now: Date) {
  publish(tx, { studio_id: crewRole.studio_id, topic: 'roles', id: await queries.grantCrewRole(tx, crewRole, now) })
}

/** Sends an invitation again, with a new secret and seven more days; at most three times a day. */
export function resendInvitation(caller: Caller, id: string, now: Date): Promise<Invitation> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const invitation = await requireInvitation(tx, actor, id)
    await requireSecondFactor(tx, actor)
    await lock(tx, 'studio', invitation.studio_id)
    const { resent_at } = (await queries.getInvitation(tx, id)) ?? fail('NOT_FOUND')
    if (resendsLeft(resent_at, now) === 0)
      fail('RATE_LIMITED', { message: 'This invitation was sent three times today. Please try again tomorrow.' })
    const token = randomSecret(SECRET_BYTES)
    const secretFields = {
      token_hash: sha256(token),
      sent_at: now.toISOString(),
      expires_at: computeInvitationExpiry(now).toISOString(),
    }
    const row = (await queries.resendInvitation(tx, { id, ...secretFields })) ?? fail('NOT_FOUND')
    const details = { caller, id, studio_id: row.studio_id }
    await recordInvitation(tx, actor, {
      ...details,
      action: 'invitations.resend',
      after: { expires_at: row.expires_at },
    })
    await enqueue(tx, sendInvitation, { invitation_id: id, sealed_token: sealToken(token) })
    await actAs(tx, 'system')
    await queries.setInviter(tx, id, user_id)
    return toInvitation(row, now)
  })
}

/** Revokes an invitation: its link and its notification no longer work. */
export function revokeInvitation(caller: Caller, id: string, now: Date) {
  return asActor(caller, async (tx, actor) => {
    await requireInvitation(tx, requireRole(actor), id)
    await requireSecondFactor(tx, actor)
    const { studio_id, created_at } = (await queries.revokeInvitation(tx, id, now.toISOString())) ?? fail('NOT_FOUND')
    await recordInvitation(tx, actor, { caller, id, studio_id, action: 'invitations.revoke', before: { created_at } })
    await actAs(tx, 'system')
    await deleteNotices(tx, id)
    return { id }
  })
}

async function requireInvitation(tx: Tx, actor: Parameters<typeof canInvite>[0], id: string) {
  const invitation = (await queries.getInvitation(tx, id)) ?? fail('NOT_FOUND')
  authorize(canInvite(actor, invitation.studio_id))
  return invitation
}

type InvitationEvent = { caller: Caller; action: AuditAction; id: string; studio_id: string }

/** Records a change of an invitation in the audit log, and notifies the studio's open screens. */
export async function recordInvitation<Before, After>(
  tx: Tx,
  actor: { user_id: string | null; session_id: string | null },
  { caller, id, ...change }: InvitationEvent & Facts<Before, After>,
) {
  await audit(tx, actor, { ...change, object_type: 'invitation', object_id: id, request_id: caller.request_id })
  publish(tx, { studio_id: change.studio_id, topic: 'invitations', id })
}

/** Finds the invitation of a secret. Public, because the secret in the link is enough. @throws AppError INVITATION_ENDED */
export async function getOffer(token: string, origin: RequestOrigin): Promise<InvitationOffer> {
  const offer = await asSystem(async (tx) => {
    const token_hash = sha256(token)
    const crewInvitation = await queries.getAcceptableInvitation(tx, { token_hash }, origin.now)
    const invitation = crewInvitation ?? (await getClientInvitation(tx, token_hash, origin.now))
    const studio = invitation && (await resolveStudio(tx, { id: invitation.studio_id }))
    return (
      studio && {
        ...invitation,
        as: crewInvitation ? ('crew' as const) : ('client' as const),
        studio: { id: studio.id, name: studio.name, slug: studio.slug },
      }
    )
  })
  if (!offer) {
    await requireLimits([{ limit: perNetwork, by: getNetwork(origin.ip) }], origin.now)
    fail('INVITATION_ENDED')
  }
  const { studio, as, full_name, email, expires_at } = offer
  return { studio, as, full_name: full_name ?? '', email, expires_at }
}
