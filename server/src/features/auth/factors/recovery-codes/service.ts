import { randomUUID } from 'node:crypto'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { queueSecurityNotice } from '#features/auth/email-service.ts'
import { requireNoFactorWait } from '#features/auth/factor-waits/service.ts'
import { answerTokens, type TokenData } from '#features/auth/sessions/answer-tokens.ts'
import * as sessions from '#features/auth/sessions/queries.ts'
import { AuthError, type RequestContext, throwAuthError } from '#features/auth/wire/rules.ts'
import { asAuth } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { consumeLimits, getNetwork, type Limit } from '#platform/http/limits.ts'
import * as factors from '../queries.ts'
import { type FactorSettings, raiseWithFactor, recordEvent } from '../service.ts'
import * as queries from './queries.ts'
import { CODE_COUNT, createCodes, hashCode, readCode } from './rules.ts'

const DEFAULT_NAME = 'Recovery codes'
// A code of 80 bits cannot be guessed. The limit only prevents guesses from filling the audit log. It applies to each
// network, so that a stranger with the password cannot lock out the owner.
const perNetwork: Limit = { name: 'recovery-code', count: 10, per_seconds: 900 }

const FACTOR_TYPE = 'recovery_code' as const
const throwNoCodes = (): never => throwAuthError('mfa_factor_not_found', { message: 'There are no recovery codes' })

/** The number of all codes and of unused codes; never the codes. */
export async function getStatus({ user }: TokenData) {
  const { id, total, remaining } = (await asAuth((tx) => queries.getRecoverySet(tx, user.id))) ?? throwNoCodes()
  return { id, type: FACTOR_TYPE, total, remaining }
}

/** Creates a person's set of codes and returns them for the only time. A set needs another verified factor. */
export async function generateCodes(
  tokenData: TokenData,
  name: string | null,
  { authFactors }: FactorSettings,
  context: RequestContext,
) {
  if (authFactors.length === 0) throwAuthError('mfa_recovery_codes_enroll_not_enabled')
  const { user } = tokenData
  const friendly_name = name ?? DEFAULT_NAME
  return asAuth(async (tx) => {
    await lock(tx, 'user', user.id)
    const existing = await factors.listFactors(tx, user.id)
    if (!existing.some(({ status }) => status === 'verified')) throwAuthError('mfa_recovery_codes_sole_factor')
    await requireRaisedNow(tx, tokenData, 403)
    await requireNoFactorWait(tx, user.id)
    if (existing.some(({ factor_type }) => factor_type === FACTOR_TYPE)) {
      throwAuthError('mfa_verified_factor_exists', { message: 'You already have recovery codes.' })
    }
    const newSet = { id: randomUUID(), user_id: user.id, friendly_name, now: context.now }
    const { id } = (await queries.createRecoverySet(tx, newSet)) ?? throwAuthError('mfa_factor_name_conflict')
    await queueSecurityNotice(tx, user, { kind: 'sign_in_method_added', method: FACTOR_TYPE }, context.now)
    return storeNewCodes(tx, tokenData, { id, friendly_name, action: 'factor.added' }, context)
  })
}

/** Replaces the codes. The earlier ones stop working. */
export function regenerateCodes(tokenData: TokenData, context: RequestContext) {
  const { user } = tokenData
  return asAuth(async (tx) => {
    await lock(tx, 'user', user.id)
    const { id, friendly_name } = (await queries.getRecoverySet(tx, user.id)) ?? throwNoCodes()
    await requireRaisedNow(tx, tokenData, 403)
    await requireNoFactorWait(tx, user.id)
    await queueSecurityNotice(tx, user, { kind: 'recovery_codes_replaced' }, context.now)
    return storeNewCodes(tx, tokenData, { id, friendly_name, action: 'factor.codes_replaced' }, context)
  })
}

/** Deletes a person's recovery codes. A session that was confirmed only with one of them becomes `aal1` again. */
export function removeCodes(tokenData: TokenData, context: RequestContext) {
  const { user } = tokenData
  return asAuth(async (tx) => {
    await lock(tx, 'user', user.id)
    const { id } = (await queries.getRecoverySet(tx, user.id)) ?? throwNoCodes()
    await requireRaisedNow(tx, tokenData, 422)
    await requireNoFactorWait(tx, user.id)
    await factors.deleteFactor(tx, id)
    await sessions.lowerSessionsOfFactor(tx, { id, user_id: user.id })
    await queueSecurityNotice(tx, user, { kind: 'sign_in_method_removed', method: FACTOR_TYPE }, context.now)
    await recordEvent(tx, tokenData, { action: 'factor.removed', factor: { id, factor_type: FACTOR_TYPE } }, context)
    return { id }
  })
}

/** Confirms a session with a recovery code, and returns its new tokens. A code works once. */
export async function verifyCode(tokenData: TokenData, typedCode: string | null, context: RequestContext) {
  const { user } = tokenData
  await countRecoveryTry(user.id, context)
  // A thrown error would roll back the entry in the audit log, so it is returned.
  const outcome = await asAuth(async (tx) => {
    await lock(tx, 'user', user.id)
    const session = (await sessions.lockSession(tx, tokenData.session.id)) ?? throwAuthError('session_not_found')
    const recoverySet = await spendRecoveryCode(tx, { user, session }, typedCode ?? '', context)
    if (!recoverySet) return new AuthError('mfa_verification_failed', { message: 'Invalid recovery code entered' })
    return raiseWithFactor(
      tx,
      { user, session },
      { factor: { id: recoverySet.id, factor_type: FACTOR_TYPE }, isNew: false },
      context,
    )
  })
  if (outcome instanceof AuthError) throw outcome
  return answerTokens(outcome, context.now)
}

/**
 * Counts an attempt at a person's recovery codes. Call it before the transaction of the attempt.
 * @throws AuthError mfa_recovery_codes_locked
 */
export async function countRecoveryTry(user_id: string, { ip, now }: RequestContext): Promise<void> {
  const wait = await consumeLimits([{ limit: perNetwork, by: `${user_id} ${getNetwork(ip)}` }], now)
  if (wait) throwAuthError('mfa_recovery_codes_locked', wait)
}

/**
 * Uses up a recovery code and notifies its owner by email. A wrong code is recorded in the audit log. If two calls use
 * the same code, only one succeeds.
 * @returns the code's set; null for a wrong or used code
 */
export async function spendRecoveryCode(
  tx: Tx,
  subject: { user: TokenData['user']; session: { id: string } | null },
  typedCode: string,
  context: RequestContext,
): Promise<{ id: string } | null> {
  const { user } = subject
  const recoverySet = await queries.getRecoverySet(tx, user.id)
  if (!recoverySet) return null
  const { id } = recoverySet
  const code = readCode(typedCode)
  const isSpent =
    code !== null &&
    (await queries.markCodeUsed(tx, { factor_id: id, code_hash: hashCode(id, code), now: context.now }))
  if (isSpent) await queueSecurityNotice(tx, user, { kind: 'recovery_code_used' }, context.now)
  else await recordEvent(tx, subject, { action: 'factor.refused', factor: { id, factor_type: FACTOR_TYPE } }, context)
  return isSpent ? { id } : null
}

// Reads the level again after locking, because the session may have been lowered since the request began.
async function requireRaisedNow(tx: Tx, { session }: TokenData, status: number) {
  const lockedSession = (await sessions.lockSession(tx, session.id)) ?? throwAuthError('session_not_found')
  if (lockedSession.aal !== 'aal2') throwAuthError('insufficient_aal', { status })
}

type NewSet = { id: string; friendly_name: string | null; action: AuditAction }

async function storeNewCodes(
  tx: Tx,
  tokenData: TokenData,
  { id, friendly_name, action }: NewSet,
  context: RequestContext,
) {
  const codes = createCodes()
  const hashes = codes.map((code) => hashCode(id, code))
  await queries.replaceCodes(tx, id, hashes, context.now)
  await recordEvent(tx, tokenData, { action, factor: { id, factor_type: FACTOR_TYPE } }, context)
  return { id, type: FACTOR_TYPE, friendly_name: friendly_name ?? DEFAULT_NAME, total: CODE_COUNT, codes }
}
