import { contrastRatio, parseHsl } from '../../shared/colors.ts'
import type { BrandColors, Fonts } from './schema.ts'
import { type BrandColorName, brandColorNames, hostedFonts } from './words.ts'

/** From here on text can be read by most people (WCAG 2.2, 1.4.3). */
export const READABLE = 4.5

/** What of a brand would be hard to read on its own background, with how much it contrasts. */
export function hardToRead(colors: BrandColors): { name: BrandColorName; contrast: number }[] {
  const colorOf = (name: BrandColorName) => parseHsl(colors[name] ?? defaultBrandColors[name])
  const background = colorOf('background')
  return (['text', 'primary', 'accent'] as const).flatMap((name) => {
    const color = colorOf(name)
    const contrast = color && background ? contrastRatio(color, background) : READABLE
    return contrast < READABLE ? [{ name, contrast }] : []
  })
}

/** Spec section 9: the product's own face, for every part of a brand that a studio left alone. */
export const defaultBrandColors: Record<BrandColorName, string> = {
  primary: '185 85% 55%',
  secondary: '220 16% 18%',
  background: '220 18% 8%',
  text: '0 0% 98%',
  accent: '185 100% 65%',
}
export const defaultFonts: Fonts = { heading: 'Inter', body: 'Inter' }

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
  lines.push(`  --font-heading: ${fontStack(fonts.heading)};`)
  lines.push(`  --font-body: ${fontStack(fonts.body)};`)
  return `:root {\n${lines.join('\n')}\n}\n`
}

const generic = { sans: 'sans-serif', serif: 'serif', mono: 'monospace' }

/** The family of our list by its name, Inter for any other text, with what stands in for it at its own measures. */
export function fontStack(wanted: string): string {
  const { name, kind } = hostedFonts.find((font) => font.name === wanted) ?? hostedFonts[0]
  return `'${name} Variable', '${name} Fallback', '${name} Fallback DejaVu', ${generic[kind]}`
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
