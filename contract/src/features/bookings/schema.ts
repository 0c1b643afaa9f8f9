import { z } from 'zod'
import type { ErrorCode } from '../../errors.ts'
import { PageQuery } from '../../shared/page.ts'
import { Id, prose } from '../../shared/text.ts'
import { CalendarDate, TimeOfDay } from '../../shared/time.ts'
import { ResourceKind } from '../resources/schema.ts'

export const bookingTypes = ['client_booking', 'blocked_time'] as const
export const BookingType = z.enum(bookingTypes)
export type BookingType = z.infer<typeof BookingType>

/** Spec section 2: the calendar's legend. */
export const bookingTypeLabels: Record<BookingType, string> = {
  client_booking: 'Client Booking',
  blocked_time: 'Blocked Time',
}

export const bookingStatuses = ['pending', 'confirmed', 'cancelled', 'completed'] as const
export const BookingStatus = z.enum(bookingStatuses)
export type BookingStatus = z.infer<typeof BookingStatus>

export const bookingStatusLabels: Record<BookingStatus, string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  cancelled: 'Cancelled',
  completed: 'Completed',
}

export const blockReasons = ['maintenance', 'holiday', 'studio_closed', 'personal', 'other'] as const
export const BlockReason = z.enum(blockReasons)
export type BlockReason = z.infer<typeof BlockReason>

export const blockReasonLabels: Record<BlockReason, string> = {
  maintenance: 'Maintenance',
  holiday: 'Holiday',
  studio_closed: 'Studio Closed',
  personal: 'Personal Time',
  other: 'Other',
}

export const BOOKING_NOTES_MAX = 2000
export const CANCEL_REASON_MAX = 500
export const BOOKINGS_RANGE_DAYS_MAX = 62
export const BOOKINGS_RANGE_ROWS_MAX = 5000
const RESOURCES_PER_BOOKING_MAX = 20

/** A booking as those see it who may: its client, and the admin and crew of its studio. Times are the studio's own. */
export const Booking = z.object({
  id: Id,
  studio_id: Id,
  project_id: Id.nullable(),
  client_id: Id.nullable(),
  /** Null for an internal session, for blocked time, and where the name is not the asker's to see. */
  client_name: z.string().nullable(),
  booking_date: CalendarDate,
  start_time: TimeOfDay,
  end_time: TimeOfDay,
  ends_next_day: z.boolean(),
  /** The same session as instants, ISO 8601 in UTC. */
  starts_at: z.string(),
  ends_at: z.string(),
  /** A service's key, or of blocked time the reason. */
  service_type: z.string(),
  booking_type: BookingType,
  status: BookingStatus,
  notes: z.string().nullable(),
  created_by: Id.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  cancelled_at: z.string().nullable(),
  cancelled_by: Id.nullable(),
  cancel_reason: z.string().nullable(),
  resources: z.array(z.object({ id: Id, name: z.string(), kind: ResourceKind })),
})
export type Booking = z.infer<typeof Booking>

/** Time that a client finds taken, within one local day: no name, no service, no reason. */
export const BusyTime = z.object({
  room_id: Id,
  booking_date: CalendarDate,
  start_time: TimeOfDay,
  end_time: TimeOfDay,
  /** True where it lasts to midnight: `end_time` is then 00:00 of the next day. */
  ends_next_day: z.boolean(),
})
export type BusyTime = z.infer<typeof BusyTime>

// A missing time is a form to fill in; one that no clock or calendar shows is a time range that cannot be.
const impossible = { code: 'INVALID_TIME_RANGE' } as const satisfies { code: ErrorCode }

const moment = (missing: string, shape: z.ZodType) =>
  z
    .string({ error: missing })
    .min(1, { error: missing, abort: true })
    .refine((text) => shape.safeParse(text).success, { error: missing, params: impossible })

/** The fields of the booking form; `NewBooking` adds what needs two of them at once. */
const newBookingFields = z.strictObject({
  booking_date: moment('Please select a date', CalendarDate),
  start_time: moment('Start time is required', TimeOfDay),
  end_time: moment('End time is required', TimeOfDay),
  ends_next_day: z.boolean().optional(),
  service_type: z
    .string({ error: 'Service type is required' })
    .trim()
    .min(1, 'Service type is required')
    .max(60, 'Service type is required'),
  booking_type: BookingType,
  notes: prose(BOOKING_NOTES_MAX, 'Notes must be at most 2,000 characters').nullish(),
  client_id: Id.nullish(),
  project_id: z.null('Projects cannot be linked yet').optional(),
  room_id: Id.nullish(),
  resource_ids: z.array(Id).max(RESOURCES_PER_BOOKING_MAX).optional(),
  status: BookingStatus.optional(),
})

const blockedForAReason = {
  check: (booking: { booking_type: BookingType; service_type: string }) =>
    booking.booking_type === 'client_booking' || BlockReason.safeParse(booking.service_type).success,
  says: { error: 'Service type is required', path: ['service_type'] },
}

/** What the booking form sends; `notes` left blank may be empty or null. */
export const NewBooking = newBookingFields.refine(blockedForAReason.check, blockedForAReason.says)
export type NewBooking = z.infer<typeof NewBooking>

/** The same on the wire, with the studio from the path. */
export const NewBookingAtStudio = newBookingFields
  .extend({ studio_id: Id })
  .refine(blockedForAReason.check, blockedForAReason.says)

/** With `from` and `to` (both days included, 62 days at most) the answer is whole, else it comes in pages. */
export const BookingsQuery = PageQuery.extend({
  studio_id: Id,
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  status: BookingStatus.optional(),
})
  .refine((query) => (query.from === undefined) === (query.to === undefined), {
    error: 'Please give both days, from and to',
    path: ['to'],
  })
  .refine((query) => !query.from || !query.to || daysBetween(query.from, query.to) < BOOKINGS_RANGE_DAYS_MAX, {
    error: `Please ask for at most ${BOOKINGS_RANGE_DAYS_MAX} days`,
    path: ['to'],
  })
  .refine((query) => !query.from || !query.to || query.from <= query.to, {
    error: 'The last day must not be before the first',
    path: ['to'],
  })
export type BookingsQuery = z.infer<typeof BookingsQuery>

const MILLISECONDS_A_DAY = 86_400_000
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / MILLISECONDS_A_DAY

export const BookingsAnswer = z.object({
  items: z.array(Booking),
  next_cursor: z.string().nullable(),
  busy: z.array(BusyTime),
})
export type BookingsAnswer = z.infer<typeof BookingsAnswer>

/** Declining and cancelling may say why; the client reads it. */
export const CancelReason = prose(CANCEL_REASON_MAX).nullish()
