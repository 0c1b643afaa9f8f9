import { verifyCaptcha } from '#platform/auth/captcha.ts'
import { consumeLimits, getNetwork, type Limit } from '#platform/http/limits.ts'
import { type AuthSettings, type RequestContext, throwAuthError } from './wire/rules.ts'

// Each check calls another service, so a limit applies to each network.
const perNetwork: Limit = { name: 'captcha', count: 60, per_seconds: 300 }

/**
 * Requires a solved captcha. If no captcha is configured, every call passes. It calls another service, so never call it in a
 * transaction.
 * @throws AuthError captcha_failed, over_request_rate_limit
 */
export async function requireCaptcha(
  body: { gotrue_meta_security: string | null },
  { captcha }: AuthSettings['config'],
  { ip, now }: RequestContext,
): Promise<void> {
  if (!captcha) return
  const token = body.gotrue_meta_security
  if (token === null) throwAuthError('captcha_failed', { message: 'Please confirm that you are human first.' })
  const wait = await consumeLimits([{ limit: perNetwork, by: getNetwork(ip) }], now)
  if (wait) throwAuthError('over_request_rate_limit', wait)
  switch (await verifyCaptcha(captcha, token, ip)) {
    case 'passed':
      return
    case 'failed':
      return throwAuthError('captcha_failed')
    case 'unreachable':
      return throwAuthError('captcha_failed', {
        message: 'The captcha cannot be checked at the moment. Please try again.',
      })
  }
}
