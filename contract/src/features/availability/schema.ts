import { z } from 'zod'
import { plusDays } from '../../shared/instants.ts'
import { Id } from '../../shared/text.ts'
import { CalendarDate, TimeOfDay } from '../../shared/time.ts'
import { Pricing } from '../prices/schema.ts'
import { PublicPicture } from '../resources/pictures/schema.ts'
import { BookingTax } from '../studios/taxes/schema.ts'

export const AVAILABILITY_DAYS_MAX = 31
/** Sessions may start on the quarter hours. */
export const START_STEP_MINUTES = 15
export const SESSION_MINUTES_MIN = 5
/** 14 days. */
export const SESSION_MINUTES_MAX = 14 * 1440

/**
 * Why no session may begin at a time, as far as the caller may know. In the order of the checks: a later reason means that
 * all earlier checks passed.
 */
export const blockedStartReasons = [
  'TIME_DOES_NOT_EXIST',
  'BOOKING_IN_PAST',
  'NOTICE_TOO_SHORT',
  'BEYOND_HORIZON',
  'OUTSIDE_OPENING_HOURS',
  'PLAN_LIMIT_REACHED',
  'CALENDAR_BUSY',
  'RESOURCE_BUSY',
  'ROOM_BUSY',
  'SETUP_TIME',
  'NO_PERSON_FREE',
] as const
export const BlockedStartReason = z.enum(blockedStartReasons)
export type BlockedStartReason = z.infer<typeof BlockedStartReason>

/**
 * The state of every quarter of an hour of a day, run-length encoded. An entry applies from its time until the next entry.
 * Null means free; otherwise it is the reason. The first time is 00:00.
 */
export const StartsOfDay = z.record(TimeOfDay, BlockedStartReason.nullable())
export type StartsOfDay = z.infer<typeof StartsOfDay>

/** The public data of a day: when a session may begin in any room, or why none can. */
export const OpenDay = z.object({
  date: CalendarDate,
  free: z.array(TimeOfDay),
  /** Null if there is a free start; otherwise the reason of the start that came closest to being free. */
  reason: BlockedStartReason.nullable(),
})
export type OpenDay = z.infer<typeof OpenDay>

/** An open day with the starts of each room. */
export const AvailableDay = OpenDay.extend({
  rooms: z.array(z.object({ room_id: Id, from: StartsOfDay })),
})
export type AvailableDay = z.infer<typeof AvailableDay>

const Days = z.coerce.number().int().min(1).max(AVAILABILITY_DAYS_MAX)
const Minutes = z.coerce.number().int().min(SESSION_MINUTES_MIN).max(SESSION_MINUTES_MAX)

const query = {
  /** The first day. */
  date: CalendarDate,
  days: Days.default(1),
  /** The length of the session in local time; if omitted, the default length of the service. */
  minutes: Minutes.optional(),
  /** A service's key. */
  service: z.string().max(60).optional(),
}

const requiresLength = {
  check: (query: { minutes?: number | undefined; service?: string | undefined }) =>
    query.minutes !== undefined || query.service !== undefined,
  issue: { error: 'Please say how long, or for which service', path: ['minutes'] },
}

// The answer lists each day, so the last day must exist in the calendar.
const hasLastDay = {
  // Zod also runs this if the date or the number of days is invalid; those have their own message.
  check: ({ date, days }: { date: string; days: number }) =>
    !CalendarDate.safeParse(date).success ||
    !Days.safeParse(days).success ||
    CalendarDate.safeParse(plusDays(date, days - 1)).success,
  issue: { error: 'Please choose fewer days or an earlier date', path: ['date'] },
}

export const AvailabilityQuery = z
  .object({
    studio_id: Id,
    ...query,
    /** Only this room; by default every room. */
    room_id: Id.optional(),
    /** Only starts at which all of these rooms are free: ids, separated by commas. */
    room_ids: z
      .string()
      .max(1_000)
      .regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/i, 'Please name rooms of the studio')
      .optional(),
    /** A booking that is being moved: its own reservations are ignored. */
    booking_id: Id.optional(),
  })
  .refine(requiresLength.check, requiresLength.issue)
  .refine(hasLastDay.check, hasLastDay.issue)
export type AvailabilityQuery = z.infer<typeof AvailabilityQuery>

export const PublicAvailabilityQuery = z
  .object({ slug: z.string().max(64), ...query })
  .refine(requiresLength.check, requiresLength.issue)
  .refine(hasLastDay.check, hasLastDay.issue)
export type PublicAvailabilityQuery = z.infer<typeof PublicAvailabilityQuery>

const answer = {
  timezone: z.string(),
  /** Today in the studio's time zone. */
  today: CalendarDate,
  minutes: z.number().int(),
  step_minutes: z.number().int(),
}

export const AvailabilityAnswer = z.object({
  ...answer,
  rooms: z.array(z.object({ id: Id, name: z.string() })),
  /** The reasons that the caller may override after a warning. The desk may override opening hours and a missing person. */
  overridable: z.array(BlockedStartReason),
  days: z.array(AvailableDay),
})
export type AvailabilityAnswer = z.infer<typeof AvailabilityAnswer>

export const PublicAvailability = z.object({ ...answer, days: z.array(OpenDay) })
export type PublicAvailability = z.infer<typeof PublicAvailability>

/** A day as the public page shows it, with its free starts. */
export const PublicDay = z.object({
  date: CalendarDate,
  /** '22', 'Sun', and 'Sunday, November 22' or 'Sunday, 22 November', as the studio's country writes it. */
  day: z.string(),
  weekday: z.string(),
  name: z.string(),
  /** Why nothing is free; null if something is. */
  reason: z.string().nullable(),
  starts: z.array(TimeOfDay),
  /** The price of each start in words; a single one if all cost the same. */
  prices: z.array(z.string()),
  /** The same amounts in the currency's smallest unit; null: on request. */
  amounts: z.array(z.number().int().nullable()),
  /** The name of the room in which a session at each start takes place; a single one if it is the same for all. */
  rooms: z.array(z.string()),
})
export type PublicDay = z.infer<typeof PublicDay>

/** The longest code that a visitor can type, with spaces. */
export const VISITOR_CODE_MAX = 60

export const PublicTimesQuery = z
  .object({
    slug: z.string().max(64),
    /** A service's key. */
    service: z.string().max(60),
    minutes: Minutes.optional(),
    /** The first day; by default the studio's today. */
    date: CalendarDate.optional(),
    days: Days.default(AVAILABILITY_DAYS_MAX),
    /** A discount code as typed. An invalid one does not change prices. */
    discount_code: z.string().max(VISITOR_CODE_MAX).optional(),
  })
  .refine(({ date, days }) => date === undefined || hasLastDay.check({ date, days }), hasLastDay.issue)
export type PublicTimesQuery = z.infer<typeof PublicTimesQuery>

/** The free starts of a service with their prices, in words, for a page that does not load the app. */
export const PublicTimes = z.object({
  service: z.string(),
  today: CalendarDate,
  minutes: z.number().int(),
  /** The currency of the prices; null if no price is listed. */
  currency: z.string().nullable(),
  lengths: z.array(z.object({ minutes: z.number().int(), text: z.string() })),
  /** Whether the studio's country uses the 12-hour clock. */
  hour12: z.boolean(),
  days: z.array(PublicDay),
  /** Whether the prices include the entered discount code, as a sentence; null if none was entered. */
  code: z.object({ counts: z.boolean(), text: z.string() }).nullable(),
})
export type PublicTimes = z.infer<typeof PublicTimes>

/** A start that a visitor has chosen, to show what cancelling would cost. */
export const PublicCancellationQuery = z.object({
  slug: z.string().max(64),
  day: CalendarDate,
  time: TimeOfDay,
})
export type PublicCancellationQuery = z.infer<typeof PublicCancellationQuery>

/** The cost of cancelling the session, by time, in words. */
export const PublicCancellation = z.object({ text: z.string() })
export type PublicCancellation = z.infer<typeof PublicCancellation>

/** A service as a studio's public page offers it. */
export const PublicService = z.object({
  key: z.string(),
  label: z.string(),
  default_minutes: z.number().int(),
  min_minutes: z.number().int().nullable(),
  max_minutes: z.number().int().nullable(),
  step_minutes: z.number().int().nullable(),
  capacity: z.number().int().nullable(),
  /** Whether the service needs one of the studio's people, and what clients call them; null: engineer. */
  needs_person: z.boolean(),
  person_title: z.string().nullable(),
  description: z.string().nullable(),
  room_ids: z.array(Id).nullable(),
  price_minor: z.number().int().nullable(),
  /** The currency of its prices. */
  currency: z.string(),
  pricing: Pricing,
  /** Null: none. */
  tax: BookingTax.nullable(),
  /** In the studio's order; the first is the cover. */
  pictures: z.array(PublicPicture),
})
export type PublicService = z.infer<typeof PublicService>

/** A room that can be booked, as a studio's public page shows it. */
export const PublicRoom = z.object({ id: Id, name: z.string(), pictures: z.array(PublicPicture) })

/** Opening hours of weekdays in words: 'Monday – Friday', '08:00 – 23:00'. */
export const OpeningLine = z.object({ days: z.string(), times: z.string() })
export type OpeningLine = z.infer<typeof OpeningLine>

/** The services and rooms that visitors may book, and what they should know before. A closed studio has no services. */
export const PublicServices = z.object({
  items: z.array(PublicService),
  next_cursor: z.null(),
  /** In the studio's order; empty if it takes no bookings. */
  rooms: z.array(PublicRoom),
  takes_bookings: z.boolean(),
  /** Whether people without an account can book with their name and email. */
  takes_visitors: z.boolean(),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  location: z.string().nullable(),
  /** Decides how the studio's public pages write dates, times and amounts (ISO 3166-1). */
  country: z.string().nullable(),
  /** From Monday on. */
  hours: z.array(OpeningLine),
  /** The cost of cancelling, in words. */
  cancel_rule: z.string(),
})
export type PublicServices = z.infer<typeof PublicServices>
