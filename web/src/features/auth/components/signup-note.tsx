import { dataSharing } from '@studiohub/contract/features/clients/words.ts'
import type { PublicLegalTexts } from '@studiohub/contract/features/legal-texts/schema.ts'
import { legalTitles } from '@studiohub/contract/features/legal-texts/words.ts'
import { Fragment } from 'react'
import { paths } from '#paths.ts'

type SignupNoteProps = {
  /** Null: the platform. */
  studio: { name: string; slug: string } | null
  legalKinds: PublicLegalTexts['kinds']
  /** Whether the person becomes a client of the studio. */
  isClient: boolean
}

/** What a sign-up means: who sees the data, and the texts to read first. */
export function SignupNote({ studio, legalKinds, isClient }: SignupNoteProps) {
  const kinds = legalKinds.filter((kind) => kind !== 'imprint')
  if (!isClient && kinds.length === 0) return null
  return (
    <p className="text-sm text-muted-foreground">
      {studio && isClient && `${dataSharing(studio.name)} `}
      {kinds.map((kind, index) => (
        <Fragment key={kind}>
          {index > 0 ? ' and ' : 'Before you sign up, read '}
          <a
            href={studio ? paths.studioLegal(studio.slug, kind) : paths.legal(kind)}
            target="_blank"
            className="text-link underline underline-offset-4"
            rel="noopener"
          >
            {legalTitles[kind]}
          </a>
        </Fragment>
      ))}
      {kinds[0] && '.'}
    </p>
  )
}
