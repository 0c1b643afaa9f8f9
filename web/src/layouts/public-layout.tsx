import siteScript from 'virtual:site/start'
import { Outlet, useMatches } from 'react-router'
import { CONTENT, SkipLink } from '#ui/skip-link.tsx'
import { ContactDialog } from '../features/marketing/components/contact-dialog.tsx'
import interFile from '../lib/page/inter-basic.woff2?url'
import { getPageScript } from '../lib/page/page-handle.ts'
import { PublicFooter } from './public/public-footer.tsx'
import { PublicHeader } from './public/public-header.tsx'

export const links = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'preload', href: interFile, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
]

/** The frame of the public pages; prerendered, so it cannot know the user. */
export default function PublicLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <PublicHeader />
      <main id={CONTENT} tabIndex={-1} className="flex-1 outline-none">
        <Outlet />
      </main>
      <PublicFooter />
      <ContactDialog />
      <script type="module" src={getPageScript(useMatches()) ?? siteScript} fetchPriority="low" />
    </div>
  )
}
