import { z } from 'zod'
import { Amount } from '../clients/schema.ts'

/** A studio in numbers, by its own clocks. */
export const StudioStats = z.object({
  crew: z.number().int(),
  clients: z.number().int(),
  /** Of today and the six days after, what is not over: pending and confirmed. */
  upcoming_bookings: z.number().int(),
  /** Of this month's confirmed and completed sessions, an entry for each currency; the studio's own first. */
  revenue: z.array(Amount),
  /** How much of its rooms' open time was booked, by weekday (0 is Sunday) and hour; null where it is closed. */
  utilisation: z.array(z.array(z.number().nullable())),
  /** The last six months, this one last; the money in the studio's own currency. */
  months: z.array(z.object({ month: z.string(), bookings: z.number().int(), revenue_minor: z.number().int() })),
})
export type StudioStats = z.infer<typeof StudioStats>
