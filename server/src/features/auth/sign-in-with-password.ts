import { auditDenied } from '#platform/audit/audit.ts'
import { hashPassword, needsRehash, verifyPassword } from '#platform/auth/passwords.ts'
import { asAuth } from '#platform/db/actor.ts'
import { pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { countUses, type Limit, networkOf, takeLimit, useStatement, type Wait, waitOf } from '#platform/http/limits.ts'
import { answerTokens, type SignedIn } from './sessions/answer-tokens.ts'
import { openSession } from './sessions/open-session.ts'
import * as sessions from './sessions/queries.ts'
import { placeOf } from './sessions/rules.ts'
import * as users from './users/queries.ts'
import { isBanned } from './users/rules.ts'
import { AuthError, type AuthErrorCode, type RequestContext, throwAuthError } from './wire/rules.ts'
import { readEmail } from './wire/schema.ts'

const perAddress: Limit = { name: 'password-address', count: 30, per_seconds: 300 }
const perAccount: Limit = { name: 'password-account', count: 10, per_seconds: 900 }
const perKnownPlace: Limit = { name: 'password-known-place', count: 10, per_seconds: 900 }

/** Counts one check of a password. @throws AuthError over_request_rate_limit */
export async function countPasswordTry(email: string, context: RequestContext): Promise<void> {
  await countTryAndGetUser(email, context)
}

/**
 * Counts one check of a password, per network and per account, and reads the account in the same exchange. If strangers used
 * up the account's attempts, a network where its owner signed in before still has its own.
 */
async function countTryAndGetUser(email: string, { ip, now }: RequestContext) {
  const ofAddress = { limit: perAddress, by: networkOf(ip) }
  const ofAccount = { limit: perAccount, by: email }
  const { wait, user } = await countUses(async (tx) => {
    const [byAddress, byAccount, [user]] = await pipeline(tx, [
      useStatement(ofAddress, now),
      useStatement(ofAccount, now, ofAddress),
      users.userByEmailQuery(tx, email),
    ])
    const wait = waitOf(ofAddress, byAddress, now)
    if (wait) return { wait, user }
    const waitOfAccount = waitOf(ofAccount, byAccount, now)
    return { wait: waitOfAccount && (await takeTryAtKnownPlace(tx, email, { ip, now }, waitOfAccount)), user }
  })
  if (wait) throwAuthError('over_request_rate_limit', wait)
  return user
}

async function takeTryAtKnownPlace(
  tx: Tx,
  email: string,
  { ip, now }: Pick<RequestContext, 'ip' | 'now'>,
  otherwise: Wait,
) {
  const place = placeOf(email, ip)
  const isKnown = await sessions.isKnownPlaceOf(tx, email, place)
  return isKnown ? takeLimit(tx, { limit: perKnownPlace, by: place }, now) : otherwise
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
  const matches = await verifyPassword(stored_hash, body.password ?? '')
  if (!matches || !user || stored_hash === null) return rejectSignIn(user?.id ?? null, context, 'invalid_credentials')
  if (isBanned(user, context.now)) return rejectSignIn(user.id, context, 'user_banned', { status: 400 })
  if (user.email_confirmed_at === null) return rejectSignIn(user.id, context, 'email_not_confirmed')
  const renewed = needsRehash(stored_hash) ? await hashPassword(body.password ?? '') : null
  return answerTokens(
    await openPasswordSession({ ...user, encrypted_password: stored_hash }, renewed, context),
    context.now,
  )
}

// Also recorded for unknown people, so that the duration does not reveal who is known.
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
  candidate: CheckedAccount,
  renewed: string | null,
  context: RequestContext,
): Promise<SignedIn> {
  return asAuth(async (tx) => {
    const { id, encrypted_password } = candidate
    const same = (await users.lockPasswordHash(tx, id)) === encrypted_password
    if (!same) throw new AuthError('invalid_credentials')
    if (renewed)
      await users.replacePassword(tx, { user_id: id, from: encrypted_password, to: renewed, now: context.now })
    return openSession(tx, candidate, 'password', context)
  })
}
