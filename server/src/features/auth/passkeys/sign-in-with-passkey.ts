import type { z } from 'zod'
import { auditDenied } from '#platform/audit/audit.ts'
import { asAuth } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { type Limit, networkOf, takeLimits } from '#platform/http/limits.ts'
import { transportsOf } from '../factors/challenge-factor.ts'
import { requestOptions, verifyAssertion } from '../factors/webauthn/rules.ts'
import { answerTokens, type SignedIn } from '../sessions/answer-tokens.ts'
import { openSession } from '../sessions/open-session.ts'
import { getUser } from '../users/queries.ts'
import { isBanned } from '../users/rules.ts'
import { AuthError, type RequestContext, throwAuthError, throwStudioSession } from '../wire/rules.ts'
import { keepChallenge } from './keep-challenge.ts'
import * as queries from './queries.ts'
import { handleOf } from './rules.ts'
import type { SignInBody } from './schema.ts'
import { requireParty } from './service.ts'

// A page that offers passkeys in its email field asks for a challenge when it opens. Offices share a network.
const challenges: Limit = { name: 'passkey-challenge', count: 120, per_seconds: 300 }
const answers: Limit = { name: 'passkey-sign-in', count: 30, per_seconds: 300 }

async function count(limit: Limit, { ip, now }: RequestContext) {
  const wait = await takeLimits([{ limit, by: networkOf(ip) }], now)
  if (wait) throwAuthError('over_request_rate_limit', wait)
}

// Browsers give a passkey only to the site that made it, which is never a studio's own domain.
function requireOurSite({ studio_id }: RequestContext) {
  if (studio_id !== null) throwStudioSession('Passkeys work at our main site.', '/auth/login')
}

/** Starts a sign-in. The answer is the same for everybody: the browser finds the account among its passkeys. */
export async function startSignIn({ publicUrl }: { publicUrl: string }, context: RequestContext) {
  requireOurSite(context)
  const party = requireParty(publicUrl)
  await count(challenges, context)
  const options = await requestOptions(party, null)
  return asAuth((tx) => keepChallenge(tx, { options, session_id: null, now: context.now }))
}

/**
 * Signs in with a passkey. Unknown, removed and copied keys and wrong signatures get the same answer. The session is `aal1`:
 * a second factor is still asked for (docs/decisions/0188).
 */
export async function signInWithPasskey(
  { challenge_id, credential }: z.output<typeof SignInBody>,
  { publicUrl }: { publicUrl: string },
  context: RequestContext,
) {
  requireOurSite(context)
  const party = requireParty(publicUrl)
  await count(answers, context)
  const { challenge, passkey } = await asAuth(async (tx) => ({
    challenge: await queries.takeChallenge(tx, challenge_id, null),
    passkey: await queries.getPasskeyByCredential(tx, credential.id),
  }))
  if (!challenge) return throwAuthError('webauthn_challenge_not_found')
  if (Date.parse(challenge.expires_at) <= context.now.getTime()) throwAuthError('webauthn_challenge_expired')
  if (!passkey || !namesAccount(credential.response.userHandle, passkey.user_id)) {
    return reject(passkey?.user_id ?? null, new AuthError('webauthn_verification_failed'), context)
  }
  const { sign_count, credential_id: id, public_key } = passkey
  const kept = { id, public_key, sign_count, transports: transportsOf(passkey.transports) }
  const to = await verifyAssertion(credential, challenge.nonce, { party, kept, use: 'passkey' })
  const outcome =
    to === null
      ? new AuthError('webauthn_verification_failed')
      : await openPasskeySession(passkey, { from: sign_count, to }, context)
  if (outcome instanceof AuthError) return reject(passkey.user_id, outcome, context)
  return answerTokens(outcome, context.now)
}

const namesAccount = (handle: string | undefined, user_id: string) =>
  handle !== undefined && Buffer.from(handle, 'base64url').toString() === handleOf(user_id)

function openPasskeySession(
  { id, user_id }: queries.StoredPasskey,
  counter: { from: number; to: number },
  context: RequestContext,
): Promise<SignedIn | AuthError> {
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

async function reject(user_id: string | null, error: AuthError, context: RequestContext): Promise<never> {
  const entry = { action: 'session.open', object_type: 'user', object_id: user_id }
  const after = { method: 'passkey', code: error.code, ip: context.ip }
  const noActor = { actor_id: null, session_id: null, studio_id: null }
  await auditDenied({ ...noActor, ...entry, after, request_id: context.request_id }, context.now)
  throw error
}
