import { listOpeningLines } from '@studiohub/contract/features/availability/opening/rules.ts'
import type { BookableHours, BusyRanges } from '@studiohub/contract/features/availability/rules.ts'
import type { PublicService, PublicServices } from '@studiohub/contract/features/availability/schema.ts'
import type { PublicPicture } from '@studiohub/contract/features/resources/pictures/schema.ts'
import { policyText } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import { getFormats } from '@studiohub/contract/shared/countries.ts'
import type { HoursException, WeeklyHours } from '@studiohub/contract/shared/opening-hours.ts'
import { sql } from 'kysely'
import { getSignUpSettings } from '#platform/auth/sign-up-settings.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getPublicPage } from './public-page/queries.ts'

/**
 * The public data of an active studio by its slug: services, hours and rooms, with reservations from the day before `from`
 * until the third day after `to` (milliseconds).
 */
export async function getPublicOffer(
  tx: Tx,
  { slug, from, to, now }: { slug: string; from: string; to: string; now: Date },
) {
  const { rows } = await sql<{
    id: string
    takes_bookings: boolean
    contact_email: string | null
    contact_phone: string | null
    timezone: string
    country: string | null
    currency: string
    min_notice_minutes: number
    booking_horizon_days: number
    weekly: WeeklyHours[]
    exceptions: HoursException[]
    rooms: BookableHours[]
    services: Omit<PublicService, 'pictures'>[]
    held: ReservedTimesRow[]
    calendar: { resource_id: string; times: BusyRanges }[]
  }>`select o.*, k.calendar, p.services, door.plan_takes_bookings(o.id, ${now.toISOString()}::timestamptz) as takes_bookings,
      c.contact_email, c.contact_phone, door.studio_country(o.id) as country
    from door.public_offer(${slug}, ${from}::date, ${to}::date) o
    cross join lateral door.priced_offer(o.id) p
    cross join lateral door.public_calendar_times(o.id, ${from}::date, ${to}::date) k
    left join door.closed_contact(o.id, ${now.toISOString()}::timestamptz) c on true`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { weekly, exceptions, held, calendar, ...offer } = row
  const reservations = held.map(toReservations)
  // Without a room no time is ever free, and without a plan no time can be booked.
  const services = offer.takes_bookings && offer.rooms.length > 0 ? offer.services : []
  const timesOf = new Map(calendar.map(({ resource_id, times }) => [resource_id, times]))
  const rooms = offer.rooms.map((room) => ({ ...room, calendar_times: timesOf.get(room.id) }))
  return { ...offer, rooms, services, hours: { weekly, exceptions }, reservations }
}

/** The database functions use the name `held` for reservations. */
type ReservedTimesRow = { resource_id: string; held: [number, number][] }
const toReservations = ({ resource_id, held }: ReservedTimesRow) => ({
  resource_id,
  reserved: held.map(([start, end]) => ({ from: start, to: end })),
})

/** The working hours and reservations of the people of a service, for visitors. People have numbers instead of ids. */
export async function getPeopleOfService(
  tx: Tx,
  { studio_id, service, from, to }: { studio_id: string; service: string; from: string; to: string },
) {
  const { rows } = await sql<{ people: BookableHours[]; held: ReservedTimesRow[] }>`
    select people, held from door.people_of_service(${studio_id}::uuid, ${service}, ${from}::date, ${to}::date)`.execute(
    tx,
  )
  return { people: rows[0]?.people ?? [], reservations: (rows[0]?.held ?? []).map(toReservations) }
}

type ShownOffer = Pick<PublicServices, 'rooms'> & { services: Record<string, PublicPicture[] | null> }

/** What a visitor of an active studio can book, and should know before. It does not depend on a day, so any range will do. */
export async function getShownOffer(tx: Tx, { slug, now }: { slug: string; now: Date }) {
  const offer = await getPublicOffer(tx, { slug, from: '1970-01-03', to: '1970-01-03', now })
  if (!offer) return undefined
  const { rows } = await sql<ShownOffer>`select rooms, services from door.public_pictures(${slug})`.execute(tx)
  const page = await getPublicPage(tx, offer.id)
  const { timezone, country, takes_bookings } = offer
  const items = offer.services.map((service) => ({ ...service, pictures: rows[0]?.services[service.key] ?? [] }))
  return {
    timezone,
    country,
    items,
    takes_bookings,
    rooms: takes_bookings ? (rows[0]?.rooms ?? []) : [],
    takes_visitors: Boolean(page?.visitors_can_book) && getSignUpSettings().authSignup,
    contact_email: page?.contact_email ?? offer.contact_email,
    contact_phone: page?.contact_phone ?? offer.contact_phone,
    location: page?.location ?? null,
    hours: listOpeningLines(offer.hours.weekly, getFormats(country)),
    cancel_rule: page ? policyText(page.cancellation_policy, page.cancellation_cutoff_hours) : '',
  }
}
