import { z } from 'zod'
import { Phone } from '#shared/text.ts'

/** Whether a studio can send text messages, and how many in 24 hours. */
export const TextOffer = z.object({ offered: z.boolean(), a_day: z.number().int() })
export type TextOffer = z.infer<typeof TextOffer>

/** Whether a client agreed to reminders by text message, and who recorded it. */
export const TextConsent = z.object({
  /** Whether the studio sends text messages. */
  offered: z.boolean(),
  /** The number that they agreed for (E.164); null if they did not agree. */
  phone: z.string().nullable(),
  agreed_at: z.string().nullable(),
  /** `desk`: the client told the studio. */
  via: z.enum(['client', 'desk']).nullable(),
  /** Null if a client reads it. */
  agreed_by_name: z.string().nullable(),
  /** When the number answered STOP; null if it did not. */
  stopped_at: z.string().nullable(),
})
export type TextConsent = z.infer<typeof TextConsent>

/** A client sends the number; the desk does not, because the number of the client's record is used. */
export const TextConsentChange = z.strictObject({
  agreed: z.boolean({ error: 'Text messages are on or off' }),
  phone: Phone.optional(),
})
export type TextConsentChange = z.infer<typeof TextConsentChange>
