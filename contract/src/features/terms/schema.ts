import { z } from 'zod'
import { Id, name, prose } from '../../shared/text.ts'
import { CalendarDate, TimeOfDay } from '../../shared/time.ts'
import { acceptanceWays, DRAWING_MAX, SIGNER_NAME_MAX, TERMS_MAX } from './words.ts'

/** One version of a studio's terms. It never changes; a new text is a new version. */
export const TermsVersion = z.object({
  id: Id,
  studio_id: Id,
  /** 1 for the first version of the studio. */
  number: z.number().int(),
  /** Plain text or Markdown, see `readTerms`. */
  text: z.string(),
  /** Whether clients must sign it: for all services, or with `signed_services` only for these. */
  needs_signature: z.boolean(),
  signed_services: z.array(z.string()).nullable(),
  published_at: z.string(),
  /** When a newer version replaced it or the studio ended it; null: clients accept this version. */
  ended_at: z.string().nullable(),
})
export type TermsVersion = z.infer<typeof TermsVersion>

/** The terms that clients of a studio accept now. */
export const CurrentTerms = TermsVersion.omit({ studio_id: true, ended_at: true })
export type CurrentTerms = z.infer<typeof CurrentTerms>

/** The terms that a client reads and accepts for one service. `needs_signature` is about this service. */
export const OpenTerms = CurrentTerms.omit({ signed_services: true })
export type OpenTerms = z.infer<typeof OpenTerms>

export const NewTerms = z
  .strictObject({
    text: prose(TERMS_MAX).pipe(z.string().min(1, 'Please enter the terms')),
    needs_signature: z.boolean().default(false),
    signed_services: z
      .array(z.string().min(1).max(60))
      .min(1, 'Please choose a service')
      .max(50)
      .nullable()
      .default(null),
  })
  .refine(({ needs_signature, signed_services }) => needs_signature || signed_services === null, {
    error: 'Services can only be chosen if clients sign the terms',
    path: ['signed_services'],
  })
export type NewTerms = z.output<typeof NewTerms>

/** A signature: the typed name, and the drawing as a path in a box of 600 by 200. */
export const Signature = z.object(
  {
    name: name('Please enter your name', SIGNER_NAME_MAX),
    drawing: z
      .string('Please draw your signature again')
      .max(DRAWING_MAX, 'Please draw a shorter signature')
      .regex(/^M\d{1,3} \d{1,3}(?: [ML]\d{1,3} \d{1,3})*$/, 'Please draw your signature again')
      .nullable(),
  },
  'Please sign again',
)
export type Signature = z.infer<typeof Signature>

/** The signed agreement for one or several sessions. */
export const Agreement = z.object({
  id: Id,
  /** Null if the client was erased. */
  signer_name: z.string().nullable(),
  /** The SHA-256 of the PDF, in hexadecimal; null until the PDF is ready, some seconds after signing. */
  sha256: z.string().nullable(),
})
export type Agreement = z.infer<typeof Agreement>

/** A client's acceptance of a version for a booking. */
export const TermsAcceptance = z.object({
  terms_id: Id,
  number: z.number().int(),
  accepted_at: z.string(),
  way: z.enum(acceptanceWays),
  /** For admins of the studio; removed after 90 days. */
  network_address: z.string().nullable(),
  /** The agreement that the client signed; null if it was accepted without a signature. */
  agreement: Agreement.nullable(),
})
export type TermsAcceptance = z.infer<typeof TermsAcceptance>

/** The terms of one booking: accepted, open, or neither if the booking needs none. */
export const BookingTerms = z.object({
  acceptance: TermsAcceptance.nullable(),
  /** The terms that its client has not accepted yet. */
  open: OpenTerms.nullable(),
})
export type BookingTerms = z.infer<typeof BookingTerms>

const SECRET_MAX = 200

/** The secret of a link to the terms of a booking. It is sent in the body, so that no log contains it. */
export const TermsSecret = z.strictObject({ token: z.string().min(1).max(SECRET_MAX) })

/** The page of the link: the session without names of people, and the terms. */
export const PublicBookingTerms = z.object({
  studio: z.object({
    name: z.string(),
    logo_url: z.string().nullable(),
    brand_css: z.string(),
    favicon_url: z.string().nullable(),
    contact_email: z.string().nullable(),
  }),
  session: z.object({
    service: z.string(),
    booking_date: CalendarDate,
    start_time: TimeOfDay,
    end_time: TimeOfDay,
    timezone: z.string(),
    /** The number of sessions, if it is a series. */
    count: z.number().int(),
  }),
  accepted: z.object({ number: z.number().int(), accepted_at: z.string(), text: z.string() }).nullable(),
  open: OpenTerms.nullable(),
})
export type PublicBookingTerms = z.infer<typeof PublicBookingTerms>
