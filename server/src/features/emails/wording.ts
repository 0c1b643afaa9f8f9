import { defaultBrandColors, type Hsl, parseHsl } from '@studiohub/contract/features/studios/rules.ts'
import { name } from '@studiohub/contract/shared/text.ts'

const plain = name('', 120)

/**
 * A name as it may stand in a mail: what the sign-up form would refuse (safety T64, T69) is not repeated, and mail
 * programs, which make links of anything with a dot, find none (a zero-width space follows each).
 */
export function inertName(text: string | null, instead: string): string {
  const checked = plain.safeParse(text)
  return checked.success ? checked.data.replace(/\.(?=\S)/g, '.\u200b') : instead
}

/** What somebody wrote, as paragraphs without a link in them: mail programs make links of anything with a dot. */
export const inertParagraphs = (text: string): string[] =>
  text
    .split(/\n+/)
    .map((line) => line.trim().replace(/\.(?=\S)/g, '.\u200b'))
    .filter((line) => line !== '')

/** `#rrggbb` of a brand colour, the product's own where the text is no `h s% l%`; mail programs know no `hsl()`. */
export function hexOf(color: string | undefined): string {
  const { h, s, l } = parseHsl(color ?? '') ?? parseHsl(defaultBrandColors.primary) ?? { h: 0, s: 0, l: 0 }
  return `#${channels({ h, s, l })
    .map((value) =>
      Math.round(value * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Black or white, whichever can be read better on `#rrggbb` (WCAG contrast). */
export function inkOn(hex: string): '#000000' | '#ffffff' {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b
  return (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) ? '#000000' : '#ffffff'
}

// CSS Color 4, section 7.1: HSL to sRGB.
function channels({ h, s, l }: Hsl): number[] {
  const [saturation, lightness] = [s / 100, l / 100]
  const chroma = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((n) => {
    const k = (n + h / 30) % 12
    return lightness - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1))
  })
}
