import { z } from 'zod'
import { Id } from '#shared/text.ts'
import { feeOutcomes, MANDATE_MAX } from './words.ts'

/** A saved card as screens show it. Only the provider has the full number. */
export const SavedCard = z.object({
  id: Id,
  brand: z.string(),
  last4: z.string(),
  /** The last month in which it works: MM/YY. */
  expires: z.string(),
  /** When the client agreed, and the text they agreed to. */
  agreed_at: z.string(),
  mandate: z.string(),
})
export type SavedCard = z.infer<typeof SavedCard>

/** A client's card for fees, and whether they can leave one. */
export const CardOnFile = z.object({
  card: SavedCard.nullable(),
  /** The text to which a client agrees for a new card; null: the studio accepts no cards or charges no fees. */
  mandate: z.string().nullable(),
})
export type CardOnFile = z.infer<typeof CardOnFile>

/** The client's agreement to the text that was shown. */
export const Agreement = z.strictObject({ mandate: z.string().max(MANDATE_MAX) })

/** The unpaid part of a session's fee, and the card that can be charged. */
export const FeeToCharge = z.object({
  amount_minor: z.number().int(),
  currency: z.string(),
  card: SavedCard.pick({ brand: true, last4: true }).nullable(),
})
export type FeeToCharge = z.infer<typeof FeeToCharge>

/** The outcome of charging a fee. */
export const ChargedFee = z.object({ outcome: z.enum(feeOutcomes), invoice_id: Id })
export type ChargedFee = z.infer<typeof ChargedFee>
