import type { BusyRanges } from '@studiohub/contract/features/availability/rules.ts'
import { SESSION_MINUTES_MAX } from '@studiohub/contract/features/availability/schema.ts'
import { resolveDays } from '@studiohub/contract/features/bookings/rules.ts'
import { CALENDAR_DAYS_AHEAD } from '@studiohub/contract/features/connected-calendars/words.ts'
import type { ServiceDeposit } from '@studiohub/contract/features/prices/deposits/schema.ts'
import type { Reductions } from '@studiohub/contract/features/prices/reductions/schema.ts'
import type { Pricing } from '@studiohub/contract/features/prices/schema.ts'
import type { TimeOff } from '@studiohub/contract/features/resources/days-off/schema.ts'
import type { Resource } from '@studiohub/contract/features/resources/schema.ts'
import type { CancellationPolicy } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import type { BookingTax, StudioTaxes } from '@studiohub/contract/features/studios/taxes/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import {
  type Hours,
  type HoursException,
  MINUTES_PER_DAY,
  type WeeklyHours,
} from '@studiohub/contract/shared/opening-hours.ts'
import { sql } from 'kysely'
import { clientRecordId } from '#features/clients/queries.ts'
import type { DiscountLookup } from '#features/discounts/queries.ts'
import { isSigned } from '#features/terms/queries.ts'
import { executePrepared } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'

/** A bookable resource. `own_week` replaces the studio's opening hours if the resource has its own. */
export type Bookable = Pick<Resource, 'id' | 'name' | 'kind' | 'position' | 'setup_minutes' | 'teardown_minutes'> & {
  own_week: WeeklyHours[] | null
  /** Days off; only for people who have any. */
  days_off?: readonly TimeOff[] | undefined
  calendar_times?: BusyRanges | undefined
}

/** A service that can be booked. */
export type OfferedService = {
  label: string
  default_minutes: number
  min_minutes: number | null
  max_minutes: number | null
  step_minutes: number | null
  capacity: number | null
  room_ids: string[] | null
  rooms_max: number
  person_ids: string[] | null
  person_title: string | null
  price_minor: number | null
  currency: string | null
  hide_without_price: boolean
  pricing: Pricing
  is_client_bookable: boolean
  auto_confirm: boolean
  tax_key: string | null
  deposit: ServiceDeposit | null
}

export type BookingContextRow = {
  is_active: boolean
  timezone: string
  currency: string
  services_version: number
  cancellation_cutoff_hours: number
  cancellation_policy: CancellationPolicy
  taxes: StudioTaxes
  /** The tax of a booking by this client. */
  tax: BookingTax | null
  /** The client's own rate for the service. */
  rate: Reductions['rate']
  /** The client's packages for the service. Ended ones have no hours left, but a booked session keeps the hours it has. */
  packages: Reductions['packages']
  /** The entered discount code, or why it is not valid; null if none was entered. */
  discount: DiscountLookup | null
  /** The credit of the calling client in the currency of the service; 0 for the desk. */
  credit_minor: number
  /** The version of the terms that the studio's clients accept when they book. */
  terms: { id: string; needs_signature: boolean } | null
  request_expiry_hours: number
  /** Whether clients can pay the studio by card. */
  takes_cards: boolean
  min_notice_minutes: number
  booking_horizon_days: number
  open_requests_max: number
  hours_ahead_max: number
  series_sessions_max: number
  weekly: WeeklyHours[]
  exceptions: HoursException[]
  /** The resources that can be booked, rooms in the order of assignment. */
  resources: Bookable[]
  days_off: TimeOff[]
  calendars: { resource_id: string; times: BusyRanges }[]
  /** Null if the service cannot be booked. */
  service: OfferedService | null
  /** The people of the service in the session before a change. */
  booked_person_ids: string[] | null
  has_client_record: boolean
  /** The record of the requested client, even if it was removed. */
  client_id: string | null
  client_name: string | null
  /** Null if the project is not the client's. */
  project_title: string | null
}

/** All data that a booking depends on: the studio's settings, its resources, the service and the client. */
export type BookingContext = Omit<BookingContextRow, 'weekly' | 'exceptions' | 'days_off' | 'calendars'> & {
  hours: Hours
}

const hoursOf = (table: string, owner: string) => sql`(
  select coalesce(json_agg(json_build_object('weekday', h.weekday, 'opens', to_char(h.opens, 'HH24:MI'),
    'closes', to_char(h.closes, 'HH24:MI'), 'closes_next_day', h.closes_next_day)), '[]')
  from ${sql.table(table)} h where ${sql.raw(owner)})`

// A closed day has one row without times.
const exceptionsOfStudio = sql`(
  select coalesce(json_agg(d), '[]') from (
    select e.date::text as date, coalesce(json_agg(json_build_object('opens', to_char(e.opens, 'HH24:MI'),
      'closes', to_char(e.closes, 'HH24:MI'), 'closes_next_day', e.closes_next_day) order by e.position)
      filter (where e.opens is not null), '[]') as spans
    from opening_exceptions e where e.studio_id = s.id and e.date >= current_date - 2 group by e.date) d)`

const activeResources = sql`(
  select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'kind', r.kind, 'position', r.position,
    'setup_minutes', r.setup_minutes, 'teardown_minutes', r.teardown_minutes, 'own_week', case when r.has_own_hours
      then ${hoursOf('resource_hours', 'h.resource_id = r.id')} end) order by r.position, r.id), '[]')
  from resources r where r.studio_id = s.id and r.is_active)`

const daysOffOfPeople = sql`(
  select coalesce(json_agg(json_build_object('resource_id', d.resource_id, 'first_date', d.first_date, 'last_date', d.last_date,
    'from_time', to_char(d.from_time, 'HH24:MI'), 'to_time', to_char(d.to_time, 'HH24:MI'))), '[]')
  from door.days_off(s.id, current_date - 2) d)`

// The range is in UTC, with one more day on each side to cover all time zones. Without a range nothing is read.
const selectCalendarTimes = (range: DayRange | undefined) =>
  range
    ? sql`(select coalesce(json_agg(json_build_object('resource_id', t.resource_id, 'times', t.times)), '[]')
  from door.calendar_times(s.id, (${range.from}::date - 1)::timestamp at time zone 'UTC',
    (${range.to}::date + 2)::timestamp at time zone 'UTC') t)`
    : sql`'[]'::json`

const selectService = (service_type: string | null) => sql`(
  select json_build_object('label', o.label, 'default_minutes', o.default_minutes, 'min_minutes', o.min_minutes,
    'max_minutes', o.max_minutes, 'step_minutes', o.step_minutes, 'capacity', o.capacity, 'room_ids', o.room_ids,
    'rooms_max', o.rooms_max, 'person_ids', o.person_ids, 'person_title', o.person_title,
    'hide_without_price', o.hide_without_price, 'pricing', o.pricing, 'price_minor', o.price_minor, 'currency', o.currency,
    'is_client_bookable', o.is_client_bookable, 'auto_confirm', o.auto_confirm, 'tax_key', o.tax_key, 'deposit', o.deposit)
  from studio_services o where o.studio_id = s.id and o.key = ${service_type}::text and o.is_active)`

const selectPeopleOfService = (key: string | null) => sql`(
  select o.person_ids from studio_services o where o.studio_id = s.id and o.key = ${key}::text)`

// A rate for the service comes before a rate for all services.
const selectClientRate = (service_type: string | null) => sql`(
  select json_build_object('percent_off', r.rate->'percent_off', 'hour_minor', r.rate->'hour_minor')
  from client, jsonb_array_elements(client.rates) r (rate)
  where r.rate->>'service_type' is null or r.rate->>'service_type' = ${service_type}::text
  order by r.rate->>'service_type' nulls last limit 1)`

// The package that ends first is used first.
const selectClientPackages = (service_type: string | null) => sql`(
  select coalesce(json_agg(json_build_object('id', p.id, 'label', p.name,
    'left_minutes', case when p.ended_at is null then p.minutes - p.used_minutes else 0 end,
    'currency', p.currency, 'last_date', p.last_date::text) order by p.last_date nulls last, p.sold_at, p.id), '[]')
  from sold_packages p where p.studio_id = s.id and p.client_id = (select id from client)
    and (p.service_types is null or ${service_type}::text = any (p.service_types)))`

const selectDiscount = (code: string | null | undefined, service_type: string | null) =>
  code ? sql`door.find_discount(s.id, ${code}::text, ${service_type}::text, (select id from client))` : sql`null`

// Credit is an amount that the studio owes, so it is negative in the ledger.
const selectCallerCredit = (service_type: string | null) => sql`(
  select coalesce(-sum(e.amount_minor), 0) from ledger_entries e
  where e.studio_id = s.id and e.client_id = (select app.client_id()) and e.account = 'credit'
    and (select app.role()) = 'client' and e.currency = coalesce((select o.currency from studio_services o
      where o.studio_id = s.id and o.key = ${service_type}::text), s.currency))::bigint`

const selectTerms = (service_type: string | null) => sql`(
  select json_build_object('id', v.id, 'needs_signature', ${isSigned('v', sql`${service_type}::text`)})
  from terms_versions v where v.studio_id = s.id and v.ended_at is null)`

const selectTitleOfClientProject = (project_id: string | null) => sql`(
  select j.title from projects j where j.id = ${project_id}::uuid and j.studio_id = s.id
    and j.client_id = (select id from client))`

/** The first and the last day. */
type DayRange = { from: string; to: string }

// Long enough for every session that begins on the last day.
const DAYS_OF_CALENDARS = CALENDAR_DAYS_AHEAD + SESSION_MINUTES_MAX / MINUTES_PER_DAY

/** The days of a session, and the week after it in which alternatives are searched. */
export const getSessionAndAlternativesRange = ({
  booking_date,
  ...length
}: {
  booking_date: string
  days?: number | undefined
  ends_next_day?: boolean | undefined
}): DayRange => ({
  from: booking_date,
  to: plusDays(booking_date, resolveDays(length).days + 7),
})

/** The days for which connected calendars are read, beginning with `from`. */
export const getCalendarRange = (from: string): DayRange => ({ from, to: plusDays(from, DAYS_OF_CALENDARS) })

type BookingContextInput = {
  studio_id: string
  service_type?: string | null | undefined
  client_id?: string | null | undefined
  project_id?: string | null | undefined
  discount_code?: string | null | undefined
  /** The key of the service before a change. */
  booked_service?: string | undefined
  /** The days for which connected calendars are read; without it none. */
  calendar_range?: DayRange | undefined
}

/**
 * The statement that reads a studio's booking context. Without `client_id` clients book for themselves. A person who has
 * switched to another studio is still a client of this one, unless they were removed.
 */
export const bookingContextQuery = ({
  studio_id,
  service_type = null,
  client_id = null,
  project_id = null,
  discount_code,
  booked_service,
  calendar_range,
}: BookingContextInput) =>
  // Each constant above is a part of this statement and uses its `s` and `client`. `client` is selected first. If it were a
  // condition, the row-level policies would run before it for all people.
  sql<BookingContextRow>`
    with client as (
      select c.id, c.name, c.removed_at, c.rates from client_records c
      where c.studio_id = ${studio_id}::uuid and c.id = case when ${client_id}::uuid is null then (select app.client_id())
        else ${clientRecordId(studio_id, client_id)} end
    )
    select s.is_active, s.timezone, s.currency, s.cancellation_cutoff_hours, s.cancellation_policy, s.taxes,
      s.min_notice_minutes, s.booking_horizon_days, s.open_requests_max, s.hours_ahead_max, s.series_sessions_max,
      s.request_expiry_hours, s.services_version,
      door.takes_cards(s.id) as takes_cards,
      app.booking_tax(s.id, ${service_type}::text, (select id from client)) as tax,
      ${hoursOf('opening_hours', 'h.studio_id = s.id')} as weekly,
      ${exceptionsOfStudio} as exceptions,
      ${activeResources} as resources,
      ${daysOffOfPeople} as days_off,
      ${selectCalendarTimes(calendar_range)} as calendars,
      ${selectService(service_type)} as service,
      ${selectPeopleOfService(booked_service ?? null)} as booked_person_ids,
      ${selectClientRate(service_type)} as rate,
      ${selectClientPackages(service_type)} as packages,
      ${selectDiscount(discount_code, service_type)} as discount,
      ${selectCallerCredit(service_type)} as credit_minor,
      ${selectTerms(service_type)} as terms,
      ${selectTitleOfClientProject(project_id)} as project_title,
      exists (select from client where removed_at is null) as has_client_record,
      (select id from client) as client_id, (select name from client) as client_name
    from studios s where s.id = ${studio_id}::uuid`

/** @returns undefined if the studio does not exist or the caller cannot see it */
export function toBookingContext(row: BookingContextRow | undefined): BookingContext | undefined {
  if (!row) return undefined
  const { weekly, exceptions, days_off, calendars, ...context } = row
  const resources =
    days_off.length + calendars.length === 0
      ? context.resources
      : context.resources.map((resource) => withTimesAway(resource, { days_off, calendars }))
  return { ...context, resources, hours: { weekly, exceptions } }
}

function withTimesAway(resource: Bookable, all: Pick<BookingContextRow, 'days_off' | 'calendars'>): Bookable {
  const days_off = all.days_off.filter(({ resource_id }) => resource_id === resource.id)
  const calendar = all.calendars.find(({ resource_id }) => resource_id === resource.id)
  return { ...resource, ...(days_off.length > 0 && { days_off }), ...(calendar && { calendar_times: calendar.times }) }
}

export const getBookingContext = async (tx: Tx, input: BookingContextInput): Promise<BookingContext | undefined> =>
  toBookingContext((await executePrepared(tx, bookingContextQuery(input))).rows[0])

/** A service that visitors may see, with the data for its price; undefined if the studio accepts no bookings. */
export async function getPricedOffer(tx: Tx, studio_id: string, key: string) {
  const { rows } = await sql<{ services: (OfferedService & { key: string; currency: string })[]; room_ids: string[] }>`
    select o.services, o.room_ids from door.priced_offer(${studio_id}::uuid) o`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const pricedService = row.services.find((service) => service.key === key)
  const service = pricedService ? { ...pricedService, is_client_bookable: true } : null
  return { service, studio: { currency: pricedService?.currency ?? '', rooms: row.room_ids } }
}
