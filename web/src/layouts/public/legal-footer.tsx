import type { PublicLegalTexts } from '@studiohub/contract/features/legal-texts/schema.ts'
import { legalTitles } from '@studiohub/contract/features/legal-texts/words.ts'
import { useEffect, useState } from 'react'
import { fetchLegalKinds } from '#lib/server/fetch-legal-kinds.ts'
import { paths } from '#paths.ts'
import { cx } from '#ui/cx.ts'

type LegalLinksProps = {
  /** The studio; null: the platform. */
  slug: string | null
  className?: string | undefined
}

/** Links to the legal texts that exist; nothing if there are none. */
export const LegalFooter = (props: LegalLinksProps) => <LegalLinks {...props} kinds={useLegalKinds(props.slug)} />

/** The links of `LegalFooter`, for a page that needs to know the texts itself. */
export function LegalLinks({ slug, className, kinds }: LegalLinksProps & { kinds: PublicLegalTexts['kinds'] }) {
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

/** The kinds of legal texts that exist; none while they are unknown. @param slug the studio; null: the platform */
export function useLegalKinds(slug: string | null): PublicLegalTexts['kinds'] {
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
