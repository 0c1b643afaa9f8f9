import { z } from 'zod'
import { findOverlap, type Span } from '../../shared/opening-hours.ts'
import { Id, name, prose } from '../../shared/text.ts'
import { CalendarDate, TimeOfDay } from '../../shared/time.ts'

export const resourceKinds = ['room', 'person', 'equipment'] as const
export const ResourceKind = z.enum(resourceKinds)
export type ResourceKind = z.infer<typeof ResourceKind>

export const RESOURCE_NAME_MAX = 80
export const BUFFER_MINUTES_MAX = 480
export const RESOURCE_DETAILS_MAX = 300

/** A room, person or equipment that a session occupies, with buffers in minutes before and after every session. */
export const Resource = z.object({
  id: Id,
  studio_id: Id,
  kind: ResourceKind,
  name: z.string(),
  position: z.number().int(),
  is_active: z.boolean(),
  setup_minutes: z.number().int(),
  teardown_minutes: z.number().int(),
  /** `#rrggbb`, or null for the product's own. */
  color: z.string().nullable(),
  has_own_hours: z.boolean(),
  /** The account of a bookable person; null if there is none, and always for clients. */
  user_id: Id.nullable(),
  /** Details for clients, such as the size and gear of a room; on the studio's public page. */
  details: z.string().nullable(),
  archived_at: z.string().nullable(),
  version: z.number().int(),
})
export type Resource = z.infer<typeof Resource>

/** A person who works at the studio, and so can be booked. */
export const StudioPerson = z.object({ user_id: Id, full_name: z.string().nullable() })
export type StudioPerson = z.infer<typeof StudioPerson>

export const Color = z.string().regex(/^#[0-9a-f]{6}$/, 'Please choose a color')
const buffer = (what: string) =>
  z
    .number({ error: `Please enter the minutes of ${what}` })
    .int('Please use whole minutes')
    .min(0, 'At least 0 minutes')
    .max(BUFFER_MINUTES_MAX, `At most ${BUFFER_MINUTES_MAX} minutes`)

const resourceFields = {
  name: name('Please enter a name', RESOURCE_NAME_MAX),
  color: Color.nullable(),
  is_active: z.boolean(),
  setup_minutes: buffer('set-up'),
  teardown_minutes: buffer('tear-down'),
  user_id: Id.nullable(),
  details: prose(RESOURCE_DETAILS_MAX).nullable(),
}

export const NewResource = z.strictObject({
  ...resourceFields,
  kind: ResourceKind,
  color: resourceFields.color.default(null),
  is_active: resourceFields.is_active.default(true),
  setup_minutes: resourceFields.setup_minutes.default(0),
  teardown_minutes: resourceFields.teardown_minutes.default(0),
  user_id: resourceFields.user_id.default(null),
  details: resourceFields.details.default(null),
})
export type NewResource = z.output<typeof NewResource>

/** Changes of a resource. Its kind cannot change: a booked room stays a room. */
export const ResourceChanges = z
  .strictObject({
    ...resourceFields,
    /** Its position among the resources that are not archived, from 0; the others move. */
    position: z.number().int().min(0).max(1_000),
    /** Only false, which restores it. Deleting a resource archives it. */
    archived: z.literal(false),
  })
  .partial()
  .extend({ version: z.number().int().optional() })
export type ResourceChanges = z.output<typeof ResourceChanges>

/** One time range of a day, in the studio's local time. */
export const HoursSpan = z
  .strictObject({ opens: TimeOfDay, closes: TimeOfDay, closes_next_day: z.boolean() })
  .refine(({ opens, closes, closes_next_day }) => opens < closes !== closes_next_day, {
    error: 'It must close after it opens, at most 24 hours later',
    path: ['closes'],
  })

/** One time range in which the studio is open on a weekday (0 is Sunday), in the studio's local time. */
export const OpeningHours = z.object({
  weekday: z.number().int().min(0).max(6),
  opens: TimeOfDay,
  closes: TimeOfDay,
  closes_next_day: z.boolean(),
})
export type OpeningHours = z.infer<typeof OpeningHours>

export const SPANS_PER_DAY_MAX = 6
export const EXCEPTIONS_MAX = 400
export const EXCEPTION_NOTE_MAX = 200
export const HOURS_OVERLAP = 'These hours overlap'

const noOverlap = (spans: readonly Span[]) => findOverlap(spans) === -1

const Spans = z
  .array(HoursSpan)
  .max(SPANS_PER_DAY_MAX, `At most ${SPANS_PER_DAY_MAX} time ranges a day`)
  .refine(noOverlap, HOURS_OVERLAP)

/** A date with other hours than its weekday; without spans the studio is closed. */
export const OpeningException = z.strictObject({
  date: CalendarDate,
  note: prose(EXCEPTION_NOTE_MAX).nullable(),
  spans: Spans,
})
export type OpeningException = z.infer<typeof OpeningException>

const Week = z
  .array(OpeningHours)
  .max(7 * SPANS_PER_DAY_MAX)
  .superRefine((week, context) => {
    week.forEach((span, index) => {
      if (span.opens < span.closes === span.closes_next_day)
        context.addIssue({ code: 'custom', message: 'It must close after it opens', path: [index, 'closes'] })
      const earlier = week.slice(0, index).filter(({ weekday }) => weekday === span.weekday)
      if (findOverlap([...earlier, span]) !== -1)
        context.addIssue({ code: 'custom', message: HOURS_OVERLAP, path: [index, 'opens'] })
    })
  })

export const REMINDERS_MAX = 4
export const BRING_MAX = 1_000

/** How many hours before a session its client is reminded; an empty list: never. */
export const ReminderHours = z
  .array(z.number().int('Please use whole hours').min(1, 'At least 1 hour').max(336, 'At most 14 days'))
  .max(REMINDERS_MAX, `Choose at most ${REMINDERS_MAX} reminders`)
  .refine((hours) => new Set(hours).size === hours.length, 'A reminder is listed twice')

const enterAddress = 'Please enter an address that begins with https://'
const ReviewUrl = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain, error: enterAddress })
  .max(300, 'Please use at most 300 characters')

/** The limits for clients: notice, horizon, cut-off, and how much they may book. They do not apply to admins. */
export const bookingRules = {
  min_notice_minutes: z.number().int().min(0, 'At least 0').max(43_200, 'At most 30 days'),
  booking_horizon_days: z.number().int().min(1, 'At least 1 day').max(1_095, 'At most 3 years'),
  cancellation_cutoff_hours: z.number().int().min(0, 'At least 0').max(720, 'At most 30 days'),
  open_requests_max: z.number().int().min(1, 'At least 1').max(1_000, 'At most 1,000'),
  hours_ahead_max: z.number().int().min(1, 'At least 1 hour').max(10_000, 'At most 10,000 hours'),
  /** Maximum number of sessions in a series of one client. */
  series_sessions_max: z.number().int().min(1, 'At least 1 session').max(104, 'At most 104 sessions'),
  /** How long a client's request waits for an answer. */
  request_expiry_hours: z.number().int().min(1, 'At least 1 hour').max(720, 'At most 30 days'),
  reminder_hours: ReminderHours,
  /** The same for reminders by text message, for clients who agreed. */
  text_hours: ReminderHours,
  /** How many hours after a session its client gets the email after sessions; null: never. */
  follow_up_hours: z.number().int().min(1, 'At least 1 hour').max(336, 'At most 14 days').nullable(),
  /** Where clients leave a review. */
  review_url: ReviewUrl.nullable(),
}
export const BookingRules = z.object(bookingRules)
export type BookingRules = z.infer<typeof BookingRules>

const times = {
  weekly: Week,
  exceptions: z
    .array(OpeningException)
    .max(EXCEPTIONS_MAX, `At most ${EXCEPTIONS_MAX} days`)
    .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, 'A day is listed twice'),
  /** The weeks of resources with hours of their own; all others use the studio's week. */
  own_hours: z
    .array(z.strictObject({ resource_id: Id, weekly: Week }))
    .max(200)
    .refine(
      (all) => new Set(all.map(({ resource_id }) => resource_id)).size === all.length,
      'A resource is listed twice',
    ),
  ...bookingRules,
}

/**
 * When a studio is open and how it can be booked: its week, exceptions, the weeks of single resources, and the rules for
 * clients.
 */
export const OpeningTimes = z.object({ ...times, version: z.number().int() })
export type OpeningTimes = z.infer<typeof OpeningTimes>

/** Replaces all of it. @see OpeningTimes `version` is the version that was read: an older one fails with STALE_VERSION */
export const NewOpeningTimes = z.strictObject({
  ...times,
  /** Older API clients do not send these fields; their values then stay. */
  open_requests_max: bookingRules.open_requests_max.optional(),
  hours_ahead_max: bookingRules.hours_ahead_max.optional(),
  series_sessions_max: bookingRules.series_sessions_max.optional(),
  request_expiry_hours: bookingRules.request_expiry_hours.optional(),
  reminder_hours: ReminderHours.optional(),
  text_hours: ReminderHours.optional(),
  follow_up_hours: bookingRules.follow_up_hours.optional(),
  review_url: bookingRules.review_url.optional(),
  version: z.number().int().optional(),
})
export type NewOpeningTimes = z.output<typeof NewOpeningTimes>

export const DEFAULT_ROOM = 'Studio A'

/** A new studio is open 08:00 to 23:00 every day, until its admin changes it. */
export const defaultOpeningHours: readonly OpeningHours[] = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
  weekday,
  opens: '08:00',
  closes: '23:00',
  closes_next_day: false,
}))
