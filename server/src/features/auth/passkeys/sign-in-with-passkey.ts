import type { z } from 'zod'
import { auditDenied } from '#platform/audit/audit.ts'
import { asAuth } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { consumeLimits, getNetwork, type Limit } from '#platform/http/limits.ts'
import { readTransports } from '../factors/challenge-factor.ts'
import { buildRequestOptions, verifyAssertion } from '../factors/webauthn/rules.ts'
import { answerTokens, type TokenData } from '../sessions/answer-tokens.ts'
import { openSession } from '../sessions/open-session.ts'
import { getUser } from '../users/queries.ts'
import { isBanned } from '../users/rules.ts'
import { AuthError, type RequestContext, throwAuthError, throwStudioSession } from '../wire/rules.ts'
import * as queries from './queries.ts'
import { getPasskeyHandle } from './rules.ts'
import type { SignInBody } from './schema.ts'
import { requireParty } from './service.ts'
import { storeChallenge } from './store-challenge.ts'

// The limits are high, because a sign-in page requests a challenge when it opens, and offices share a network.
const challengeLimit: Limit = { name: 'passkey-challenge', count: 120, per_seconds: 300 }
const signInLimit: Limit = { name: 'passkey-sign-in', count: 30, per_seconds: 300 }

async function countAttempt(limit: Limit, { ip, now }: RequestContext) {
  const wait = await consumeLimits([{ limit, by: getNetwork(ip) }], now)
  if (wait) throwAuthError('over_request_rate_limit', wait)
}

// Browsers give a passkey only to the site that created it, which is never a studio's own domain.
function requireOurSite({ studio_id }: RequestContext) {
  if (studio_id !== null) throwStudioSession('Passkeys work only on our main site.', '/auth/login')
}

/** Starts a sign-in. The response does not depend on the account: the browser chooses one of its passkeys. */
export async function startSignIn({ publicUrl }: { publicUrl: string }, context: RequestContext) {
  requireOurSite(context)
  const party = requireParty(publicUrl)
  await countAttempt(challengeLimit, context)
  const options = await buildRequestOptions(party, null)
  return asAuth((tx) => storeChallenge(tx, { options, session_id: null, now: context.now }))
}

/**
 * Signs in with a passkey. Unknown, removed and copied keys and wrong signatures cause the same error. The session is `aal1`,
 * so it still needs the second factor (docs/decisions/0188).
 */
export async function signInWithPasskey(
  { challenge_id, credential }: z.output<typeof SignInBody>,
  { publicUrl }: { publicUrl: string },
  context: RequestContext,
) {
  requireOurSite(context)
  const party = requireParty(publicUrl)
  await countAttempt(signInLimit, context)
  const { challenge, passkey } = await asAuth(async (tx) => ({
    challenge: await queries.takeChallenge(tx, challenge_id, null),
    passkey: await queries.getPasskeyByCredential(tx, credential.id),
  }))
  if (!challenge) return throwAuthError('webauthn_challenge_not_found')
  if (Date.parse(challenge.expires_at) <= context.now.getTime()) throwAuthError('webauthn_challenge_expired')
  if (!passkey || !matchesAccount(credential.response.userHandle, passkey.user_id)) {
    return rejectSignIn(passkey?.user_id ?? null, new AuthError('webauthn_verification_failed'), context)
  }
  const { sign_count, credential_id: id, public_key } = passkey
  const storedCredential = { id, public_key, sign_count, transports: readTransports(passkey.transports) }
  const newCount = await verifyAssertion(credential, challenge.nonce, { party, key: storedCredential, use: 'passkey' })
  const outcome =
    newCount === null
      ? new AuthError('webauthn_verification_failed')
      : await openPasskeySession(passkey, { from: sign_count, to: newCount }, context)
  if (outcome instanceof AuthError) return rejectSignIn(passkey.user_id, outcome, context)
  return answerTokens(outcome, context.now)
}

const matchesAccount = (handle: string | undefined, user_id: string) =>
  handle !== undefined && Buffer.from(handle, 'base64url').toString() === getPasskeyHandle(user_id)

function openPasskeySession(
  { id, user_id }: queries.StoredPasskey,
  counter: { from: number; to: number },
  context: RequestContext,
): Promise<TokenData | AuthError> {
  return asAuth(async (tx) => {
    await lock(tx, 'user', user_id)
    const user = await getUser(tx, user_id)
    if (!user || !(await queries.recordUse(tx, { id, ...counter, now: context.now }))) {
      return new AuthError('webauthn_verification_failed')
    }
    if (isBanned(user, context.now)) return new AuthError('user_banned')
    if (user.email_confirmed_at === null) return new AuthError('email_not_confirmed')
    return openSession(tx, user, 'passkey', context, { passkey_id: id })
  })
}

async function rejectSignIn(user_id: string | null, error: AuthError, context: RequestContext): Promise<never> {
  const entry = { action: 'session.open', object_type: 'user', object_id: user_id }
  const after = { method: 'passkey', code: error.code, ip: context.ip }
  const noActor = { actor_id: null, session_id: null, studio_id: null }
  await auditDenied({ ...noActor, ...entry, after, request_id: context.request_id }, context.now)
  throw error
}
