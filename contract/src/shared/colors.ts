/** Brand colors as `h s% l%` texts: parsing, conversion and contrast. */
export type Hsl = { h: number; s: number; l: number }

/** Parses `h s% l%` (degrees 0 to 360, percent 0 to 100); null for any other text. */
export function parseHsl(text: string): Hsl | null {
  const match = /^(\d{1,3}(?:\.\d{1,2})?) (\d{1,3}(?:\.\d{1,2})?)% (\d{1,3}(?:\.\d{1,2})?)%$/.exec(text)
  if (!match) return null
  const [h, s, l] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return h <= 360 && s <= 100 && l <= 100 ? { h, s, l } : null
}

export const formatHsl = ({ h, s, l }: Hsl) => `${h} ${s}% ${l}%`

/** The HSL text of a typed color, `h s% l%` or `#rrggbb`; null for anything else (spec section 5). */
export function readColor(text: string): string | null {
  const typed = text.trim()
  const hsl = /^#[0-9a-f]{6}$/i.test(typed) ? parseHex(typed) : parseHsl(typed)
  return hsl && formatHsl(hsl)
}

const roundColor = (value: number) => Math.round(value * 100) / 100

/** Parses `#rrggbb`. */
export function parseHex(hex: string): Hsl {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((index) => Number.parseInt(hex.slice(index, index + 2), 16) / 255)
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)]
  const [chroma, lightness] = [max - min, (max + min) / 2]
  const saturation = chroma === 0 ? 0 : chroma / (1 - Math.abs(2 * lightness - 1))
  return {
    h: roundColor(hueOf({ r, g, b }, max, chroma)),
    s: roundColor(saturation * 100),
    l: roundColor(lightness * 100),
  }
}

function hueOf({ r, g, b }: { r: number; g: number; b: number }, max: number, chroma: number): number {
  if (chroma === 0) return 0
  if (max === r) return (60 * ((g - b) / chroma) + 360) % 360
  return max === g ? 60 * ((b - r) / chroma + 2) : 60 * ((r - g) / chroma + 4)
}

// CSS Color 4, section 7.1: HSL to sRGB.
function channelsOf({ h, s, l }: Hsl): number[] {
  const [saturation, lightness] = [s / 100, l / 100]
  const chroma = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((n) => {
    const k = (n + h / 30) % 12
    return lightness - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  })
}

/** `#rrggbb`, for places without `hsl()` support: emails, images, color inputs. */
export const toHex = (hsl: Hsl) =>
  `#${channelsOf(hsl)
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/**
 * A color as people write it: whole HSL numbers stay, others are shown as `#rrggbb`, because they come from such a color.
 * @param text `h s% l%`
 */
export function colorText(text: string): string {
  const hsl = parseHsl(text)
  return hsl && Object.values(hsl).some((part) => !Number.isInteger(part)) ? toHex(hsl) : text
}

function luminanceOf(hsl: Hsl): number {
  const [r = 0, g = 0, b = 0] = channelsOf(hsl).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
export function contrastRatio(first: Hsl, second: Hsl): number {
  const [lighter = 0, darker = 0] = [luminanceOf(first), luminanceOf(second)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const black: Hsl = { h: 0, s: 0, l: 0 }
const white: Hsl = { h: 0, s: 0, l: 100 }

/** The contrast ratio of text on the color, in black or white, whichever has more. It is never below 4.5. */
export const contrastOfInk = (hsl: Hsl): number => Math.max(contrastRatio(black, hsl), contrastRatio(white, hsl))

/** Black or white, whichever has more contrast on the color. */
export const readableInk = (hsl: Hsl): '#000000' | '#ffffff' =>
  contrastRatio(black, hsl) >= contrastRatio(white, hsl) ? '#000000' : '#ffffff'
