import { setNonce } from 'get-nonce'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { loadTemporal } from './lib/page/browser-time.ts'
import { applyColorTheme, followColorTheme } from './lib/page/color-theme.ts'
import { applyReaderFormats } from './lib/page/reader-formats.ts'
import { queryClient } from './lib/server/query-client.ts'
import { meQuery } from './lib/session/me.ts'
import { hasStoredSession } from './lib/session/stored-session.ts'

declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

applyReaderFormats()
applyColorTheme()
followColorTheme()

// zod compiles schemas with `new Function` by default, which the content security policy reports.
globalThis.__zod_globalConfig = { jitless: true }

// Dialogs insert a style element while they are open. The content security policy allows it by the nonce of this page.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
if (nonce) setNonce(nonce)

// Starts loading the current user while the page's code loads; the guards use the result. Not on sign-in pages, where the
// stored session may belong to another person.
if (hasStoredSession() && !window.location.pathname.includes('/auth/'))
  queryClient.prefetchQuery(meQuery()).catch(() => {})

await loadTemporal()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
