import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { useLayoutEffect } from 'react'
import { wearBrand } from '../lib/theme.ts'

/** The page wears this studio's colours, fonts and favicon; null is the product's own face. */
export function useBrand(studio: Pick<PublicStudio, 'brand_css' | 'favicon_url'> | null) {
  const css = studio?.brand_css ?? null
  const favicon = studio?.favicon_url ?? null
  useLayoutEffect(() => wearBrand(css, favicon), [css, favicon])
}
