import { asAuth, type Tx } from '../../../platform/db/door.ts'
import { type Limit, networkOf, takeLimits } from '../../../platform/limits.ts'
import { sha256 } from '../../../platform/secrets.ts'
import { answerTokens, openSession, type SignedIn } from '../sessions/service.ts'
import * as users from '../users/queries.ts'
import { isBanned } from '../users/rules.ts'
import * as tokens from '../verification/queries.ts'
import { AuthRefusal, refuse, type Visit } from '../wire/rules.ts'
import * as queries from './queries.ts'
import { fitsChallenge, isExpired } from './rules.ts'

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
  return answerTokens(outcome, visit.now)
}

async function exchangeInside(
  tx: Tx,
  given: { auth_code: string; code_verifier: string },
  visit: Visit,
): Promise<SignedIn | AuthRefusal> {
  const flow = await queries.consumeAuthCode(tx, sha256(given.auth_code))
  if (!flow || flow.user_id === null) return new AuthRefusal('flow_state_not_found')
  if (isExpired(flow.auth_code_issued_at, visit.now)) return new AuthRefusal('flow_state_expired')
  if (!fitsChallenge(given.code_verifier, flow)) return new AuthRefusal('bad_code_verifier')
  const user = await users.getUser(tx, flow.user_id)
  if (!user) return new AuthRefusal('flow_state_not_found')
  if (isBanned(user, visit.now)) return new AuthRefusal('user_banned')
  await tokens.deleteTokensOf(tx, user.id)
  return openSession(tx, user.id, flow.method === 'recovery' ? 'recovery' : 'email/signup', visit)
}
