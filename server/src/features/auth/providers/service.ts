import { randomUUID } from 'node:crypto'
import {
  authorizationUrl,
  createFlowSecrets,
  type FlowSecrets,
  ProviderUnreachableError,
} from '#platform/auth/openid.ts'
import { randomSecret, seal, sha256 } from '#platform/auth/secrets.ts'
import type { Config } from '#platform/config/config.ts'
import type { ProviderConfig } from '#platform/config/services.ts'
import { asAuth } from '#platform/db/actor.ts'
import { consumeLimits, getNetwork, type Limit } from '#platform/http/limits.ts'
import * as flows from '../flows/queries.ts'
import { FLOW_SECRETS } from '../flows/rules.ts'
import { withError } from '../redirects/rules.ts'
import { chooseDestination, readDestination } from '../redirects/service.ts'
import type { TokenData } from '../sessions/answer-tokens.ts'
import { AuthError, type RequestContext, throwAuthError } from '../wire/rules.ts'
import type { Challenge } from '../wire/schema.ts'
import { addRequiredScopes } from './rules.ts'

const perNetwork: Limit = { name: 'authorize', count: 60, per_seconds: 300 }
const STATE_BYTES = 32

export type ProviderSettings = Pick<Config, 'publicUrl' | 'providers' | 'authLinking' | 'authSignup'>

/** A request to sign in with a provider. */
export type ProviderSignInInput = {
  provider: ProviderConfig
  challenge: Challenge
  redirect_to: string | null
  scopes: string | null
  extra: Record<string, string>
  /** The secret in the browser's cookie; null if the cookie cannot be set. */
  browser: string | null
}

/** Finds the provider of this name. @throws AuthError validation_failed, with GoTrue's message */
export function requireProvider(name: string | null, { providers }: ProviderSettings): ProviderConfig {
  const provider = providers.find((configured) => configured.name === name)
  if (provider) return provider
  const reason = name === 'google' ? 'provider is not enabled' : `Provider ${name ?? ''} could not be found`
  return throwAuthError('validation_failed', { message: `Unsupported provider: ${reason}` })
}

export const callbackUrl = (publicUrl: string) => new URL('/auth/v1/callback', publicUrl)

/** The provider's name in a sentence. */
export const displayName = ({ name }: Pick<ProviderConfig, 'name'>) => (name === 'google' ? 'Google' : name)

/** The error for a provider that does not answer. */
export const unreachableError = (provider: ProviderConfig) =>
  new AuthError('request_timeout', {
    message: `${displayName(provider)} cannot be reached at the moment. Please try again.`,
  })

/** Counts one provider sign-in of a network. @throws AuthError over_request_rate_limit */
export async function countProviderSignIn({ ip, now }: RequestContext): Promise<void> {
  const wait = await consumeLimits([{ limit: perNetwork, by: getNetwork(ip) }], now)
  if (wait) throwAuthError('over_request_rate_limit', wait)
}

/**
 * Starts a sign-in with a provider. @returns the provider's address, or a page with an error if the provider does not answer
 */
export async function startProviderSignIn(
  input: ProviderSignInInput,
  settings: ProviderSettings,
  context: RequestContext,
): Promise<string> {
  await countProviderSignIn(context)
  const { publicUrl } = settings
  // The person is not known yet, so the callback decides again.
  const target = { redirect_to: input.redirect_to, publicUrl, page: 'callback' as const }
  const { url } = await asAuth((tx) => readDestination(tx, target))
  try {
    return await createFlow(input, { url, linkingUser: null }, settings, context)
  } catch (error) {
    if (!(error instanceof ProviderUnreachableError)) throw error
    return withError(url, unreachableError(input.provider), true)
  }
}

/** Starts linking a provider for a signed-in person. The flow stores their session. @throws AuthError */
export async function startProviderLink(
  linkingUser: TokenData,
  input: ProviderSignInInput,
  settings: ProviderSettings,
  context: RequestContext,
): Promise<string> {
  await countProviderSignIn(context)
  const { publicUrl } = settings
  const target = {
    redirect_to: input.redirect_to,
    publicUrl,
    page: 'callback' as const,
    redirectAccount: 'none' as const,
  }
  const { url } = await asAuth((tx) => chooseDestination(tx, target))
  try {
    return await createFlow(input, { url, linkingUser }, settings, context)
  } catch (error) {
    throw error instanceof ProviderUnreachableError ? unreachableError(input.provider) : error
  }
}

// The provider is called before the transaction that stores the flow, never inside one.
async function createFlow(
  { provider, challenge, scopes, extra, browser }: ProviderSignInInput,
  { url, linkingUser }: { url: URL; linkingUser: TokenData | null },
  settings: ProviderSettings,
  context: RequestContext,
): Promise<string> {
  const state = randomSecret(STATE_BYTES)
  const secrets: FlowSecrets = createFlowSecrets()
  const redirect_uri = callbackUrl(settings.publicUrl).href
  const authorization_url = await authorizationUrl(provider, {
    redirect_uri,
    state,
    scope: addRequiredScopes(scopes),
    secrets,
    extra,
  })
  await asAuth((tx) =>
    flows.createProviderFlow(tx, {
      id: randomUUID(),
      provider: provider.name,
      ...challenge,
      state_hash: sha256(state),
      browser_hash: browser === null ? null : sha256(browser),
      secrets: seal(FLOW_SECRETS, JSON.stringify(secrets)),
      redirect_to: url.href,
      user_id: linkingUser?.user.id ?? null,
      linking_session_id: linkingUser?.session.id ?? null,
      now: context.now,
    }),
  )
  return authorization_url
}
