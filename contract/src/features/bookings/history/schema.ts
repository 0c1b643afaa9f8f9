import { z } from 'zod'
import { pageOf } from '#shared/page.ts'
import { Booking } from '../schema.ts'

export const bookingEvents = [
  'created',
  'confirmed',
  'declined',
  'cancelled',
  'completed',
  'no_show',
  'came_after_all',
  'moved',
  'edited',
  'expired',
  'change_requested',
  'change_approved',
  'change_declined',
  'change_withdrawn',
  'change_expired',
  'fee_waived',
  'restored',
] as const
export const BookingEvent = z.enum(bookingEvents)
export type BookingEvent = z.infer<typeof BookingEvent>

/**
 * Who made a change, in the form that the caller may know. `nobody`: it happened because a time limit passed.
 */
export const changeAuthors = ['you', 'client', 'studio', 'nobody'] as const

/** The changed fields of a booking, with their values before or after the change. */
export const ChangedBookingFields = Booking.pick({
  booking_date: true,
  start_time: true,
  end_time: true,
  ends_next_day: true,
  days: true,
  service_type: true,
  status: true,
  notes: true,
  project_title: true,
  price_minor: true,
  currency: true,
  cancel_reason: true,
})
  .extend({ resources: z.array(z.string()) })
  .partial()
export type ChangedBookingFields = z.infer<typeof ChangedBookingFields>

/** One event of a booking. */
export const HistoryEntry = z.object({
  id: z.string(),
  at: z.string(),
  event: BookingEvent,
  by: z.enum(changeAuthors),
  /** For the studio's people only; null if the account was deleted. */
  by_name: z.string().nullable(),
  before: ChangedBookingFields,
  after: ChangedBookingFields,
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const HistoryAnswer = pageOf(HistoryEntry)
export type HistoryAnswer = z.infer<typeof HistoryAnswer>
