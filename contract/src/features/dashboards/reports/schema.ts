import { z } from 'zod'
import { DAY_MS } from '#shared/durations.ts'
import { Id } from '#shared/text.ts'
import { CalendarDate } from '#shared/time.ts'
import { invoiceAges } from './words.ts'

const PERIOD_DAYS_MAX = 731

/** The period as days, both included. */
const period = { studio_id: Id, from: CalendarDate, to: CalendarDate }
const isPeriod = ({ from, to }: { from: string; to: string }) => from <= to
const isShort = ({ from, to }: { from: string; to: string }) =>
  Date.parse(to) - Date.parse(from) < PERIOD_DAYS_MAX * DAY_MS

export const ReportPeriod = z
  .object(period)
  .refine(isPeriod, { error: 'The end must not be before the start', path: ['to'] })
  .refine(isShort, { error: 'At most two years', path: ['to'] })
export type ReportPeriod = z.infer<typeof ReportPeriod>

const minor = z.number().int()

/** The earnings of one service, room or client. */
export const EarnedAmount = z.object({
  /** Null: amounts that belong to no session, room or client. */
  id: z.string().nullable(),
  name: z.string().nullable(),
  currency: z.string(),
  earned_minor: minor,
})
export type EarnedAmount = z.infer<typeof EarnedAmount>

/** The reports of a studio for a period, in its time zone. All amounts come from the books. */
export const Reports = z.object({
  today: CalendarDate,
  by_month: z.array(z.object({ month: z.string(), currency: z.string(), earned_minor: minor, received_minor: minor })),
  by_service: z.array(EarnedAmount),
  by_room: z.array(EarnedAmount),
  by_client: z.array(EarnedAmount),
  /** The share of each room's open hours that was booked. */
  rooms: z.array(z.object({ id: Id, name: z.string(), booked_minutes: minor, open_minutes: minor })),
  /** The sessions of clients, by the month for which they were booked. */
  sessions: z.array(
    z.object({
      month: z.string(),
      sessions: minor,
      cancelled: minor,
      no_shows: minor,
      /** The average time between booking and start, in minutes; null without a session. */
      lead_minutes: minor.nullable(),
    }),
  ),
  /** The open amounts of invoices today, by the time since they were due. */
  outstanding: z.array(
    z.object({ age: z.enum(invoiceAges), currency: z.string(), invoices: minor, open_minor: minor }),
  ),
})
export type Reports = z.infer<typeof Reports>
