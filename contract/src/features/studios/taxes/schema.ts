import { z } from 'zod'
import { name } from '#shared/text.ts'

export const TAX_RATES_MAX = 10
const TAX_NAME_MAX = 40

export const TaxRate = z.strictObject({
  key: z.string().regex(/^[a-z0-9_]{1,40}$/, 'Please enter a name'),
  name: name('Please enter a name', TAX_NAME_MAX),
  /** In hundredths of a percent: 1900 is 19 %. */
  rate_bp: z
    .number({ error: 'Please enter a percentage' })
    .int('Please use at most two decimals')
    .min(0, 'At least 0 percent')
    .max(10_000, 'At most 100 percent'),
})
export type TaxRate = z.infer<typeof TaxRate>

/** The taxes of a studio. The first rate applies to services without a rate of their own. Without rates there is no tax. */
export const StudioTaxes = z.strictObject({
  /** Whether listed prices include tax; otherwise it is added. */
  prices_include_tax: z.boolean(),
  rates: z
    .array(TaxRate)
    .max(TAX_RATES_MAX, `At most ${TAX_RATES_MAX} rates`)
    .refine((rates) => new Set(rates.map(({ key }) => key)).size === rates.length, 'A rate is listed twice'),
})
export type StudioTaxes = z.infer<typeof StudioTaxes>

export const noTaxes: StudioTaxes = { prices_include_tax: true, rates: [] }

/** The tax of a booking at the time of booking. */
export const BookingTax = z.object({
  name: z.string(),
  rate_bp: z.number().int(),
  /** Whether the price includes the tax; otherwise it is added. */
  included: z.boolean(),
  /** The client pays the price without tax to the studio, and the tax to their own tax office. */
  reverse_charge: z.boolean(),
})
export type BookingTax = z.infer<typeof BookingTax>
