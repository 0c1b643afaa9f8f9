import { z } from 'zod'
import { Id } from '#shared/text.ts'
import { DiscountCode } from '../../discounts/schema.ts'

/** The reductions for one client and one service, and the package hours that can pay for it. */
export const Reductions = z.object({
  /** The client's own rate of this service. */
  rate: z.object({ percent_off: z.number().int().nullable(), hour_minor: z.number().int().nullable() }).nullable(),
  /** Prepaid hours that can pay this service; those that end first come first. */
  packages: z.array(
    z.object({
      id: Id,
      label: z.string(),
      left_minutes: z.number().int(),
      currency: z.string(),
      /** The last day of a session that it can pay; null: no limit. */
      last_date: z.string().nullable(),
    }),
  ),
  /** The discount code that was entered. `currency` is the currency of its amount. */
  discount: z
    .object({
      id: Id,
      code: z.string(),
      percent: z.number().int().nullable(),
      amount_minor: z.number().int().nullable(),
      currency: z.string().nullable(),
    })
    .nullable(),
  /**
   * The client's credit in the currency of the service, which pays deposits. Bookings by the desk
   * do not use it.
   */
  credit_minor: z.number().int(),
})
export type Reductions = z.infer<typeof Reductions>

export const noReductions: Reductions = { rate: null, packages: [], discount: null, credit_minor: 0 }

/** The caller's own reductions, or those of `client_id` if staff ask for a client. */
export const ReductionsRequest = z.strictObject({
  studio_id: Id,
  service_type: z.string().max(60),
  client_id: Id.nullish(),
  discount_code: DiscountCode.nullish(),
})
export type ReductionsRequest = z.output<typeof ReductionsRequest>
