import type { PublicLegalTexts } from '@studiohub/contract/features/legal-texts/schema.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { useOutletContext } from 'react-router'

export type AuthPageContext = {
  /** The studio whose auth pages these are; null for the default branding. */
  studio: PublicStudio | null
  /** The legal texts that exist, of the studio or the platform. Empty until they are known. */
  legalKinds: PublicLegalTexts['kinds']
}

export const useAuthPage = () => useOutletContext<AuthPageContext>()
