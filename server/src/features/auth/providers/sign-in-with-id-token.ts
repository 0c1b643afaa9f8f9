import { createHash } from 'node:crypto'
import { type ProviderProfile, parseProfile } from '#features/auth/identities/rules.ts'
import { findOrCreateAccount, linkIdentity } from '#features/auth/identities/service.ts'
import { defaultRedirect } from '#features/auth/redirects/rules.ts'
import { answerTokens, type TokenData } from '#features/auth/sessions/answer-tokens.ts'
import { openSession } from '#features/auth/sessions/open-session.ts'
import { lockSession } from '#features/auth/sessions/queries.ts'
import { continueSession } from '#features/auth/sessions/refresh-session.ts'
import { requireFresh } from '#features/auth/sessions/require-session.ts'
import { maySignUp } from '#features/auth/sign-up-service.ts'
import { lockPasswordHash } from '#features/auth/users/queries.ts'
import { AuthError, type RequestContext, throwAuthError } from '#features/auth/wire/rules.ts'
import { ProviderUnreachableError, readIdToken } from '#platform/auth/openid.ts'
import { sameSecret } from '#platform/auth/secrets.ts'
import type { ProviderConfig } from '#platform/config/services.ts'
import { asAuth } from '#platform/db/actor.ts'
import { consumeLimits, getNetwork, type Limit } from '#platform/http/limits.ts'
import { type ProviderSettings, unreachableError } from './service.ts'

const perNetwork: Limit = { name: 'id-token', count: 30, per_seconds: 300 }

export type IdTokenGrant = {
  provider: string | null
  id_token: string | null
  access_token: string | null
  nonce: string | null
}

/**
 * The id_token grant: an app signs in with an ID token that it has got from a provider. If a person is already signed in, the
 * provider is linked to their account instead.
 * @param linkingUser the signed-in person who links the provider; null for a sign-in
 */
export async function signInWithIdToken(
  grant: IdTokenGrant,
  linkingUser: TokenData | null,
  settings: ProviderSettings,
  context: RequestContext,
) {
  const wait = await consumeLimits([{ limit: perNetwork, by: getNetwork(context.ip) }], context.now)
  if (wait) throwAuthError('over_request_rate_limit', wait)
  const profile = await verifyIdToken(grant, settings, context.now)
  const outcome = linkingUser
    ? await linkProvider(linkingUser, profile, settings, context)
    : await signIn(profile, settings, context)
  if (outcome instanceof AuthError) throw outcome
  return answerTokens(outcome, context.now)
}

const throwBadToken = (message?: string) => throwAuthError('bad_id_token', message === undefined ? {} : { message })

/** Checks the token, in GoTrue's order. @throws AuthError */
async function verifyIdToken(
  grant: IdTokenGrant,
  { providers }: ProviderSettings,
  now: Date,
): Promise<ProviderProfile> {
  const { provider: name, id_token, access_token, nonce } = grant
  const provider = providers.find((configured) => configured.name === name)
  if (!provider && name === 'google') return throwAuthError('provider_disabled')
  if (!provider) return throwAuthError('validation_failed', { message: `Unsupported provider: ${name ?? ''}` })
  if (id_token === null) return throwBadToken('id_token required')
  const { claims, alg } = await readIdToken(provider, id_token, now).catch((error: unknown) => {
    if (error instanceof ProviderUnreachableError) throw unreachableError(provider)
    return throwBadToken()
  })
  const { sub } = claims
  if (!sub) return throwBadToken('Missing sub claim in id_token')
  if (!isIssuedToUs(claims, provider)) return throwBadToken('Unacceptable audience in id_token')
  checkNonce(nonce, claims.nonce, provider)
  if (access_token !== null && claims.at_hash !== undefined && !matchesHash(access_token, claims.at_hash, alg))
    return throwBadToken()
  return parseProfile(provider, { ...claims, sub })
}

// OpenID Connect Core 3.1.3.7, steps 3 to 5: we are the only audience and the authorized party.
function isIssuedToUs({ aud, azp }: { aud?: string | string[]; azp?: unknown }, { client_ids }: ProviderConfig) {
  const isOurs = (id: unknown) => client_ids.some((client_id) => client_id === id)
  const audiences = [aud].flat()
  if (azp !== undefined) return audiences.some(isOurs) && isOurs(azp)
  return audiences.length === 1 && audiences.some(isOurs)
}

/** Checks the nonce. Without it, a token could be used again until it expires. @throws AuthError bad_id_token */
function checkNonce(nonce: string | null, claimed: unknown, { id_token_nonce }: ProviderConfig) {
  if ((nonce === null) !== (claimed === undefined)) {
    throwBadToken('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (nonce === null) return id_token_nonce ? throwBadToken('A nonce is required for this provider') : undefined
  const hashed = createHash('sha256').update(nonce).digest('hex')
  return sameSecret(String(claimed), hashed) ? undefined : throwBadToken('Nonces mismatch')
}

// OpenID Connect Core 3.1.3.6: the left half of the hash, with the hash function of the token's signature.
function matchesHash(access_token: string, at_hash: unknown, alg: string): boolean {
  const bits = /\d{3}$/.exec(alg)?.[0] ?? '512'
  const digest = createHash(`sha${bits}`).update(access_token, 'ascii').digest()
  return at_hash === digest.subarray(0, digest.length / 2).toString('base64url')
}

// An error may follow a change that must be committed (a queued confirmation email), so it is returned, not thrown.
async function signIn(profile: ProviderProfile, settings: ProviderSettings, context: RequestContext) {
  const { publicUrl } = settings
  const url = defaultRedirect(publicUrl, 'callback')
  const destination = { url, studio_id: null, bound_studio_id: null, isMoved: false }
  const origin = { destination, publicUrl, maySignUp: await maySignUp(profile, settings, context.now) }
  return asAuth(async (tx): Promise<TokenData | AuthError> => {
    const user = await findOrCreateAccount(tx, profile, origin, context)
    return user instanceof AuthError ? user : openSession(tx, user, 'oauth', context)
  })
}

function linkProvider(
  linkingUser: TokenData,
  profile: ProviderProfile,
  { authLinking }: ProviderSettings,
  context: RequestContext,
) {
  if (!authLinking) throwAuthError('manual_linking_disabled')
  requireFresh(linkingUser, context.now)
  return asAuth(async (tx): Promise<TokenData | AuthError> => {
    // All code locks the account before its session. The other order could deadlock with a proof by the owner.
    await lockPasswordHash(tx, linkingUser.user.id)
    // Loading the provider's keys may take long, and the owner may have ended this session since then.
    if (!(await lockSession(tx, linkingUser.session.id))) return new AuthError('session_not_found')
    const error = await linkIdentity(tx, linkingUser.user, profile, context)
    return error ?? continueSession(tx, linkingUser.session.id, context)
  })
}
