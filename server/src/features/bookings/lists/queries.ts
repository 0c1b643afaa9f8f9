import type { BookingStatus } from '@studiohub/contract/features/bookings/schema.ts'
import { SESSION_DAYS_MAX } from '@studiohub/contract/features/bookings/words.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { readBookings, selectOwnColumns, toIdArray } from '../queries.ts'

/** Selects bookings of a studio. `client_id` null: of all clients; an undefined field: any value. */
export type BookingsFilter = {
  studio_id: string
  client_id: string | null
  status: BookingStatus | undefined
  /** Only pending bookings and bookings with an open change request. */
  waiting?: 'true' | undefined
  service_type: string | undefined
  project_id: string | undefined
  /** Only bookings that reserve all of these. */
  resource_ids: readonly string[]
  limit: number
}

/**
 * The condition that a row of `bookings` waits for the studio's answer: a pending booking, or one with an open change request.
 * While the client still pays a deposit, the booking waits for them.
 */
export const waitsForStudio = (studio_id: string) =>
  sql<boolean>`(bookings.status = 'pending' and bookings.pay_by is null or bookings.id in (
    select c.booking_id from change_requests c where c.studio_id = ${studio_id}::uuid))`

/** Sorted by date and start time. @param direction `desc`: the latest first */
function selectList(
  tx: Tx,
  { studio_id, client_id, status, limit, ...filter }: BookingsFilter,
  direction: 'asc' | 'desc' = 'asc',
) {
  const { waiting, service_type, project_id, resource_ids } = filter
  return selectOwnColumns(tx)
    .where('bookings.studio_id', '=', studio_id)
    .$if(client_id !== null, (query) => query.where('bookings.client_id', '=', client_id))
    .$if(status !== undefined, (query) => query.where(sql<boolean>`bookings.status = ${status}`))
    .$if(waiting === 'true', (query) => query.where(waitsForStudio(studio_id)))
    .$if(service_type !== undefined, (query) => query.where(sql<boolean>`bookings.service_type = ${service_type}`))
    .$if(project_id !== undefined, (query) => query.where(sql<boolean>`bookings.project_id = ${project_id}::uuid`))
    .$if(resource_ids.length > 0, (query) =>
      query.where(sql<boolean>`(select count(distinct h.resource_id) from reservations h
        where h.booking_id = bookings.id and not h.requested and h.resource_id = any (${toIdArray(resource_ids)}::uuid[]))
        = ${resource_ids.length}::integer`),
    )
    .orderBy('bookings.booking_date', direction)
    .orderBy('bookings.start_time', direction)
    .orderBy('bookings.id', direction)
    .limit(limit)
}

/** Whether a booking begins on this day or later, or begins earlier and ends after this day has begun. */
const endsOnOrAfter = (day: string) =>
  sql<boolean>`(bookings.booking_date >= ${day}::date or bookings.days > 1
    and bookings.booking_date + bookings.days - 1 + bookings.end_time > ${day}::date)`

/**
 * The bookings from `from` to `to` (both days included), with those that begin before `from` and end later. The longest
 * booking can begin 14 days before, so the index is read from there.
 */
export function listBookingsBetween(tx: Tx, filter: BookingsFilter & { from: string; to: string }) {
  return readBookings(
    tx,
    filter.studio_id,
    selectList(tx, filter)
      .where('bookings.booking_date', '>=', plusDays(filter.from, -SESSION_DAYS_MAX))
      .where('bookings.booking_date', '<=', filter.to)
      .where(endsOnOrAfter(filter.from)),
  )
}

type BookingsPage = {
  /** The last booking of the previous page: `yyyy-MM-ddTHH:mm` and the id. */
  after: readonly [string, string] | null
  since?: string | undefined
  /** Only bookings that ended before this day, the latest first. */
  before?: string | undefined
}

/** A page of a studio's bookings: all, or only those before a day, or only those from a day on. */
export function listBookingsAfter(tx: Tx, { after, since, before, ...filter }: BookingsFilter & BookingsPage) {
  const [dateTime = '', id = ''] = after ?? []
  const comparison = sql.raw(before === undefined ? '>' : '<')
  const list = selectList(tx, filter, before === undefined ? 'asc' : 'desc')
    .$if(since !== undefined, (query) =>
      query
        .where('bookings.booking_date', '>=', plusDays(since ?? '', -SESSION_DAYS_MAX))
        .where(endsOnOrAfter(since ?? '')),
    )
    .$if(before !== undefined, (query) =>
      query.where('bookings.booking_date', '<', before ?? '').where(sql<boolean>`not ${endsOnOrAfter(before ?? '')}`),
    )
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(bookings.booking_date, bookings.start_time, bookings.id)
          ${comparison} (${dateTime.slice(0, 10)}::date, ${dateTime.slice(11)}::time, ${id}::uuid)`,
      ),
    )
  return readBookings(tx, filter.studio_id, list)
}
