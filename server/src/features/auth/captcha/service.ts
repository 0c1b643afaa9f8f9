import { verifyCaptcha } from '#platform/auth/captcha.ts'
import { type Limit, networkOf, takeLimits } from '#platform/http/limits.ts'
import { type RoomSettings, refuse, type Visit } from '../wire/rules.ts'

// Each check asks another service: nobody may send it thousands of questions through us.
const perAddress: Limit = { name: 'captcha', count: 60, per_seconds: 300 }

/**
 * Refuses a call that must show that a person makes it and does not. Where no captcha is set up, every call passes.
 * Never called inside a transaction: another service is asked.
 * @throws AuthRefusal captcha_failed
 */
export async function requireCaptcha(
  body: { gotrue_meta_security: string | null },
  { captcha }: RoomSettings['config'],
  { ip, now }: Visit,
): Promise<void> {
  if (!captcha) return
  const token = body.gotrue_meta_security
  if (token === null) refuse('captcha_failed', { message: 'Please confirm first that you are a person.' })
  const wait = await takeLimits([{ limit: perAddress, by: networkOf(ip) }], now)
  if (wait) refuse('over_request_rate_limit', wait)
  switch (await verifyCaptcha(captcha, token, ip)) {
    case 'passed':
      return
    case 'failed':
      return refuse('captcha_failed')
    case 'unreachable':
      return refuse('captcha_failed', { message: 'The captcha cannot be checked at the moment. Please try again.' })
  }
}
