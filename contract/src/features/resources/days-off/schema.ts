import { z } from 'zod'
import { DAY_MS } from '#shared/durations.ts'
import { Id, prose } from '#shared/text.ts'
import { CalendarDate, TimeOfDay } from '#shared/time.ts'

export const DAY_OFF_NOTE_MAX = 200
/** Maximum number of current and future entries of one person. */
export const DAYS_OFF_MAX = 100
/** How long one entry may last. */
export const DAY_OFF_DAYS_MAX = 366

/** A time range in which a person does not work, in the studio's local time. */
export const TimeOff = z.object({
  /** The person, as a resource. */
  resource_id: Id,
  first_date: CalendarDate,
  last_date: CalendarDate,
  /** When it begins on the first day; null: at midnight. */
  from_time: TimeOfDay.nullable(),
  /** When it ends on the last day; null: at the end of that day. */
  to_time: TimeOfDay.nullable(),
})
export type TimeOff = z.infer<typeof TimeOff>

/** Days off of a person, as the desk and this person see them. */
export const DayOff = TimeOff.extend({ id: Id, studio_id: Id, note: z.string().nullable(), created_at: z.string() })
export type DayOff = z.infer<typeof DayOff>

/** A new entry. Parts of a day have times: the beginning on the first day, the end on the last. */
export const NewDayOff = z
  .strictObject({
    resource_id: z.uuid({ error: 'Please choose a person' }),
    first_date: CalendarDate,
    last_date: CalendarDate,
    from_time: TimeOfDay.nullable().default(null),
    to_time: TimeOfDay.nullable().default(null),
    note: prose(DAY_OFF_NOTE_MAX).nullable().default(null),
  })
  .refine(({ first_date, last_date }) => first_date <= last_date, {
    error: 'The last day must not be before the first',
    path: ['last_date'],
  })
  .refine(
    ({ first_date, last_date }) => !(Date.parse(last_date) - Date.parse(first_date) >= DAY_OFF_DAYS_MAX * DAY_MS),
    { error: `Days off last at most ${DAY_OFF_DAYS_MAX} days`, path: ['last_date'] },
  )
  .refine(
    ({ first_date, last_date, from_time, to_time }) =>
      first_date !== last_date || from_time === null || to_time === null || from_time < to_time,
    { error: 'The end must be after the start', path: ['to_time'] },
  )
export type NewDayOff = z.output<typeof NewDayOff>
