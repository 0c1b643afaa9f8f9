import { z } from 'zod'
import { Id } from '../../../shared/text.ts'
import { cardAccountStates } from '../../payments/words.ts'

/** A studio that has connected an account for cards. Its amounts stay its own. */
export const CardStudio = z.object({
  studio_id: Id,
  name: z.string(),
  state: z.enum(cardAccountStates),
  pays_out: z.boolean(),
  /** The number of amounts that differed from the provider's in the last comparison. */
  differences: z.number().int(),
  compared_at: z.string().nullable(),
  /** The time of the last attempt to ask the provider, if it did not answer; otherwise null. */
  failed_at: z.string().nullable(),
})
export type CardStudio = z.infer<typeof CardStudio>

/** Card payments of clients of all studios in a month (UTC). */
export const CardVolume = z.object({
  /** `yyyy-MM` */
  month: z.string(),
  currency: z.string(),
  payments: z.number().int(),
  paid_minor: z.number().int(),
  refunded_minor: z.number().int(),
})
export type CardVolume = z.infer<typeof CardVolume>

/** A report of the payment provider that we failed to process. */
export const FailedReport = z.object({
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
export type FailedReport = z.infer<typeof FailedReport>

/** Card payments of the platform: the last twelve months, and the newest 100 failed reports. */
export const PlatformCards = z.object({ volume: z.array(CardVolume), failed_reports: z.array(FailedReport) })
export type PlatformCards = z.infer<typeof PlatformCards>

export const ReportId = z.strictObject({ id: z.string().min(1).max(255) })
