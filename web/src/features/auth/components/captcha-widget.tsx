import { useEffect, useRef, useState } from 'react'
import type { CaptchaSettings } from '#lib/session/auth.ts'

/** The API of both providers' scripts. */
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

/** How long a script may take, in milliseconds. One that a browser extension emptied loads, but never starts. */
const SCRIPT_MS_MAX = 20_000

const widgetPromises = new Map<string, Promise<Widget>>()

/** Loads a provider's script once per page; a failed load is retried by the next form. */
function loadScript(provider: CaptchaSettings['provider']): Promise<Widget> {
  const existing = widgetPromises.get(provider)
  if (existing) return existing
  const loadedWidget = new Promise<Widget>((resolve, reject) => {
    Object.assign(window, {
      captchaReady: () => {
        const widget = window[provider]
        return widget ? resolve(widget) : reject(new Error('The captcha script loaded but did not start'))
      },
    })
    const script = document.createElement('script')
    script.src = scripts[provider]
    script.async = true
    script.onerror = () => reject(new Error('The captcha script could not be loaded'))
    setTimeout(() => reject(new Error('The captcha script did not start')), SCRIPT_MS_MAX)
    document.head.append(script)
  })
  loadedWidget.catch(() => widgetPromises.delete(provider))
  widgetPromises.set(provider, loadedWidget)
  return loadedWidget
}

type CaptchaWidgetProps = { captcha: CaptchaSettings; onToken: (token: string | null) => void }

/** Shows the captcha of a provider and reports its token. */
export function CaptchaWidget({ captcha: { provider, site_key }, onToken }: CaptchaWidgetProps) {
  const container = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    let isUnmounted = false
    loadScript(provider).then(
      (widget) => {
        if (isUnmounted || !container.current) return
        widget.render(container.current, {
          sitekey: site_key,
          callback: onToken,
          'expired-callback': () => onToken(null),
        })
      },
      () => !isUnmounted && setFailed(true),
    )
    return () => {
      isUnmounted = true
    }
  }, [provider, site_key, onToken])

  if (failed) {
    return (
      <p role="alert" className="text-sm text-cancelled">
        The captcha could not be loaded. Allow it in your browser and reload the page.
      </p>
    )
  }
  return <div ref={container} className="grid min-h-16 justify-items-center" />
}
