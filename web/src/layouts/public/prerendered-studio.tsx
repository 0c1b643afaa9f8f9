import { standIn } from '@studiohub/contract/shared/stand-in.ts'
import { useParams } from 'react-router'
import { studioOfPage } from '#lib/page/page-studio.ts'
import { StudioMark } from './studio-mark.tsx'

/**
 * The studio of a prerendered page: at build time a placeholder, in the browser the studio that the server wrote into the
 * page.
 */
export function usePrerenderedStudio() {
  const { namespace } = useParams()
  if (namespace === standIn.slug) return standIn
  return namespace === undefined ? null : studioOfPage()
}

/** The mark of a prerendered page. The placeholder shows both variants; the server removes one. */
export function PrerenderedMark({ studio }: { studio: ReturnType<typeof usePrerenderedStudio> }) {
  if (!studio) return <StudioMark studio={null} large />
  const initial = studio === standIn ? standIn.initial : studio.name
  const isStandIn = studio === standIn
  return (
    <>
      {studio.logo_url && <StudioMark studio={studio} large />}
      {(isStandIn || !studio.logo_url) && <StudioMark studio={{ name: initial, logo_url: null }} large />}
    </>
  )
}
