import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import type { ProviderConfig } from '../config/services.ts'
import { isLoopback } from '../config/values.ts'

const ANSWER_WITHIN_SECONDS = 5
const METADATA_KEPT_MS = 60 * 60_000
const CLOCK_TOLERANCE_SECONDS = 10
/** An ID token that an app brings is used right after the sign-in there; an older one may have been stolen. */
const ID_TOKEN_AGE_SECONDS_MAX = 600
/** Signatures that only the provider can make: a shared secret would let every client of it sign. */
const SIGNATURES = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** What a provider says of a person, in the words of OpenID Connect. */
export type Claims = { sub: string } & Record<string, unknown>

/** What a provider's answer to an authorization code held. */
export type Redeemed = { claims: Claims; access_token: string; refresh_token: string | null }

/** The provider cannot be asked at present. */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable'
}

/** What the provider sent, or what was said to come from it, cannot be believed. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
}

type Known = { client: oidc.Configuration; keys: JWTVerifyGetKey; until: number }

// By the object and not by its name: tests run several installations in one process.
const known = new WeakMap<ProviderConfig, Known>()
const asking = new WeakMap<ProviderConfig, Promise<Known>>()

/** What the provider publishes about itself, kept for an hour; while it cannot be asked again the former goes on. */
async function knowledgeOf(provider: ProviderConfig): Promise<Known> {
  const kept = known.get(provider)
  if (kept && kept.until > Date.now()) return kept
  const question = asking.get(provider) ?? discover(provider).finally(() => asking.delete(provider))
  asking.set(provider, question)
  try {
    return await question
  } catch (cause) {
    if (kept) return kept
    throw new ProviderUnreachable(`${provider.name} cannot be reached`, { cause })
  }
}

async function discover(provider: ProviderConfig): Promise<Known> {
  const { issuer, client_ids, client_secret } = provider
  const url = new URL(issuer)
  const execute = [oidc.enableNonRepudiationChecks]
  if (isLoopback(url.hostname)) execute.push(oidc.allowInsecureRequests)
  const options = { execute, timeout: ANSWER_WITHIN_SECONDS }
  const client = await oidc.discovery(url, client_ids[0], undefined, proveOurselves(client_secret), options)
  const { jwks_uri } = client.serverMetadata()
  if (!jwks_uri) throw new Error(`${provider.name} publishes no keys`)
  const keys = createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: ANSWER_WITHIN_SECONDS * 1000 })
  const fresh = { client, keys, until: Date.now() + METADATA_KEPT_MS }
  known.set(provider, fresh)
  return fresh
}

// The standard's default is the header; Google and others take either, some only the body.
function proveOurselves(secret: string): oidc.ClientAuth {
  const [inHeader, inBody] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const prove = methods.includes('client_secret_basic') ? inHeader : inBody
    prove(server, ...rest)
  }
}

/** What the way to the provider and the way back have in common, known to us alone. */
export type Secrets = { nonce: string; code_verifier: string }

export const newSecrets = (): Secrets => ({
  nonce: oidc.randomNonce(),
  code_verifier: oidc.randomPKCECodeVerifier(),
})

/**
 * The address at the provider to send a browser to.
 * @param extra parameters that the asker may choose; ours win over them
 * @throws ProviderUnreachable
 */
export async function authorizationUrl(
  provider: ProviderConfig,
  wish: { redirect_uri: string; state: string; scope: string; secrets: Secrets; extra: Record<string, string> },
): Promise<string> {
  const { client } = await knowledgeOf(provider)
  const { redirect_uri, state, scope, secrets, extra } = wish
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
 * Exchanges what a browser brought back for what the provider says of the person: signature, issuer, audience, expiry
 * and nonce are checked. What the ID token leaves out is asked for.
 * @throws ProviderUnreachable, ProviderRefused
 */
export async function redeem(
  provider: ProviderConfig,
  back: { url: URL; state: string; secrets: Secrets },
): Promise<Redeemed> {
  const { client } = await knowledgeOf(provider)
  try {
    const answer = await oidc.authorizationCodeGrant(client, back.url, {
      expectedState: back.state,
      expectedNonce: back.secrets.nonce,
      pkceCodeVerifier: back.secrets.code_verifier,
      idTokenExpected: true,
    })
    const token = answer.claims()
    if (!token) throw new ProviderRefused(`${provider.name} sent no ID token`)
    const { access_token, refresh_token } = answer
    const claims = { ...(await moreAbout(client, token, access_token)), ...token }
    return { claims, access_token, refresh_token: refresh_token ?? null }
  } catch (cause) {
    throw failureOf(provider, cause)
  }
}

function moreAbout(client: oidc.Configuration, token: oidc.IDToken, access_token: string) {
  const asksNothing = token.email !== undefined || !client.serverMetadata().userinfo_endpoint
  return asksNothing ? {} : oidc.fetchUserInfo(client, access_token, token.sub)
}

const noAnswer = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_RESPONSE_IS_NOT_CONFORM']

function failureOf(provider: ProviderConfig, cause: unknown): Error {
  if (cause instanceof ProviderRefused) return cause
  const code = cause instanceof oidc.ClientError ? cause.code : undefined
  // What `fetch` rejects with.
  const unreachable = (code === undefined && cause instanceof TypeError) || (code && noAnswer.includes(code))
  if (unreachable) return new ProviderUnreachable(`${provider.name} cannot be reached`, { cause })
  return new ProviderRefused(`${provider.name} did not vouch for the person`, { cause })
}

// Google's older libraries leave the scheme out of `iss`.
const issuersOf = ({ name, issuer }: ProviderConfig) => (name === 'google' ? [issuer, new URL(issuer).host] : [issuer])

/**
 * What an ID token says that a client got by itself. Signature, issuer, age and expiry are checked; the audience, the nonce
 * and the access token are the caller's questions, in the order of the wire.
 * @throws ProviderUnreachable, ProviderRefused
 */
export async function readIdToken(provider: ProviderConfig, id_token: string, now: Date) {
  const { keys } = await knowledgeOf(provider)
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
      ? new ProviderUnreachable(`${provider.name} cannot be reached`, { cause })
      : new ProviderRefused('the ID token does not hold', { cause })
  }
}
