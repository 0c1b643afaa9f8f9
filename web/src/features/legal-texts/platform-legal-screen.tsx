import { legalKinds, legalTitles } from '@studiohub/contract/features/legal-texts/words.ts'
import { loadDocument, staticPage } from '#lib/page/page-handle.ts'
import { paths } from '#paths.ts'
import { pageMeta } from '../marketing/model/page-meta.ts'
import { LegalText } from './components/legal-text.tsx'

export const handle = staticPage
export const clientMiddleware = loadDocument

export function meta({ location: { pathname } }: { location: { pathname: string } }) {
  const kind = legalKinds.find((value) => pathname.startsWith(`/${value}`)) ?? 'imprint'
  const title = legalTitles[kind]
  return pageMeta({ title, description: `${title} of this website`, path: paths.legal(kind) })
}

/** The imprint, privacy text or terms of the platform. */
export default function PlatformLegalScreen() {
  return <LegalText isWide />
}
