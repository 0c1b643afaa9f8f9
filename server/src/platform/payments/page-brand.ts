import { defaultBrandColors } from '@studiohub/contract/features/studios/rules.ts'
import { BrandColors } from '@studiohub/contract/features/studios/schema.ts'
import { parseHsl, toHex } from '@studiohub/contract/shared/colors.ts'
import type { PageBrand } from './cards.ts'

/**
 * A studio's brand on a page of the payment provider.
 * @param brand_colors as stored; missing or invalid colors are replaced by the product's own
 */
export function brandOfPage(name: string, brand_colors: unknown): PageBrand {
  const parsed = BrandColors.safeParse(brand_colors)
  const hexOf = (key: 'background' | 'primary') => {
    const color = parseHsl((parsed.success && parsed.data[key]) || '') ?? parseHsl(defaultBrandColors[key])
    return toHex(color ?? { h: 0, s: 0, l: 0 })
  }
  return { name, background: hexOf('background'), primary: hexOf('primary') }
}
