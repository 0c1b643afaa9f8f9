import type { Bookable } from '@studiohub/contract/features/availability/rules.ts'
import type { PublicService } from '@studiohub/contract/features/availability/schema.ts'
import type { HoursException, WeeklyHours } from '@studiohub/contract/shared/opening-hours.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/**
 * What a visitor may know of an active studio by its slug: what it offers, its hours, its rooms and, from the day before
 * `from` until the third after `to`, when they are held (milliseconds).
 */
export async function getPublicOffer(
  tx: Tx,
  { slug, from, to, now }: { slug: string; from: string; to: string; now: Date },
) {
  const { rows } = await sql<{
    takes_bookings: boolean
    contact_email: string | null
    contact_phone: string | null
    timezone: string
    currency: string
    min_notice_minutes: number
    booking_horizon_days: number
    weekly: WeeklyHours[]
    exceptions: HoursException[]
    rooms: Bookable[]
    services: PublicService[]
    held: { resource_id: string; held: [number, number][] }[]
  }>`select o.*, p.services, door.plan_takes_bookings(o.id, ${now.toISOString()}::timestamptz) as takes_bookings,
      c.contact_email, c.contact_phone
    from door.public_offer(${slug}, ${from}::date, ${to}::date) o
    cross join lateral door.priced_offer(o.id) p
    left join door.closed_contact(o.id, ${now.toISOString()}::timestamptz) c on true`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { weekly, exceptions, held, ...offer } = row
  const holds = held.map((one) => ({ ...one, held: one.held.map(([start, end]) => ({ from: start, to: end })) }))
  // Without a room no time is free, on whatever day it is looked for, and without a plan no time is sold.
  const services = offer.takes_bookings && offer.rooms.length > 0 ? offer.services : []
  return { ...offer, services, hours: { weekly, exceptions }, holds }
}
