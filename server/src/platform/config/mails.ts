import { z } from 'zod'

/** The variables for emails about bookings and for messages between studio and client: timing and limits. */
export const MailVariables = z.object({
  BOOKING_MAIL_WAIT_SECONDS: z.coerce.number().int().min(0).max(600).default(60),
  MESSAGE_MAIL_WAIT_SECONDS: z.coerce.number().int().min(0).max(86_400).default(300),
  MESSAGE_MAILS_A_DAY: z.coerce.number().int().min(4).max(100_000).default(100),
  BOOKING_MAILS_A_DAY: z.coerce.number().int().min(1).max(100_000).default(200),
  // The entry that a studio adds to the SPF record of its own domain.
  MAIL_SPF: z
    .string()
    .regex(/^(include|a|mx|ip4|ip6):\S{1,200}$/, 'must be one mechanism of SPF, such as include:_spf.mail.example')
    .optional(),
  TEXTS_PLATFORM_DAY: z.coerce.number().int().min(1).max(10_000_000).default(5_000),
  TEXTS_COUNTRIES: z
    .string()
    .transform((text) => text.split(',').map((country) => country.trim().toUpperCase()))
    .pipe(z.array(z.string().regex(/^[A-Z]{2}$/, 'must be country codes such as DE,AT')))
    .optional(),
  TEXTS_STUDIO_DAY: z.coerce.number().int().min(1).max(1_000_000).default(200),
})

/**
 * The timing and limits of emails and text messages. `wait_seconds`: how long emails about one booking wait for each other,
 * and how long a message stays unread before it is emailed. `a_day`: how many such emails a studio sends to one person in 24
 * hours. `textsStudioDay` and `textsPlatformDay`: how many text messages a studio, and all studios, send in 24 hours.
 */
export const readMailLimits = (env: z.output<typeof MailVariables>) => ({
  bookingEmails: { wait_seconds: env.BOOKING_MAIL_WAIT_SECONDS, a_day: env.BOOKING_MAILS_A_DAY },
  messageEmails: { wait_seconds: env.MESSAGE_MAIL_WAIT_SECONDS, a_day: env.MESSAGE_MAILS_A_DAY },
  mailSpf: env.MAIL_SPF ?? null,
  textsStudioDay: env.TEXTS_STUDIO_DAY,
  textsPlatformDay: env.TEXTS_PLATFORM_DAY,
  textsCountries: env.TEXTS_COUNTRIES ?? null,
})
