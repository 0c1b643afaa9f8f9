import { sha256 } from '#platform/auth/secrets.ts'
import { asAuth } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { consumeLimits, getNetwork, type Limit } from '#platform/http/limits.ts'
import { findOrCreateAccount, linkIdentity } from '../identities/service.ts'
import type { RedirectAccount } from '../redirects/rules.ts'
import { chooseDestination, readDestination } from '../redirects/service.ts'
import { answerTokens, type TokenData } from '../sessions/answer-tokens.ts'
import { openSession } from '../sessions/open-session.ts'
import { continueSession } from '../sessions/refresh-session.ts'
import * as users from '../users/queries.ts'
import { type AuthUser, isBanned } from '../users/rules.ts'
import { getFlowMethod, purposeOfFlow } from '../verification/rules.ts'
import { acceptProof } from '../verification/verify-proof.ts'
import { AuthError, type RequestContext, requireHome, throwAuthError } from '../wire/rules.ts'
import * as queries from './queries.ts'
import { isAuthCodeExpired, matchesChallenge, type ProviderResult, readProviderResult } from './rules.ts'

const perNetwork: Limit = { name: 'exchange', count: 150, per_seconds: 300 }

type Settings = { publicUrl: string }

/** The PKCE grant: exchanges an auth code and its verifier for a session, once. */
export async function exchangeCode(
  body: { auth_code: string | null; code_verifier: string | null },
  settings: Settings,
  context: RequestContext,
) {
  const { auth_code, code_verifier } = body
  if (auth_code === null || code_verifier === null) {
    const message = 'invalid request: both auth code and code verifier should be non-empty'
    return throwAuthError('validation_failed', { message })
  }
  const wait = await consumeLimits([{ limit: perNetwork, by: getNetwork(context.ip) }], context.now)
  if (wait) throwAuthError('over_request_rate_limit', wait)
  // A wrong verifier also uses up the code. This change must be committed, so the error is returned, not thrown.
  const outcome = await asAuth((tx) => exchangeInTransaction(tx, { auth_code, code_verifier }, settings, context))
  if (outcome instanceof AuthError) throw outcome
  const { tokens, ...tokenData } = outcome
  return { ...(await answerTokens(tokenData, context.now)), ...tokens }
}

/** A signed-in person, and the provider's tokens if they signed in with a provider. */
type ProviderSignIn = TokenData & { tokens?: ProviderResult['tokens'] }
type SignInResult = Promise<ProviderSignIn | AuthError>

async function exchangeInTransaction(
  tx: Tx,
  exchange: { auth_code: string; code_verifier: string },
  settings: Settings,
  context: RequestContext,
): SignInResult {
  const flow = await queries.consumeAuthCode(tx, sha256(exchange.auth_code))
  if (!flow) return new AuthError('flow_state_not_found')
  if (isAuthCodeExpired(flow.auth_code_issued_at, context.now)) return new AuthError('flow_state_expired')
  if (!matchesChallenge(exchange.code_verifier, flow)) return new AuthError('bad_code_verifier')
  if (flow.method === 'oauth') return signInFromProvider(tx, flow, settings, context)
  const user = await findUser(tx, flow.user_id, context)
  if (user instanceof AuthError) return user
  const purpose = purposeOfFlow(flow.method)
  if (purpose === 'recovery') requireHome(context)
  const method = purpose && getFlowMethod(purpose)
  if (!purpose || !method) return new AuthError('flow_state_not_found')
  // Opening the link proves nothing. The verifier shows that the person who requested the email also reads it. On a studio's
  // domain the studio's page has the verifier, so there it does not show who reads the mailbox.
  await acceptProof(tx, user, { purpose, isCreator: flow.studio_id === null }, context)
  return openSession(tx, user, method, context, { sent_to: flow.studio_id })
}

async function findUser(tx: Tx, user_id: string | null, { now }: RequestContext): Promise<AuthUser | AuthError> {
  const user = user_id === null ? undefined : await users.getUser(tx, user_id)
  if (!user) return new AuthError('flow_state_not_found')
  return isBanned(user, now) ? new AuthError('user_banned') : user
}

type ProviderFlow = {
  user_id: string | null
  secrets: string | null
  redirect_to: string | null
  linking_session_id: string | null
  studio_id: string | null
}

// The callback only reads, because any page can send a browser to the provider and back. The verifier shows that the client
// that started the flow has returned, so accounts, links and proofs are written here.
async function signInFromProvider(
  tx: Tx,
  flow: ProviderFlow,
  settings: Settings,
  context: RequestContext,
): SignInResult {
  const result = readProviderResult(flow.secrets)
  if (!result) return new AuthError('flow_state_not_found')
  if (flow.linking_session_id !== null) return linkFromProvider(tx, flow, result, context)
  const { redirect_to, studio_id } = flow
  const { publicUrl } = settings
  const input = { redirect_to, publicUrl, page: 'callback' as const }
  const origin = { destination: await readDestination(tx, input), publicUrl, maySignUp: result.may_sign_up }
  const account = await findOrCreateAccount(tx, result.profile, origin, context)
  if (account instanceof AuthError) return account
  // Another window may have created the account since the callback, so the studio's domain is checked again.
  const redirectAccount: RedirectAccount = account.isNew ? 'created' : { id: account.id }
  if (studio_id !== null && (await chooseDestination(tx, { ...input, redirectAccount })).isMoved) {
    return new AuthError('studio_session')
  }
  const tokenData = await openSession(tx, account, 'oauth', context, { sent_to: studio_id })
  // The website of a studio must not get the provider's tokens.
  return tokenData.session.studio_id === null ? { ...tokenData, tokens: result.tokens } : tokenData
}

async function linkFromProvider(
  tx: Tx,
  { user_id, linking_session_id, studio_id }: ProviderFlow,
  { profile, tokens }: ProviderResult,
  context: RequestContext,
): SignInResult {
  const user = await findUser(tx, user_id, context)
  if (user instanceof AuthError) return user
  if (studio_id !== null || context.studio_id !== null) return new AuthError('studio_session')
  const error = await linkIdentity(tx, user, profile, context)
  if (error) return error
  const tokenData = await continueSession(tx, linking_session_id ?? '', context)
  return tokenData instanceof AuthError ? tokenData : { ...tokenData, tokens }
}
