import { z } from 'zod'
import { type ErrorCode, errors } from '#errors.ts'
import { Id } from '#shared/text.ts'
import { CalendarDate, TimeOfDay } from '#shared/time.ts'
import { BookingChange, blockReasonRule, CancelReason, newBookingFields } from '../input/schema.ts'
import { Booking, BookingType, BookingWarning } from '../schema.ts'
import { SERIES_SESSIONS_MAX } from '../words.ts'

const WEEKS_BETWEEN_MAX = 52
/** Maximum number of days by which a series may be shifted. With one session a week, a longer shift would pass the next session. */
export const DAYS_SHIFTED_MAX = 6

/**
 * What happens if one session of a series conflicts: `refuse` rejects the whole series, `skip` leaves out this session and
 * lists it in the answer.
 */
export const OnConflict = z.enum(['refuse', 'skip'], { error: 'On conflict must be refuse or skip' })
export type OnConflict = z.infer<typeof OnConflict>

const everyWeeks = `Please choose every 1 to ${WEEKS_BETWEEN_MAX} weeks`
const chooseWeekdays = 'Please choose weekdays, 0 (Sunday) to 6'
const atLeastOne = 'Please enter how many sessions'
export const atMostSessions = (max: number) => `A series has at most ${max} sessions`
const atMost = atMostSessions(SERIES_SESSIONS_MAX)

/** A weekly rule (RFC 5545, FREQ=WEEKLY, weeks from Monday), until a day, which is included, or for a number of sessions. */
const ruleFields = {
  every_weeks: z
    .number({ error: everyWeeks })
    .int(everyWeeks)
    .min(1, everyWeeks)
    .max(WEEKS_BETWEEN_MAX, everyWeeks)
    .default(1),
  /** 0 (Sunday) to 6; by default the weekday of `booking_date`. The list must include that weekday. */
  weekdays: z
    .array(z.number(chooseWeekdays).int(chooseWeekdays).min(0, chooseWeekdays).max(6, chooseWeekdays), chooseWeekdays)
    .min(1, chooseWeekdays)
    .max(7, chooseWeekdays)
    .optional(),
  until: CalendarDate.optional(),
  count: z.number(atLeastOne).int(atLeastOne).min(1, atLeastOne).max(SERIES_SESSIONS_MAX, atMost).optional(),
}

/** `booking_date` is the day of the first session. All sessions have the same local time, also after clock changes. */
export const NewSeries = newBookingFields
  // Each booking uses a discount code once, so a series cannot have one.
  .omit({ discount_code: true })
  .extend({ studio_id: Id, ...ruleFields, on_conflict: OnConflict.default('refuse') })
  .refine(blockReasonRule.check, blockReasonRule.issue)
  .refine(({ days }) => days === undefined || days <= 2, {
    error: 'Sessions of several days cannot be repeated',
    path: ['days'],
  })
  .refine(({ until, count }) => (until === undefined) !== (count === undefined), {
    error: 'Please say until when, or how many times',
    path: ['until'],
  })
  .refine(({ until, booking_date }) => until === undefined || booking_date <= until, {
    error: 'The last day must not be before the first',
    path: ['until'],
  })
  .refine(
    ({ weekdays, booking_date }) =>
      weekdays === undefined || weekdays.includes(new Date(`${booking_date}T00:00:00Z`).getUTCDay()),
    { error: 'The first day must be one of the weekdays', path: ['weekdays'] },
  )
export type NewSeries = z.infer<typeof NewSeries>

const codes: readonly string[] = Object.keys(errors)
const isCode = (text: string): text is ErrorCode => codes.includes(text)
const Code = z.string().refine(isCode)

/** A session of a series that was not created or changed, with the reason. */
export const SkippedSession = z.object({
  booking_id: Id.nullable(),
  booking_date: CalendarDate,
  start_time: TimeOfDay,
  code: Code,
})
export type SkippedSession = z.infer<typeof SkippedSession>

/** A series as it was requested. Only its bookings have the current state. */
export const Series = z.object({
  id: Id,
  studio_id: Id,
  client_id: Id.nullable(),
  booking_type: BookingType,
  service_type: z.string(),
  /** RFC 5545, `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=10`; weeks begin on Monday. */
  rrule: z.string(),
  first_date: CalendarDate,
  start_time: TimeOfDay,
  end_time: TimeOfDay,
  ends_next_day: z.boolean(),
  created_by: Id.nullable(),
  created_at: z.string(),
})
export type Series = z.infer<typeof Series>

/** A series with all its sessions, by date. */
export const SeriesWithBookings = z.object({ series: Series, bookings: z.array(Booking) })

/** The sessions that were created, changed or cancelled, and those that were not. */
export const SeriesAnswer = z.object({
  series: Series,
  bookings: z.array(Booking),
  skipped: z.array(SkippedSession),
  warnings: z.array(BookingWarning),
})
export type SeriesAnswer = z.infer<typeof SeriesAnswer>

const shiftDays = `The sessions of a series move by at most ${DAYS_SHIFTED_MAX} days`
const firstDayField = {
  /** Only sessions on this day or later; by default all that have not begun. */
  from: CalendarDate.optional(),
}

/** A change of the future sessions. To change a single session, use `PATCH /bookings/{id}`. */
export const SeriesChange = BookingChange.omit({ booking_date: true, days: true, version: true }).extend({
  ...firstDayField,
  /** The number of days by which every session moves. */
  shift_days: z
    .number(shiftDays)
    .int(shiftDays)
    .min(-DAYS_SHIFTED_MAX, shiftDays)
    .max(DAYS_SHIFTED_MAX, shiftDays)
    .optional(),
  on_conflict: OnConflict.default('refuse'),
})
export type SeriesChange = z.infer<typeof SeriesChange>

/** Cancels the future sessions of a series. */
export const SeriesEnd = z.strictObject({ ...firstDayField, reason: CancelReason })
export type SeriesEnd = z.infer<typeof SeriesEnd>
