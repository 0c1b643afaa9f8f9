import { z } from 'zod'
import type { ErrorCode } from '../../errors.ts'
import { Id, prose } from '../../shared/text.ts'
import { CalendarDate, TimeOfDay } from '../../shared/time.ts'
import { NewGuest } from '../clients/schema.ts'
import { DiscountCode } from '../discounts/schema.ts'
import { ChosenAddOns, People, PriceLine } from '../prices/schema.ts'
import { PRICE_MINOR_MAX, PRICE_REASON_MAX } from '../prices/words.ts'
import { ResourceKind } from '../resources/schema.ts'
import { BookingFee, BookingPolicy } from '../studios/cancellation/schema.ts'
import { BookingTax } from '../studios/taxes/schema.ts'
import { Signature } from '../terms/schema.ts'
import {
  BOOKING_NOTES_MAX,
  blockReasons,
  bookingStatuses,
  bookingTypes,
  CANCEL_REASON_MAX,
  DAYS_TOUCHED_MAX,
  SESSION_DAYS_MAX,
} from './words.ts'

export const BookingType = z.enum(bookingTypes)
export type BookingType = z.infer<typeof BookingType>

export const BookingStatus = z.enum(bookingStatuses)
export type BookingStatus = z.infer<typeof BookingStatus>

export const BlockReason = z.enum(blockReasons)
export type BlockReason = z.infer<typeof BlockReason>

const RESOURCES_PER_BOOKING_MAX = 20

export const HeldResource = z.object({ id: Id, name: z.string(), kind: ResourceKind })

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
  resources: z.array(HeldResource),
})
export type ChangeRequest = z.infer<typeof ChangeRequest>

/**
 * A booking with all fields, for its client and for the admins and crew of its studio. Times are in the studio's time zone.
 */
export const Booking = z.object({
  id: Id,
  studio_id: Id,
  project_id: Id.nullable(),
  /** Null if it belongs to none, or if the caller may not see it. */
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
  /** How many people come; null if not given. */
  people: z.number().int().nullable(),
  /** The lines of the agreed price; `price_minor` is their sum. Blocked time has none. */
  price_lines: z.array(PriceLine),
  /** The cancellation policy at the time of booking; null: cancelling is free. */
  cancellation_policy: BookingPolicy.nullable(),
  /** The tax of its price at the time of booking; null: none. */
  tax: BookingTax.nullable(),
  /** The part of its price that the client agreed to pay when booking; null: none. */
  deposit_minor: z.number().int().nullable(),
  /**
   * Until when a client's pending session waits for its deposit; null: it waits for no payment. If a cancelled session has
   * it and no `cancelled_by`, it was cancelled because the deposit was not paid.
   */
  pay_by: z.string().nullable(),
  /** The fee for cancelling or missing the session. */
  fee: BookingFee.nullable(),
  /** The series that it belongs to, if any. */
  series_id: Id.nullable(),
  /** Increases with every change. A change that names an older version fails with STALE_VERSION. */
  version: z.number().int(),
  resources: z.array(HeldResource),
  /** When a client's pending request ends without an answer; null if the studio made the booking. */
  expires_at: z.string().nullable(),
  /** The open change request of its client, if any. */
  change_request: ChangeRequest.nullable(),
})
export type Booking = z.infer<typeof Booking>

/** Warnings about a booking that admins may ignore. For clients each is an error with the same code. */
export const bookingWarnings = [
  ...(['OUTSIDE_OPENING_HOURS', 'PERSON_NOT_WORKING', 'CALENDAR_BUSY', 'LENGTH_NOT_OFFERED'] as const),
  // The service needs a person, and the session has none.
  'PERSON_MISSING',
] as const
export const BookingWarning = z.enum(bookingWarnings)
export type BookingWarning = z.infer<typeof BookingWarning>

/** A booking after it was created or changed. */
export const ChangedBooking = Booking.extend({ warnings: z.array(BookingWarning) })
export type ChangedBooking = z.infer<typeof ChangedBooking>

/** Time that is taken for a client, within one local day, without name, service or reason. */
export const BusyTime = z.object({
  room_id: Id,
  booking_date: CalendarDate,
  start_time: TimeOfDay,
  end_time: TimeOfDay,
  /** True if it lasts to midnight: `end_time` is then 00:00 of the next day. */
  ends_next_day: z.boolean(),
})
export type BusyTime = z.infer<typeof BusyTime>

// Without a time the form is incomplete; a time that no clock or calendar shows is an invalid range.
const impossible = { code: 'INVALID_TIME_RANGE' } as const satisfies { code: ErrorCode }

const moment = (missing: string, wrong: string, shape: z.ZodType) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : wrong) })
    .min(1, { error: missing, abort: true })
    .refine((text) => shape.safeParse(text).success, { error: wrong, params: impossible })

const yesOrNo = (name: string) => z.boolean({ error: `${name} must be true or false` })
const idOf = (choose: string) => z.uuid({ error: choose })

const howManyDays = `A booking lasts at most ${SESSION_DAYS_MAX} days`

/** The time of a session, as in the form and in every other call that has a time. */
export const timeFields = {
  booking_date: moment('Please select a date', 'Booking date must be a date, such as 2026-11-30', CalendarDate),
  start_time: moment('Start time is required', 'Start time must be a time, such as 09:30', TimeOfDay),
  end_time: moment('End time is required', 'End time must be a time, such as 17:30', TimeOfDay),
  ends_next_day: yesOrNo('Ends next day').optional(),
  /** The number of days that it touches; by default 2 if `ends_next_day` is true, else 1. */
  days: z
    .number({ error: howManyDays })
    .int(howManyDays)
    .min(1, howManyDays)
    .max(DAYS_TOUCHED_MAX, howManyDays)
    .optional(),
}

const ServiceType = z
  .string({ error: 'Service type is required' })
  .trim()
  .min(1, 'Service type is required')
  .max(60, 'Choose a service that the studio offers')

export const BookingNotes = prose(BOOKING_NOTES_MAX, 'Notes must be at most 2,000 characters').nullish()

const chooseResources = 'Choose rooms, people and equipment of the studio'
const ResourceIds = z
  .array(idOf(chooseResources), { error: chooseResources })
  .max(RESOURCES_PER_BOOKING_MAX, `Choose at most ${RESOURCES_PER_BOOKING_MAX} rooms, people and pieces of equipment`)

/** The rooms, people and equipment of a session; clients may name one room at most. */
export const resourceFields = {
  room_id: idOf('Choose a room of the studio').nullish(),
  resource_ids: ResourceIds.optional(),
}

const shownPrice = 'The price that was shown needs an amount and a currency'
const SeenPrice = z.strictObject(
  {
    price_minor: z.number({ error: shownPrice }).int(shownPrice).nullable(),
    currency: z.string({ error: shownPrice }).max(3, shownPrice).nullable(),
  },
  { error: shownPrice },
)
const Version = z.number({ error: 'Version must be a number' }).int('Version must be a whole number')
const ProjectOfClient = idOf("Choose one of the client's projects")

/** A price that an admin sets instead of the listed one, and the reason; the client can read both. Null: on request. */
const priceOverride = {
  price_minor: z
    .number({ error: 'Please enter a price' })
    .int('Please enter a price')
    .min(0, 'At least 0')
    .max(PRICE_MINOR_MAX, 'This price is too high')
    .nullish(),
  price_reason: prose(PRICE_REASON_MAX).nullish(),
}

const overrideHasReason = {
  check: ({
    price_minor,
    price_reason,
  }: {
    price_minor?: number | null | undefined
    price_reason?: string | null | undefined
  }) => price_minor === undefined || Boolean(price_reason),
  says: { error: 'Please say why the price differs', path: ['price_reason'] },
}

/** The fields of the booking form. `NewBooking` adds the checks that need two of them. */
export const newBookingFields = z.strictObject({
  ...timeFields,
  service_type: ServiceType,
  booking_type: z.enum(bookingTypes, { error: 'Booking type must be client_booking or blocked_time' }),
  notes: BookingNotes,
  client_id: idOf('Choose a client of the studio').nullish(),
  /** A new person instead of `client_id`: their record is created with the booking. Only for the desk. */
  new_client: NewGuest.nullish(),
  /** One of the client's projects at the studio. */
  project_id: ProjectOfClient.nullish(),
  ...resourceFields,
  people: People.nullish(),
  /** Books a service that needs a person without assigning one. By default a free person is assigned. Only for the desk. */
  without_person: yesOrNo('Without a person').optional(),
  add_ons: ChosenAddOns.optional(),
  /** A discount code that lowers the price. The booking counts as a use of it. */
  discount_code: DiscountCode.nullish(),
  ...priceOverride,
  status: z.enum(bookingStatuses, { error: 'Status must be pending or confirmed' }).optional(),
  /** The price that was shown, in its own currency or the studio's. If the price is now different, nothing is booked. */
  seen_price: SeenPrice.optional(),
  /** The version of the studio's terms that the client read and accepts. Only for clients. */
  accepted_terms: idOf('Choose the terms of the studio').nullish(),
  /** The client's signature, if the service needs one. */
  signature: Signature.nullish(),
})

export const blockReasonRule = {
  check: (booking: { booking_type: BookingType; service_type: string }) =>
    booking.booking_type === 'client_booking' || BlockReason.safeParse(booking.service_type).success,
  says: { error: 'Service type is required', path: ['service_type'] },
}

/** The input of the booking form. Empty `notes` may be '' or null. */
export const NewBooking = newBookingFields
  .refine(blockReasonRule.check, blockReasonRule.says)
  .refine(overrideHasReason.check, overrideHasReason.says)
export type NewBooking = z.infer<typeof NewBooking>

/** The same for the API, where the studio is in the path. */
export const NewBookingAtStudio = newBookingFields
  .extend({ studio_id: Id })
  .refine(blockReasonRule.check, blockReasonRule.says)
  .refine(overrideHasReason.check, overrideHasReason.says)

/**
 * A change of one booking. Omitted fields stay as they are. `booking_date`, times, room and resources move it; a later
 * `end_time` extends it. The client cannot be changed. Only admins of the studio can set a price and name people and
 * equipment.
 */
export const BookingChange = z.strictObject({
  ...z.object(timeFields).partial().shape,
  service_type: ServiceType.optional(),
  notes: BookingNotes,
  project_id: ProjectOfClient.nullish(),
  /** `room_id` replaces all its rooms; null: any free room. `resource_ids` is the complete new list. */
  ...resourceFields,
  /** Resources to add and to remove; all others stay. */
  add_resource_ids: ResourceIds.optional(),
  remove_resource_ids: ResourceIds.optional(),
  people: People.nullish(),
  /** The complete new list of add-ons. */
  add_ons: ChosenAddOns.optional(),
  ...priceOverride,
  /** The price that was shown for the changed session. If the price is now different, nothing is changed. */
  seen_price: SeenPrice.optional(),
  /** The version that was read; an older one fails with STALE_VERSION. */
  version: Version.optional(),
})
export type BookingChange = z.infer<typeof BookingChange>

/** The reason for declining or cancelling; the client can read it. */
export const CancelReason = prose(CANCEL_REASON_MAX).nullish()
