import { z } from 'zod'
import { Email, Id, name } from '#shared/text.ts'
import { CalendarDate, TimeOfDay } from '#shared/time.ts'
import { VISITOR_CODE_MAX } from '../../availability/schema.ts'
import { SERVICE_MINUTES_MAX } from '../../resources/words.ts'
import { BookingTax } from '../../studios/taxes/schema.ts'
import { OpenTerms } from '../../terms/schema.ts'
import { newBookingFields } from '../input/schema.ts'
import { BookingWithWarnings } from '../schema.ts'

const chooseTime = 'Please choose a time'
const chooseService = 'Please choose a service'

/** The form of a studio's public page: a time, a name and an email address. */
export const VisitorForm = z.object({
  service: z.string({ error: chooseService }).trim().min(1, chooseService).max(60, chooseService),
  minutes: z.coerce
    .number({ error: chooseTime })
    .int(chooseTime)
    .min(5, chooseTime)
    .max(SERVICE_MINUTES_MAX, chooseTime),
  day: z.string({ error: chooseTime }).refine((text) => CalendarDate.safeParse(text).success, chooseTime),
  time: z.string({ error: chooseTime }).refine((text) => TimeOfDay.safeParse(text).success, chooseTime),
  name: name('Please enter your name'),
  email: z.string({ error: 'Please enter your email' }).trim().min(1, 'Please enter your email').pipe(Email),
  /** A discount code as typed; empty: none. */
  discount_code: z.string().trim().max(VISITOR_CODE_MAX, `At most ${VISITOR_CODE_MAX} characters`).optional(),
})
export type VisitorForm = z.output<typeof VisitorForm>

const CAPTCHA_MAX = 5_000

/** The same form as a call of the API. */
export const NewVisitorHold = z.strictObject({
  ...VisitorForm.shape,
  slug: z.string().max(64),
  /** The answer of the captcha's widget, if a captcha is configured. */
  captcha_token: z.string().max(CAPTCHA_MAX).nullish(),
})
export type NewVisitorHold = z.output<typeof NewVisitorHold>

/** The cost of cancelling at different times before the session, in words; null if it is too late to cancel online. */
const cancellation = z.string().nullable()

/** The held time, and when the hold ends. The link to confirm it is in the email. */
export const CreatedVisitorHold = z.object({
  service: z.string(),
  /** The name of the room. */
  room: z.string(),
  booking_date: CalendarDate,
  start_time: TimeOfDay,
  end_time: TimeOfDay,
  days: z.number().int(),
  timezone: z.string(),
  price_minor: z.number().int().nullable(),
  currency: z.string().nullable(),
  tax: BookingTax.nullable(),
  cancellation,
  expires_at: z.string(),
})
export type CreatedVisitorHold = z.infer<typeof CreatedVisitorHold>

const LINK_MAX = 200

/** The secret in the emailed link. */
export const VisitorLink = z.strictObject({ token: z.string().min(1).max(LINK_MAX) })

/** A visitor's hold, as the reader of the email sees it. */
export const VisitorHold = z.object({
  id: Id,
  email: z.string(),
  studio: z.object({ id: Id, name: z.string(), slug: z.string(), location: z.string().nullable() }),
  /** The key of the service, and its name. */
  service_type: z.string(),
  service: z.string(),
  booking_date: CalendarDate,
  start_time: TimeOfDay,
  end_time: TimeOfDay,
  ends_next_day: z.boolean(),
  days: z.number().int(),
  timezone: z.string(),
  /** The price that was shown, with the discount; null: on request. */
  price_minor: z.number().int().nullable(),
  currency: z.string().nullable(),
  tax: BookingTax.nullable(),
  cancellation,
  /** The discount code that the price includes. It is checked again when booking. */
  discount_code: z.string().nullable(),
  /** When the hold ends. */
  expires_at: z.string(),
  /** Whether the time is still held. */
  is_held: z.boolean(),
  /** The terms that the person accepts by booking. */
  terms: OpenTerms.nullable(),
})
export type VisitorHold = z.infer<typeof VisitorHold>

/**
 * Books the time that the caller holds as a visitor. `seen_price` confirms a new price, for example if the code has
 * expired.
 */
export const BookHoldInput = z.strictObject({
  id: Id,
  seen_price: newBookingFields.shape.seen_price,
  accepted_terms: newBookingFields.shape.accepted_terms,
  signature: newBookingFields.shape.signature,
})
export type BookHoldInput = z.infer<typeof BookHoldInput>

export const BookedHold = z.object({
  /** Null if the studio must first accept the person as a client. */
  booking: BookingWithWarnings.nullable(),
  studio_slug: z.string(),
})
export type BookedHold = z.infer<typeof BookedHold>
