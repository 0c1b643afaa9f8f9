import { type Limit, networkOf, takeLimits } from '#platform/http/limits.ts'
import { takeCodeLimit } from '../limit-mails.ts'
import { throwAuthError, type Visit } from '../wire/rules.ts'

const perAddress: Limit = { name: 'verify', count: 30, per_seconds: 300 }

/** Counts an attempt to use a link or a code. @throws AuthError over_request_rate_limit */
export async function countVerifyTry(visit: Visit, email: string | null = null): Promise<void> {
  const byNetwork = await takeLimits([{ limit: perAddress, by: networkOf(visit.ip) }], visit.now)
  const wait = byNetwork ?? (email === null ? null : await takeCodeLimit(email, visit))
  if (wait) throwAuthError('over_request_rate_limit', wait)
}
