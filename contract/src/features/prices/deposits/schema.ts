import { z } from 'zod'
import { PRICE_MINOR_MAX } from '../words.ts'

const percentError = 'Please enter a whole percentage from 1 to 100'
const amountError = 'Please enter the amount of the deposit'

/** The deposit of a service: a percentage of the final amount, a fixed amount, or all of it. */
export const ServiceDeposit = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('percent'),
    percent: z.number({ error: percentError }).int(percentError).min(1, percentError).max(100, percentError),
  }),
  z.strictObject({
    kind: z.literal('fixed'),
    amount_minor: z
      .number({ error: amountError })
      .int(amountError)
      .min(1, amountError)
      .max(PRICE_MINOR_MAX, 'This amount is too high'),
  }),
  z.strictObject({ kind: z.literal('full') }),
])
export type ServiceDeposit = z.infer<typeof ServiceDeposit>
