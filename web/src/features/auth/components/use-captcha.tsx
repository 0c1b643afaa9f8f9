import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useAuthSettings } from '../settings-api.ts'

const CaptchaWidget = lazy(async () => ({ default: (await import('./captcha-widget.tsx')).CaptchaWidget }))

/**
 * The captcha of a form, if the operator has enabled one.
 * @returns the widget, its token, and `reset` for a new token, because each works only once
 */
export function useCaptcha(): { widget: ReactNode; token: { captchaToken?: string }; reset: () => void } {
  const captcha = useAuthSettings()?.captcha
  const [token, setToken] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const reset = () => {
    setToken(null)
    setRound((current) => current + 1)
  }
  const widget = captcha ? (
    <Suspense fallback={<div className="min-h-16" />}>
      <CaptchaWidget key={round} captcha={captcha} onToken={setToken} />
    </Suspense>
  ) : null
  return { widget, token: token ? { captchaToken: token } : {}, reset }
}
