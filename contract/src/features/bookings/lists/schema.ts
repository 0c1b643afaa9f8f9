import { z } from 'zod'
import { DAY_MS } from '#shared/durations.ts'
import { PageQuery } from '#shared/page.ts'
import { Id } from '#shared/text.ts'
import { CalendarDate } from '#shared/time.ts'
import { Booking, BookingStatus, BusyTime } from '../schema.ts'

export const BOOKINGS_RANGE_DAYS_MAX = 62
export const BOOKINGS_RANGE_ROWS_MAX = 5000

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

type DateRange = { from?: string | undefined; to?: string | undefined }

type RangeCheck = [check: (range: DateRange) => boolean, issue: { error: string; path: string[] }]

/** Arguments of `refine`: the range is not too long, and its days are in order. */
export const rangeLimit = [
  ({ from, to }: DateRange) => !from || !to || daysBetween(from, to) < BOOKINGS_RANGE_DAYS_MAX,
  { error: `Please request at most ${BOOKINGS_RANGE_DAYS_MAX} days`, path: ['to'] },
] satisfies RangeCheck
export const rangeOrder = [
  ({ from, to }: DateRange) => !from || !to || from <= to,
  { error: 'The last day must not be before the first', path: ['to'] },
] satisfies RangeCheck

/**
 * With `from` and `to` (both days included, at most 62 days) the answer has all bookings, also those that begin before `from`
 * and end after that day has begun. Without them, the answer has pages.
 */
export const BookingsQuery = PageQuery.extend({
  studio_id: Id,
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  /** Only without `from` and `to`: bookings that end on this day or later. */
  since: CalendarDate.optional(),
  /** Only without `from`, `to` and `since`: bookings that ended before this day, the latest first. */
  before: CalendarDate.optional(),
  status: BookingStatus.optional(),
  /** Only bookings that wait for the studio: pending ones that wait for no payment, and those with an open change request. */
  waiting: z.literal('true').optional(),
  service_type: z.string().max(60).optional(),
  client_id: Id.optional(),
  project_id: Id.optional(),
  /** Only bookings that use this room. */
  room_id: Id.optional(),
  /** Only bookings that use this person (the id of the resource). */
  person_id: Id.optional(),
})
  .refine((query) => (query.from === undefined) === (query.to === undefined), {
    error: 'Please give both days, from and to',
    path: ['to'],
  })
  .refine(({ from, since, before }) => [from, since, before].filter(Boolean).length < 2, {
    error: 'Please give only one of from, since and before',
    path: ['since'],
  })
  .refine(...rangeLimit)
  .refine(...rangeOrder)
export type BookingsQuery = z.infer<typeof BookingsQuery>

export const BookingsAnswer = z.object({
  items: z.array(Booking),
  next_cursor: z.string().nullable(),
  busy: z.array(BusyTime),
})
export type BookingsAnswer = z.infer<typeof BookingsAnswer>
