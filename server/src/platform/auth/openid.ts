import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import type { ProviderConfig } from '../config/services.ts'
import { isLoopback } from '../config/values.ts'

const ANSWER_WITHIN_SECONDS = 5
const METADATA_CACHE_MS = 60 * 60_000
const CLOCK_TOLERANCE_SECONDS = 10
/** An app sends its ID token right after the sign-in, so an older one may have been stolen. */
const ID_TOKEN_AGE_SECONDS_MAX = 600
/** Asymmetric algorithms only: with a shared secret, every client of the provider could sign tokens. */
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** What a provider says about a person, with the names of OpenID Connect. */
export type Claims = { sub: string } & Record<string, unknown>

/** The provider's answer to an authorization code. */
export type ProviderAnswer = { claims: Claims; access_token: string; refresh_token: string | null }

/** The provider does not answer at the moment. */
export class ProviderUnreachableError extends Error {
  override name = 'ProviderUnreachableError'
}

/** The provider's answer, or a token that should be from the provider, is not valid. */
export class InvalidProviderAnswerError extends Error {
  override name = 'InvalidProviderAnswerError'
}

type ProviderMetadata = { client: oidc.Configuration; keys: JWTVerifyGetKey; until: number }

// The keys are the provider objects and not their names, because tests run several installations in one process.
const metadataCache = new WeakMap<ProviderConfig, ProviderMetadata>()
const runningDiscoveries = new WeakMap<ProviderConfig, Promise<ProviderMetadata>>()

/** The provider's metadata, cached for an hour. If it cannot be loaded again, the old metadata stays in use. */
async function getMetadata(provider: ProviderConfig): Promise<ProviderMetadata> {
  const cached = metadataCache.get(provider)
  if (cached && cached.until > Date.now()) return cached
  const discovery =
    runningDiscoveries.get(provider) ?? discover(provider).finally(() => runningDiscoveries.delete(provider))
  runningDiscoveries.set(provider, discovery)
  try {
    return await discovery
  } catch (cause) {
    if (cached) return cached
    throw new ProviderUnreachableError(`${provider.name} cannot be reached`, { cause })
  }
}

async function discover(provider: ProviderConfig): Promise<ProviderMetadata> {
  const { issuer, client_ids, client_secret } = provider
  const url = new URL(issuer)
  const execute = [oidc.enableNonRepudiationChecks]
  if (isLoopback(url.hostname)) execute.push(oidc.allowInsecureRequests)
  const options = { execute, timeout: ANSWER_WITHIN_SECONDS }
  const client = await oidc.discovery(url, client_ids[0], undefined, clientAuthFor(client_secret), options)
  const { jwks_uri } = client.serverMetadata()
  if (!jwks_uri) throw new Error(`${provider.name} publishes no keys`)
  const keys = createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: ANSWER_WITHIN_SECONDS * 1000 })
  const fresh = { client, keys, until: Date.now() + METADATA_CACHE_MS }
  metadataCache.set(provider, fresh)
  return fresh
}

// The secret is sent in a header by default, as the standard says. Some providers accept it only in the body.
function clientAuthFor(secret: string): oidc.ClientAuth {
  const [inHeader, inBody] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? inHeader : inBody
    authenticate(server, ...rest)
  }
}

/** The secrets of one sign-in. They are needed for the redirect to the provider and for its callback. */
export type FlowSecrets = { nonce: string; code_verifier: string }

/** New random values for one sign-in: against replay (OpenID Connect) and against a stolen code (RFC 7636). */
export const createFlowSecrets = (): FlowSecrets => ({
  nonce: oidc.randomNonce(),
  code_verifier: oidc.randomPKCECodeVerifier(),
})

/**
 * Builds the provider's address to which the browser is redirected.
 * @param extra parameters that the caller may choose; our own parameters override them
 * @throws ProviderUnreachableError
 */
export async function authorizationUrl(
  provider: ProviderConfig,
  request: { redirect_uri: string; state: string; scope: string; secrets: FlowSecrets; extra: Record<string, string> },
): Promise<string> {
  const { client } = await getMetadata(provider)
  const { redirect_uri, state, scope, secrets, extra } = request
  const url = oidc.buildAuthorizationUrl(client, {
    ...extra,
    redirect_uri,
    scope,
    state,
    response_type: 'code',
    nonce: secrets.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(secrets.code_verifier),
    code_challenge_method: 'S256',
  })
  return url.href
}

/**
 * Exchanges the authorization code of a callback for the provider's claims about the person. Checks signature, issuer,
 * audience, expiry and nonce. Claims that the ID token leaves out are fetched.
 * @throws ProviderUnreachableError, InvalidProviderAnswerError
 */
export async function redeemCode(
  provider: ProviderConfig,
  callback: { url: URL; state: string; secrets: FlowSecrets },
): Promise<ProviderAnswer> {
  const { client } = await getMetadata(provider)
  try {
    const answer = await oidc.authorizationCodeGrant(client, callback.url, {
      expectedState: callback.state,
      expectedNonce: callback.secrets.nonce,
      pkceCodeVerifier: callback.secrets.code_verifier,
      idTokenExpected: true,
    })
    const token = answer.claims()
    if (!token) throw new InvalidProviderAnswerError(`${provider.name} sent no ID token`)
    const { access_token, refresh_token } = answer
    const claims = { ...(await fetchMissingClaims(client, token, access_token)), ...token }
    return { claims, access_token, refresh_token: refresh_token ?? null }
  } catch (cause) {
    throw toProviderError(provider, cause)
  }
}

function fetchMissingClaims(client: oidc.Configuration, token: oidc.IDToken, access_token: string) {
  const isComplete = token.email !== undefined || !client.serverMetadata().userinfo_endpoint
  return isComplete ? {} : oidc.fetchUserInfo(client, access_token, token.sub)
}

const unreachableCodes = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_RESPONSE_IS_NOT_CONFORM']

function toProviderError(provider: ProviderConfig, cause: unknown): Error {
  if (cause instanceof InvalidProviderAnswerError) return cause
  const code = cause instanceof oidc.ClientError ? cause.code : undefined
  // `fetch` rejects with a TypeError.
  const isUnreachable = (code === undefined && cause instanceof TypeError) || (code && unreachableCodes.includes(code))
  if (isUnreachable) return new ProviderUnreachableError(`${provider.name} cannot be reached`, { cause })
  return new InvalidProviderAnswerError(`${provider.name} sent no valid answer`, { cause })
}

// Tokens of older Google libraries have no scheme in `iss`.
const issuersOf = ({ name, issuer }: ProviderConfig) => (name === 'google' ? [issuer, new URL(issuer).host] : [issuer])

/**
 * Reads an ID token that an app received. Checks signature, issuer, age and expiry. The caller checks the audience, the
 * nonce and the access token, in the order of `auth-wire`.
 * @throws ProviderUnreachableError, InvalidProviderAnswerError
 */
export async function readIdToken(provider: ProviderConfig, id_token: string, now: Date) {
  const { keys } = await getMetadata(provider)
  try {
    const { payload, protectedHeader } = await jwtVerify(id_token, keys, {
      issuer: issuersOf(provider),
      algorithms: SIGNATURES,
      requiredClaims: ['exp', 'iat'],
      maxTokenAge: ID_TOKEN_AGE_SECONDS_MAX,
      currentDate: now,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    })
    return { claims: payload, alg: protectedHeader.alg }
  } catch (cause) {
    throw cause instanceof Error && 'code' in cause && cause.code === 'ERR_JWKS_TIMEOUT'
      ? new ProviderUnreachableError(`${provider.name} cannot be reached`, { cause })
      : new InvalidProviderAnswerError('the ID token is not valid', { cause })
  }
}
