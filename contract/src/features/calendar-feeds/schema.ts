import { z } from 'zod'
import { Id } from '../../shared/text.ts'

/** `person`: shows what this person may see. `studio`: for everyone in the studio, without names and notes. */
export const feedKinds = ['person', 'studio'] as const
export const FeedKind = z.enum(feedKinds)
export type FeedKind = z.infer<typeof FeedKind>

/** An active calendar address without its secret. */
export const CalendarFeed = z.object({
  id: Id,
  kind: FeedKind,
  studio_id: Id,
  created_at: z.string(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

export const NewCalendarFeed = z.strictObject({ kind: FeedKind })

/** A new calendar address with its secret, returned only once. */
export const CreatedCalendarFeed = CalendarFeed.extend({ url: z.string() })
export type CreatedCalendarFeed = z.infer<typeof CreatedCalendarFeed>

/** A cancelled booking stays in the calendar for this many days, so that every program reads the cancellation. */
export const CANCELLED_FOR_DAYS = 30
/** The days before and after today that a calendar contains. */
export const FEED_DAYS_BACK = 90
export const FEED_DAYS_AHEAD = 400
export const FEED_ROWS_MAX = 5000
