import { z } from 'zod'
import { codePoints, EMAIL_MAX, emailPattern, nameRules } from './text-rules.ts'

export const Id = z.uuid()
export type Id = z.infer<typeof Id>

// Of text with lines only controls and what turns its direction round.
const invisibleBarLines = /[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/u

/** A person's or a thing's name: trimmed, NFC, one line, at most `max` code points, nothing invisible, no address. */
export function name(required: string, max = 120) {
  const text = z.string({ error: required }).trim().normalize('NFC').min(1, required)
  return nameRules(max).reduce((schema, { holds, otherwise }) => schema.refine(holds, otherwise), text)
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

/**
 * An email address as we keep it: trimmed and lower-cased, at most 255 characters. The pattern comes first: lower-casing
 * turns the Kelvin sign (U+212A) into the letter k, which would make one address look like another.
 */
export const Email = z
  .string()
  .trim()
  .max(EMAIL_MAX)
  .pipe(z.email({ pattern: emailPattern, error: 'Invalid email address' }).toLowerCase())
