import { z } from 'zod'

/** The services that tell people from programs. Both are asked in the same way and answer in the same form. */
export const captchaProviders = ['turnstile', 'hcaptcha'] as const

const verifyUrls = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
} as const satisfies Record<(typeof captchaProviders)[number], string>

const origins = {
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
} as const satisfies Record<(typeof captchaProviders)[number], readonly string[]>

/** From where a provider's widget loads what it needs: pages with forms must let it. */
export const widgetOrigins = (provider: CaptchaSettings['provider']): readonly string[] => origins[provider]

export type CaptchaSettings = {
  provider: (typeof captchaProviders)[number]
  /** What the widget in a form is shown with; anybody may know it. */
  siteKey: string
  secret: string
  verifyUrl: string
}

/** Where a provider checks tokens, unless the configuration says otherwise. */
export const usualVerifyUrl = (provider: CaptchaSettings['provider']): string => verifyUrls[provider]

const PATIENCE_MS = 5_000
const Verdict = z.object({ success: z.boolean() })

/** Asks the provider whether the token of a form was earned by a person; it tells each token's worth once. */
export async function passedCaptcha(
  { secret, verifyUrl }: Pick<CaptchaSettings, 'secret' | 'verifyUrl'>,
  token: string,
  ip: string,
): Promise<'passed' | 'failed' | 'unreachable'> {
  try {
    const answer = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: ip }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const verdict = Verdict.safeParse(await answer.json())
    if (!verdict.success) return 'unreachable'
    return verdict.data.success ? 'passed' : 'failed'
  } catch {
    return 'unreachable'
  }
}
