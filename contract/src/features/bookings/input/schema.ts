import { z } from 'zod'
import type { ErrorCode } from '#errors.ts'
import { Id, prose } from '#shared/text.ts'
import { CalendarDate, TimeOfDay } from '#shared/time.ts'
import { NewGuest } from '../../clients/schema.ts'
import { DiscountCode } from '../../discounts/schema.ts'
import { ChosenAddOns, People } from '../../prices/schema.ts'
import { PRICE_MINOR_MAX, PRICE_REASON_MAX } from '../../prices/words.ts'
import { Signature } from '../../terms/schema.ts'
import { BlockReason, type BookingType } from '../schema.ts'
import {
  BOOKING_NOTES_MAX,
  bookingStatuses,
  bookingTypes,
  CANCEL_REASON_MAX,
  DAYS_TOUCHED_MAX,
  SESSION_DAYS_MAX,
} from '../words.ts'

const RESOURCES_PER_BOOKING_MAX = 20

// A missing time means an incomplete form. A time that does not exist, such as 25:61, is an invalid range.
const invalidRange = { code: 'INVALID_TIME_RANGE' } as const satisfies { code: ErrorCode }

const dateOrTime = (missing: string, invalid: string, shape: z.ZodType) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : invalid) })
    .min(1, { error: missing, abort: true })
    .refine((text) => shape.safeParse(text).success, { error: invalid, params: invalidRange })

const yesOrNo = (name: string) => z.boolean({ error: `${name} must be true or false` })
const idOf = (message: string) => z.uuid({ error: message })

const wholeDaysMessage = 'Enter a whole number of days'
const tooManyDaysMessage = `A booking lasts at most ${SESSION_DAYS_MAX} days`

/** The time of a session, as in the form and in every other call that has a time. */
export const timeFields = {
  booking_date: dateOrTime('Please select a date', 'Booking date must be a date, such as 2026-11-30', CalendarDate),
  start_time: dateOrTime('Start time is required', 'Start time must be a time, such as 09:30', TimeOfDay),
  end_time: dateOrTime('End time is required', 'End time must be a time, such as 17:30', TimeOfDay),
  ends_next_day: yesOrNo('Ends next day').optional(),
  /** The number of days that it touches; by default 2 if `ends_next_day` is true, else 1. */
  days: z
    .number({ error: wholeDaysMessage })
    .int(wholeDaysMessage)
    .min(1, 'A booking lasts at least 1 day')
    .max(DAYS_TOUCHED_MAX, tooManyDaysMessage)
    .optional(),
}

const ServiceType = z
  .string({ error: 'Service type is required' })
  .trim()
  .min(1, 'Service type is required')
  .max(60, 'Choose a service that the studio offers')

export const BookingNotes = prose(BOOKING_NOTES_MAX, 'Notes must be at most 2,000 characters').nullish()

const chooseResourcesMessage = 'Choose rooms, people and equipment of the studio'
const ResourceIds = z
  .array(idOf(chooseResourcesMessage), { error: chooseResourcesMessage })
  .max(RESOURCES_PER_BOOKING_MAX, `Choose at most ${RESOURCES_PER_BOOKING_MAX} rooms, people and pieces of equipment`)

/** The rooms, people and equipment of a session. Clients may name only rooms, at most as many as the service allows. */
export const resourceFields = {
  room_id: idOf('Choose a room of the studio').nullish(),
  resource_ids: ResourceIds.optional(),
}

const seenPriceMessage = 'The price that was shown needs an amount and a currency'
const SeenPrice = z.strictObject(
  {
    price_minor: z.number({ error: seenPriceMessage }).int(seenPriceMessage).nullable(),
    currency: z.string({ error: seenPriceMessage }).max(3, seenPriceMessage).nullable(),
  },
  { error: seenPriceMessage },
)
const Version = z.number({ error: 'Version must be a number' }).int('Version must be a whole number')
const ProjectOfClient = idOf("Choose one of the client's projects")

/** A price that an admin sets instead of the listed price, and the reason; the client can read both. Null: on request. */
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
  issue: { error: 'Please enter why the price differs', path: ['price_reason'] },
}

/** The fields of the booking form. `NewBooking` adds the checks that compare fields. */
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
  /** True: no person is assigned, although the service needs one. By default a free person is assigned. Only for the desk. */
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
  issue: { error: 'Service type is required', path: ['service_type'] },
}

/** The input of the booking form. `notes` without text may be '' or null. */
export const NewBooking = newBookingFields
  .refine(blockReasonRule.check, blockReasonRule.issue)
  .refine(overrideHasReason.check, overrideHasReason.issue)
export type NewBooking = z.infer<typeof NewBooking>

/** The same for the API, where the studio is in the path. */
export const NewBookingAtStudio = NewBooking.safeExtend({ studio_id: Id })

/**
 * A change of one booking. Omitted fields stay as they are. `booking_date`, times, room and resources move it; a later
 * `end_time` extends it. The client cannot be changed. Only admins can set a price, add-ons or the number
 * of people; only the desk can name people and equipment.
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
