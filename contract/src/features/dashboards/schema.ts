import { z } from 'zod'
import { Amount } from '../clients/schema.ts'
import { setupSteps } from './words.ts'

/** Key figures of a studio, in its own time zone. */
export const StudioStats = z.object({
  crew: z.number().int(),
  clients: z.number().int(),
  /** Pending and confirmed bookings of today and the next six days that have not ended. */
  upcoming_bookings: z.number().int(),
  /**
   * The earnings of this month by the books, one entry for each currency, the studio's own first. Until the studio has issued its
   * first invoice: the price of the month's confirmed and completed bookings.
   */
  revenue: z.array(Amount),
  /** Money that came in this month, less what went back; null until the first invoice. */
  collected: z.array(Amount).nullable(),
  /** The booked share of open room time, by weekday (0 is Sunday) and hour; null if closed. */
  utilisation: z.array(z.array(z.number().nullable())),
  /** The last six months, the current one last. Revenue is in the studio's own currency. */
  months: z.array(z.object({ month: z.string(), bookings: z.number().int(), revenue_minor: z.number().int() })),
})
export type StudioStats = z.infer<typeof StudioStats>

/** How far a studio's public page is set up. */
export const StudioSetup = z.object({
  done: z.array(z.enum(setupSteps)),
  /** An admin put the list away. */
  is_dismissed: z.boolean(),
  /** There was a booking at the studio before. */
  has_sessions: z.boolean(),
})
export type StudioSetup = z.infer<typeof StudioSetup>

/** Steps that cannot be computed: the page was shared, or the list closed. */
export const StudioSetupChange = z.strictObject({ step: z.enum(['shared', 'dismissed']) })
