import { z } from 'zod'

/** The variables for the timing and number of messages about bookings, and for those between studio and client. */
export const MailVariables = z.object({
  BOOKING_MAIL_WAIT_SECONDS: z.coerce.number().int().min(0).max(600).default(60),
  MESSAGE_MAIL_WAIT_SECONDS: z.coerce.number().int().min(0).max(86_400).default(300),
  MESSAGE_MAILS_A_DAY: z.coerce.number().int().min(4).max(100_000).default(100),
  BOOKING_MAILS_A_DAY: z.coerce.number().int().min(1).max(100_000).default(200),
  // The entry that studios add to the SPF record of their own sender domain.
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
 * How long emails about one booking wait for each other, how many one person gets from one studio in 24 hours, how many text
 * messages a studio sends in 24 hours, how long a message may be unread before it is mailed, and how many such emails one
 * person gets from one studio in 24 hours.
 */
export const mailsOf = (env: z.output<typeof MailVariables>) => ({
  bookingMails: { wait_seconds: env.BOOKING_MAIL_WAIT_SECONDS, a_day: env.BOOKING_MAILS_A_DAY },
  messageMails: { wait_seconds: env.MESSAGE_MAIL_WAIT_SECONDS, a_day: env.MESSAGE_MAILS_A_DAY },
  mailSpf: env.MAIL_SPF ?? null,
  textsStudioDay: env.TEXTS_STUDIO_DAY,
  textsPlatformDay: env.TEXTS_PLATFORM_DAY,
  textsCountries: env.TEXTS_COUNTRIES ?? null,
})
