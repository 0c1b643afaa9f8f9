import { z } from 'zod'

export const Id = z.uuid()
export type Id = z.infer<typeof Id>

// Controls (line breaks and tabs apart), bidi overrides and isolates, zero-width characters: none of them has a place in
// a name, and each can make one text look like another.
const invisible = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u
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
    .refine((text) => !invisible.test(text), 'Please remove the invisible characters')
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
