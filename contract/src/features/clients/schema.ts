import { z } from 'zod'
import { Id } from '../../shared/text.ts'

/** An amount in a currency's smallest unit. */
export const Amount = z.object({ currency: z.string(), amount_minor: z.number().int() })
export type Amount = z.infer<typeof Amount>

/** What a client has been to a studio, in numbers. */
export const ClientSummary = z.object({
  /** Sessions that were not cancelled. */
  sessions: z.number().int(),
  /** The day of the newest of them, which may be to come. */
  last_date: z.string().nullable(),
  /** What sessions that took place were sold for, an entry for each currency. */
  spend: z.array(Amount),
})
export type ClientSummary = z.infer<typeof ClientSummary>

/** One thing of a client's past or future at the studio. */
export const HistoryEntry = z.object({
  id: Id,
  kind: z.enum(['booking', 'project', 'checkin']),
  /** When the session begins, the project began or the client came. */
  at: z.string(),
  title: z.string(),
  /** Of a booking or project; of a check-in `open` until they left. */
  status: z.string(),
  price_minor: z.number().int().nullable(),
  currency: z.string().nullable(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>
