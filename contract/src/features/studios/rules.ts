import { type BrandColorName, type BrandColors, brandColorNames, type Fonts } from './schema.ts'

/** Spec section 9: the product's own face, for every part of a brand that a studio left alone. */
export const defaultBrandColors: Record<BrandColorName, string> = {
  primary: '185 85% 55%',
  secondary: '220 16% 18%',
  background: '220 18% 8%',
  text: '0 0% 98%',
  accent: '185 100% 65%',
}
export const defaultFonts: Fonts = { heading: 'Inter', body: 'Inter' }

/** Families that we host ourselves; anything else is never put into a stylesheet. */
export const hostedFonts = ['Inter'] as const

export type Hsl = { h: number; s: number; l: number }

/** Reads `h s% l%` (degrees 0 to 360, percent 0 to 100), or null for any other text. */
export function parseHsl(text: string): Hsl | null {
  const match = /^(\d{1,3}(?:\.\d{1,2})?) (\d{1,3}(?:\.\d{1,2})?)% (\d{1,3}(?:\.\d{1,2})?)%$/.exec(text)
  if (!match) return null
  const [h, s, l] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return h <= 360 && s <= 100 && l <= 100 ? { h, s, l } : null
}

/**
 * A studio's stylesheet: the five brand colours and two families as custom properties on `:root`. Only parsed numbers
 * and names of our own list reach the text, so nothing that was typed can become a rule.
 */
export function brandStylesheet(colors: BrandColors, fonts: Fonts): string {
  const colorOf = (key: BrandColorName) =>
    parseHsl(colors[key] ?? '') ?? parseHsl(defaultBrandColors[key]) ?? { h: 0, s: 0, l: 0 }
  const lines = brandColorNames.map((key) => {
    const { h, s, l } = colorOf(key)
    return `  --${key}: ${h} ${s}% ${l}%;`
  })
  // What the browser itself draws (date pickers, scroll bars) follows the page's own brightness.
  lines.push(`  color-scheme: ${colorOf('background').l < 50 ? 'dark' : 'light'};`)
  const family = (wanted: string) => hostedFonts.find((font) => font === wanted) ?? 'Inter'
  // The stand-ins of the product's own stylesheet, at the family's measures: nothing moves when it arrives.
  const stack = (wanted: string) =>
    `'${family(wanted)} Variable', 'Inter Fallback', 'Inter Fallback DejaVu', sans-serif`
  lines.push(`  --font-heading: ${stack(fonts.heading)};`)
  lines.push(`  --font-body: ${stack(fonts.body)};`)
  return `:root {\n${lines.join('\n')}\n}\n`
}

/** Address of a studio's stylesheet; the part after the id changes with what the sheet says, so it may be kept for ever. */
export function brandCssPath(studio: { id: string; brand_colors: BrandColors; fonts: Fonts }): string {
  return `/brand/${studio.id}-${fingerprint(brandStylesheet(studio.brand_colors, studio.fonts))}.css`
}

// FNV-1a: tells two sheets apart, guards nothing.
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash.toString(36)
}
