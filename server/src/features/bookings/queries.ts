import type { ChangeRequest } from '@studiohub/contract/features/bookings/schema.ts'
import type { PriceLine } from '@studiohub/contract/features/prices/schema.ts'
import type { ResourceKind } from '@studiohub/contract/features/resources/schema.ts'
import type { BookingFee, BookingPolicy } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import type { BookingTax } from '@studiohub/contract/features/studios/taxes/schema.ts'
import { type InferResult, sql } from 'kysely'
import { lockStudioStatement } from '#platform/db/locks.ts'
import { executePrepared, pipeline, type Statement } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import {
  type Reservation,
  type ReservedTimes,
  type ReservedTimesRow,
  reservedTimes,
  toReservedTimes,
} from './reservations/queries.ts'

const bookingColumns = [
  'bookings.id',
  'bookings.studio_id',
  'bookings.project_id',
  'bookings.client_id',
  'bookings.booking_date',
  'bookings.start_time',
  'bookings.end_time',
  'bookings.ends_next_day',
  'bookings.days',
  'bookings.starts_at',
  'bookings.ends_at',
  'bookings.service_type',
  'bookings.booking_type',
  'bookings.status',
  'bookings.notes',
  'bookings.created_by',
  'bookings.created_at',
  'bookings.updated_at',
  'bookings.cancelled_at',
  'bookings.cancelled_by',
  'bookings.cancel_reason',
  'bookings.no_show_at',
  'bookings.price_minor',
  'bookings.deposit_minor',
  'bookings.pay_by',
  'bookings.currency',
  'bookings.people',
  'bookings.series_id',
  'bookings.version',
  'bookings.expires_at',
] as const

type ReservedResources = { id: string; name: string; kind: ResourceKind }[]
const resourcesOf = (requested: boolean) => sql<ReservedResources>`(
  select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'kind', r.kind) order by r.position, r.id), '[]')
  from resources r where (r.id, r.studio_id) in (
    select h.resource_id, h.studio_id from reservations h
    where h.booking_id = ${sql.ref(requested ? 'c.booking_id' : 'bookings.id')} and h.requested = ${sql.lit(requested)}))`

// JSON has no type for instants, so they get the format of all other instants here.
const instant = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const changeRequest = sql<ChangeRequest>`json_build_object('booking_date', c.booking_date::text, 'start_time', to_char(c.start_time, 'HH24:MI'),
    'end_time', to_char(c.end_time, 'HH24:MI'), 'ends_next_day', c.ends_next_day, 'days', c.days,
    'starts_at', ${instant('c.starts_at')}, 'ends_at', ${instant('c.ends_at')}, 'service_type', c.service_type,
    'price_minor', c.price_minor, 'currency', c.currency, 'people', c.people, 'price_lines', c.price_lines, 'created_at', ${instant('c.created_at')},
    'expires_at', ${instant('c.expires_at')}, 'resources', ${resourcesOf(true)})`
const changeRequestOfBooking = sql<ChangeRequest | null>`(
  select ${changeRequest} from change_requests c where c.booking_id = bookings.id)`

/** Selects the columns of bookings themselves; `readBookings` adds the other fields. */
export const selectOwnColumns = (tx: Tx) =>
  tx
    .selectFrom('bookings')
    .select(bookingColumns)
    .select([
      sql<PriceLine[]>`bookings.price_lines`.as('price_lines'),
      sql<BookingPolicy | null>`bookings.cancellation_policy`.as('cancellation_policy'),
      sql<BookingFee | null>`bookings.fee`.as('fee'),
      sql<BookingTax | null>`bookings.tax`.as('tax'),
    ])

// If the caller may not see the client's record or the project, the row policies leave out its name.
const selectBookings = (tx: Tx) =>
  selectOwnColumns(tx)
    .leftJoin('client_records as client', (join) =>
      join.onRef('client.studio_id', '=', 'bookings.studio_id').onRef('client.id', '=', 'bookings.client_id'),
    )
    .leftJoin('projects as project', 'project.id', 'bookings.project_id')
    .select([
      'project.title as project_title',
      'client.name as client_name',
      resourcesOf(false).as('resources'),
      changeRequestOfBooking.as('change_request'),
    ])

type OwnColumns = InferResult<ReturnType<typeof selectOwnColumns>>[number]

/**
 * Reads bookings of a studio, then in one more round trip their clients, projects, resources and change requests, by ids. A
 * join or sub-select per booking would take about three times as long, because row policies would run for each booking.
 */
export async function readBookings(tx: Tx, studio_id: string, statement: Statement<OwnColumns>) {
  const { rows } = await executePrepared(tx, statement)
  if (rows.length === 0) return []
  const ids = toIdArray(rows.map(({ id }) => id))
  const idsOf = (column: 'client_id' | 'project_id') =>
    toIdArray([...new Set(rows.map((row) => row[column]).filter((id) => id !== null))])
  const [clients, projects, resources, reserved, requests] = await pipeline(tx, [
    sql<{ id: string; name: string }>`
      select id, name from client_records where studio_id = ${studio_id}::uuid and id = any (${idsOf('client_id')}::uuid[])`,
    sql<{ id: string; title: string }>`select id, title from projects where id = any (${idsOf('project_id')}::uuid[])`,
    sql<ReservedResources[number]>`
      select id, name, kind from resources where studio_id = ${studio_id}::uuid order by position, id`,
    sql<{ booking_id: string; resource_ids: string[] }>`
      select booking_id, array_agg(resource_id)::text[] as resource_ids from reservations
      where booking_id = any (${ids}::uuid[]) and not requested group by booking_id`,
    sql<{ booking_id: string; change_request: ChangeRequest }>`
      select c.booking_id, ${changeRequest} as change_request from change_requests c
      where c.booking_id = any (${ids}::uuid[])`,
  ])
  const clientOf = new Map(clients.map(({ id, name }) => [id, name]))
  const projectOf = new Map(projects.map(({ id, title }) => [id, title]))
  const reservedOf = new Map(reserved.map(({ booking_id, resource_ids }) => [booking_id, new Set(resource_ids)]))
  const requestOf = new Map(requests.map(({ booking_id, change_request }) => [booking_id, change_request]))
  return rows.map((row) => ({
    ...row,
    project_title: (row.project_id !== null && projectOf.get(row.project_id)) || null,
    client_name: (row.client_id !== null && clientOf.get(row.client_id)) || null,
    resources: resources.filter(({ id }) => reservedOf.get(row.id)?.has(id)),
    change_request: requestOf.get(row.id) ?? null,
  }))
}

/** The query for one booking. */
export const bookingQuery = (tx: Tx, id: string) => selectBookings(tx).where('bookings.id', '=', id)

/** One booking; undefined if there is none or the actor may not see it. */
export async function getBooking(tx: Tx, id: string) {
  const { rows } = await executePrepared(tx, bookingQuery(tx, id))
  return rows[0]
}

/** The studio of a booking; undefined if there is none or the actor may not see it. */
export const getStudioOfBooking = (tx: Tx, id: string) =>
  tx.selectFrom('bookings').select('studio_id').where('id', '=', id).executeTakeFirst()

const lockBookingQuery = (id: string) => sql`select from bookings where id = ${id}::uuid for no key update`

/**
 * Locks the studio and then a booking, for a change of the booking or its change request. Then reads the booking.
 * @returns undefined if it does not exist
 */
export async function lockBooking(tx: Tx, { id, studio_id }: { id: string; studio_id: string }) {
  const [, , [booking]] = await pipeline(tx, [
    lockStudioStatement(studio_id),
    lockBookingQuery(id),
    bookingQuery(tx, id),
  ])
  return booking
}

/** Locks a booking without its studio, then reads it. @returns undefined if it does not exist */
export async function lockBookingRow(tx: Tx, id: string) {
  const [, [booking]] = await pipeline(tx, [lockBookingQuery(id), bookingQuery(tx, id)])
  return booking
}

/** Locks the studio and then all bookings of a series. */
export const lockBookingsOfSeries = (tx: Tx, series: { id: string; studio_id: string }) =>
  pipeline(tx, [
    lockStudioStatement(series.studio_id),
    sql`select from bookings where series_id = ${series.id}::uuid order by id for no key update`,
  ])

/** The reservations of resources between two instants (ISO 8601), without those of one client. */
export async function listReservations(
  tx: Tx,
  filter: {
    resource_ids: readonly string[]
    except_client_id: string | null
    from: string
    to: string
  },
) {
  if (filter.resource_ids.length === 0) return []
  const { rows } = await sql<{ resource_id: string; starts_at: string; ends_at: string }>`
    select h.resource_id, lower(h.during) as starts_at, upper(h.during) as ends_at
    from ${reservationsBetween(filter)} h
    where not exists (select from bookings where bookings.id = h.booking_id and bookings.client_id = ${filter.except_client_id}::uuid)
    order by starts_at, h.resource_id`.execute(tx)
  return rows
}

// With row policies PostgreSQL would not use the index on time. The door function uses it, and returns only what the caller
// may read.
type ReservationsRange = { resource_ids: readonly string[]; from: string; to: string }
const reservationsBetween = ({ resource_ids, from, to }: ReservationsRange) =>
  sql`door.holds(${toIdArray(resource_ids)}::uuid[], ${from}::timestamptz, ${to}::timestamptz)`

/** The reserved times between two instants, in one row per resource: sending thousands of rows costs more than finding them. */
export const reservedTimesQuery = (filter: ReservationsRange & { except?: string | undefined }) =>
  sql<ReservedTimesRow>`
    select resource_id, ${reservedTimes}
    from ${reservationsBetween(filter)}
    where booking_id is distinct from ${filter.except ?? null}::uuid
    group by resource_id`

export const listReservedTimes = async (
  tx: Tx,
  filter: Parameters<typeof reservedTimesQuery>[0],
): Promise<ReservedTimes[]> => (await executePrepared(tx, reservedTimesQuery(filter))).rows.map(toReservedTimes)

/** The reservations of bookings and of their change requests, in milliseconds. */
export async function listReservedTimesOf(tx: Tx, booking_ids: readonly string[]): Promise<ReservedTimes[]> {
  const { rows } = await sql<ReservedTimesRow>`
    select resource_id, ${reservedTimes}
    from reservations where booking_id = any (${toIdArray(booking_ids)}::uuid[]) and holds group by resource_id`.execute(
    tx,
  )
  return rows.map(toReservedTimes)
}

/** Ids as the text of an array, so that the statement is the same for any number of ids. */
export const toIdArray = (ids: readonly string[]) => `{${ids.join(',')}}`

/** The bookings of a series, sorted by date. */
export const listBookingsOfSeries = (tx: Tx, series: { id: string; studio_id: string }) =>
  readBookings(
    tx,
    series.studio_id,
    selectOwnColumns(tx)
      .where('bookings.studio_id', '=', series.studio_id)
      .where('bookings.series_id', '=', series.id)
      .orderBy('bookings.booking_date')
      .orderBy('bookings.start_time'),
  )

/** The bookings that conflict with these reservations, sorted by date. */
export function listBlockingBookings(tx: Tx, studio_id: string, reservations: readonly Reservation[]) {
  const list = selectOwnColumns(tx)
    .where('bookings.studio_id', '=', studio_id)
    .where(sql<boolean>`bookings.id in (select h.booking_id
      from json_to_recordset(${JSON.stringify(reservations)}::json)
        as requested (resource_id uuid, "from" timestamptz, "to" timestamptz)
      cross join door.holds(array[requested.resource_id], requested."from", requested."to") h)`)
    .orderBy('bookings.booking_date')
    .orderBy('bookings.start_time')
    .orderBy('bookings.id')
  return readBookings(tx, studio_id, list)
}
