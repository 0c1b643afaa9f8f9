import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { useOutletContext } from 'react-router'

/** The studio whose auth pages these are; null for the default branding. */
export type AuthPageContext = { studio: PublicStudio | null }

export const useAuthPage = () => useOutletContext<AuthPageContext>()
