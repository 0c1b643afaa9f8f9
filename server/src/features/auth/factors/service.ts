import { randomUUID } from 'node:crypto'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { mac } from '#platform/auth/secrets.ts'
import { sessionLimits } from '#platform/auth/session-limits.ts'
import { asAuth } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { consumeLimits, getNetwork } from '#platform/http/limits.ts'
import { queueSecurityNotice } from '../email-service.ts'
import { deleteWait } from '../factor-waits/queries.ts'
import { requireNoFactorWait } from '../factor-waits/service.ts'
import { isEmailProven } from '../identities/queries.ts'
import { removeAccessWithoutFactor } from '../ownership/queries.ts'
import { readTokenData, type TokenData } from '../sessions/answer-tokens.ts'
import { endOtherSessions } from '../sessions/end-sessions.ts'
import * as endings from '../sessions/ending-queries.ts'
import * as networks from '../sessions/network-queries.ts'
import * as sessions from '../sessions/queries.ts'
import { requireFresh } from '../sessions/require-session.ts'
import { computeNetworkKey as signInNetworkKey } from '../sessions/rules.ts'
import * as users from '../users/queries.ts'
import type { Factor, FactorKind } from '../users/rules.ts'
import { type RequestContext, throwAuthError } from '../wire/rules.ts'
import * as queries from './queries.ts'
import { queueFactorAddedEmail, queueFactorRemovedEmail } from './rejection-service.ts'
import { amrMethods, createTotp, FACTOR_LIFE_MS, FACTORS_MAX, factorErrors, sealSecret } from './rules.ts'
import { type Enrollment, readPhone } from './schema.ts'
import { relyingParty } from './webauthn/rules.ts'

/** The configuration of second factors. */
export type FactorSettings = { publicUrl: string; authFactors: readonly FactorKind[]; smsPerHour: number }

/** Whether factors of this kind are enabled. Authenticators also need a host name. */
export const isKindEnabled = (type: FactorKind, settings: FactorSettings) =>
  settings.authFactors.includes(type) && (type !== 'webauthn' || relyingParty(settings.publicUrl) !== null)

/** Creates an unverified factor. */
export async function enrollFactor(
  tokenData: TokenData,
  input: Enrollment,
  settings: FactorSettings,
  context: RequestContext,
) {
  const { factor_type, friendly_name } = input
  const phone = factor_type === 'phone' ? readPhone(input.phone) : null
  if (!isKindEnabled(factor_type, settings)) throwAuthError(factorErrors[factor_type].cannotEnroll)
  requireFresh(tokenData, context.now)
  const issuer = input.issuer ?? new URL(settings.publicUrl).hostname
  const totp = factor_type === 'totp' ? createTotp({ issuer, label: tokenData.user.email }) : null
  const secret = totp && sealSecret(totp.secret)
  const id = randomUUID()
  const factor = await asAuth((tx) =>
    insertFactor(tx, tokenData, { id, factor_type, friendly_name, phone, secret }, context),
  )
  return {
    id: factor.id,
    type: factor_type,
    ...(friendly_name !== null && { friendly_name }),
    ...(totp && { totp }),
    ...(phone !== null && { phone }),
  }
}

async function insertFactor(
  tx: Tx,
  { user, session }: TokenData,
  input: Omit<queries.NewFactor, 'user_id' | 'now'>,
  context: RequestContext,
) {
  await lock(tx, 'user', user.id)
  await requireNoFactorWait(tx, user.id)
  await queries.deleteAbandonedFactors(tx, new Date(context.now.getTime() - FACTOR_LIFE_MS), user.id)
  const { factor_type, phone } = input
  if (phone !== null) await queries.deleteUnverified(tx, { user_id: user.id, factor_type, phone })
  const existing = await queries.listFactors(tx, user.id)
  const otherFactors = existing.filter((factor) => factor.factor_type !== 'recovery_code')
  if (otherFactors.length >= FACTORS_MAX) throwAuthError('too_many_enrolled_mfa_factors')
  if (phone !== null && existing.some((factor) => factor.phone === phone)) throwAuthError('mfa_verified_factor_exists')
  const created = await queries.createFactor(tx, { ...input, user_id: user.id, now: context.now })
  if (!created) return throwAuthError('mfa_factor_name_conflict')
  await recordEvent(tx, { user, session }, { action: 'factor.enrolled', factor: created }, context)
  return created
}

/** Reads a factor of the person by the id in the path. @throws AuthError mfa_factor_not_found */
export async function requireFactor(tx: Tx, { user }: TokenData, id: string): Promise<queries.FactorRow> {
  return (await queries.lockFactor(tx, user.id, id)) ?? throwAuthError('mfa_factor_not_found')
}

/** Deletes a factor. A session that was confirmed only with it becomes `aal1` again. */
export function removeFactor(tokenData: TokenData, id: string, context: RequestContext) {
  return asAuth(async (tx) => {
    const { user, session } = tokenData
    await lock(tx, 'user', user.id)
    const factor = await requireFactor(tx, tokenData, id)
    const isVerified = factor.status === 'verified'
    const lockedSession = (await sessions.lockSession(tx, session.id)) ?? throwAuthError('session_not_found')
    if (isVerified && lockedSession.aal !== 'aal2') throwAuthError('insufficient_aal', { status: 422 })
    if (isVerified) await requireNoFactorWait(tx, user.id)
    await queries.deleteFactor(tx, id)
    if (isVerified) {
      // If this was the last factor, a session that never confirmed it would now have full access, so it ends. With another
      // factor it has no access and stays. Otherwise a thief could end the owner's sessions by removing factors one by one.
      const remaining = await queries.listFactors(tx, user.id)
      const isGuarded = remaining.some(({ status }) => status === 'verified')
      if (!isGuarded) await endings.deleteUnraisedSessionsOf(tx, user.id, session.id)
      await sessions.lowerSessionsOfFactor(tx, { id, user_id: user.id })
      const recoverySetId = await queries.deleteLoneRecoverySet(tx, user.id)
      if (recoverySetId) await sessions.lowerSessionsOfFactor(tx, { id: recoverySetId, user_id: user.id })
      await queueFactorRemovedEmail(tx, { user, session: lockedSession }, factor, context.now)
    }
    await recordEvent(tx, tokenData, { action: 'factor.removed', factor }, context)
    return { id }
  })
}

/** The result of an operator's reset: the number of removed factors, and whether password and providers ended too. */
export type FactorReset = { factors: number; ended_ways_in: boolean }

/**
 * Removes all second factors of an account and ends its sessions. The operator has checked who the person is. If the
 * address was never proven, a stranger may have created the account, so password and providers end too and the owner returns
 * by email. If it was proven, they stay.
 * @returns null if no account has this address
 */
export function resetFactors(email: string, now: Date): Promise<FactorReset | null> {
  return asAuth(async (tx) => {
    const user = await users.getUserByEmail(tx, email)
    if (!user) return null
    await lock(tx, 'user', user.id)
    const ended_ways_in = !(await isEmailProven(tx, user.id))
    const deletedFactors = await queries.deleteFactorsOf(tx, user.id)
    await deleteWait(tx, user.id)
    const ended_sessions = await endings.deleteSessionsOf(tx, user.id)
    if (ended_ways_in) await removeAccessWithoutFactor(tx, user.id, now.toISOString())
    if (ended_ways_in) await queueSecurityNotice(tx, user, { kind: 'sign_in_method_removed', method: 'password' }, now)
    for (const { factor_type } of deletedFactors) {
      await queueSecurityNotice(tx, user, { kind: 'sign_in_method_removed', method: factor_type }, now)
    }
    await insertAuditEntry(tx, {
      actor_id: null,
      session_id: null,
      studio_id: null,
      action: 'factors.reset',
      object_type: 'user',
      object_id: user.id,
      before: { factors: deletedFactors.map(({ id, factor_type }) => ({ id, factor_type })) },
      after: { ended_sessions, ended_ways_in },
    })
    return { factors: deletedFactors.length, ended_ways_in }
  })
}

/** The key of a network where a person proved a second factor. It differs from the key for password sign-ins. */
export const factorNetworkKey = (user_id: string, ip: string) => mac('factor-place', user_id, getNetwork(ip))

/** Whether this person proved a second factor from this network before. A stranger with only the password did not. */
export const isKnownNetwork = (user_id: string, ip: string) =>
  asAuth((tx) => networks.isKnownNetworkMac(tx, user_id, factorNetworkKey(user_id, ip)))

// One network may make 15 calls a minute, and 30 at once. A person may make four times as many from all networks together, so
// that a stranger with the password cannot use up all of them from one network. Known networks of the person have their own
// limit.
const CALLS_PER_NETWORK = { count: 30, per_seconds: 120 }
const CALLS_PER_PERSON = { count: 120, per_seconds: 120 }

/** Counts a call that starts or answers a challenge. @throws AuthError over_request_rate_limit */
export async function countFactorCall(kind: 'challenge' | 'verify', user_id: string, { ip, now }: RequestContext) {
  const name = `factor-${kind}`
  const byNetwork = await consumeLimits([{ limit: { ...CALLS_PER_NETWORK, name }, by: getNetwork(ip) }], now)
  if (byNetwork) throwAuthError('over_request_rate_limit', byNetwork)
  const byPerson = await consumeLimits([{ limit: { ...CALLS_PER_PERSON, name: `${name}-user` }, by: user_id }], now)
  if (!byPerson) return
  const knownNetworkUse = {
    limit: { ...CALLS_PER_NETWORK, name: `${name}-known-place` },
    by: factorNetworkKey(user_id, ip),
  }
  const wait = (await isKnownNetwork(user_id, ip)) ? await consumeLimits([knownNetworkUse], now) : byPerson
  if (wait) throwAuthError('over_request_rate_limit', wait)
}

/**
 * Applies a proven factor: raises the session to `aal2` and ends its earlier refresh tokens, ends other sessions without a
 * second factor, and deletes unverified factors of this kind.
 * @param isNew whether this proof adds the factor
 */
export async function raiseWithFactor(
  tx: Tx,
  { user, session }: { user: TokenData['user']; session: sessions.Session },
  { factor, isNew }: { factor: Pick<Factor, 'id' | 'factor_type'>; isNew: boolean },
  context: RequestContext,
): Promise<TokenData> {
  const { id, factor_type } = factor
  const { now, ip, user_agent } = context
  if (isNew) await requireNoFactorWait(tx, user.id)
  await queries.deleteUnverified(tx, { user_id: user.id, factor_type, except_id: id })
  const method = amrMethods[factor_type]
  const entry = { method, timestamp: Math.floor(now.getTime() / 1000), factor_id: id }
  const amr = [entry, ...session.amr.filter((formerEntry) => formerEntry.method !== method)]
  // Plus two, because the previous token always gets the current one, and the token in use must not get it.
  const refresh_counter = session.refresh_counter + 2
  const raisedSession = await sessions.raiseSession(tx, { id: session.id, amr, refresh_counter, user_agent, ip, now })
  const ended_sessions = await endOtherSessions(tx, raisedSession, now, { exceptRaised: !sessionLimits().single })
  const networkKeys = [factorNetworkKey(user.id, ip), signInNetworkKey(user.email, ip)]
  await pipeline(
    tx,
    networkKeys.map((place_mac) => networks.knownNetworkUpsert(tx, { user_id: user.id, place_mac, now })),
  )
  if (isNew) await queueFactorAddedEmail(tx, { user, session }, factor, now)
  const action = isNew ? 'factor.added' : 'factor.verified'
  await recordEvent(tx, { user, session }, { action, factor, ended_sessions }, context)
  return readTokenData(tx, raisedSession)
}

/** Records a change of a factor in the audit log. */
export function recordEvent(
  tx: Tx,
  { user, session }: { user: { id: string }; session: { id: string } | null },
  event: { action: AuditAction; factor: Pick<Factor, 'id' | 'factor_type'>; ended_sessions?: number },
  context: RequestContext,
) {
  const { action, factor, ...more } = event
  return insertAuditEntry(tx, {
    actor_id: user.id,
    session_id: session?.id ?? null,
    studio_id: null,
    action,
    object_type: 'factor',
    object_id: factor.id,
    after: { factor_type: factor.factor_type, ...more, ip: context.ip },
    request_id: context.request_id,
  })
}
