import { z } from 'zod'
import { EXTENSION_DAYS_MAX, extensionReasons, LETTER_BODY_MAX, LETTER_SUBJECT_MAX } from './words.ts'

/** An email of an operator to the admins of a studio. */
export const NewLetter = z.strictObject({
  subject: z
    .string()
    .trim()
    .min(1, 'Please enter a subject')
    .max(LETTER_SUBJECT_MAX, `The subject can have at most ${LETTER_SUBJECT_MAX} characters`),
  body: z
    .string()
    .trim()
    .min(1, 'Please write something')
    .max(LETTER_BODY_MAX, `The text can have at most ${LETTER_BODY_MAX} characters`),
})
export type NewLetter = z.infer<typeof NewLetter>

const daysError = `Please enter 1 to ${EXTENSION_DAYS_MAX} days`

/** How much longer a trial runs, and why. */
export const TrialExtension = z.strictObject({
  days: z.number({ error: daysError }).int(daysError).min(1, daysError).max(EXTENSION_DAYS_MAX, daysError),
  reason: z.enum(extensionReasons, { error: 'Please choose a reason' }),
})
export type TrialExtension = z.infer<typeof TrialExtension>
