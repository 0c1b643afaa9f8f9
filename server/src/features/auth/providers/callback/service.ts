import { z } from 'zod'
import * as flows from '#features/auth/flows/queries.ts'
import { FLOW_SECRETS, sealProviderResult } from '#features/auth/flows/rules.ts'
import { type ProviderProfile, parseProfile } from '#features/auth/identities/rules.ts'
import { checkIdentityFree, findAccount } from '#features/auth/identities/service.ts'
import {
  defaultRedirect,
  type RedirectAccount,
  type Redirection,
  withCode,
  withError,
} from '#features/auth/redirects/rules.ts'
import { chooseDestination, readDestination, redirectWithCode } from '#features/auth/redirects/service.ts'
import { maySignUp } from '#features/auth/sign-up-service.ts'
import { AuthError, type RequestContext } from '#features/auth/wire/rules.ts'
import {
  InvalidProviderAnswerError,
  type ProviderAnswer,
  ProviderUnreachableError,
  redeemCode,
} from '#platform/auth/openid.ts'
import { randomSecret, sha256, unseal } from '#platform/auth/secrets.ts'
import type { ProviderConfig } from '#platform/config/services.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { buildHomeUrl } from '#platform/hosts/home.ts'
import { isExpiredFlow } from '../rules.ts'
import { callbackUrl, countProviderSignIn, displayName, type ProviderSettings, unreachableError } from '../service.ts'

const AUTH_CODE_BYTES = 32
const StoredSecrets = z.object({ nonce: z.string(), code_verifier: z.string() })

/** The query and cookie of a provider's callback. */
export type CallbackInput = {
  state: string | null
  code: string | null
  error: string | null
  /** The whole query, unchanged, because the provider may have signed parts of it. */
  search: string
  /** The secret in the browser's cookie, if it has one. */
  browser: string | null
}

/** Where the browser goes next, and an error of the provider for the log. */
export type CallbackResult = Redirection & { status: 302 | 303; cause?: unknown }

/**
 * Handles the callback of a provider. A browser that did not start a known flow goes to the product's own page with an
 * error. Any other browser goes to the page that started the flow, with a code or an error.
 */
export async function handleCallback(
  input: CallbackInput,
  settings: ProviderSettings,
  context: RequestContext,
): Promise<CallbackResult> {
  await countProviderSignIn(context)
  const startedFlow = await asAuth((tx) => claimFlow(tx, input, settings, context))
  if (startedFlow instanceof AuthError) {
    return { location: withError(defaultRedirect(settings.publicUrl, 'callback'), startedFlow, true), status: 303 }
  }
  const redeemedProfile = await redeemProfile(startedFlow, input, settings, context)
  const redirection = await asAuth((tx) => finishCallback(tx, startedFlow, redeemedProfile, settings, context))
  return { ...redirection, status: 302, ...(redeemedProfile instanceof AuthError && { cause: redeemedProfile.cause }) }
}

type StartedFlow = {
  flow: flows.ProviderFlow
  provider: ProviderConfig
  state: string
  secrets: z.output<typeof StoredSecrets>
}

// Checks everything before it claims the state. Otherwise another browser that knows the state could end the flow.
async function claimFlow(
  tx: Tx,
  { state, browser }: CallbackInput,
  { providers }: ProviderSettings,
  { now }: RequestContext,
): Promise<StartedFlow | AuthError> {
  if (state === null) return new AuthError('bad_oauth_callback', { message: 'OAuth state parameter missing' })
  const flow = await flows.getProviderFlow(tx, sha256(state))
  const provider = providers.find(({ name }) => name === flow?.provider)
  if (!flow || !provider) return new AuthError('bad_oauth_state')
  const isSameBrowser = flow.browser_hash === null || flow.browser_hash === sha256(browser ?? '')
  if (!isSameBrowser) return new AuthError('bad_oauth_state')
  if (isExpiredFlow(flow, now)) return new AuthError('bad_oauth_state', { message: 'OAuth state has expired' })
  const isUsed = flow.called_back_at !== null || flow.secrets === null || !(await flows.claimState(tx, flow.id, now))
  if (isUsed) return new AuthError('flow_state_already_used')
  const secrets = StoredSecrets.parse(JSON.parse(unseal(FLOW_SECRETS, flow.secrets ?? '').toString()))
  return { flow, provider, state, secrets }
}

/** The provider's answer about a person, and whether an account may be created. */
type RedeemedProfile = { providerAnswer: ProviderAnswer; profile: ProviderProfile; maySignUp: boolean }

// Calls the provider outside of any transaction. Replaces the provider's error messages with ours.
async function redeemProfile(
  { provider, state, secrets }: StartedFlow,
  { error, code, search }: CallbackInput,
  settings: ProviderSettings,
  { now }: RequestContext,
): Promise<RedeemedProfile | AuthError> {
  const providerName = displayName(provider)
  if (error === 'access_denied') {
    return new AuthError('bad_oauth_callback', {
      status: 403,
      message: `You cancelled the sign-in with ${providerName}.`,
    })
  }
  if (error !== null) {
    return new AuthError('bad_oauth_callback', { status: 500, message: `${providerName} could not sign you in` })
  }
  if (code === null) return new AuthError('bad_oauth_callback')
  const url = callbackUrl(settings.publicUrl)
  url.search = search
  try {
    const providerAnswer = await redeemCode(provider, { url, state, secrets })
    const profile = parseProfile(provider, providerAnswer.claims)
    return { providerAnswer, profile, maySignUp: await maySignUp(profile, settings, now) }
  } catch (cause) {
    if (cause instanceof ProviderUnreachableError) return withCause(unreachableError(provider), cause)
    if (!(cause instanceof InvalidProviderAnswerError)) throw cause
    const message = `${providerName} could not confirm who you are. Please try again.`
    return withCause(new AuthError('unexpected_failure', { message }), cause)
  }
}

/** Adds the cause to an error, for the operator's log. */
function withCause(error: AuthError, cause: Error): AuthError {
  error.cause = cause
  return error
}

// Only stores the provider's answer. It creates no account, because any page can send a browser here (docs/decisions/0062).
async function finishCallback(
  tx: Tx,
  startedFlow: StartedFlow,
  redeemedProfile: RedeemedProfile | AuthError,
  { publicUrl }: ProviderSettings,
  context: RequestContext,
): Promise<Redirection> {
  const { flow } = startedFlow
  const target = { redirect_to: flow.redirect_to, publicUrl, page: 'callback' as const }
  // The studio may have lost its domain after the flow began.
  const requested = await readDestination(tx, target)
  if (redeemedProfile instanceof AuthError) return { location: withError(requested.url, redeemedProfile, true) }
  const { profile, maySignUp } = redeemedProfile
  const linkingUserId = flow.linking_session_id === null ? null : flow.user_id
  const account = linkingUserId
    ? ((await checkIdentityFree(tx, linkingUserId, profile)) ?? linkingUserId)
    : await findAccount(tx, profile, maySignUp, context.now)
  const redirectAccount: RedirectAccount =
    linkingUserId || account instanceof AuthError ? 'none' : account ? { id: account } : 'created'
  const destination = await chooseDestination(tx, { ...target, redirectAccount })
  const redirectWithError = (error: AuthError) => ({
    location: withError(destination.url, toAccessDenied(error), true),
  })
  if (account instanceof AuthError) return redirectWithError(account)
  // The browser stored the verifier at the studio's domain, so a page at our own address could not exchange the code.
  if (destination.isMoved) return redirectWithError(new AuthError('studio_session'))
  const code = await saveAnswer(
    tx,
    flow.id,
    { user_id: account, studio_id: destination.bound_studio_id, redeemedProfile },
    context,
  )
  if (code === null) return redirectWithError(new AuthError('flow_state_not_found'))
  const stayUrl = buildHomeUrl('/auth/login')
  return redirectWithCode(tx, destination, { location: withCode(destination.url, code), stayUrl })
}

const deniedCodes = ['signup_disabled', 'user_banned', 'provider_email_needs_verification']

// The client knows these errors only as `access_denied`, the name for status 403.
const toAccessDenied = ({ code, status, message }: AuthError) => ({
  code,
  message,
  status: deniedCodes.includes(code) ? 403 : status,
})

type AnswerToStore = { user_id: string | null; studio_id: string | null; redeemedProfile: RedeemedProfile }

async function saveAnswer(
  tx: Tx,
  flow_id: string,
  { redeemedProfile, ...target }: AnswerToStore,
  { now }: RequestContext,
) {
  const code = randomSecret(AUTH_CODE_BYTES)
  const { profile, maySignUp, providerAnswer } = redeemedProfile
  const { access_token, refresh_token } = providerAnswer
  const tokens = {
    provider_token: access_token,
    ...(refresh_token !== null && { provider_refresh_token: refresh_token }),
  }
  const secrets = sealProviderResult({ profile, may_sign_up: maySignUp, tokens })
  return (await flows.saveProviderAnswer(tx, flow_id, { ...target, secrets, auth_code_hash: sha256(code), now }))
    ? code
    : null
}
