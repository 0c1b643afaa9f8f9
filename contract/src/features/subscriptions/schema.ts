import { z } from 'zod'
import { paymentProviders, subscriptionStatuses, tiers } from './words.ts'

export const Tier = z.enum(tiers)
export type Tier = z.infer<typeof Tier>

const Usage = z.object({
  used: z.number().int(),
  /** Null without a limit. */
  limit: z.number().int().nullable(),
})

/** A studio's plan and its usage, for the studio's admins and operators. */
export const Subscription = z.object({
  studio_id: z.string(),
  tier: Tier,
  status: z.enum(subscriptionStatuses),
  provider: z.enum(paymentProviders),
  current_period_start: z.string(),
  current_period_end: z.string(),
  cancel_at_period_end: z.boolean(),
  past_due_since: z.string().nullable(),
  /** False if the plan has ended: existing bookings stay, and new ones are rejected. */
  takes_bookings: z.boolean(),
  /** How this platform takes payments for plans. */
  payments: z.enum(paymentProviders),
  /** Whether the provider has invoices and cards to show. */
  has_portal: z.boolean(),
  /** Client bookings of the current month that are not cancelled, in the studio's time zone. */
  bookings: Usage.extend({ month: z.string() }),
  /** Active rooms. */
  rooms: Usage,
  version: z.number().int(),
})
export type Subscription = z.infer<typeof Subscription>

/** A change of plan. The server sets price and period; other fields are rejected. */
export const PlanChange = z.strictObject({
  tier: Tier,
  /** The version that was read; if the plan has changed since, the call fails with STALE_VERSION. */
  version: z.number().int().optional(),
})

/** The plan to buy. A price, a quantity or another studio in the body is ignored. */
export const Purchase = z.object({ tier: Tier })

/** A page of the payment provider. */
export const ProviderPage = z.object({ url: z.string() })
