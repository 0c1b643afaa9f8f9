import { auditDenied } from '#platform/audit/audit.ts'
import { hashPassword, needsRehash, verifyPassword } from '#platform/auth/passwords.ts'
import { asAuth } from '#platform/db/actor.ts'
import { type Limit, networkOf, takeLimits } from '#platform/http/limits.ts'
import * as sessions from './sessions/queries.ts'
import { placeOf } from './sessions/rules.ts'
import { answerTokens, openSession, type SignedIn } from './sessions/service.ts'
import * as users from './users/queries.ts'
import { isBanned } from './users/rules.ts'
import { type AuthErrorCode, AuthRefusal, refuse, type Visit } from './wire/rules.ts'
import { readEmail } from './wire/schema.ts'

const perAddress: Limit = { name: 'password-address', count: 30, per_seconds: 300 }
const perAccount: Limit = { name: 'password-account', count: 10, per_seconds: 900 }
const perKnownPlace: Limit = { name: 'password-known-place', count: 10, per_seconds: 900 }

/**
 * Counts one check of a password against the address it came from and the account. When others have used up the
 * account's tries, a place from which its owner signed in before has tries of its own.
 */
export async function countPasswordTry(email: string, { ip, now }: Visit): Promise<void> {
  const byAddress = await takeLimits([{ limit: perAddress, by: networkOf(ip) }], now)
  if (byAddress) refuse('over_request_rate_limit', byAddress)
  const byAccount = await takeLimits([{ limit: perAccount, by: email }], now)
  if (!byAccount) return
  const place = placeOf(email, ip)
  const known = await asAuth((tx) => sessions.knowsPlace(tx, email, place))
  const byPlace = known ? await takeLimits([{ limit: perKnownPlace, by: place }], now) : byAccount
  if (byPlace) refuse('over_request_rate_limit', byPlace)
}

type Candidate = { id: string; encrypted_password: string }

/** The password grant: unknown person, no password and wrong password answer alike and take equally long. */
export async function signInWithPassword(
  body: { email: string | null; phone: string | null; password: string | null },
  visit: Visit,
) {
  if (body.email === null) {
    if (body.phone !== null) refuse('phone_provider_disabled', { status: 422 })
    return refuse('validation_failed', { message: 'missing email or phone' })
  }
  const email = readEmail(body.email)
  await countPasswordTry(email, visit)
  const user = await asAuth((tx) => users.getUserByEmail(tx, email))
  const kept = user?.encrypted_password ?? null
  const matches = await verifyPassword(kept, body.password ?? '')
  if (!matches || !user || kept === null) return turnAway(user?.id ?? null, visit, 'invalid_credentials')
  if (isBanned(user, visit.now)) return turnAway(user.id, visit, 'user_banned', { status: 400 })
  if (user.email_confirmed_at === null) return turnAway(user.id, visit, 'email_not_confirmed')
  const renewed = needsRehash(kept) ? await hashPassword(body.password ?? '') : null
  return answerTokens(await enter({ id: user.id, encrypted_password: kept }, renewed, visit), visit.now)
}

// Written for unknown people too: what the trail costs must not tell who is known.
async function turnAway(user_id: string | null, visit: Visit, code: AuthErrorCode, options: { status?: number } = {}) {
  const entry = { action: 'session.open', object_type: 'user', object_id: user_id }
  const after = { method: 'password', code, ip: visit.ip }
  const nobody = { actor_id: null, session_id: null, studio_id: null }
  await auditDenied({ ...nobody, ...entry, after, request_id: visit.request_id }, visit.now)
  return refuse(code, options)
}

// The password was checked before this transaction: a change that came in between must not let the old one in.
function enter(candidate: Candidate, renewed: string | null, visit: Visit): Promise<SignedIn> {
  return asAuth(async (tx) => {
    const { id, encrypted_password } = candidate
    const same = (await users.lockPasswordHash(tx, id)) === encrypted_password
    if (!same) throw new AuthRefusal('invalid_credentials')
    if (renewed) await users.replacePassword(tx, { user_id: id, from: encrypted_password, to: renewed, now: visit.now })
    return openSession(tx, id, 'password', visit)
  })
}
