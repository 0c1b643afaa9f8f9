import { z } from 'zod'
import { Id } from '#shared/text.ts'
import { cardAccountStates } from '../../payments/words.ts'

/** A studio with a connected account for card payments. Operators see no amounts (decision 0159). */
export const CardStudio = z.object({
  studio_id: Id,
  name: z.string(),
  state: z.enum(cardAccountStates),
  pays_out: z.boolean(),
  /** In how many amounts our books and the provider differed when they were last compared. */
  differences: z.number().int(),
  compared_at: z.string().nullable(),
  /** When the provider last failed to answer; null if it answered the last attempt. */
  failed_at: z.string().nullable(),
})
export type CardStudio = z.infer<typeof CardStudio>

/** The card payments of all studios in one month (UTC) and one currency. */
export const CardVolume = z.object({
  /** `yyyy-MM` */
  month: z.string(),
  currency: z.string(),
  payments: z.number().int(),
  paid_minor: z.number().int(),
  refunded_minor: z.number().int(),
})
export type CardVolume = z.infer<typeof CardVolume>

/** A webhook call of the payment provider that we could not process. */
export const FailedEvent = z.object({
  /** The provider's id. */
  id: z.string(),
  type: z.string(),
  studio_id: Id,
  studio_name: z.string(),
  received_at: z.string(),
  failed_at: z.string(),
  /** The code of the error. */
  error: z.string(),
})
export type FailedEvent = z.infer<typeof FailedEvent>

/** Card payments of the platform: the last twelve months, and the newest 100 failed events. */
export const PlatformCards = z.object({ volume: z.array(CardVolume), failed_reports: z.array(FailedEvent) })
export type PlatformCards = z.infer<typeof PlatformCards>

export const EventId = z.strictObject({ id: z.string().min(1).max(255) })
