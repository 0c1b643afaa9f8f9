import { type ReactNode, useContext, useState } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'
import './styles.css'
import { FullPageError } from './layouts/failures/route-error.tsx'
import { COLOR_THEME_KEY } from './lib/page/color-theme.ts'
import { shouldHydrate } from './lib/page/page-handle.ts'
import { PrerenderContext } from './lib/page/prerender-context.ts'
import { paths } from './paths.ts'
import { LoadingScreen } from './ui/spinner.tsx'

/**
 * Shows the theme that the reader chose before anything is painted, also on pages without the app (decision 0212). Not in
 * frames: a preview shows a studio's page as the studio designed it. Only the build needs the text.
 */
const themeScript = import.meta.env.SSR
  ? `try{if(self===top&&localStorage['${COLOR_THEME_KEY}'])document.documentElement.dataset.theme=localStorage['${COLOR_THEME_KEY}']}catch{}`
  : ''

/**
 * The HTML document. Only the prerendered public pages have their own `meta`. For all other pages the server writes title,
 * favicon and brand stylesheet, and screens set `document.title`; a title from here would overwrite them. Providers are in
 * `layouts/app-layout.tsx`, so that public pages do not load them.
 */
export function Layout({ children }: { children: ReactNode }) {
  const prerendered = useContext(PrerenderContext)
  const matches = useMatches()
  // The app's page is prerendered at the address `/`, but must not use the settings of that route. In a browser this code
  // runs only after the app was loaded.
  const [hasApp] = useState(() => !prerendered || prerendered.isSpaMode || shouldHydrate(matches))
  return (
    // A script sets the theme on the element before React hydrates it.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, which the policy of the page allows by its hash. */}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <link rel="manifest" href={paths.file('app.webmanifest')} />
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
  return <LoadingScreen>Loading...</LoadingScreen>
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <FullPageError error={error} />
}
