/** The rules of `text.ts` for pages that are too small to carry schemas. */

// What is not seen has no place in a name: each of these can make one text look like another, or end a mail's header.
// The variation selectors and the joiner are seen where they shape an emoji, and are taken out before this is asked.
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
const shapingEmoji = [
  /(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?)(?:\ufe0e|\ufe0f)/gu,
  /(?<=[0-9#*])\ufe0f(?=\u20e3)/gu,
  /(?<=\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)\u200d(?=\p{Extended_Pictographic})/gu,
]
// From the last to the first: a joiner is known by the selector before it.
const hidesSomething = (text: string) =>
  invisible.test(shapingEmoji.reduceRight((rest, shaping) => rest.replaceAll(shaping, ''), text))

export const codePoints = (text: string) => [...text].length

/** What holds of a name beside that there is one, and what to say where it does not. */
export const nameRules = (max: number) => [
  { holds: (text: string) => codePoints(text) <= max, otherwise: `Please use at most ${max} characters` },
  { holds: (text: string) => !hidesSomething(text), otherwise: 'Please remove the invisible characters' },
  { holds: (text: string) => !/https?:\/\/|www\./i.test(text), otherwise: 'Please leave out web addresses' },
]

export const EMAIL_MAX = 255

/** An address as people write it: no quoted local part, a domain with a dot. An input takes no bare hyphen. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+.\x2d]*)[A-Za-z0-9_+\x2d]@([A-Za-z0-9][A-Za-z0-9\x2d]*\.)+[A-Za-z]{2,}$/
