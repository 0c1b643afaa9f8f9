import { z } from 'zod'
import { paymentProviders, subscriptionStatuses, tiers } from './words.ts'

export const Tier = z.enum(tiers)
export type Tier = z.infer<typeof Tier>

const Used = z.object({
  used: z.number().int(),
  /** Null without a limit. */
  limit: z.number().int().nullable(),
})

/** What a studio has subscribed to, and what of it is used: for those who run the studio. */
export const Subscription = z.object({
  studio_id: z.string(),
  tier: Tier,
  status: z.enum(subscriptionStatuses),
  provider: z.enum(paymentProviders),
  current_period_start: z.string(),
  current_period_end: z.string(),
  cancel_at_period_end: z.boolean(),
  past_due_since: z.string().nullable(),
  /** False when the plan has ended: sessions that are booked stay, new ones are refused. */
  takes_bookings: z.boolean(),
  /** How this platform takes money for a paid plan. */
  payments: z.enum(paymentProviders),
  /** Whether the provider has invoices and cards to show. */
  has_portal: z.boolean(),
  /** Live sessions of the present calendar month, by the studio's clock. */
  bookings: Used.extend({ month: z.string() }),
  /** Active rooms. */
  rooms: Used,
  version: z.number().int(),
})
export type Subscription = z.infer<typeof Subscription>

/** A change of plan. What it costs, and until when it runs, nobody sends: a field beyond these is refused. */
export const PlanChange = z.strictObject({
  tier: Tier,
  /** Which state the asker saw: a newer one refuses. */
  version: z.number().int().optional(),
})

/** What is to be bought. A price, a number or another studio in the body means nothing (safety T81). */
export const Purchase = z.object({ tier: Tier })

/** A page of the payment provider. */
export const ProviderPage = z.object({ url: z.string() })
