import { randomUUID } from 'node:crypto'
import type { PriceLine } from '@studiohub/contract/features/prices/schema.ts'
import type { CancellationPolicy } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import type { BookingTax } from '@studiohub/contract/features/studios/taxes/schema.ts'
import { instantAt, plusDays, todayIn, wireInstant } from '@studiohub/contract/shared/instants.ts'
import { sql } from 'kysely'
import { asSystem } from '../platform/db/actor.ts'
import type { Tx } from '../platform/db/transaction.ts'

type Call = (path: string, body: object, method?: 'POST' | 'PATCH' | 'PUT') => Promise<{ id: string }>

/** Invites one person without an account, and one with a role elsewhere, who gets a notification. */
export async function inviteCrew(call: Call, studio_id: string, known: { full_name: string; email: string }) {
  const path = `/api/v1/studios/${studio_id}/invitations`
  await call(path, { full_name: 'Kai Moreau', email: 'kai@example.com' })
  await call(path, { full_name: known.full_name, email: known.email })
}

const WEEKS = 20
const DAY_MS = 86_400_000

/** A regular week of bookings. Prices are in cents; `client` is an index. */
const usualWeek = [
  { weekday: 1, from: 10, hours: 4, service: 'recording', price: 24_000, client: 0 },
  { weekday: 2, from: 13, hours: 3, service: 'mixing', price: 15_000, client: 1 },
  { weekday: 3, from: 10, hours: 6, service: 'recording', price: 36_000, client: 1 },
  { weekday: 4, from: 16, hours: 4, service: 'rehearsal', price: 8_000, client: 0 },
  { weekday: 5, from: 11, hours: 5, service: 'mastering', price: 30_000, client: 0 },
] as const

/**
 * Inserts completed bookings of the last months. The API cannot create bookings in the past. Older weeks have fewer, as in a
 * growing studio.
 */
export function insertPastBookings(place: { studio_id: string; zone: string; client_ids: readonly string[] }) {
  const today = todayIn(place.zone, new Date())
  return asSystem(async (tx) => {
    const room = await tx
      .selectFrom('resources')
      .select('id')
      .where('studio_id', '=', place.studio_id)
      .where('kind', '=', 'room')
      .orderBy('position')
      .executeTakeFirstOrThrow()
    for (let week = 1; week <= WEEKS; week += 1) {
      const sessions = usualWeek.slice(0, Math.max(1, usualWeek.length - Math.floor(week / 5)))
      for (const session of sessions) await insertPastBooking(tx, { ...place, room_id: room.id, today, week, session })
    }
  })
}

const labels = {
  recording: 'Recording Session',
  mixing: 'Mixing Session',
  mastering: 'Mastering Session',
  rehearsal: 'Rehearsal',
}

const priceLineOf = ({ service, hours, price }: PastBooking['session']): PriceLine => ({
  kind: 'session',
  key: null,
  label: labels[service],
  unit: 'hour',
  quantity: hours * 60,
  unit_price_minor: price / hours,
  amount_minor: price,
})

/** What cancelling costs at Northlight. */
export const demoPolicy: CancellationPolicy = {
  steps: [
    { hours: 72, percent: 0 },
    { hours: 24, percent: 50 },
  ],
  ...{ late_percent: 100, no_show_percent: 100 },
}

const vat: BookingTax = { name: 'VAT', rate_bp: 2_100, included: true, reverse_charge: false }

type PastBooking = {
  studio_id: string
  zone: string
  client_ids: readonly string[]
  room_id: string
  today: string
  week: number
  session: (typeof usualWeek)[number]
}

async function insertPastBooking(tx: Tx, { studio_id, zone, client_ids, room_id, today, week, session }: PastBooking) {
  const weekday = new Date(Date.parse(today)).getUTCDay()
  const booking_date = plusDays(today, session.weekday - weekday - 7 * week)
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  const [start_time, end_time] = [clock(session.from), clock(session.from + session.hours)]
  const [begins, ends] = [instantAt(booking_date, start_time, zone), instantAt(booking_date, end_time, zone)]
  const client_id = client_ids[session.client]
  if (!begins || !ends || !client_id) return
  const [starts_at, ends_at] = [wireInstant(begins), wireInstant(ends)]
  const id = randomUUID()
  const booked_at = new Date(Date.parse(starts_at) - 5 * DAY_MS).toISOString()
  await tx
    .insertInto('bookings')
    .values({
      id,
      studio_id,
      client_id,
      created_by: client_id,
      booking_type: 'client_booking',
      status: 'completed',
      service_type: session.service,
      booking_date,
      start_time,
      end_time,
      starts_at,
      ends_at,
      price_minor: session.price,
      currency: 'EUR',
      price_lines: JSON.stringify([priceLineOf(session)]),
      tax: JSON.stringify(vat),
      cancellation_policy: JSON.stringify(demoPolicy),
      created_at: booked_at,
      updated_at: ends_at,
    })
    .execute()
  await sql`insert into reservations (booking_id, resource_id, studio_id, during, holds)
    values (${id}::uuid, ${room_id}::uuid, ${studio_id}::uuid, tstzrange(${starts_at}, ${ends_at}), false)`.execute(tx)
}
