import { auditDenied } from '#platform/audit/audit.ts'
import { hashPassword, needsRehash, verifyPassword } from '#platform/auth/passwords.ts'
import { asAuth } from '#platform/db/actor.ts'
import { pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import {
  computeRetryDelay,
  countUse,
  getNetwork,
  inLimitTransaction,
  type Limit,
  limitUseStatement,
  type RetryDelay,
} from '#platform/http/limits.ts'
import { answerTokens, type TokenData } from './sessions/answer-tokens.ts'
import * as networks from './sessions/network-queries.ts'
import { openSession } from './sessions/open-session.ts'
import { computeNetworkKey } from './sessions/rules.ts'
import * as users from './users/queries.ts'
import { isBanned } from './users/rules.ts'
import { AuthError, type AuthErrorCode, type RequestContext, throwAuthError } from './wire/rules.ts'
import { readEmail } from './wire/schema.ts'

const perNetwork: Limit = { name: 'password-address', count: 30, per_seconds: 300 }
const perAccount: Limit = { name: 'password-account', count: 10, per_seconds: 900 }
const perKnownNetwork: Limit = { name: 'password-known-place', count: 10, per_seconds: 900 }

/** Counts one check of a password. @throws AuthError over_request_rate_limit */
export async function countPasswordTry(email: string, context: RequestContext): Promise<void> {
  await countTryAndGetUser(email, context)
}

/**
 * Counts one check of a password, per network and per account, and reads the account in the same exchange with the
 * database. If strangers have used up the attempts of the account, a network where its owner signed in before still has attempts of its own.
 */
async function countTryAndGetUser(email: string, { ip, now }: RequestContext) {
  const networkUse = { limit: perNetwork, by: getNetwork(ip) }
  const accountUse = { limit: perAccount, by: email }
  const { wait, user } = await inLimitTransaction(async (tx) => {
    const [networkRows, accountRows, [user]] = await pipeline(tx, [
      limitUseStatement(networkUse, now),
      limitUseStatement(accountUse, now, networkUse),
      users.userByEmailQuery(tx, email),
    ])
    const networkWait = computeRetryDelay(networkUse, networkRows, now)
    if (networkWait) return { wait: networkWait, user }
    const accountWait = computeRetryDelay(accountUse, accountRows, now)
    return { wait: accountWait && (await countTryAtKnownNetwork(tx, email, { ip, now }, accountWait)), user }
  })
  if (wait) throwAuthError('over_request_rate_limit', wait)
  return user
}

/** Counts the check for a known network instead. @returns `accountWait` if the network is not known */
async function countTryAtKnownNetwork(
  tx: Tx,
  email: string,
  { ip, now }: Pick<RequestContext, 'ip' | 'now'>,
  accountWait: RetryDelay,
) {
  const network = computeNetworkKey(email, ip)
  const isKnown = await networks.isKnownNetworkOf(tx, email, network)
  return isKnown ? countUse(tx, { limit: perKnownNetwork, by: network }, now) : accountWait
}

type CheckedAccount = { id: string; email: string; encrypted_password: string }

/**
 * The password grant. An unknown person, a missing password and a wrong password get the same response after the same time.
 */
export async function signInWithPassword(
  body: { email: string | null; phone: string | null; password: string | null },
  context: RequestContext,
) {
  if (body.email === null) {
    if (body.phone !== null) throwAuthError('phone_provider_disabled', { status: 422 })
    return throwAuthError('validation_failed', { message: 'missing email or phone' })
  }
  const email = readEmail(body.email)
  const user = await countTryAndGetUser(email, context)
  const stored_hash = user?.encrypted_password ?? null
  const isRightPassword = await verifyPassword(stored_hash, body.password ?? '')
  if (!isRightPassword || !user || stored_hash === null)
    return rejectSignIn(user?.id ?? null, context, 'invalid_credentials')
  if (isBanned(user, context.now)) return rejectSignIn(user.id, context, 'user_banned', { status: 400 })
  if (user.email_confirmed_at === null) return rejectSignIn(user.id, context, 'email_not_confirmed')
  const newHash = needsRehash(stored_hash) ? await hashPassword(body.password ?? '') : null
  return answerTokens(
    await openPasswordSession({ ...user, encrypted_password: stored_hash }, newHash, context),
    context.now,
  )
}

// Also writes an audit entry for an unknown address, so that the duration does not reveal whether there is an account.
async function rejectSignIn(
  user_id: string | null,
  context: RequestContext,
  code: AuthErrorCode,
  options: { status?: number } = {},
) {
  const entry = { action: 'session.open', object_type: 'user', object_id: user_id }
  const after = { method: 'password', code, ip: context.ip }
  const noActor = { actor_id: null, session_id: null, studio_id: null }
  await auditDenied({ ...noActor, ...entry, after, request_id: context.request_id }, context.now)
  return throwAuthError(code, options)
}

// The password was checked before this transaction. If it has changed since then, the old one must not work.
function openPasswordSession(
  account: CheckedAccount,
  newHash: string | null,
  context: RequestContext,
): Promise<TokenData> {
  return asAuth(async (tx) => {
    const { id, encrypted_password } = account
    const isUnchanged = (await users.lockPasswordHash(tx, id)) === encrypted_password
    if (!isUnchanged) throw new AuthError('invalid_credentials')
    if (newHash)
      await users.replacePassword(tx, {
        user_id: id,
        old_hash: encrypted_password,
        new_hash: newHash,
        now: context.now,
      })
    return openSession(tx, account, 'password', context)
  })
}
