import { z } from 'zod'
import { asAuth, type Tx } from '../../../platform/db/door.ts'
import { type Limit, networkOf, takeLimits } from '../../../platform/limits.ts'
import { sha256, unseal } from '../../../platform/secrets.ts'
import { LinkedProfile } from '../identities/rules.ts'
import { linkIdentity } from '../identities/service.ts'
import { answerTokens, continueSession, openSession, type SignedIn } from '../sessions/service.ts'
import * as users from '../users/queries.ts'
import { type AuthUser, isBanned } from '../users/rules.ts'
import { methodOf, purposeOfFlow } from '../verification/rules.ts'
import { acceptProof } from '../verification/service.ts'
import { AuthRefusal, refuse, requireHome, type Visit } from '../wire/rules.ts'
import * as queries from './queries.ts'
import { fitsChallenge, isExpired, SECRETS } from './rules.ts'

const perAddress: Limit = { name: 'exchange', count: 150, per_seconds: 300 }

/** The pkce grant: an auth code and the verifier behind its challenge bring a session, once. */
export async function exchangeCode(body: { auth_code: string | null; code_verifier: string | null }, visit: Visit) {
  const { auth_code, code_verifier } = body
  if (auth_code === null || code_verifier === null) {
    const message = 'invalid request: both auth code and code verifier should be non-empty'
    return refuse('validation_failed', { message })
  }
  const wait = await takeLimits([{ limit: perAddress, by: networkOf(visit.ip) }], visit.now)
  if (wait) refuse('over_request_rate_limit', wait)
  // A wrong verifier uses the code up too, and that must be committed: a refusal is handed out, not thrown.
  const outcome = await asAuth((tx) => exchangeInside(tx, { auth_code, code_verifier }, visit))
  if (outcome instanceof AuthRefusal) throw outcome
  const { tokens, ...signedIn } = outcome
  return { ...(await answerTokens(signedIn, visit.now)), ...tokens }
}

const ProviderTokens = z.object({ provider_token: z.string(), provider_refresh_token: z.string().optional() })
/** Somebody who is signed in, and the provider's tokens where they came by one. */
type Entered = SignedIn & { tokens?: z.output<typeof ProviderTokens> }

async function exchangeInside(
  tx: Tx,
  given: { auth_code: string; code_verifier: string },
  visit: Visit,
): Promise<Entered | AuthRefusal> {
  const flow = await queries.consumeAuthCode(tx, sha256(given.auth_code))
  if (!flow || flow.user_id === null) return new AuthRefusal('flow_state_not_found')
  if (isExpired(flow.auth_code_issued_at, visit.now)) return new AuthRefusal('flow_state_expired')
  if (!fitsChallenge(given.code_verifier, flow)) return new AuthRefusal('bad_code_verifier')
  const user = await users.getUser(tx, flow.user_id)
  if (!user) return new AuthRefusal('flow_state_not_found')
  if (isBanned(user, visit.now)) return new AuthRefusal('user_banned')
  if (flow.method === 'oauth') return enterFromProvider(tx, user, flow, visit)
  const purpose = purposeOfFlow(flow.method)
  if (purpose === 'recovery') requireHome(visit)
  const method = purpose && methodOf(purpose)
  if (!purpose || !method) return new AuthRefusal('flow_state_not_found')
  // The link alone proved nothing: only now is it known that who asked for the mail is who reads it.
  await acceptProof(tx, user, purpose, visit)
  return openSession(tx, user.id, method, visit, flow.studio_id)
}

type ProviderFlow = {
  secrets: string | null
  linking_session_id: string | null
  linking_identity: unknown
  studio_id: string | null
}

// Only the client that set out holds the verifier: what a provider vouched for is linked to nobody before it has come back.
async function enterFromProvider(
  tx: Tx,
  user: AuthUser,
  { secrets, linking_session_id, linking_identity, studio_id }: ProviderFlow,
  visit: Visit,
): Promise<Entered | AuthRefusal> {
  if (secrets === null) return new AuthRefusal('flow_state_not_found')
  const tokens = ProviderTokens.parse(JSON.parse(unseal(SECRETS, secrets).toString()))
  if (linking_session_id === null) {
    const opened = await openSession(tx, user.id, 'oauth', visit, studio_id)
    // What the provider gave for the person is not for a studio's website.
    return opened.session.studio_id === null ? { ...opened, tokens } : opened
  }
  if (studio_id !== null || visit.studio_id !== null) return new AuthRefusal('studio_session')
  const refusal = await linkIdentity(tx, user, LinkedProfile.parse(linking_identity), visit)
  if (refusal) return refusal
  const continued = await continueSession(tx, linking_session_id, visit)
  return continued instanceof AuthRefusal ? continued : { ...continued, tokens }
}
