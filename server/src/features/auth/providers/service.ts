import { randomUUID } from 'node:crypto'
import { authorizationUrl, createFlowSecrets, type FlowSecrets, ProviderUnreachable } from '#platform/auth/openid.ts'
import { randomSecret, seal, sha256 } from '#platform/auth/secrets.ts'
import type { Config } from '#platform/config/config.ts'
import type { ProviderConfig } from '#platform/config/services.ts'
import { asAuth } from '#platform/db/actor.ts'
import { type Limit, networkOf, takeLimits } from '#platform/http/limits.ts'
import * as flows from '../flows/queries.ts'
import { SECRETS } from '../flows/rules.ts'
import { withError } from '../redirects/rules.ts'
import { chooseDestination, readDestination } from '../redirects/service.ts'
import type { SignedIn } from '../sessions/service.ts'
import { AuthRefusal, refuse, type Visit } from '../wire/rules.ts'
import type { Challenge } from '../wire/schema.ts'
import { scopesOf } from './rules.ts'

const perAddress: Limit = { name: 'authorize', count: 60, per_seconds: 300 }
const STATE_BYTES = 32

export type ProviderSettings = Pick<Config, 'publicUrl' | 'providers' | 'authLinking' | 'authSignup'>

/** What a browser asks for that sets out to a provider. */
export type Journey = {
  provider: ProviderConfig
  challenge: Challenge
  redirect_to: string | null
  scopes: string | null
  extra: Record<string, string>
  /** The secret in the browser's cookie; null where it could hold none. */
  browser: string | null
}

/** The provider of this name. @throws AuthRefusal validation_failed, in GoTrue's words */
export function requireProvider(name: string | null, { providers }: ProviderSettings): ProviderConfig {
  const provider = providers.find((one) => one.name === name)
  if (provider) return provider
  const why = name === 'google' ? 'provider is not enabled' : `Provider ${name ?? ''} could not be found`
  return refuse('validation_failed', { message: `Unsupported provider: ${why}` })
}

export const callbackAt = (publicUrl: string) => new URL('/auth/v1/callback', publicUrl)

/** Names a provider in a sentence. */
export const spoken = ({ name }: Pick<ProviderConfig, 'name'>) => (name === 'google' ? 'Google' : name)

/** The refusal that a provider's silence stands for. */
export const silent = (provider: ProviderConfig) =>
  new AuthRefusal('request_timeout', {
    message: `${spoken(provider)} cannot be reached at the moment. Please try again.`,
  })

/** Counts one journey of an address. */
export async function countJourney({ ip, now }: Visit): Promise<void> {
  const wait = await takeLimits([{ limit: perAddress, by: networkOf(ip) }], now)
  if (wait) refuse('over_request_rate_limit', wait)
}

/** @returns where to send the browser: to the provider or, where that cannot be asked, back with a sentence */
export async function setOut(journey: Journey, settings: ProviderSettings, visit: Visit): Promise<string> {
  await countJourney(visit)
  const { publicUrl } = settings
  // Who comes back is not known yet: the callback looks again.
  const wish = { redirect_to: journey.redirect_to, publicUrl, page: 'callback' as const }
  const { url } = await asAuth((tx) => readDestination(tx, wish))
  try {
    return await begin(journey, { url, linker: null }, settings, visit)
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    return withError(url, silent(journey.provider), true)
  }
}

/** The same for somebody who is signed in and links: their session is remembered. @throws AuthRefusal */
export async function setOutToLink(
  linker: SignedIn,
  journey: Journey,
  settings: ProviderSettings,
  visit: Visit,
): Promise<string> {
  await countJourney(visit)
  const { publicUrl } = settings
  const wish = { redirect_to: journey.redirect_to, publicUrl, page: 'callback' as const, traveller: 'nobody' as const }
  const { url } = await asAuth((tx) => chooseDestination(tx, wish))
  try {
    return await begin(journey, { url, linker }, settings, visit)
  } catch (error) {
    throw error instanceof ProviderUnreachable ? silent(journey.provider) : error
  }
}

// The provider is asked before the transaction that remembers the flow, never inside one.
async function begin(
  { provider, challenge, scopes, extra, browser }: Journey,
  { url, linker }: { url: URL; linker: SignedIn | null },
  settings: ProviderSettings,
  visit: Visit,
): Promise<string> {
  const state = randomSecret(STATE_BYTES)
  const secrets: FlowSecrets = createFlowSecrets()
  const redirect_uri = callbackAt(settings.publicUrl).href
  const there = await authorizationUrl(provider, { redirect_uri, state, scope: scopesOf(scopes), secrets, extra })
  await asAuth((tx) =>
    flows.createProviderFlow(tx, {
      id: randomUUID(),
      provider: provider.name,
      ...challenge,
      state_hash: sha256(state),
      browser_hash: browser === null ? null : sha256(browser),
      secrets: seal(SECRETS, JSON.stringify(secrets)),
      redirect_to: url.href,
      user_id: linker?.user.id ?? null,
      linking_session_id: linker?.session.id ?? null,
      now: visit.now,
    }),
  )
  return there
}
