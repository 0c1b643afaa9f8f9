import { placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import { useParams } from 'react-router'
import { studioOfPage } from '#lib/page/page-studio.ts'
import { StudioMark } from './studio-mark.tsx'

/**
 * The studio of a prerendered page: at build time a placeholder, in the browser the studio that the server wrote into the
 * page.
 */
export function usePrerenderedStudio() {
  const { namespace } = useParams()
  if (namespace === placeholderStudio.slug) return placeholderStudio
  return namespace === undefined ? null : studioOfPage()
}

/** The mark of a prerendered page. The placeholder shows both variants; the server removes one. */
export function PrerenderedMark({ studio }: { studio: ReturnType<typeof usePrerenderedStudio> }) {
  if (!studio) return <StudioMark studio={null} large />
  const initial = studio === placeholderStudio ? placeholderStudio.initial : studio.name
  const isPlaceholder = studio === placeholderStudio
  return (
    <>
      {studio.logo_url && <StudioMark studio={studio} large />}
      {(isPlaceholder || !studio.logo_url) && <StudioMark studio={{ name: initial, logo_url: null }} large />}
    </>
  )
}
