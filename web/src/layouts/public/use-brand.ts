import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { useLayoutEffect } from 'react'
import { studioOfDomain } from '#lib/page/page-studio.ts'
import { applyBrand } from '#lib/page/theme.ts'

/**
 * Applies a studio's colors, fonts and favicon. With null it applies the default branding, or the domain's studio on a
 * studio's own domain.
 */
export function useBrand(studio: Pick<PublicStudio, 'brand_css' | 'favicon_url'> | null) {
  const brand = studio ?? studioOfDomain()
  const css = brand?.brand_css ?? null
  const favicon = brand?.favicon_url ?? null
  useLayoutEffect(() => applyBrand(css, favicon), [css, favicon])
}
