import { randomUUID } from 'node:crypto'
import type { PriceLine } from '@studiohub/contract/features/prices/schema.ts'
import type { CancellationPolicy } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import type { BookingTax } from '@studiohub/contract/features/studios/taxes/schema.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { instantAt, plusDays, todayIn, wireInstant } from '@studiohub/contract/shared/instants.ts'
import { sql } from 'kysely'
import { asSystem } from '../platform/db/actor.ts'
import type { Tx } from '../platform/db/transaction.ts'

type Call = (path: string, body: object, method?: 'POST' | 'PATCH' | 'PUT') => Promise<{ id: string }>

/** Invites a person without an account, and a client of another studio, who gets a notification. */
export async function inviteCrew(call: Call, studio_id: string, person: { full_name: string; email: string }) {
  const path = `/api/v1/studios/${studio_id}/invitations`
  await call(path, { full_name: 'Kai Moreau', email: 'kai@example.com' })
  await call(path, { full_name: person.full_name, email: person.email })
}

const WEEKS = 20
/** Since when the clients with many sessions are clients: nine days before the first session. */
export const CLIENT_DAYS = WEEKS * 7 + 9

/** A regular week of bookings. Prices are in cents; `client` is an index. */
const usualWeek = [
  { weekday: 1, from: 10, hours: 4, service: 'recording', price: 24_000, client: 0 },
  { weekday: 2, from: 13, hours: 3, service: 'mixing', price: 15_000, client: 1 },
  { weekday: 3, from: 10, hours: 6, service: 'recording', price: 36_000, client: 1 },
  { weekday: 4, from: 16, hours: 4, service: 'rehearsal', price: 8_000, client: 0 },
  { weekday: 5, from: 11, hours: 5, service: 'mastering', price: 24_000, client: 0 },
] as const

/**
 * Inserts completed bookings of the last months, because the API cannot create bookings in the past. Older weeks have fewer
 * bookings, as in a growing studio.
 */
export function insertPastBookings(studio: { studio_id: string; zone: string; client_ids: readonly string[] }) {
  const today = todayIn(studio.zone, new Date())
  return asSystem(async (tx) => {
    const room = await tx
      .selectFrom('resources')
      .select('id')
      .where('studio_id', '=', studio.studio_id)
      .where('kind', '=', 'room')
      .orderBy('position')
      .executeTakeFirstOrThrow()
    const daysOfThisWeek = usualWeek.filter(({ weekday }) => weekday < weekdayOf(today))
    for (let week = 0; week <= WEEKS; week += 1) {
      const fewer = usualWeek.slice(0, Math.max(1, usualWeek.length - Math.floor(week / 5)))
      const sessions = week === 0 ? daysOfThisWeek : fewer
      for (const session of sessions) await insertPastBooking(tx, { ...studio, room_id: room.id, today, week, session })
    }
    await setClientSince(tx, studio, CLIENT_DAYS)
  })
}

/** Dates the records of clients back, because the API creates them today. */
export async function setClientSince(
  tx: Tx,
  { studio_id, client_ids }: { studio_id: string; client_ids: readonly string[] },
  daysAgo: number,
) {
  await tx
    .updateTable('client_records')
    .set({ created_at: new Date(Date.now() - daysAgo * DAY_MS).toISOString() })
    .where('studio_id', '=', studio_id)
    .where('id', 'in', client_ids)
    .execute()
}

const labels = {
  recording: 'Recording Session',
  mixing: 'Mixing Session',
  mastering: 'Mastering Session',
  rehearsal: 'Rehearsal',
}

/** Mastering has one price per session, as `resources.ts` sets it. The other services have a price per hour. */
function priceLineOf({ service, hours, price }: Pick<StartedBooking, 'service' | 'hours' | 'price'>): PriceLine {
  const line = { kind: 'session', key: null, label: labels[service], amount_minor: price } as const
  return service === 'mastering'
    ? { ...line, unit: 'session', quantity: 1, unit_price_minor: price }
    : { ...line, unit: 'hour', quantity: hours * 60, unit_price_minor: price / hours }
}

/** The cancellation policy of Northlight. */
export const demoPolicy: CancellationPolicy = {
  steps: [
    { hours: 72, percent: 0 },
    { hours: 24, percent: 50 },
  ],
  late_percent: 100,
  no_show_percent: 100,
}

const vat: BookingTax = { name: 'VAT', rate_bp: 2_100, included: true, reverse_charge: false }

const weekdayOf = (day: string) => new Date(Date.parse(day)).getUTCDay()

type PastBooking = {
  studio_id: string
  zone: string
  client_ids: readonly string[]
  room_id: string
  today: string
  week: number
  session: (typeof usualWeek)[number]
}

function insertPastBooking(tx: Tx, { client_ids, today, week, session, ...place }: PastBooking) {
  const client_id = client_ids[session.client]
  const booking_date = plusDays(today, session.weekday - weekdayOf(today) - 7 * week)
  return (
    client_id &&
    insertBooking(tx, { ...place, ...session, client_id, created_by: client_id, booking_date, status: 'completed' })
  )
}

type StartedBooking = {
  studio_id: string
  zone: string
  client_id: string
  created_by: string
  room_id: string
  booking_date: string
  service: keyof typeof labels
  /** Full hours of the day. */
  from: number
  hours: number
  /** In cents. */
  price: number
  status: 'completed' | 'confirmed'
}

/** Inserts a booking that has begun. The API creates bookings in the future only. @returns its id */
export async function insertBooking(tx: Tx, booking: StartedBooking): Promise<string> {
  const { studio_id, zone, client_id, created_by, room_id, booking_date, from, hours, price, status } = booking
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  const [start_time, end_time] = [clock(from), clock(from + hours)]
  const [begins, ends] = [instantAt(booking_date, start_time, zone), instantAt(booking_date, end_time, zone)]
  if (!begins || !ends) throw new Error('the demo books a time that the day does not have')
  const [starts_at, ends_at] = [wireInstant(begins), wireInstant(ends)]
  const id = randomUUID()
  const booked_at = new Date(Date.parse(starts_at) - 5 * DAY_MS).toISOString()
  await tx
    .insertInto('bookings')
    .values({
      id,
      studio_id,
      client_id,
      created_by,
      booking_type: 'client_booking',
      status,
      service_type: booking.service,
      booking_date,
      start_time,
      end_time,
      starts_at,
      ends_at,
      price_minor: price,
      currency: 'EUR',
      price_lines: JSON.stringify([priceLineOf(booking)]),
      tax: JSON.stringify(vat),
      cancellation_policy: JSON.stringify(demoPolicy),
      created_at: booked_at,
      updated_at: status === 'completed' ? ends_at : booked_at,
    })
    .execute()
  await sql`insert into reservations (booking_id, resource_id, studio_id, during, holds)
    values (${id}::uuid, ${room_id}::uuid, ${studio_id}::uuid, tstzrange(${starts_at}, ${ends_at}),
      ${status === 'confirmed'})`.execute(tx)
  return id
}
