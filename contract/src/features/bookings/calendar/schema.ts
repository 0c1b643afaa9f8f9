import { z } from 'zod'
import { Id } from '#shared/text.ts'
import { CalendarDate, TimeOfDay } from '#shared/time.ts'
import { rangeLimit, rangeOrder } from '../lists/schema.ts'
import { type Booking, BookingStatus, BookingType, BusyTime, type ChangeRequest, ReservedResource } from '../schema.ts'

/** The days of a calendar: both included, at most 62. The answer includes sessions that began before `from` and end later. */
export const CalendarQuery = z
  .object({ studio_id: Id, from: CalendarDate, to: CalendarDate })
  .refine(...rangeLimit)
  .refine(...rangeOrder)
export type CalendarQuery = z.infer<typeof CalendarQuery>

/** A position in one of the lists of the same answer. */
const Index = z.int().nonnegative()

/**
 * Bookings for a calendar in a compact form, a quarter of the size of a list of bookings: each field is a list with one
 * entry per booking, and clients, resources and services are listed once. `readCalendar` turns it into objects.
 */
export const CalendarAnswer = z.object({
  /** For `If-None-Match`: an unchanged calendar is answered with 304 and no body. */
  etag: z.string(),
  /** Sorted by date, start time and id. */
  bookings: z.object({
    id: z.array(Id),
    booking_date: z.array(CalendarDate),
    start_time: z.array(TimeOfDay),
    end_time: z.array(TimeOfDay),
    days: z.array(z.int()),
    /** ISO 8601 in UTC. */
    starts_at: z.array(z.string()),
    ends_at: z.array(z.string()),
    booking_type: z.array(BookingType),
    status: z.array(BookingStatus),
    version: z.array(z.int()),
    expires_at: z.array(z.string().nullable()),
    service: z.array(Index),
    client: z.array(Index.nullable()),
    project: z.array(Index.nullable()),
    series: z.array(Index.nullable()),
    resources: z.array(z.array(Index)),
  }),
  /** Open change requests, each with the position of its booking. */
  change_requests: z.array(
    z.object({
      booking: Index,
      booking_date: CalendarDate,
      start_time: TimeOfDay,
      end_time: TimeOfDay,
      days: z.int(),
      service: Index,
      resources: z.array(Index),
    }),
  ),
  /** The keys of services; for blocked time the reason. */
  services: z.array(z.string()),
  /** The name is null if the caller may not see it. */
  clients: z.array(z.object({ id: Id, name: z.string().nullable() })),
  projects: z.array(Id),
  series: z.array(Id),
  /** In the studio's order. */
  resources: z.array(ReservedResource),
  /** For clients: the times in which other people use the rooms. */
  busy: z.array(BusyTime),
})
export type CalendarAnswer = z.infer<typeof CalendarAnswer>

/** A change request as a calendar draws it. */
export type CalendarChange = Pick<
  ChangeRequest,
  'booking_date' | 'start_time' | 'end_time' | 'ends_next_day' | 'days' | 'service_type' | 'resources'
>

/** The part of a booking that a calendar draws. `bookings.get` returns all of it. */
export type CalendarBooking = Pick<
  Booking,
  | 'id'
  | 'studio_id'
  | 'booking_date'
  | 'start_time'
  | 'end_time'
  | 'ends_next_day'
  | 'days'
  | 'starts_at'
  | 'ends_at'
  | 'booking_type'
  | 'status'
  | 'version'
  | 'expires_at'
  | 'service_type'
  | 'client_id'
  | 'client_name'
  | 'project_id'
  | 'series_id'
  | 'resources'
> & { change_request: CalendarChange | null }
