import { z } from 'zod'
import * as flows from '#features/auth/flows/queries.ts'
import { SECRETS, sealArrival } from '#features/auth/flows/rules.ts'
import { type ProviderProfile, profileOf } from '#features/auth/identities/rules.ts'
import { clashWith, findAccount } from '#features/auth/identities/service.ts'
import { maySignUp } from '#features/auth/invited/service.ts'
import { type Leaving, siteDefault, type Traveller, withCode, withError } from '#features/auth/redirects/rules.ts'
import { chooseDestination, leaveFor, readDestination } from '#features/auth/redirects/service.ts'
import { AuthRefusal, type Visit } from '#features/auth/wire/rules.ts'
import { InvalidProviderAnswer, type ProviderAnswer, ProviderUnreachable, redeemCode } from '#platform/auth/openid.ts'
import { randomSecret, sha256, unseal } from '#platform/auth/secrets.ts'
import type { ProviderConfig } from '#platform/config/services.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { pageAtHome } from '#platform/hosts/home.ts'
import { isStale } from '../rules.ts'
import { callbackAt, countJourney, type ProviderSettings, silent, spoken } from '../service.ts'

const AUTH_CODE_BYTES = 32
const Kept = z.object({ nonce: z.string(), code_verifier: z.string() })

/** What a browser brings back from a provider. */
export type Arrival = {
  state: string | null
  code: string | null
  error: string | null
  /** The whole query as it came: the provider may have signed parts of it. */
  search: string
  /** The secret in the browser's cookie, if it has one. */
  browser: string | null
}

/** Where the browser goes on to, and for the log what a provider did wrong. */
export type Onward = Leaving & { status: 302 | 303; fault?: unknown }

/**
 * A browser comes back from a provider. Anyone who cannot be tied to a flow that began here gets to the site's own page with
 * an error; everybody else to the page that they set out from, with a code for it or with an error.
 */
export async function comeBack(arrival: Arrival, settings: ProviderSettings, visit: Visit): Promise<Onward> {
  await countJourney(visit)
  const begun = await asAuth((tx) => recognise(tx, arrival, settings, visit))
  if (begun instanceof AuthRefusal) {
    return { location: withError(siteDefault(settings.publicUrl, 'callback'), begun, true), status: 303 }
  }
  const answer = await ask(begun, arrival, settings, visit)
  const outcome = await asAuth((tx) => settle(tx, begun, answer, settings, visit))
  return { ...outcome, status: 302, ...(answer instanceof AuthRefusal && { fault: answer.cause }) }
}

type Begun = { flow: flows.ProviderFlow; provider: ProviderConfig; state: string; secrets: z.output<typeof Kept> }

// Checked before it is used up: somebody else's browser, with a state that it saw, ends nobody's flow.
async function recognise(
  tx: Tx,
  { state, browser }: Arrival,
  { providers }: ProviderSettings,
  { now }: Visit,
): Promise<Begun | AuthRefusal> {
  if (state === null) return new AuthRefusal('bad_oauth_callback', { message: 'OAuth state parameter missing' })
  const flow = await flows.getProviderFlow(tx, sha256(state))
  const provider = providers.find(({ name }) => name === flow?.provider)
  if (!flow || !provider) return new AuthRefusal('bad_oauth_state')
  const sameBrowser = flow.browser_hash === null || flow.browser_hash === sha256(browser ?? '')
  if (!sameBrowser) return new AuthRefusal('bad_oauth_state')
  if (isStale(flow, now)) return new AuthRefusal('bad_oauth_state', { message: 'OAuth state has expired' })
  const used = flow.called_back_at !== null || flow.secrets === null || !(await flows.takeState(tx, flow.id, now))
  if (used) return new AuthRefusal('flow_state_already_used')
  const secrets = Kept.parse(JSON.parse(unseal(SECRETS, flow.secrets ?? '').toString()))
  return { flow, provider, state, secrets }
}

/** What a provider said of a person, and whether an account may be created for them. */
type Answer = { redeemed: ProviderAnswer; profile: ProviderProfile; maySignUp: boolean }

// No transaction is open while the provider is asked. What it says went wrong is told in our own words.
async function ask(
  { provider, state, secrets }: Begun,
  { error, code, search }: Arrival,
  settings: ProviderSettings,
  { now }: Visit,
): Promise<Answer | AuthRefusal> {
  const who = spoken(provider)
  if (error === 'access_denied') {
    return new AuthRefusal('bad_oauth_callback', { status: 403, message: `You did not let ${who} sign you in` })
  }
  if (error !== null) {
    return new AuthRefusal('bad_oauth_callback', { status: 500, message: `${who} could not sign you in` })
  }
  if (code === null) return new AuthRefusal('bad_oauth_callback')
  const url = callbackAt(settings.publicUrl)
  url.search = search
  try {
    const redeemed = await redeemCode(provider, { url, state, secrets })
    const profile = profileOf(provider, redeemed.claims)
    return { redeemed, profile, maySignUp: await maySignUp(profile, settings, now) }
  } catch (cause) {
    if (cause instanceof ProviderUnreachable) return because(silent(provider), cause)
    if (!(cause instanceof InvalidProviderAnswer)) throw cause
    const message = `${who} could not vouch for you. Please try again.`
    return because(new AuthRefusal('unexpected_failure', { message }), cause)
  }
}

/** A refusal that an operator should hear of. */
function because(refusal: AuthRefusal, cause: Error): AuthRefusal {
  refusal.cause = cause
  return refusal
}

// It only reads, and parks what the provider said: any page can send a browser here (docs/decisions/0062).
async function settle(
  tx: Tx,
  begun: Begun,
  answer: Answer | AuthRefusal,
  { publicUrl }: ProviderSettings,
  visit: Visit,
): Promise<Leaving> {
  const { flow } = begun
  const wish = { redirect_to: flow.redirect_to, publicUrl, page: 'callback' as const }
  // A studio may have lost its domain since.
  const asked = await readDestination(tx, wish)
  if (answer instanceof AuthRefusal) return { location: withError(asked.url, answer, true) }
  const { profile, maySignUp } = answer
  const linker = flow.linking_session_id === null ? null : flow.user_id
  const found = linker
    ? ((await clashWith(tx, linker, profile)) ?? linker)
    : await findAccount(tx, profile, maySignUp, visit.now)
  const traveller: Traveller = linker || found instanceof AuthRefusal ? 'nobody' : found ? { id: found } : 'created'
  const destination = await chooseDestination(tx, { ...wish, traveller })
  const refuseWith = (refusal: AuthRefusal) => ({ location: withError(destination.url, denied(refusal), true) })
  if (found instanceof AuthRefusal) return refuseWith(found)
  // The verifier is on the studio's domain: at our own address the code would open nothing.
  if (destination.isMoved) return refuseWith(new AuthRefusal('studio_session'))
  const code = await park(tx, flow.id, { user_id: found, studio_id: destination.bound_studio_id, answer }, visit)
  if (code === null) return refuseWith(new AuthRefusal('flow_state_not_found'))
  const instead = pageAtHome('/auth/login')
  return leaveFor(tx, destination, { location: withCode(destination.url, code), instead })
}

const deniedCodes = ['signup_disabled', 'user_banned', 'provider_email_needs_verification']

// These travel as `access_denied`, which is the name of a 403.
const denied = ({ code, status, message }: AuthRefusal) => ({
  code,
  message,
  status: deniedCodes.includes(code) ? 403 : status,
})

type Parked = { user_id: string | null; studio_id: string | null; answer: Answer }

async function park(tx: Tx, flow_id: string, { answer, ...arrived }: Parked, { now }: Visit) {
  const code = randomSecret(AUTH_CODE_BYTES)
  const { profile, maySignUp, redeemed } = answer
  const { access_token, refresh_token } = redeemed
  const tokens = {
    provider_token: access_token,
    ...(refresh_token !== null && { provider_refresh_token: refresh_token }),
  }
  const secrets = sealArrival({ profile, may_sign_up: maySignUp, tokens })
  return (await flows.arrive(tx, flow_id, { ...arrived, secrets, auth_code_hash: sha256(code), now })) ? code : null
}
