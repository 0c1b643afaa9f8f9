import { contrastRatio, parseHsl } from '../../shared/colors.ts'
import type { BrandColors, Fonts } from './schema.ts'
import { type BrandColorName, brandColorNames, hostedFonts } from './words.ts'

/** The smallest contrast ratio of readable text (WCAG 2.2, 1.4.3). */
export const READABLE_CONTRAST_MIN = 4.5

/** The colors of a brand that are hard to read on its background, with their contrast ratio. */
export function findUnreadableColors(colors: BrandColors): { name: BrandColorName; contrast: number }[] {
  const colorOf = (name: BrandColorName) => parseHsl(colors[name] ?? defaultBrandColors[name])
  const background = colorOf('background')
  return (['text', 'primary', 'accent'] as const).flatMap((name) => {
    const color = colorOf(name)
    const contrast = color && background ? contrastRatio(color, background) : READABLE_CONTRAST_MIN
    return contrast < READABLE_CONTRAST_MIN ? [{ name, contrast }] : []
  })
}

/** The product's colors, for colors that a studio has not set (spec section 9). */
export const defaultBrandColors: Record<BrandColorName, string> = {
  primary: '185 85% 55%',
  secondary: '220 16% 18%',
  background: '220 18% 8%',
  text: '0 0% 98%',
  accent: '185 100% 65%',
}
export const defaultFonts: Fonts = { heading: 'Inter', body: 'Inter' }

/**
 * A studio's stylesheet: five brand colors and two font families as custom properties on `:root`. It contains only
 * parsed numbers and names from our own list, so entered text cannot add a rule.
 */
export function brandStylesheet(colors: BrandColors, fonts: Fonts): string {
  const colorOf = (key: BrandColorName) =>
    parseHsl(colors[key] ?? '') ?? parseHsl(defaultBrandColors[key]) ?? { h: 0, s: 0, l: 0 }
  const lines = brandColorNames.map((key) => {
    const { h, s, l } = colorOf(key)
    return `  --${key}: ${h} ${s}% ${l}%;`
  })
  // The browser's own controls (date pickers, scroll bars) must fit the brightness of the background.
  lines.push(`  color-scheme: ${colorOf('background').l < 50 ? 'dark' : 'light'};`)
  lines.push(`  --font-heading: ${fontStack(fonts.heading)};`)
  lines.push(`  --font-body: ${fontStack(fonts.body)};`)
  return `:root {\n${lines.join('\n')}\n}\n`
}

const generic = { sans: 'sans-serif', serif: 'serif', mono: 'monospace' }

/** The font stack for a name: the font from our list (Inter for an unknown name) with fallbacks of the same metrics. */
export function fontStack(font_name: string): string {
  const { name, kind } = hostedFonts.find((font) => font.name === font_name) ?? hostedFonts[0]
  return `'${name} Variable', '${name} Fallback', '${name} Fallback DejaVu', ${generic[kind]}`
}

/** The address of a studio's stylesheet. It contains a hash of the content, so caches may keep it forever. */
export function brandCssPath(studio: { id: string; brand_colors: BrandColors; fonts: Fonts }): string {
  return `/brand/${studio.id}-${fingerprint(brandStylesheet(studio.brand_colors, studio.fonts))}.css`
}

// FNV-1a: distinguishes stylesheets; not for security.
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash.toString(36)
}
