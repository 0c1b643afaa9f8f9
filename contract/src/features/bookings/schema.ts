import { z } from 'zod'
import { Id } from '../../shared/text.ts'
import { CalendarDate, TimeOfDay } from '../../shared/time.ts'
import { PriceLine } from '../prices/schema.ts'
import { ResourceKind } from '../resources/schema.ts'
import { BookingFee, BookingPolicy } from '../studios/cancellation/schema.ts'
import { BookingTax } from '../studios/taxes/schema.ts'
import { blockReasons, bookingStatuses, bookingTypes } from './words.ts'

export const BookingType = z.enum(bookingTypes)
export type BookingType = z.infer<typeof BookingType>

export const BookingStatus = z.enum(bookingStatuses)
export type BookingStatus = z.infer<typeof BookingStatus>

export const BlockReason = z.enum(blockReasons)
export type BlockReason = z.infer<typeof BlockReason>

export const ReservedResource = z.object({ id: Id, name: z.string(), kind: ResourceKind })

/** A client's change request for a confirmed session. It reserves the new time until the studio answers. */
export const ChangeRequest = z.object({
  booking_date: CalendarDate,
  start_time: TimeOfDay,
  end_time: TimeOfDay,
  ends_next_day: z.boolean(),
  days: z.number().int(),
  starts_at: z.string(),
  ends_at: z.string(),
  service_type: z.string(),
  price_minor: z.number().int().nullable(),
  currency: z.string().nullable(),
  people: z.number().int().nullable(),
  price_lines: z.array(PriceLine),
  created_at: z.string(),
  /** When it expires without an answer. */
  expires_at: z.string(),
  /** The reserved resources: the requested room, with the people and equipment of the session. */
  resources: z.array(ReservedResource),
})
export type ChangeRequest = z.infer<typeof ChangeRequest>

/**
 * A booking with all fields, for its client and for the admins and crew of its studio. Times are in the studio's time zone.
 */
export const Booking = z.object({
  id: Id,
  studio_id: Id,
  project_id: Id.nullable(),
  /** Null if the booking has no project, or if the caller may not see it. */
  project_title: z.string().nullable(),
  client_id: Id.nullable(),
  /** Null for an internal session, for blocked time, and if the caller may not see the name. */
  client_name: z.string().nullable(),
  booking_date: CalendarDate,
  start_time: TimeOfDay,
  end_time: TimeOfDay,
  /** Whether it ends on a later day than it begins; `days` says on which. */
  ends_next_day: z.boolean(),
  /** The number of its calendar days: 1 if it ends on the day it begins, 3 if it ends two days later. */
  days: z.number().int(),
  /** Start and end as instants, ISO 8601 in UTC. */
  starts_at: z.string(),
  ends_at: z.string(),
  /** The key of the service; for blocked time the reason. */
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
  /** When a completed session was marked as a no-show. */
  no_show_at: z.string().nullable(),
  /** The agreed price in the currency's smallest unit; null if none was agreed. */
  price_minor: z.number().int().nullable(),
  currency: z.string().nullable(),
  /** How many people come; null if unknown. */
  people: z.number().int().nullable(),
  /** The lines of the agreed price; `price_minor` is their sum. Blocked time has none. */
  price_lines: z.array(PriceLine),
  /** The cancellation policy at the time of booking; null: cancelling is free. */
  cancellation_policy: BookingPolicy.nullable(),
  /** The tax of the price at the time of booking; null: none. */
  tax: BookingTax.nullable(),
  /** The part of the price that the client agreed to pay when booking; null: none. */
  deposit_minor: z.number().int().nullable(),
  /**
   * Until when a client's pending session waits for its deposit; null: it waits for no payment. A cancelled session with a
   * `pay_by` but no `cancelled_by` was cancelled because the deposit was not paid.
   */
  pay_by: z.string().nullable(),
  /** The fee for cancelling or missing the session. */
  fee: BookingFee.nullable(),
  /** The series of the booking, if any. */
  series_id: Id.nullable(),
  /** Increases with every change. A change that names an older version fails with STALE_VERSION. */
  version: z.number().int(),
  resources: z.array(ReservedResource),
  /** When a client's pending request ends without an answer; null if the studio made the booking. */
  expires_at: z.string().nullable(),
  /** The open change request of its client, if any. */
  change_request: ChangeRequest.nullable(),
})
export type Booking = z.infer<typeof Booking>

/** Warnings about a booking that admins may ignore. For clients each is an error with the same code. */
export const bookingWarnings = [
  'OUTSIDE_OPENING_HOURS',
  'PERSON_NOT_WORKING',
  'CALENDAR_BUSY',
  'LENGTH_NOT_OFFERED',
  // The service needs a person, and the session has none.
  'PERSON_MISSING',
] as const
export const BookingWarning = z.enum(bookingWarnings)
export type BookingWarning = z.infer<typeof BookingWarning>

/** A booking after it was created or changed. */
export const BookingWithWarnings = Booking.extend({ warnings: z.array(BookingWarning) })
export type BookingWithWarnings = z.infer<typeof BookingWithWarnings>

/** A time, within one local day, in which a client cannot book the room. It has no name, service or reason. */
export const BusyTime = z.object({
  room_id: Id,
  booking_date: CalendarDate,
  start_time: TimeOfDay,
  end_time: TimeOfDay,
  /** True if it lasts to midnight: `end_time` is then 00:00 of the next day. */
  ends_next_day: z.boolean(),
})
export type BusyTime = z.infer<typeof BusyTime>
