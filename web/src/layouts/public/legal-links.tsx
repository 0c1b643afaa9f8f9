import { legalKinds, legalTitles } from '@studiohub/contract/features/legal-texts/words.ts'
import { paths } from '#paths.ts'

/** Links to legal texts on a prerendered page. The server removes those without a text. @param studio its slug, else the platform */
export function LegalLinks({ studio }: { studio?: string }) {
  return legalKinds.map((kind) => (
    <a
      key={kind}
      data-when={`has_${kind}`}
      href={studio === undefined ? paths.legal(kind) : paths.studioLegal(studio, kind)}
      className="inline-block py-1 hover:text-foreground hover:underline"
    >
      {legalTitles[kind]}
    </a>
  ))
}
