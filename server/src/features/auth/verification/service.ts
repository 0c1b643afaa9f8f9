import { randomUUID } from 'node:crypto'
import { insertAuditEntry } from '../../../platform/audit.ts'
import { asAuth, type Tx } from '../../../platform/db/door.ts'
import { type Limit, networkOf, takeLimits } from '../../../platform/limits.ts'
import { randomSecret, sameSecret, sha256 } from '../../../platform/secrets.ts'
import * as flows from '../flows/queries.ts'
import { queueProofMail, queueWelcomeMail } from '../mails/service.ts'
import { withCode, withError, withMessage } from '../redirects/rules.ts'
import { chooseDestination, type Destination } from '../redirects/service.ts'
import { answerTokens, openSession, type SignedIn } from '../sessions/service.ts'
import * as users from '../users/queries.ts'
import { type AuthUser, isBanned } from '../users/rules.ts'
import { AuthRefusal, refuse, type Visit } from '../wire/rules.ts'
import { type Challenge, readEmail } from '../wire/schema.ts'
import * as queries from './queries.ts'
import { isPkceLink, linkTo, macOfCode, makeProof, type Purpose, purposeOf } from './rules.ts'

const perAddress: Limit = { name: 'verify', count: 30, per_seconds: 300 }
const AUTH_CODE_BYTES = 32

const badLink = () => new AuthRefusal('otp_expired', { message: 'Email link is invalid or has expired' })

/** What a mail with a link and a code is made for. */
export type ProofWish = {
  user_id: string
  purpose: Purpose
  challenge: Challenge | null
  destination: Destination
  publicUrl: string
}

/** Makes a link and a code, keeps what recognises them, and queues the mail that carries them. */
export async function mailProof(tx: Tx, wish: ProofWish, now: Date): Promise<void> {
  const { user_id, purpose, challenge, destination } = wish
  const proof = makeProof(user_id, purpose, { pkce: challenge !== null, now })
  const flow_state_id = challenge ? randomUUID() : null
  if (challenge && flow_state_id) {
    const method = purpose === 'recovery' ? 'recovery' : 'email/signup'
    await flows.createFlow(tx, { id: flow_state_id, method, user_id, ...challenge, now })
  }
  const { link_hash, code_mac, expires_at, link_token, code } = proof
  await queries.replaceToken(tx, { user_id, purpose, link_hash, code_mac, flow_state_id, now, expires_at })
  const link = linkTo(wish.publicUrl, { link_token, purpose, redirect_to: destination.url })
  await queueProofMail(tx, { user_id, purpose, link, code, studio_id: destination.studio_id })
}

async function countTry({ ip, now }: Visit): Promise<void> {
  const wait = await takeLimits([{ limit: perAddress, by: networkOf(ip) }], now)
  if (wait) refuse('over_request_rate_limit', wait)
}

/** Everything that follows from a person having shown that they read the address. */
async function acceptProof(tx: Tx, user: AuthUser, purpose: Purpose, visit: Visit): Promise<void> {
  const user_id = user.id
  const confirmed = await users.proveEmail(tx, user_id, visit.now)
  if (confirmed) await queueWelcomeMail(tx, user_id, user.user_metadata.signup_namespace)
  await insertAuditEntry(tx, {
    actor_id: user_id,
    session_id: null,
    studio_id: null,
    action: `${purpose}.proven`,
    object_type: 'user',
    object_id: user_id,
    after: { ip: visit.ip },
    request_id: visit.request_id,
  })
}

/**
 * Opens a mailed link. Whoever holds the PKCE verifier gets a code to exchange; others only have their address
 * confirmed, and a recovery link of theirs is left alone, because it could not bring them further than the mailed code.
 * @returns the address to go on to, with the code, the plain result or the error in it
 */
export async function openLink(
  link: { token: string | null; type: string | null; redirect_to: string | null },
  publicUrl: string,
  visit: Visit,
): Promise<string> {
  const token = link.token ?? refuse('validation_failed', { message: 'Verify requires a token or a token hash' })
  const purpose =
    purposeOf(link.type ?? '') ?? refuse('validation_failed', { message: 'Verify requires a verification type' })
  await countTry(visit)
  return asAuth(async (tx) => {
    const page = purpose === 'recovery' ? 'reset-password' : 'callback'
    const { url } = await chooseDestination(tx, { redirect_to: link.redirect_to, publicUrl, page })
    const outcome = await followLink(tx, token, purpose, visit)
    if (outcome instanceof AuthRefusal) return withError(url, outcome, isPkceLink(token))
    return outcome.auth_code ? withCode(url, outcome.auth_code) : withMessage(url, 'Your email address is confirmed')
  })
}

async function followLink(tx: Tx, token: string, purpose: Purpose, visit: Visit) {
  if (purpose === 'recovery' && !isPkceLink(token)) {
    return new AuthRefusal('validation_failed', { message: 'Please enter the code from the email' })
  }
  const used = await queries.consumeLink(tx, { link_hash: sha256(token), purpose, now: visit.now })
  const user = used && (await users.getUser(tx, used.user_id))
  if (!user) return badLink()
  if (isBanned(user, visit.now)) return new AuthRefusal('user_banned')
  await acceptProof(tx, user, purpose, visit)
  if (used.flow_state_id === null) return isPkceLink(token) ? badLink() : { auth_code: null }
  const auth_code = randomSecret(AUTH_CODE_BYTES)
  const issued = await flows.issueAuthCode(tx, used.flow_state_id, sha256(auth_code), visit.now)
  return issued ? { auth_code } : badLink()
}

type Guess = { type: string | null; email: string | null; token: string | null; token_hash: string | null }

/** The POST path: a six-digit code with its address, or a link's token, signs in at once, on whatever device. */
export async function verify(guess: Guess, visit: Visit) {
  const purpose =
    purposeOf(guess.type ?? '') ?? refuse('validation_failed', { message: 'Verify requires a verification type' })
  if ((guess.token === null) === (guess.token_hash === null)) {
    refuse('validation_failed', { message: 'Verify requires either a token or a token hash' })
  }
  const email = guess.token === null ? null : readEmail(guess.email ?? '')
  await countTry(visit)
  const outcome = await asAuth(async (tx) => {
    const user_id = email
      ? await userByCode(tx, { email, purpose, code: guess.token ?? '' }, visit.now)
      : (await queries.consumeLink(tx, { link_hash: sha256(guess.token_hash ?? ''), purpose, now: visit.now }))?.user_id
    return user_id ? enterByProof(tx, user_id, purpose, visit) : email ? new AuthRefusal('otp_expired') : badLink()
  })
  if (outcome instanceof AuthRefusal) throw outcome
  return answerTokens(outcome, visit.now)
}

// A wrong guess must stay counted, so nothing is thrown here.
async function userByCode(tx: Tx, guess: { email: string; purpose: Purpose; code: string }, now: Date) {
  const tried = await queries.tryCode(tx, { email: guess.email, purpose: guess.purpose, now })
  return tried && sameSecret(tried.code_mac, macOfCode(tried.user_id, guess.purpose, guess.code)) ? tried.user_id : null
}

async function enterByProof(tx: Tx, user_id: string, purpose: Purpose, visit: Visit): Promise<SignedIn | AuthRefusal> {
  const user = await users.getUser(tx, user_id)
  if (!user) return badLink()
  if (isBanned(user, visit.now)) return new AuthRefusal('user_banned')
  await queries.deleteTokensOf(tx, user_id)
  await acceptProof(tx, user, purpose, visit)
  return openSession(tx, user_id, 'otp', visit)
}
