import { z } from 'zod'
import { Id } from '../../../shared/text.ts'
import { feeOutcomes, MANDATE_MAX } from './words.ts'

/** A card as people read it. The rest of it is only at the provider. */
export const SavedCard = z.object({
  id: Id,
  brand: z.string(),
  last4: z.string(),
  /** The last month in which it works: MM/YY. */
  expires: z.string(),
  /** When the client agreed, and to what. */
  agreed_at: z.string(),
  mandate: z.string(),
})
export type SavedCard = z.infer<typeof SavedCard>

/** The card of a client for fees, and whether they can leave one. */
export const CardOnFile = z.object({
  card: SavedCard.nullable(),
  /** The mandate for a new card; null: the studio takes no cards or charges no fees. */
  mandate: z.string().nullable(),
})
export type CardOnFile = z.infer<typeof CardOnFile>

/** Agrees to what was shown. */
export const Agreement = z.strictObject({ mandate: z.string().max(MANDATE_MAX) })

/** The unpaid part of a session's fee, and the card that can be charged with it. */
export const FeeToCharge = z.object({
  amount_minor: z.number().int(),
  currency: z.string(),
  card: SavedCard.pick({ brand: true, last4: true }).nullable(),
})
export type FeeToCharge = z.infer<typeof FeeToCharge>

/** The outcome of charging a fee. */
export const ChargedFee = z.object({ outcome: z.enum(feeOutcomes), invoice_id: Id })
export type ChargedFee = z.infer<typeof ChargedFee>
