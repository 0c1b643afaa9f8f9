import { defaultBrandColors } from '@studiohub/contract/features/studios/rules.ts'
import { hexOf, inkOn, parseHsl } from '@studiohub/contract/shared/colors.ts'
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

/** `#rrggbb` of a brand colour and what can be read on it, the product's own where the text is no `h s% l%`. */
export function paintOf(color: string | undefined): { color: string; ink: string } {
  const hsl = parseHsl(color ?? '') ?? parseHsl(defaultBrandColors.primary) ?? { h: 0, s: 0, l: 0 }
  return { color: hexOf(hsl), ink: inkOn(hsl) }
}
