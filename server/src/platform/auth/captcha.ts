import { z } from 'zod'

/** The supported captcha services. Both have the same request and response format. */
export const captchaProviders = ['turnstile', 'hcaptcha'] as const

const verifyUrls = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const satisfies Record<(typeof captchaProviders)[number], string>

const origins = {
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
} as const satisfies Record<(typeof captchaProviders)[number], readonly string[]>

/** The origins of a provider's scripts and frames. Pages with forms must allow them. */
export const widgetOrigins = (provider: CaptchaSettings['provider']): readonly string[] => origins[provider]

export type CaptchaSettings = {
  provider: (typeof captchaProviders)[number]
  /** Public: the widget in a form needs it. */
  siteKey: string
  secret: string
  verifyUrl: string
}

/** The address at which a provider checks tokens, unless the configuration names another one. */
export const defaultVerifyUrl = (provider: CaptchaSettings['provider']): string => verifyUrls[provider]

const TIMEOUT_MS = 5_000
const Verdict = z.object({ success: z.boolean() })

/** Checks with the provider that a person solved the captcha of a form. Each token works once. */
export async function verifyCaptcha(
  { secret, verifyUrl }: Pick<CaptchaSettings, 'secret' | 'verifyUrl'>,
  token: string,
  ip: string,
): Promise<'passed' | 'failed' | 'unreachable'> {
  try {
    const answer = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: ip }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const verdict = Verdict.safeParse(await answer.json())
    if (!verdict.success) return 'unreachable'
    return verdict.data.success ? 'passed' : 'failed'
  } catch {
    return 'unreachable'
  }
}
