import { placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import { LegalLinks } from '#layouts/public/legal-links.tsx'
import { PrerenderedMark } from '#layouts/public/prerendered-studio.tsx'
import { loadDocument, staticPage } from '#lib/page/page-handle.ts'
import { paths } from '#paths.ts'
import { LegalText } from './components/legal-text.tsx'

export const handle = staticPage
export const clientMiddleware = loadDocument

/** The imprint, privacy text or terms of a studio, with its branding. */
export default function StudioLegalScreen() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-border bg-card">
        <a
          href={paths.publicPage(placeholderStudio.slug)}
          className="mx-auto flex w-full max-w-3xl items-center gap-3 px-4 py-3 font-display font-semibold md:px-8 [&_img]:size-9 [&>span:first-child]:size-9"
        >
          <PrerenderedMark studio={placeholderStudio} />
          <span className="truncate">{placeholderStudio.name}</span>
        </a>
      </header>
      <main className="flex-1">
        <LegalText />
      </main>
      <footer className="border-t border-border">
        <div className="mx-auto flex w-full max-w-3xl flex-wrap items-center gap-x-5 gap-y-1 px-4 py-6 text-sm text-muted-foreground md:px-8">
          <span>{placeholderStudio.name}</span>
          <LegalLinks studio={placeholderStudio.slug} />
          <span>This page sets no cookies.</span>
        </div>
      </footer>
    </div>
  )
}
