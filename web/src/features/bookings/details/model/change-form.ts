import { type BookingChange, newBookingFields } from '@studiohub/contract/features/bookings/input/schema.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { DAYS_SHIFTED_MAX, type SeriesChange } from '@studiohub/contract/features/bookings/series/schema.ts'
import { listAddOns } from '@studiohub/contract/features/prices/rules.ts'
import { ChosenAddOn } from '@studiohub/contract/features/prices/schema.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { sessionMinutes } from '@studiohub/contract/shared/length.ts'
import { minorDigits, moneyField, parseMinor } from '@studiohub/contract/shared/money.ts'
import { z } from 'zod'
import { countDaysAfterChange } from '#features/bookings/model/free-time.ts'
import { scopes } from '#features/bookings/model/scopes.ts'

const { booking_date, start_time, end_time, notes } = newBookingFields.shape

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

const changeFields = (currency: string) =>
  z.object({
    booking_date,
    start_time,
    end_time,
    days: z.number().int(),
    room_id: z.string(),
    other_resource_ids: z.array(z.string()),
    notes,
    project_id: z.string(),
    people: z.number().nullable(),
    add_ons: z.array(ChosenAddOn),
    price_reason: z.string(),
    price: z.string().refine((text) => text.trim() === '' || parseMinor(text, currency) !== null, {
      error: `Please enter an amount with at most ${minorDigits(currency)} decimals`,
    }),
    scope: z.enum(scopes),
    skips_conflicts: z.boolean(),
  })
export type ChangeFields = z.infer<ReturnType<typeof changeFields>>

/** The form of a change, with the price as typed. Sessions of a series can move together by at most a week. */
export const changeSchema = (booking: Booking, currency: string) =>
  changeFields(currency)
    .refine(({ price, price_reason }) => price === priceField(booking, currency) || price_reason.trim() !== '', {
      error: 'Please enter a reason the price differs',
      path: ['price_reason'],
    })
    .refine(
      ({ scope, booking_date }) =>
        scope === 'this' || Math.abs(daysBetween(booking.booking_date, booking_date)) <= DAYS_SHIFTED_MAX,
      { error: `The sessions of a series move by at most ${DAYS_SHIFTED_MAX} days`, path: ['booking_date'] },
    )

/** The fields of the form for a booking that is not changed yet. */
export function getChangeFields(booking: Booking, currency: string): ChangeFields {
  const rooms = booking.resources.filter(({ kind }) => kind === 'room')
  return {
    booking_date: booking.booking_date,
    start_time: booking.start_time,
    end_time: booking.end_time,
    days: booking.days,
    room_id: rooms.length === 1 ? (rooms[0]?.id ?? '') : '',
    other_resource_ids: booking.resources.filter(({ kind }) => kind !== 'room').map(({ id }) => id),
    notes: booking.notes ?? '',
    project_id: booking.project_id ?? '',
    people: booking.people,
    add_ons: listAddOns(booking.price_lines, { minutes: sessionMinutes(booking), people: booking.people ?? 1 }),
    price: priceField(booking, currency),
    price_reason: '',
    scope: 'this',
    skips_conflicts: false,
  }
}

const priceField = ({ price_minor }: Booking, currency: string) =>
  price_minor === null ? '' : moneyField(price_minor, currency)

const hasSameAddOns = (a: readonly ChosenAddOn[], b: readonly ChosenAddOn[]) =>
  a.length === b.length &&
  a.every(({ key, quantity }) => b.some((choice) => choice.key === key && choice.quantity === quantity))

/** The request, with only the changed fields. */
export function toChangeInput(fields: ChangeFields, booking: Booking, currency: string): BookingChange {
  const before = getChangeFields(booking, currency)
  const { booking_date, start_time, end_time, room_id } = fields
  const days = countDaysAfterChange(fields, start_time, end_time)
  const addedIds = fields.other_resource_ids.filter((id) => !before.other_resource_ids.includes(id))
  const removedIds = before.other_resource_ids.filter((id) => !fields.other_resource_ids.includes(id))
  const price = fields.price.trim() === '' ? null : parseMinor(fields.price, currency)
  return {
    ...(booking_date !== before.booking_date && { booking_date }),
    ...(start_time !== before.start_time && { start_time }),
    ...(end_time !== before.end_time && { end_time }),
    ...(days !== booking.days && { days }),
    ...(room_id !== before.room_id && { room_id }),
    ...(addedIds.length > 0 && { add_resource_ids: addedIds }),
    ...(removedIds.length > 0 && { remove_resource_ids: removedIds }),
    ...(fields.notes !== before.notes && { notes: fields.notes || null }),
    ...(fields.project_id !== before.project_id && { project_id: fields.project_id || null }),
    ...(fields.people !== before.people && { people: fields.people }),
    ...(!hasSameAddOns(fields.add_ons, before.add_ons) && { add_ons: fields.add_ons }),
    ...(price !== booking.price_minor &&
      booking.booking_type === 'client_booking' && { price_minor: price, price_reason: fields.price_reason }),
  }
}

/** The request for a series. Each session keeps its other values, and a new date moves all by the same number of days. */
export function toSeriesChangeInput(fields: ChangeFields, booking: Booking, currency: string): SeriesChange {
  const { booking_date, days, ...change } = toChangeInput(fields, booking, currency)
  return {
    ...change,
    // Sessions of a series are not longer than a day.
    ...(days !== undefined && { ends_next_day: days > 1 }),
    ...(booking_date && { shift_days: daysBetween(booking.booking_date, booking_date) }),
    ...(fields.scope === 'following' && { from: booking.booking_date }),
    on_conflict: fields.skips_conflicts ? 'skip' : 'refuse',
  }
}
