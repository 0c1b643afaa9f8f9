/** The rules of `text.ts` without zod, for small pages. */

// Names must not contain invisible characters: they can make two texts look the same, or end an email header. Variation
// selectors and joiners are allowed inside emoji, so emoji are removed before this check.
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
const shapingEmoji = [
  /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)(?:\ufe0e|\ufe0f)/gu,
  /(?<=[0-9#*])\ufe0f(?=\u20e3)/gu,
  /(?<=\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)\u200d(?=\p{Extended_Pictographic})/gu,
]
// Read from the end, because the selector before a joiner decides about it.
const hasInvisibleCharacters = (text: string) =>
  invisible.test(shapingEmoji.reduceRight((rest, shaping) => rest.replaceAll(shaping, ''), text))

export const codePoints = (text: string) => [...text].length

/** The longest name of a person, in code points. */
export const NAME_MAX = 120

/** Rules for names besides being required, with error messages. */
export const nameRules = (max: number) => [
  { isValid: (text: string) => codePoints(text) <= max, message: `Please use at most ${max} characters` },
  { isValid: (text: string) => !hasInvisibleCharacters(text), message: 'Please remove the invisible characters' },
  { isValid: (text: string) => !/https?:\/\/|www\./i.test(text), message: 'Please leave out web addresses' },
]

export const EMAIL_MAX = 255

/**
 * Common email addresses: no quoted local part, a domain with a dot. In the `v` flag of `pattern` attributes, hyphens
 * must be escaped.
 */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+.\x2d]*)[A-Za-z0-9_+\x2d]@([A-Za-z0-9][A-Za-z0-9\x2d]*\.)+[A-Za-z]{2,}$/
