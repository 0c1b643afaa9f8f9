import { randomUUID } from 'node:crypto'
import { requireNoWait } from '#features/auth/factor-waits/service.ts'
import { mailNotice } from '#features/auth/mails/service.ts'
import * as sessions from '#features/auth/sessions/queries.ts'
import { answerTokens, type SignedIn } from '#features/auth/sessions/service.ts'
import { AuthRefusal, refuse, type Visit } from '#features/auth/wire/rules.ts'
import { asAuth } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, networkOf, takeLimits } from '#platform/http/limits.ts'
import * as factors from '../queries.ts'
import { type FactorSettings, raise, trail } from '../service.ts'
import * as queries from './queries.ts'
import { CODES, hashOf, newCodes, readCode } from './rules.ts'

const DEFAULT_NAME = 'Recovery codes'
// No number of tries finds one of 80 bits; the limit keeps guessers from filling the trail. It is counted per network, so
// that a stranger who knows the password cannot keep the owner from their codes.
const triesFromNetwork: Limit = { name: 'recovery-code', count: 10, per_seconds: 900 }

const kind = 'recovery_code' as const
const none = (): never => refuse('mfa_factor_not_found', { message: 'There are no recovery codes' })

/** How many codes there are and how many are left; never the codes. */
export async function getStatus({ user }: SignedIn) {
  const { id, total, remaining } = (await asAuth((tx) => queries.getRecoverySet(tx, user.id))) ?? none()
  return { id, type: kind, total, remaining }
}

/** Makes a person's set of codes and shows them, once. It is never a person's only factor. */
export async function generateCodes(
  signedIn: SignedIn,
  name: string | null,
  { authFactors }: FactorSettings,
  visit: Visit,
) {
  if (authFactors.length === 0) refuse('mfa_recovery_codes_enroll_not_enabled')
  const { user } = signedIn
  const friendly_name = name ?? DEFAULT_NAME
  return asAuth(async (tx) => {
    await lock(tx, 'user', user.id)
    const own = await factors.listFactors(tx, user.id)
    if (!own.some(({ status }) => status === 'verified')) refuse('mfa_recovery_codes_sole_factor')
    await requireRaisedNow(tx, signedIn, 403)
    await requireNoWait(tx, user.id)
    if (own.some(({ factor_type }) => factor_type === kind)) {
      refuse('mfa_verified_factor_exists', { message: 'There are recovery codes already' })
    }
    const set = { id: randomUUID(), user_id: user.id, friendly_name, now: visit.now }
    const { id } = (await queries.createRecoverySet(tx, set)) ?? refuse('mfa_factor_name_conflict')
    await mailNotice(tx, user, { kind: 'sign_in_method_added', method: kind }, visit.now)
    return showNewCodes(tx, signedIn, { id, friendly_name, action: 'factor.added' }, visit)
  })
}

/** Makes new codes; the earlier ones no longer work. */
export function regenerateCodes(signedIn: SignedIn, visit: Visit) {
  const { user } = signedIn
  return asAuth(async (tx) => {
    await lock(tx, 'user', user.id)
    const { id, friendly_name } = (await queries.getRecoverySet(tx, user.id)) ?? none()
    await requireRaisedNow(tx, signedIn, 403)
    await requireNoWait(tx, user.id)
    await mailNotice(tx, user, { kind: 'recovery_codes_replaced' }, visit.now)
    return showNewCodes(tx, signedIn, { id, friendly_name, action: 'factor.codes_replaced' }, visit)
  })
}

/** Takes a person's recovery codes away, and every session that they raised back down. */
export function removeCodes(signedIn: SignedIn, visit: Visit) {
  const { user } = signedIn
  return asAuth(async (tx) => {
    await lock(tx, 'user', user.id)
    const { id } = (await queries.getRecoverySet(tx, user.id)) ?? none()
    await requireRaisedNow(tx, signedIn, 422)
    await requireNoWait(tx, user.id)
    await factors.deleteFactor(tx, id)
    await sessions.lowerSessionsRaisedBy(tx, { id, user_id: user.id })
    await mailNotice(tx, user, { kind: 'sign_in_method_removed', method: kind }, visit.now)
    await trail(tx, signedIn, { action: 'factor.removed', factor: { id, factor_type: kind } }, visit)
    return { id }
  })
}

/** Confirms with a recovery code, which raises this session once and brings its new tokens. */
export async function verifyCode(signedIn: SignedIn, typed: string | null, visit: Visit) {
  const { user } = signedIn
  await countRecoveryTry(user.id, visit)
  // The refusal's entry in the trail stays, so it is handed out of the transaction instead of thrown in it.
  const outcome = await asAuth(async (tx) => {
    await lock(tx, 'user', user.id)
    const session = (await sessions.lockSession(tx, signedIn.session.id)) ?? refuse('session_not_found')
    const spent = await spendRecoveryCode(tx, { user, session }, typed ?? '', visit)
    if (!spent) return new AuthRefusal('mfa_verification_failed', { message: 'Invalid recovery code entered' })
    return raise(tx, { user, session }, { factor: { id: spent.id, factor_type: kind }, first: false }, visit)
  })
  if (outcome instanceof AuthRefusal) throw outcome
  return answerTokens(outcome, visit.now)
}

/**
 * Counts a try at a person's recovery codes; before the transaction that tries it.
 * @throws AuthRefusal mfa_recovery_codes_locked
 */
export async function countRecoveryTry(user_id: string, { ip, now }: Visit): Promise<void> {
  const wait = await takeLimits([{ limit: triesFromNetwork, by: `${user_id} ${networkOf(ip)}` }], now)
  if (wait) refuse('mfa_recovery_codes_locked', wait)
}

/**
 * Uses up a recovery code of a person and tells them by mail. A wrong code is written into the trail. Of two calls with
 * one code, one gets it.
 * @returns the set that it was of; null for a code that is wrong or used
 */
export async function spendRecoveryCode(
  tx: Tx,
  whose: { user: SignedIn['user']; session: { id: string } | null },
  typed: string,
  visit: Visit,
): Promise<{ id: string } | null> {
  const { user } = whose
  const set = await queries.getRecoverySet(tx, user.id)
  if (!set) return null
  const { id } = set
  const code = readCode(typed)
  const spent =
    code !== null && (await queries.useCode(tx, { factor_id: id, code_hash: hashOf(id, code), now: visit.now }))
  if (spent) await mailNotice(tx, user, { kind: 'recovery_code_used' }, visit.now)
  else await trail(tx, whose, { action: 'factor.refused', factor: { id, factor_type: kind } }, visit)
  return spent ? { id } : null
}

// The level is read again behind the lock: the session may have been lowered since it was let in.
async function requireRaisedNow(tx: Tx, { session }: SignedIn, status: number) {
  const live = (await sessions.lockSession(tx, session.id)) ?? refuse('session_not_found')
  if (live.aal !== 'aal2') refuse('insufficient_aal', { status })
}

type NewSet = { id: string; friendly_name: string | null; action: string }

async function showNewCodes(tx: Tx, signedIn: SignedIn, { id, friendly_name, action }: NewSet, visit: Visit) {
  const codes = newCodes()
  const hashes = codes.map((code) => hashOf(id, code))
  await queries.replaceCodes(tx, id, hashes, visit.now)
  await trail(tx, signedIn, { action, factor: { id, factor_type: kind } }, visit)
  return { id, type: kind, friendly_name: friendly_name ?? DEFAULT_NAME, total: CODES, codes }
}
