import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { temporalReady } from './lib/page/time.ts'
import { queryClient } from './lib/server/query-client.ts'
import { holdsSession } from './lib/session/stored-session.ts'

declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

// Schemas compile themselves with `new Function` unless told not to; the content security policy reports every try.
globalThis.__zod_globalConfig = { jitless: true }

/** Asks who is looking while the code of their page is on its way; the guards then wait for the same answer. */
async function askWhoLooks() {
  const { meQuery } = await import('./lib/session/me.ts')
  await queryClient.prefetchQuery(meQuery())
}

// Skip on sign-in pages: the stored session may belong to another person.
if (holdsSession() && !window.location.pathname.includes('/auth/')) askWhoLooks().catch(() => {})

await temporalReady()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
