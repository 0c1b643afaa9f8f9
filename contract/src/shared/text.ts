import { z } from 'zod'

export const Id = z.uuid()
export type Id = z.infer<typeof Id>

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

// Of text with lines only controls and what turns its direction round.
const invisibleBarLines = /[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/u

const codePoints = (text: string) => [...text].length

/** A person's or a thing's name: trimmed, NFC, one line, at most `max` code points, nothing invisible, no address. */
export function name(required: string, max = 120) {
  return z
    .string({ error: required })
    .trim()
    .normalize('NFC')
    .min(1, required)
    .refine((text) => codePoints(text) <= max, `Please use at most ${max} characters`)
    .refine((text) => !hidesSomething(text), 'Please remove the invisible characters')
    .refine((text) => !/https?:\/\/|www\./i.test(text), 'Please leave out web addresses')
}

/** Text of several lines: trimmed, NFC, at most `max` code points. */
export function prose(max: number, tooLong = `Please use at most ${max.toLocaleString('en')} characters`) {
  return z
    .string()
    .trim()
    .normalize('NFC')
    .refine((text) => codePoints(text) <= max, tooLong)
    .refine((text) => !invisibleBarLines.test(text), 'Please remove the invisible characters')
}

/** An email address as we keep it: trimmed and lower-cased, at most 255 characters. */
export const Email = z.string().trim().toLowerCase().max(255).pipe(z.email('Invalid email address'))
