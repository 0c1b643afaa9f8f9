import { z } from 'zod'
import { PaySecret } from '../../invoices/links/schema.ts'
import { invoicePaymentStates } from './words.ts'

/** The card payment of an invoice: whether it is possible now, and the state of the last one. */
export const InvoicePayment = z.object({
  /** Whether the studio takes cards, and cards can pay what is open. */
  can_pay: z.boolean(),
  /** Whether the studio takes cards, but the open amount is below the least that a card can be charged. */
  is_too_small: z.boolean(),
  state: z.enum(invoicePaymentStates),
  /** The last card payment; null: none yet. */
  paid_minor: z.number().int().nullable(),
  /** The part that is refunded to the card, because it exceeded the open amount when it arrived. */
  excess_minor: z.number().int(),
  currency: z.string(),
})
export type InvoicePayment = z.infer<typeof InvoicePayment>

/** A link to an invoice, by its secret. */
export const LinkedInvoice = PaySecret
