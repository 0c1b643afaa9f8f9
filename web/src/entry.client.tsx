import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { temporalReady } from './lib/time.ts'

declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

// Schemas compile themselves with `new Function` unless told not to; the content security policy reports every try.
globalThis.__zod_globalConfig = { jitless: true }

await temporalReady()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
