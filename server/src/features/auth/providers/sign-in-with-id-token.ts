import { createHash } from 'node:crypto'
import { type ProviderProfile, profileOf } from '#features/auth/identities/rules.ts'
import { accountFor, linkIdentity } from '#features/auth/identities/service.ts'
import { maySignUp } from '#features/auth/invited/service.ts'
import { siteDefault } from '#features/auth/redirects/rules.ts'
import { lockSession } from '#features/auth/sessions/queries.ts'
import {
  answerTokens,
  continueSession,
  openSession,
  requireFresh,
  type SignedIn,
} from '#features/auth/sessions/service.ts'
import { lockPasswordHash } from '#features/auth/users/queries.ts'
import { AuthRefusal, refuse, type Visit } from '#features/auth/wire/rules.ts'
import { ProviderUnreachable, readIdToken } from '#platform/auth/openid.ts'
import { sameSecret } from '#platform/auth/secrets.ts'
import type { ProviderConfig } from '#platform/config/services.ts'
import { asAuth } from '#platform/db/actor.ts'
import { type Limit, networkOf, takeLimits } from '#platform/http/limits.ts'
import { type ProviderSettings, silent } from './service.ts'

const perAddress: Limit = { name: 'id-token', count: 30, per_seconds: 300 }

export type IdTokenGrant = {
  provider: string | null
  id_token: string | null
  access_token: string | null
  nonce: string | null
}

/**
 * The id_token grant: a client that got an ID token by itself signs in with it or, when it is signed in, links.
 * @param linker who is signed in and links, else null
 */
export async function signInWithIdToken(
  grant: IdTokenGrant,
  linker: SignedIn | null,
  settings: ProviderSettings,
  visit: Visit,
) {
  const wait = await takeLimits([{ limit: perAddress, by: networkOf(visit.ip) }], visit.now)
  if (wait) refuse('over_request_rate_limit', wait)
  const profile = await believe(grant, settings, visit.now)
  const outcome = linker ? await link(linker, profile, settings, visit) : await enter(profile, settings, visit)
  if (outcome instanceof AuthRefusal) throw outcome
  return answerTokens(outcome, visit.now)
}

const bad = (message?: string) => refuse('bad_id_token', message === undefined ? {} : { message })

/** The checks in the order of the wire. @throws AuthRefusal */
async function believe(grant: IdTokenGrant, { providers }: ProviderSettings, now: Date): Promise<ProviderProfile> {
  const { provider: name, id_token, access_token, nonce } = grant
  const provider = providers.find((one) => one.name === name)
  if (!provider && name === 'google') return refuse('provider_disabled')
  if (!provider) return refuse('validation_failed', { message: `Unsupported provider: ${name ?? ''}` })
  if (id_token === null) return bad('id_token required')
  const { claims, alg } = await readIdToken(provider, id_token, now).catch((error: unknown) => {
    if (error instanceof ProviderUnreachable) throw silent(provider)
    return bad()
  })
  const { sub } = claims
  if (!sub) return bad('Missing sub claim in id_token')
  if (!isMadeOutToUs(claims, provider)) return bad('Unacceptable audience in id_token')
  checkNonce(nonce, claims.nonce, provider)
  if (access_token !== null && claims.at_hash !== undefined && !fitsHash(access_token, claims.at_hash, alg))
    return bad()
  return profileOf(provider, { ...claims, sub })
}

// OpenID Connect Core 3.1.3.7, steps 3 to 5: one audience is ours, and so is the party that asked for the token.
function isMadeOutToUs({ aud, azp }: { aud?: string | string[]; azp?: unknown }, { client_ids }: ProviderConfig) {
  const isOurs = (id: unknown) => client_ids.some((own) => own === id)
  const audiences = [aud].flat()
  if (azp !== undefined) return audiences.some(isOurs) && isOurs(azp)
  return audiences.length === 1 && audiences.some(isOurs)
}

/** Without a nonce a token could be used again until it expires. @throws AuthRefusal bad_id_token */
function checkNonce(given: string | null, claimed: unknown, { id_token_nonce }: ProviderConfig) {
  if ((given === null) !== (claimed === undefined)) {
    bad('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (given === null) return id_token_nonce ? bad('A nonce is required for this provider') : undefined
  const hashed = createHash('sha256').update(given).digest('hex')
  return sameSecret(String(claimed), hashed) ? undefined : bad('Nonces mismatch')
}

// OpenID Connect Core 3.1.3.6: the left half of the hash that goes with the token's signature.
function fitsHash(access_token: string, at_hash: unknown, alg: string): boolean {
  const bits = /\d{3}$/.exec(alg)?.[0] ?? '512'
  const digest = createHash(`sha${bits}`).update(access_token, 'ascii').digest()
  return at_hash === digest.subarray(0, digest.length / 2).toString('base64url')
}

// A refusal may come with something written (a confirmation mail), so it is handed out and not thrown.
async function enter(profile: ProviderProfile, settings: ProviderSettings, visit: Visit) {
  const { publicUrl } = settings
  const url = siteDefault(publicUrl, 'callback')
  const destination = { url, studio_id: null, bound_studio_id: null, isMoved: false }
  const origin = { destination, publicUrl, maySignUp: await maySignUp(profile, settings, visit.now) }
  return asAuth(async (tx): Promise<SignedIn | AuthRefusal> => {
    const user = await accountFor(tx, profile, origin, visit)
    return user instanceof AuthRefusal ? user : openSession(tx, user.id, 'oauth', visit)
  })
}

function link(linker: SignedIn, profile: ProviderProfile, { authLinking }: ProviderSettings, visit: Visit) {
  if (!authLinking) refuse('manual_linking_disabled')
  requireFresh(linker, visit.now)
  return asAuth(async (tx): Promise<SignedIn | AuthRefusal> => {
    // The account before its session, as everywhere: the owner's proof of this moment must not lose a deadlock.
    await lockPasswordHash(tx, linker.user.id)
    // The provider's keys may have been long on their way: meanwhile the account's owner may have ended this session.
    if (!(await lockSession(tx, linker.session.id))) return new AuthRefusal('session_not_found')
    const refusal = await linkIdentity(tx, linker.user, profile, visit)
    return refusal ?? continueSession(tx, linker.session.id, visit)
  })
}
