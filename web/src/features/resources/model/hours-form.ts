import {
  bookingRules,
  EXCEPTION_NOTE_MAX,
  EXCEPTIONS_MAX,
  HOURS_OVERLAP,
  type NewOpeningTimes,
  type OpeningTimes,
  SPANS_PER_DAY_MAX,
} from '@studiohub/contract/features/resources/schema.ts'
import { shortTimeRangeText } from '@studiohub/contract/shared/formats.ts'
import { findOverlap, type Span } from '@studiohub/contract/shared/opening-hours.ts'
import { prose } from '@studiohub/contract/shared/text.ts'
import { CalendarDate, TimeOfDay } from '@studiohub/contract/shared/time.ts'
import { z } from 'zod'

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

const SpanFields = z.object({ opens: TimeOfDay, closes: TimeOfDay })
export type SpanFields = z.infer<typeof SpanFields>

/** The first hours of a day that was closed. */
export const NEW_SPAN: SpanFields = { opens: '09:00', closes: '18:00' }

/** Hours that close at or before they open continue after midnight, so no checkbox is needed. */
export const toSpan = ({ opens, closes }: SpanFields): Span => ({ opens, closes, closes_next_day: closes <= opens })

/** '9 AM – 6 PM', or 'Closed'. Times that are not complete are not named. */
export const describeSpans = (spans: readonly SpanFields[]) =>
  spans.length === 0
    ? 'Closed'
    : spans.flatMap(({ opens, closes }) => (opens && closes ? shortTimeRangeText(opens, closes) : [])).join(', ')

const isComplete = (span: SpanFields) => SpanFields.safeParse(span).success

const Spans = z
  .array(SpanFields)
  .max(SPANS_PER_DAY_MAX, `At most ${SPANS_PER_DAY_MAX} time ranges a day`)
  // Incomplete times are not checked for overlaps.
  .refine((spans) => findOverlap(spans.filter(isComplete).map(toSpan)) === -1, HOURS_OVERLAP)

const ExceptionFields = z.object({ date: CalendarDate, note: prose(EXCEPTION_NOTE_MAX), spans: Spans })

/** The form of opening hours; the first week is the studio's, without a resource id. */
export const HoursForm = z.object({
  weeks: z.array(z.object({ resource_id: z.string(), days: z.array(z.object({ spans: Spans })) })),
  exceptions: z
    .array(ExceptionFields)
    .max(EXCEPTIONS_MAX, `At most ${EXCEPTIONS_MAX} days`)
    .superRefine((days, context) => {
      days.forEach(({ date }, index) => {
        if (days.findIndex((day) => day.date === date) < index)
          context.addIssue({ code: 'custom', path: [index, 'date'], message: 'This day is listed twice' })
      })
    }),
  ...bookingRules,
})
export type HoursFields = z.infer<typeof HoursForm>

const UncheckedSpans = z.array(z.object({ opens: z.string(), closes: z.string() }))

/** The shape of the form without its validation rules, because drafts may be incomplete. */
export const HoursDraft = z.object({
  weeks: z
    .array(z.object({ resource_id: z.string(), days: z.array(z.object({ spans: UncheckedSpans })).length(7) }))
    .min(1),
  exceptions: z.array(z.object({ date: z.string(), note: z.string(), spans: UncheckedSpans })),
  min_notice_minutes: z.number(),
  booking_horizon_days: z.number(),
  cancellation_cutoff_hours: z.number(),
  open_requests_max: z.number(),
  hours_ahead_max: z.number(),
  series_sessions_max: z.number(),
  request_expiry_hours: z.number(),
  reminder_hours: z.array(z.number()),
  text_hours: z.array(z.number()),
  follow_up_hours: z.number().nullable(),
  review_url: z.string().nullable(),
})

const fieldsOf = ({ opens, closes }: Span): SpanFields => ({ opens, closes })

/** Seven days from weekly hours. */
export const getDays = (weekly: OpeningTimes['weekly']) =>
  weekdays.map((_, weekday) => ({ spans: weekly.filter((span) => span.weekday === weekday).map(fieldsOf) }))

export function hoursFields({ weekly, exceptions, own_hours, version, ...rules }: OpeningTimes): HoursFields {
  return {
    ...rules,
    weeks: [
      { resource_id: '', days: getDays(weekly) },
      ...own_hours.map((hours) => ({ resource_id: hours.resource_id, days: getDays(hours.weekly) })),
    ],
    exceptions: exceptions.map(({ date, note, spans }) => ({ date, note: note ?? '', spans: spans.map(fieldsOf) })),
  }
}

const weeklyOf = (days: HoursFields['weeks'][number]['days']) =>
  days.flatMap(({ spans }, weekday) => spans.map((span) => ({ weekday, ...toSpan(span) })))

/** Builds the request from the form. */
export function openingTimes({ weeks, exceptions, ...rules }: HoursFields, version: number): NewOpeningTimes {
  const [studio, ...resourceWeeks] = weeks
  return {
    ...rules,
    version,
    weekly: weeklyOf(studio?.days ?? []),
    own_hours: resourceWeeks.map(({ resource_id, days }) => ({ resource_id, weekly: weeklyOf(days) })),
    exceptions: exceptions.map(({ date, note, spans }) => ({ date, note: note || null, spans: spans.map(toSpan) })),
  }
}
