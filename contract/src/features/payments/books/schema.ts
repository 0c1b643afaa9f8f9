import { z } from 'zod'
import { Id } from '#shared/text.ts'
import { differenceKinds, disputeStates, payoutStates } from '../words.ts'

/** A payment that a client disputes at their bank. */
export const CardDispute = z.object({
  /** The provider's id. */
  id: z.string(),
  state: z.enum(disputeStates),
  amount_minor: z.number().int(),
  currency: z.string(),
  /** The amount that the provider has withdrawn until the dispute ends; 0 while the bank only asks questions. */
  withdrawn_minor: z.number().int(),
  /** The provider's code for the client's reason, such as `fraudulent`. */
  reason: z.string(),
  /** Until when the studio can submit evidence. */
  respond_by: z.string().nullable(),
  /** The provider's page of the payment, where evidence is submitted. */
  evidence_url: z.string(),
  opened_at: z.string(),
  client_id: Id.nullable(),
  client_name: z.string().nullable(),
  booking_id: Id.nullable(),
  /** The invoice that was paid. */
  invoice_id: Id.nullable(),
})
export type CardDispute = z.infer<typeof CardDispute>

/** Money that the provider sends to the studio's bank. */
export const CardPayout = z.object({
  id: z.string(),
  state: z.enum(payoutStates),
  amount_minor: z.number().int(),
  currency: z.string(),
  /** The day on which the money arrives, or should have arrived, at the bank. */
  arrives_on: z.string(),
})
export type CardPayout = z.infer<typeof CardPayout>

/** A difference between the studio's books and the provider. Amounts are net of the provider's fees. */
export const CardDifference = z.object({
  kind: z.enum(differenceKinds),
  /** The provider's id of the payout, fee or movement; for a payment our own id. */
  subject: z.string(),
  currency: z.string(),
  books_minor: z.number().int(),
  provider_minor: z.number().int(),
  happened_at: z.string(),
  found_at: z.string(),
  booking_id: Id.nullable(),
})
export type CardDifference = z.infer<typeof CardDifference>

/** A studio's card payments: its balance at the provider, payouts, disputes and differences. */
export const CardBooks = z.object({
  studio_id: Id,
  /** The balance at the provider by currency: according to the books, and from sales outside of StudioHub. */
  balances: z.array(z.object({ currency: z.string(), amount_minor: z.number().int() })),
  /** Newest first, 100 at most. */
  disputes: z.array(CardDispute),
  payouts: z.array(CardPayout),
  /** When the last comparison was completed; null: never. */
  compared_at: z.string().nullable(),
  /** The time of the last attempt to ask the provider, if it did not answer; otherwise null. */
  failed_at: z.string().nullable(),
  differences: z.array(CardDifference),
  /** Movements that StudioHub did not cause, by currency: their sum net of fees, and the time of the last one. */
  outside: z.array(
    z.object({ currency: z.string(), count: z.number().int(), amount_minor: z.number().int(), last_at: z.string() }),
  ),
  /** Whether a comparison can be started now. */
  can_compare: z.boolean(),
})
export type CardBooks = z.infer<typeof CardBooks>
