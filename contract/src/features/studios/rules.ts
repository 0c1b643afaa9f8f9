import { contrastRatio, formatHsl, type Hsl, parseHsl } from '../../shared/colors.ts'
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
 * A studio's stylesheet: five brand colors and two font families as custom properties on `:root`, and the same brand in the
 * other brightness for readers who chose it. It contains only parsed numbers and names from our own list, so entered text
 * cannot add a rule.
 */
export function brandStylesheet(colors: BrandColors, fonts: Fonts): string {
  const brand = parseBrand(colors)
  const brandInOtherBrightness = changeBrightness(brand)
  const families = [`--font-heading: ${fontStack(fonts.heading)};`, `--font-body: ${fontStack(fonts.body)};`]
  const scheme = schemeOf(brandInOtherBrightness)
  const rules = [
    ruleOf(':root', [...declarationsOf(brand), ...families]),
    ruleOf(`:root[data-theme="${scheme}"]`, declarationsOf(brandInOtherBrightness)),
  ]
  // Without a background of its own, a studio follows the reader's system as the product does.
  if (colors.background === undefined && colors.text === undefined) {
    const own = schemeOf(brand)
    const systemRule = ruleOf(`:root:not([data-theme="${own}"])`, declarationsOf(brandInOtherBrightness))
    rules.push(`@media (prefers-color-scheme: ${scheme}) {\n${systemRule}}\n`)
  }
  return rules.join('')
}

type Brand = Record<BrandColorName, Hsl>

/** The brand as readers see it who chose this theme. */
export function getBrandInTheme(colors: BrandColors, theme: 'light' | 'dark'): Brand {
  const brand = parseBrand(colors)
  return schemeOf(brand) === theme ? brand : changeBrightness(brand)
}

function parseBrand(colors: BrandColors): Brand {
  const colorOf = (name: BrandColorName) =>
    parseHsl(colors[name] ?? '') ?? parseHsl(defaultBrandColors[name]) ?? { h: 0, s: 0, l: 0 }
  return {
    primary: colorOf('primary'),
    secondary: colorOf('secondary'),
    background: colorOf('background'),
    text: colorOf('text'),
    accent: colorOf('accent'),
  }
}

const schemeOf = ({ background }: Brand) => (background.l < 50 ? 'dark' : 'light')

const ruleOf = (selector: string, lines: readonly string[]) =>
  `${selector} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`

const declarationsOf = (brand: Brand) => [
  ...brandColorNames.map((name) => `--${name}: ${formatHsl(brand[name])};`),
  // The browser's own controls (date pickers, scroll bars) must fit the brightness of the background.
  `color-scheme: ${schemeOf(brand)};`,
]

/** The highest saturation, and the lightness of large areas and of text, on light and on dark pages. */
const otherBrightness = {
  light: { background: { s: 30, l: 96.5 }, secondary: { s: 40, l: 92 }, text: { s: 32, l: 12 } },
  dark: { background: { s: 20, l: 9 }, secondary: { s: 24, l: 18 }, text: { s: 30, l: 97 } },
}

/**
 * A dark brand on a light page, or a light brand on a dark one. All hues stay. The primary and the accent color become
 * darker or lighter until they are readable on the new background.
 */
function changeBrightness(brand: Brand): Brand {
  const target = otherBrightness[schemeOf(brand) === 'dark' ? 'light' : 'dark']
  const areaOf = (name: keyof typeof target) => {
    const { h, s } = brand[name]
    return { h, s: Math.min(s, target[name].s), l: target[name].l }
  }
  const background = areaOf('background')
  const step = background.l > 50 ? -1 : 1
  const readable = (color: Hsl): Hsl => {
    const l = color.l + step
    const isDone = contrastRatio(color, background) >= READABLE_CONTRAST_MIN || l < 0 || l > 100
    return isDone ? color : readable({ ...color, l: Math.round(l * 100) / 100 })
  }
  return {
    primary: readable(brand.primary),
    secondary: areaOf('secondary'),
    background,
    text: areaOf('text'),
    accent: readable(brand.accent),
  }
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
