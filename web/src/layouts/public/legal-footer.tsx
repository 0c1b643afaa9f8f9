import type { PublicLegalTexts } from '@studiohub/contract/features/legal-texts/schema.ts'
import { legalTitles } from '@studiohub/contract/features/legal-texts/words.ts'
import { useEffect, useState } from 'react'
import { fetchLegalKinds } from '#lib/server/fetch-legal-kinds.ts'
import { paths } from '#paths.ts'
import { cx } from '#ui/cx.ts'

/** Links to the legal texts that exist; nothing if there are none. @param slug the studio; null: the platform */
export function LegalFooter({ slug, className }: { slug: string | null; className?: string }) {
  const kinds = useLegalKinds(slug)
  if (kinds.length === 0) return null
  return (
    <footer className={cx('flex flex-wrap justify-center gap-x-5 text-xs text-muted-foreground', className)}>
      {kinds.map((kind) => (
        <a
          key={kind}
          href={slug === null ? paths.legal(kind) : paths.studioLegal(slug, kind)}
          className="inline-block py-1.5 underline-offset-4 hover:text-foreground hover:underline"
        >
          {legalTitles[kind]}
        </a>
      ))}
    </footer>
  )
}

// While the kinds are unknown, the footer has no links.
function useLegalKinds(slug: string | null): PublicLegalTexts['kinds'] {
  const [kinds, setKinds] = useState<PublicLegalTexts['kinds']>([])
  useEffect(() => {
    const abort = new AbortController()
    fetchLegalKinds(slug, abort.signal)
      .then(setKinds)
      .catch(() => undefined)
    return () => abort.abort()
  }, [slug])
  return kinds
}
