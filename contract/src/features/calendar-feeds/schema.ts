import { z } from 'zod'
import { Id } from '../../shared/text.ts'

/** Of one person, what they may see themselves; of a studio, what may hang on its wall: neither names nor notes. */
export const feedKinds = ['person', 'studio'] as const
export const FeedKind = z.enum(feedKinds)
export type FeedKind = z.infer<typeof FeedKind>

/** A live calendar address, without the secret in it, which nobody but its maker ever saw. */
export const CalendarFeed = z.object({
  id: Id,
  kind: FeedKind,
  studio_id: Id,
  created_at: z.string(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

export const NewCalendarFeed = z.strictObject({ kind: FeedKind })

/** Told once, when it is made. */
export const OpenedCalendarFeed = CalendarFeed.extend({ url: z.string() })
export type OpenedCalendarFeed = z.infer<typeof OpenedCalendarFeed>

/** How long a cancelled session stays in a calendar, so that every reader has heard of it. */
export const CANCELLED_FOR_DAYS = 30
/** How far back and ahead a calendar reaches. */
export const FEED_DAYS_BACK = 90
export const FEED_DAYS_AHEAD = 400
export const FEED_ROWS_MAX = 5000
