import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { useLayoutEffect } from 'react'
import { studioOfDomain } from '#lib/page/page-studio.ts'
import { wearBrand } from '#lib/page/theme.ts'

/**
 * The page wears this studio's colours, fonts and favicon; null is the product's own face, which a studio's own domain
 * never shows.
 */
export function useBrand(studio: Pick<PublicStudio, 'brand_css' | 'favicon_url'> | null) {
  const worn = studio ?? studioOfDomain()
  const css = worn?.brand_css ?? null
  const favicon = worn?.favicon_url ?? null
  useLayoutEffect(() => wearBrand(css, favicon), [css, favicon])
}
