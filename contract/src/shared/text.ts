import { z } from 'zod'
import { codePoints, EMAIL_MAX, emailPattern, NAME_MAX, nameRules } from './text-rules.ts'

export const Id = z.uuid()
export type Id = z.infer<typeof Id>

// Multi-line text excludes only control characters and bidirectional overrides.
const invisibleInProse = /[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/u

/** A name of a person or thing: trimmed, NFC, one line, at most `max` code points, no invisible characters, no URL. */
export function name(required: string, max = NAME_MAX) {
  const text = z.string({ error: required }).trim().normalize('NFC').min(1, required)
  return nameRules(max).reduce((schema, { isValid, message }) => schema.refine(isValid, message), text)
}

/** A phone number in any common notation; empty if the person has none. */
export const Phone = z
  .string()
  .trim()
  .regex(/^\+?[\d ()./-]{0,40}$/, 'Please enter a phone number')

/** Multi-line text: trimmed, NFC, at most `max` code points. */
export function prose(max: number, tooLong = `Please use at most ${max.toLocaleString('en')} characters`) {
  return z
    .string({ error: 'Please enter text' })
    .trim()
    .normalize('NFC')
    .refine((text) => codePoints(text) <= max, tooLong)
    .refine((text) => !invisibleInProse.test(text), 'Please remove the invisible characters')
}

/**
 * A stored email address: trimmed, lower case, at most 255 characters. The pattern is checked first, because
 * lower-casing turns the Kelvin sign (U+212A) into the letter k, so that two addresses would look alike.
 */
export const Email = z
  .string()
  .trim()
  .max(EMAIL_MAX)
  .pipe(z.email({ pattern: emailPattern, error: 'Invalid email address' }).toLowerCase())
