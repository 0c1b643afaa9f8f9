import { z } from 'zod'

/** The variables for the timing and number of booking emails. */
export const MailVariables = z.object({
  BOOKING_MAIL_WAIT_SECONDS: z.coerce.number().int().min(0).max(600).default(60),
  BOOKING_MAILS_A_DAY: z.coerce.number().int().min(1).max(100_000).default(200),
})

/** How long emails about one booking wait for each other, and how many one person gets from one studio in 24 hours. */
export const mailsOf = (env: z.output<typeof MailVariables>) => ({
  bookingMails: { wait_seconds: env.BOOKING_MAIL_WAIT_SECONDS, a_day: env.BOOKING_MAILS_A_DAY },
})
