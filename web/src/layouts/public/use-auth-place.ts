import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { useOutletContext } from 'react-router'

/** The studio whose authentication pages these are, or null for the product's own. */
export type AuthPlace = { studio: PublicStudio | null }

export const useAuthPlace = () => useOutletContext<AuthPlace>()
