import { randomUUID } from 'node:crypto'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import type { z } from 'zod'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { describeDevice } from '#platform/auth/user-agent.ts'
import { asAuth } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { consumeLimits, getNetwork, type Limit } from '#platform/http/limits.ts'
import { queueSecurityNotice } from '../email-service.ts'
import { requireNoFactorWait } from '../factor-waits/service.ts'
import { readTransports } from '../factors/challenge-factor.ts'
import { buildCreationOptions, relyingParty, verifyRegistration } from '../factors/webauthn/rules.ts'
import type { TokenData } from '../sessions/answer-tokens.ts'
import * as endings from '../sessions/ending-queries.ts'
import * as sessions from '../sessions/queries.ts'
import { requireFresh } from '../sessions/require-session.ts'
import { type RequestContext, throwAuthError } from '../wire/rules.ts'
import * as queries from './queries.ts'
import { getPasskeyHandle, PASSKEYS_MAX, presentPasskey } from './rules.ts'
import type { RegisterBody } from './schema.ts'
import { storeChallenge } from './store-challenge.ts'

const perPerson: Limit = { name: 'passkey-registration', count: 30, per_seconds: 300 }
const perNetwork: Limit = { name: 'passkey-registration-network', count: 60, per_seconds: 300 }

async function limitRegistrations(user_id: string, { ip, now }: RequestContext) {
  const uses = [
    { limit: perNetwork, by: getNetwork(ip) },
    { limit: perPerson, by: user_id },
  ]
  const wait = await consumeLimits(uses, now)
  if (wait) throwAuthError('over_request_rate_limit', wait)
}

/** The relying party. @throws AuthError passkey_disabled if the product's host cannot be one */
export const requireParty = (publicUrl: string) => relyingParty(publicUrl) ?? throwAuthError('passkey_disabled')

/** Starts the registration of a passkey: the data that the browser gives to the authenticator. */
export async function startRegistration(
  tokenData: TokenData,
  { publicUrl }: { publicUrl: string },
  context: RequestContext,
) {
  const { user, session } = tokenData
  const party = requireParty(publicUrl)
  requireFresh(tokenData, context.now)
  await limitRegistrations(user.id, context)
  const existing = await asAuth(async (tx) => {
    await requireNoFactorWait(tx, user.id)
    return queries.listCredentials(tx, user.id)
  })
  if (existing.length >= PASSKEYS_MAX) throwAuthError('too_many_passkeys')
  const { full_name } = user.user_metadata
  const options = await buildCreationOptions(
    party,
    {
      handle: getPasskeyHandle(user.id),
      email: user.email,
      name: typeof full_name === 'string' && full_name !== '' ? full_name : user.email,
    },
    {
      existing: existing.map(({ credential_id, transports }) => ({
        id: credential_id,
        transports: readTransports(transports),
      })),
      use: 'passkey',
    },
  )
  return asAuth((tx) => storeChallenge(tx, { options, session_id: session.id, now: context.now }))
}

/** Registers the passkey that the authenticator has created. */
export async function registerPasskey(
  tokenData: TokenData,
  { challenge_id, credential }: z.output<typeof RegisterBody>,
  { publicUrl }: { publicUrl: string },
  context: RequestContext,
) {
  const { user, session } = tokenData
  const party = requireParty(publicUrl)
  requireFresh(tokenData, context.now)
  await limitRegistrations(user.id, context)
  // In a separate transaction, because a wrong answer must use up the challenge too.
  const challenge = await asAuth((tx) => queries.takeChallenge(tx, challenge_id, session.id))
  if (!challenge) return throwAuthError('webauthn_challenge_not_found')
  if (Date.parse(challenge.expires_at) <= context.now.getTime()) throwAuthError('webauthn_challenge_expired')
  const verifiedKey = await verifyRegistration(credential, challenge.nonce, { party, use: 'passkey' })
  if (!verifiedKey)
    return throwAuthError('webauthn_verification_failed', { message: 'The passkey could not be verified' })
  return asAuth(async (tx) => {
    await lock(tx, 'user', user.id)
    // Checking the key takes time. Since then, the owner may have ended this session, or started the waiting time of a second
    // factor.
    if (!(await sessions.lockSession(tx, session.id))) throwAuthError('session_not_found')
    await requireNoFactorWait(tx, user.id)
    if ((await queries.listPasskeys(tx, user.id)).length >= PASSKEYS_MAX) throwAuthError('too_many_passkeys')
    const passkey = await queries.createPasskey(tx, {
      ...verifiedKey,
      id: randomUUID(),
      user_id: user.id,
      // The client sends no name. The person can change it.
      friendly_name: describeDevice(context.user_agent),
      now: context.now,
    })
    if (!passkey) return throwAuthError('webauthn_credential_exists')
    await queueSecurityNotice(tx, user, { kind: 'sign_in_method_added', method: 'passkey' }, context.now)
    await recordEvent(tx, tokenData, { action: 'passkey.added', id: passkey.id }, context)
    return presentPasskey(passkey)
  })
}

/** The passkeys of the person, oldest first. */
export const listPasskeys = ({ user }: TokenData) =>
  asAuth(async (tx) => (await queries.listPasskeys(tx, user.id)).map(presentPasskey))

export function renamePasskey(
  tokenData: TokenData,
  change: { id: string; friendly_name: string },
  context: RequestContext,
) {
  const { user } = tokenData
  return asAuth(async (tx) => {
    const renamedPasskey = await queries.renamePasskey(
      tx,
      { id: change.id, user_id: user.id },
      change.friendly_name,
      context.now,
    )
    if (!renamedPasskey) return throwAuthError('passkey_not_found')
    await recordEvent(tx, tokenData, { action: 'passkey.renamed', id: renamedPasskey.id }, context)
    return presentPasskey(renamedPasskey)
  })
}

/** Removes a passkey and ends the other sessions that it opened, because its device may be lost. */
export function removePasskey(tokenData: TokenData, id: string, context: RequestContext): Promise<void> {
  const { user, session } = tokenData
  return asAuth(async (tx) => {
    await lock(tx, 'user', user.id)
    if (!(await sessions.lockSession(tx, session.id))) throwAuthError('session_not_found')
    await requireNoFactorWait(tx, user.id)
    const removed = await queries.deletePasskey(tx, { id, user_id: user.id })
    if (!removed) throwAuthError('passkey_not_found')
    const ended_sessions = await endings.deleteSessionsOpenedBy(tx, { id, user_id: user.id }, session.id)
    await queueSecurityNotice(tx, user, { kind: 'sign_in_method_removed', method: 'passkey' }, context.now)
    await recordEvent(tx, tokenData, { action: 'passkey.removed', id, ended_sessions }, context)
  })
}

function recordEvent(
  tx: Tx,
  { user, session }: TokenData,
  { action, id, ...more }: { action: AuditAction; id: string; ended_sessions?: number },
  context: RequestContext,
) {
  return insertAuditEntry(tx, {
    actor_id: user.id,
    session_id: session.id,
    studio_id: null,
    action,
    object_type: 'passkey',
    object_id: id,
    after: { ...more, ip: context.ip },
    request_id: context.request_id,
  })
}
