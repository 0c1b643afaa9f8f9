import { randomUUID } from 'node:crypto'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { mac } from '#platform/auth/secrets.ts'
import { sessionLimits } from '#platform/auth/session-limits.ts'
import { asAuth } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { networkOf, takeLimits } from '#platform/http/limits.ts'
import { deleteWait } from '../factor-waits/queries.ts'
import { requireNoWait } from '../factor-waits/service.ts'
import { isProven } from '../identities/queries.ts'
import { mailNotice } from '../mails/service.ts'
import { removePasswordAndProviders } from '../ownership/queries.ts'
import { readSignedIn, type SignedIn } from '../sessions/answer-tokens.ts'
import { endOtherSessions } from '../sessions/end-sessions.ts'
import * as sessions from '../sessions/queries.ts'
import { requireFresh } from '../sessions/require-session.ts'
import { placeOf as placeOfSignIn } from '../sessions/rules.ts'
import * as users from '../users/queries.ts'
import type { Factor, FactorKind } from '../users/rules.ts'
import { type RequestContext, throwAuthError } from '../wire/rules.ts'
import * as queries from './queries.ts'
import { mailFactorAdded, mailFactorRemoved } from './rejection/service.ts'
import { createTotp, FACTOR_LIFE_MS, FACTORS_MAX, factorErrors, methods, sealSecret } from './rules.ts'
import { type Enrollment, readPhone } from './schema.ts'
import { relyingParty } from './webauthn/rules.ts'

/** The configuration of second factors. */
export type FactorSettings = { publicUrl: string; authFactors: readonly FactorKind[]; smsPerHour: number }

/** Whether factors of this kind are enabled. Authenticators also need a host name. */
export const isOffered = (type: FactorKind, settings: FactorSettings) =>
  settings.authFactors.includes(type) && (type !== 'webauthn' || relyingParty(settings.publicUrl) !== null)

/** Creates an unverified factor. */
export async function enroll(signedIn: SignedIn, input: Enrollment, settings: FactorSettings, context: RequestContext) {
  const { factor_type, friendly_name } = input
  const phone = factor_type === 'phone' ? readPhone(input.phone) : null
  if (!isOffered(factor_type, settings)) throwAuthError(factorErrors[factor_type].cannotEnroll)
  requireFresh(signedIn, context.now)
  const issuer = input.issuer ?? new URL(settings.publicUrl).hostname
  const totp = factor_type === 'totp' ? createTotp({ issuer, label: signedIn.user.email }) : null
  const secret = totp && sealSecret(totp.secret)
  const id = randomUUID()
  const factor = await asAuth((tx) =>
    insertFactor(tx, signedIn, { id, factor_type, friendly_name, phone, secret }, context),
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
  { user, session }: SignedIn,
  input: Omit<queries.NewFactor, 'user_id' | 'now'>,
  context: RequestContext,
) {
  await lock(tx, 'user', user.id)
  await requireNoWait(tx, user.id)
  await queries.deleteAbandonedFactors(tx, new Date(context.now.getTime() - FACTOR_LIFE_MS), user.id)
  const { factor_type, phone } = input
  if (phone !== null) await queries.deleteUnverified(tx, { user_id: user.id, factor_type, phone })
  const present = await queries.listFactors(tx, user.id)
  const counted = present.filter((factor) => factor.factor_type !== 'recovery_code')
  if (counted.length >= FACTORS_MAX) throwAuthError('too_many_enrolled_mfa_factors')
  if (phone !== null && present.some((factor) => factor.phone === phone)) throwAuthError('mfa_verified_factor_exists')
  const created = await queries.createFactor(tx, { ...input, user_id: user.id, now: context.now })
  if (!created) return throwAuthError('mfa_factor_name_conflict')
  await recordEvent(tx, { user, session }, { action: 'factor.enrolled', factor: created }, context)
  return created
}

/** Reads a factor of the person by the id in the path. @throws AuthError mfa_factor_not_found */
export async function requireFactor(tx: Tx, { user }: SignedIn, id: string): Promise<queries.FactorRow> {
  return (await queries.lockFactor(tx, user.id, id)) ?? throwAuthError('mfa_factor_not_found')
}

/** Deletes a factor, and lowers every session that it had raised. */
export function removeFactor(signedIn: SignedIn, id: string, context: RequestContext) {
  return asAuth(async (tx) => {
    const { user, session } = signedIn
    await lock(tx, 'user', user.id)
    const factor = await requireFactor(tx, signedIn, id)
    const verified = factor.status === 'verified'
    const live = (await sessions.lockSession(tx, session.id)) ?? throwAuthError('session_not_found')
    if (verified && live.aal !== 'aal2') throwAuthError('insufficient_aal', { status: 422 })
    if (verified) await requireNoWait(tx, user.id)
    await queries.deleteFactor(tx, id)
    if (verified) {
      // Without another factor, such a session would have full access, so it ends. With another factor it has no access and
      // can stay. Otherwise a thief could end the owner's sessions by removing factors one by one.
      const left = await queries.listFactors(tx, user.id)
      const isGuarded = left.some(({ status }) => status === 'verified')
      if (!isGuarded) await sessions.deleteUnraisedSessionsOf(tx, user.id, session.id)
      await sessions.lowerSessionsRaisedBy(tx, { id, user_id: user.id })
      const codes = await queries.deleteLoneRecoverySet(tx, user.id)
      if (codes) await sessions.lowerSessionsRaisedBy(tx, { id: codes, user_id: user.id })
      await mailFactorRemoved(tx, { user, session: live }, factor, context.now)
    }
    await recordEvent(tx, signedIn, { action: 'factor.removed', factor }, context)
    return { id }
  })
}

/** The result of an operator's reset: the number of removed factors, and whether password and providers ended too. */
export type FactorReset = { factors: number; ended_ways_in: boolean }

/**
 * Removes all second factors of an account and signs it out everywhere. The operator has checked who the person is. If the
 * address was never proven, a stranger may have created the account, so password and providers end too and the owner returns
 * by email. If it was proven, they stay.
 * @returns null if no account has this address
 */
export function resetFactors(email: string, now: Date): Promise<FactorReset | null> {
  return asAuth(async (tx) => {
    const user = await users.getUserByEmail(tx, email)
    if (!user) return null
    await lock(tx, 'user', user.id)
    const ended_ways_in = !(await isProven(tx, user.id))
    const lost = await queries.deleteFactorsOf(tx, user.id)
    await deleteWait(tx, user.id)
    const ended_sessions = await sessions.deleteSessionsOf(tx, user.id)
    if (ended_ways_in) await removePasswordAndProviders(tx, user.id, now.toISOString())
    if (ended_ways_in) await mailNotice(tx, user, { kind: 'sign_in_method_removed', method: 'password' }, now)
    for (const { factor_type } of lost) {
      await mailNotice(tx, user, { kind: 'sign_in_method_removed', method: factor_type }, now)
    }
    await insertAuditEntry(tx, {
      actor_id: null,
      session_id: null,
      studio_id: null,
      action: 'factors.reset',
      object_type: 'user',
      object_id: user.id,
      before: { factors: lost.map(({ id, factor_type }) => ({ id, factor_type })) },
      after: { ended_sessions, ended_ways_in },
    })
    return { factors: lost.length, ended_ways_in }
  })
}

/** The key of a network where a person proved a second factor. It differs from the key for password sign-ins. */
export const placeOf = (user_id: string, ip: string) => mac('factor-place', user_id, networkOf(ip))

/** Whether this person proved a second factor from this network before. A stranger with only the password did not. */
export const isKnownPlace = (user_id: string, ip: string) =>
  asAuth((tx) => sessions.isKnownPlaceMac(tx, user_id, placeOf(user_id, ip)))

// From one network 15 a minute, and 30 at once. A person has four times as many over all networks, so that a stranger with
// the password cannot use them all up from one network. Known networks of the person have their own limit.
const CALLS = { count: 30, per_seconds: 120 }
const CALLS_OF_PERSON = { count: 120, per_seconds: 120 }

/** Counts a call that starts or answers a challenge. @throws AuthError over_request_rate_limit */
export async function countFactorCall(kind: 'challenge' | 'verify', user_id: string, { ip, now }: RequestContext) {
  const name = `factor-${kind}`
  const byNetwork = await takeLimits([{ limit: { ...CALLS, name }, by: networkOf(ip) }], now)
  if (byNetwork) throwAuthError('over_request_rate_limit', byNetwork)
  const byPerson = await takeLimits([{ limit: { ...CALLS_OF_PERSON, name: `${name}-user` }, by: user_id }], now)
  if (!byPerson) return
  const place = { limit: { ...CALLS, name: `${name}-known-place` }, by: placeOf(user_id, ip) }
  const wait = (await isKnownPlace(user_id, ip)) ? await takeLimits([place], now) : byPerson
  if (wait) throwAuthError('over_request_rate_limit', wait)
}

/**
 * Applies a proven factor: raises the session and ends its earlier refresh tokens, ends other sessions that used only a
 * password, and deletes unverified factors of this kind.
 * @param first whether this proof adds the factor
 */
export async function raiseWithFactor(
  tx: Tx,
  { user, session }: { user: SignedIn['user']; session: sessions.Session },
  { factor, first }: { factor: Pick<Factor, 'id' | 'factor_type'>; first: boolean },
  context: RequestContext,
): Promise<SignedIn> {
  const { id, factor_type } = factor
  const { now, ip, user_agent } = context
  if (first) await requireNoWait(tx, user.id)
  await queries.deleteUnverified(tx, { user_id: user.id, factor_type, keep: id })
  const method = methods[factor_type]
  const entry = { method, timestamp: Math.floor(now.getTime() / 1000), factor_id: id }
  const amr = [entry, ...session.amr.filter((former) => former.method !== method)]
  // By two: the previous token always gets the current one, and the token in use must not get it.
  const refresh_counter = session.refresh_counter + 2
  const raised = await sessions.raiseSession(tx, { id: session.id, amr, refresh_counter, user_agent, ip, now })
  const ended_sessions = await endOtherSessions(tx, raised, now, { keepsRaised: !sessionLimits().single })
  const places = [placeOf(user.id, ip), placeOfSignIn(user.email, ip)]
  await pipeline(
    tx,
    places.map((place_mac) => sessions.placeUpsert(tx, { user_id: user.id, place_mac, now })),
  )
  if (first) await mailFactorAdded(tx, { user, session }, factor, now)
  const action = first ? 'factor.added' : 'factor.verified'
  await recordEvent(tx, { user, session }, { action, factor, ended_sessions }, context)
  return readSignedIn(tx, raised)
}

/** Records a change of a factor in the audit log. */
export function recordEvent(
  tx: Tx,
  { user, session }: { user: { id: string }; session: { id: string } | null },
  what: { action: AuditAction; factor: Pick<Factor, 'id' | 'factor_type'>; ended_sessions?: number },
  context: RequestContext,
) {
  const { action, factor, ...more } = what
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
