import { getTimesOfLength } from '@studiohub/contract/features/availability/choices/rules.ts'
import { NewBooking } from '@studiohub/contract/features/bookings/input/schema.ts'
import { localAt } from '@studiohub/contract/shared/instants.ts'
import { MINUTES_PER_DAY, toMinutes } from '@studiohub/contract/shared/opening-hours.ts'
import { useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { mayEndNextDay } from '#features/bookings/model/free-time.ts'
import { STEP_MINUTES } from '#features/bookings/model/lanes.ts'
import { formatMinute } from '#features/bookings/model/moves.ts'
import { useSchemaForm } from '#lib/forms/form.ts'
import { noRepeat, Repeat } from './repeat.ts'

/** The form's fields as typed; an empty text means not chosen. */
export type BookingFields = z.input<typeof NewBooking> & Repeat
/** The fields of a valid form. */
export type BookingValues = NewBooking & Repeat
/** Initial values of a booking created from the calendar or for a client. */
export type InitialBookingValues = Partial<
  Pick<BookingFields, 'booking_date' | 'start_time' | 'end_time' | 'days' | 'room_id' | 'booking_type' | 'client_id'>
> & {
  /** Whether the start was clicked in the calendar. The end then follows the length of the chosen service. */
  isClicked?: boolean
}

export type BookingForm = UseFormReturn<BookingFields, unknown, BookingValues>

/**
 * Validation beyond the shape: no past dates, the end after the start. @param today the date in the studio's time zone
 */
export const bookingFormSchema = (today: string) =>
  NewBooking.safeExtend(Repeat.shape)
    .refine(({ booking_date }) => booking_date >= today, {
      error: 'That time has already passed.',
      path: ['booking_date'],
    })
    .refine(({ start_time, end_time, days = 1 }) => days > 1 || !mayEndNextDay(start_time, end_time), {
      error: 'The end must be after the start.',
      path: ['end_time'],
    })

export const createEmptyBooking = (day: string): BookingFields => ({
  booking_type: 'client_booking',
  booking_date: day,
  start_time: '',
  end_time: '',
  days: 1,
  room_id: null,
  resource_ids: [],
  client_id: null,
  new_client: null,
  project_id: null,
  service_type: '',
  notes: '',
  people: null,
  add_ons: [],
  ...noRepeat,
})

/** @param fields the initial values */
export function useBookingForm(today: string, fields: BookingFields): BookingForm {
  const schema = useMemo(() => bookingFormSchema(today), [today])
  return useSchemaForm(schema, fields)
}

/**
 * The end after a click on a start, by the length of the service; null if the person has changed the times since.
 * @param clickedStart the times that the click has set
 */
export function getEndByService(
  fields: Pick<BookingFields, 'start_time' | 'end_time'>,
  clickedStart: InitialBookingValues,
  minutes: number,
): { end_time: string; days: number } | null {
  const isUnchanged = fields.start_time === clickedStart.start_time && fields.end_time === clickedStart.end_time
  if (!clickedStart.isClicked || !isUnchanged) return null
  const { end_time, days } = getTimesOfLength(fields.start_time, minutes)
  return { end_time, days }
}

/** The length of a session before its service is known. */
export const HOUR_MINUTES = 60

/** A suggested end for a session, `HH:mm`: after the default length of its service, or an hour. Undefined without a start. */
export function suggestEnd(start_time: string, service: { default_minutes: number } | undefined): string | undefined {
  return start_time ? getTimesOfLength(start_time, service?.default_minutes ?? HOUR_MINUTES).end_time : undefined
}

/**
 * The time at which the list of starts opens for today, `HH:mm`: the next quarter of an hour in the studio's time zone. In the
 * last quarter of the day it is that quarter.
 */
export function getNextStart(now: Date, timezone: string): string {
  const minutes = toMinutes(localAt(now.toISOString(), timezone).time)
  return formatMinute(Math.min(Math.ceil(minutes / STEP_MINUTES) * STEP_MINUTES, MINUTES_PER_DAY - STEP_MINUTES))
}

/** The request, without the repetition, without fields of the other booking type and without blank notes. */
export function toBookingInput({
  every_weeks,
  ends,
  count,
  until,
  skips_conflicts,
  ...booking
}: BookingValues): NewBooking {
  const { client_id, new_client, project_id, room_id, resource_ids, notes, people, add_ons, status, ...more } = booking
  const { without_person, discount_code, price_minor, price_reason, ...rest } = more
  const isBlocked = booking.booking_type === 'blocked_time'
  return {
    ...rest,
    notes: notes || null,
    ...(status && !isBlocked && { status }),
    ...(without_person && !isBlocked && { without_person }),
    ...(people && !isBlocked && { people }),
    ...(add_ons?.length && !isBlocked && { add_ons }),
    ...(discount_code && !isBlocked && { discount_code }),
    ...(price_minor !== undefined && !isBlocked && { price_minor, price_reason }),
    ...(room_id && { room_id }),
    ...(resource_ids?.length && { resource_ids }),
    ...(client_id && !isBlocked && { client_id }),
    ...(new_client && !isBlocked && { new_client }),
    ...(client_id && project_id && !isBlocked && { project_id }),
  }
}
