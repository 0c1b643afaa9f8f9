import type { SessionTimes } from '@studiohub/contract/features/bookings/rules.ts'
import { type Booking, type BookingChange, newBookingFields } from '@studiohub/contract/features/bookings/schema.ts'
import { minorDigits, minorOf, moneyField } from '@studiohub/contract/shared/money.ts'
import { z } from 'zod'
import { mayEndNextDay } from './free-time.ts'
import { scopes } from './scopes.ts'

const { booking_date, start_time, end_time, notes } = newBookingFields.shape

/** What the form of a change holds; the price as it is written. */
export const changeSchema = (currency: string) =>
  z.object({
    booking_date,
    start_time,
    end_time,
    room_id: z.string(),
    others: z.array(z.string()),
    notes,
    project_id: z.string(),
    price: z.string().refine((text) => text.trim() === '' || minorOf(text, currency) !== null, {
      error: `Please enter an amount with at most ${minorDigits(currency)} decimals`,
    }),
    scope: z.enum(scopes),
  })
export type ChangeFields = z.infer<ReturnType<typeof changeSchema>>

export function fieldsOf(booking: Booking, currency: string): ChangeFields {
  const rooms = booking.resources.filter(({ kind }) => kind === 'room')
  return {
    booking_date: booking.booking_date,
    start_time: booking.start_time,
    end_time: booking.end_time,
    room_id: rooms.length === 1 ? (rooms[0]?.id ?? '') : '',
    others: booking.resources.filter(({ kind }) => kind !== 'room').map(({ id }) => id),
    notes: booking.notes ?? '',
    project_id: booking.project_id ?? '',
    price: booking.price_minor === null ? '' : moneyField(booking.price_minor, currency),
    scope: 'this',
  }
}

const sameSet = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

/** Only what was changed, as it is sent. */
export function changeIn(fields: ChangeFields, booking: Booking, currency: string): BookingChange {
  const before = fieldsOf(booking, currency)
  const times: SessionTimes = {
    booking_date: fields.booking_date,
    start_time: fields.start_time,
    end_time: fields.end_time,
    ends_next_day: mayEndNextDay(fields.start_time, fields.end_time),
  }
  const isMoved = (['booking_date', 'start_time', 'end_time'] as const).some((name) => fields[name] !== before[name])
  const isElsewhere = fields.room_id !== before.room_id || !sameSet(fields.others, before.others)
  const rooms = booking.resources.filter(({ kind }) => kind === 'room').map(({ id }) => id)
  const price = fields.price.trim() === '' ? null : minorOf(fields.price, currency)
  return {
    ...(isMoved && times),
    ...(isElsewhere && { resource_ids: [...(fields.room_id ? [fields.room_id] : rooms), ...fields.others] }),
    ...(fields.notes !== before.notes && { notes: fields.notes || null }),
    ...(fields.project_id !== before.project_id && { project_id: fields.project_id || null }),
    ...(price !== booking.price_minor && booking.booking_type === 'client_booking' && { price_minor: price }),
  }
}
