import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CaptchaSettings } from '#lib/session/auth.ts'
import { useAuthSettings } from '../api.ts'

/** What both providers' scripts put on the page. */
type Widget = {
  render(
    element: HTMLElement,
    options: { sitekey: string; callback: (token: string) => void; 'expired-callback': () => void },
  ): unknown
}

declare global {
  interface Window {
    turnstile?: Widget
    hcaptcha?: Widget
  }
}

const scripts: Record<CaptchaSettings['provider'], string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=captchaReady',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit&onload=captchaReady',
}

const loading = new Map<string, Promise<Widget>>()

/** Loads a provider's script, once a page; one that did not come is asked for again by the next form. */
function load(provider: CaptchaSettings['provider']): Promise<Widget> {
  const known = loading.get(provider)
  if (known) return known
  const coming = new Promise<Widget>((resolve, reject) => {
    Object.assign(window, {
      captchaReady: () => {
        const widget = window[provider]
        return widget ? resolve(widget) : reject(new Error('the captcha did not start'))
      },
    })
    const script = document.createElement('script')
    script.src = scripts[provider]
    script.async = true
    script.onerror = () => reject(new Error('the captcha did not load'))
    document.head.append(script)
  })
  coming.catch(() => loading.delete(provider))
  loading.set(provider, coming)
  return coming
}

/**
 * The captcha of a form, where the operator has set one up: nothing is loaded otherwise.
 * @returns what to show, what it earned, and how to begin again, since a token is worth something once
 */
export function useCaptcha(): { widget: ReactNode; earned: { captchaToken?: string }; renew: () => void } {
  const captcha = useAuthSettings()?.captcha
  const [token, setToken] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const renew = () => {
    setToken(null)
    setRound((before) => before + 1)
  }
  const widget = captcha ? <CaptchaWidget key={round} captcha={captcha} onToken={setToken} /> : null
  return { widget, earned: token ? { captchaToken: token } : {}, renew }
}

type CaptchaWidgetProps = { captcha: CaptchaSettings; onToken: (token: string | null) => void }

function CaptchaWidget({ captcha: { provider, site_key }, onToken }: CaptchaWidgetProps) {
  const place = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    let gone = false
    load(provider).then(
      (widget) => {
        if (gone || !place.current) return
        widget.render(place.current, {
          sitekey: site_key,
          callback: onToken,
          'expired-callback': () => onToken(null),
        })
      },
      () => !gone && setFailed(true),
    )
    return () => {
      gone = true
    }
  }, [provider, site_key, onToken])

  if (failed) {
    return (
      <p role="alert" className="text-sm text-cancelled">
        The check that you are a person could not be loaded. Allow it in your browser and reload the page.
      </p>
    )
  }
  return <div ref={place} className="grid min-h-16 justify-items-center" />
}
