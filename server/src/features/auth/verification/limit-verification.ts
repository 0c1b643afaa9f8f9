import { consumeLimits, getNetwork, type Limit } from '#platform/http/limits.ts'
import { countCodeAttempt } from '../limit-emails.ts'
import { type RequestContext, throwAuthError } from '../wire/rules.ts'

const perNetwork: Limit = { name: 'verify', count: 30, per_seconds: 300 }

/** Counts an attempt to use a link or a code. @throws AuthError over_request_rate_limit */
export async function countVerifyTry(context: RequestContext, email: string | null = null): Promise<void> {
  const byNetwork = await consumeLimits([{ limit: perNetwork, by: getNetwork(context.ip) }], context.now)
  const wait = byNetwork ?? (email === null ? null : await countCodeAttempt(email, context))
  if (wait) throwAuthError('over_request_rate_limit', wait)
}
