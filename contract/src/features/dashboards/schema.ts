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
   * The revenue of this month by the books, one entry for each currency, the studio's own first. Before the first invoice is
   * issued: the prices of the month's confirmed and completed bookings.
   */
  revenue: z.array(Amount),
  /** Payments of this month minus refunds; null before the first invoice. */
  collected: z.array(Amount).nullable(),
  /** The share of open room time that is booked, by weekday (0 is Sunday) and hour; null if closed. */
  utilisation: z.array(z.array(z.number().nullable())),
  /** The last six months, the current one last. Revenue is in the studio's own currency. */
  months: z.array(z.object({ month: z.string(), bookings: z.number().int(), revenue_minor: z.number().int() })),
})
export type StudioStats = z.infer<typeof StudioStats>

/** How far a studio's public page is set up. */
export const StudioSetup = z.object({
  done: z.array(z.enum(setupSteps)),
  /** Whether an admin closed the checklist. */
  is_dismissed: z.boolean(),
  /** Whether the studio ever had a booking. */
  has_sessions: z.boolean(),
})
export type StudioSetup = z.infer<typeof StudioSetup>

/** Changes that cannot be computed: the page was shared, or the checklist was closed. */
export const StudioSetupChange = z.strictObject({ step: z.enum(['shared', 'dismissed']) })
