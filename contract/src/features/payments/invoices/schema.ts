import { z } from 'zod'
import { PaySecret } from '../../invoices/links/schema.ts'
import { invoicePaymentStates } from './words.ts'

/** The card payment of an invoice: whether one is possible now, and the state of the last one. */
export const InvoicePayment = z.object({
  /** Whether the studio accepts cards and the open amount can be charged. */
  can_pay: z.boolean(),
  /** Whether the studio accepts cards, but the open amount is too small for a card. */
  is_too_small: z.boolean(),
  state: z.enum(invoicePaymentStates),
  /** The last card payment; null: none yet. */
  paid_minor: z.number().int().nullable(),
  /** The part that is refunded to the card, because it was more than the open amount when it arrived. */
  excess_minor: z.number().int(),
  currency: z.string(),
})
export type InvoicePayment = z.infer<typeof InvoicePayment>

/** A link to an invoice, by its secret. */
export const LinkedInvoice = PaySecret
