import { type ReactNode, useContext, useState } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, UNSAFE_FrameworkContext, useMatches } from 'react-router'
import './styles.css'
import { WholePageFailure } from './layouts/failures/route-failure.tsx'
import { hydrates } from './lib/page/page-handle.ts'
import { WaitingScreen } from './ui/spinner.tsx'

/**
 * The document. Only the public pages, which are written at build time, have a `meta` of their own; for all others the
 * server writes title, favicon and the studio's stylesheet, and screens set `document.title`. A title here would be put
 * back on hydration. Providers live in `layouts/app-layout.tsx`, so that a public page carries none of them.
 */
export function Layout({ children }: { children: ReactNode }) {
  // The app's shell is written as if `/` were asked for, but is no page of anybody's: it says so here alone.
  const isShell = useContext(UNSAFE_FrameworkContext)?.isSpaMode
  const matched = useMatches()
  const matches = isShell ? [] : matched
  // What a page says is said of the document that it was written into: a page that once has the app keeps it.
  const [hasApp] = useState(() => hydrates(matches))
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {hasApp && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function HydrateFallback() {
  return <WaitingScreen>Loading...</WaitingScreen>
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <WholePageFailure error={error} />
}
