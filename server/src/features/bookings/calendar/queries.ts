import type { CalendarAnswer } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import { SESSION_DAYS_MAX } from '@studiohub/contract/features/bookings/words.ts'
import type { ResourceKind } from '@studiohub/contract/features/resources/schema.ts'
import { sql } from 'kysely'
import { executePrepared } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'

export type CalendarFilter = { studio_id: string; from: string; to: string; limit: number }

/** A calendar as the database returns it: with ids instead of positions, and lists that are passed on unchanged. */
export type CalendarRow = {
  count: number
  /** JSON: the fields that need no position, each as a list. */
  fields: string
  /** JSON: the same lists with ids and keys. */
  ids: {
    id: string[]
    service: string[]
    client: (string | null)[]
    project: (string | null)[]
    series: (string | null)[]
  }
  /** Pairs of a booking and a resource. */
  reserved: [string, string][]
  clients: [string, string | null][]
  resources: { id: string; name: string; kind: ResourceKind }[]
  change_requests: (Pick<
    CalendarAnswer['change_requests'][number],
    'booking_date' | 'start_time' | 'end_time' | 'days'
  > & { booking_id: string; service_type: string; resource_ids: string[] })[]
}

/** The values of a column, in the order of the bookings. */
const list = (value: string) => sql.raw(`coalesce(array_agg(${value}), '{}')`)

/**
 * Reads everything in one statement. Data of the bookings is read by their ids, because with joins and sub-selects the row
 * policies would run for each booking. The conditions are those of `listBookingsBetween`, written so that each half can use
 * an index.
 * @param client_id only the bookings of this client
 */
const calendarQuery = ({ studio_id, from, to, limit }: CalendarFilter, client_id: string | null) => sql<CalendarRow>`
  with shown as materialized (
    select b.id, b.booking_date, b.start_time, b.end_time, b.days, b.starts_at, b.ends_at, b.booking_type, b.status, b.version,
      b.expires_at, b.service_type, b.client_id, b.project_id, b.series_id
    from bookings b
    where b.studio_id = ${studio_id}::uuid and (b.booking_date between ${from}::date and ${to}::date
      or b.days > 1 and b.booking_date between ${from}::date - ${sql.lit(SESSION_DAYS_MAX)}
        and ${from}::date - 1
        and b.booking_date + b.days - 1 + b.end_time > ${from}::date)
      ${client_id === null ? sql`` : sql`and b.client_id = ${client_id}::uuid`}
    order by b.booking_date, b.start_time, b.id limit ${limit}::integer
  )
  select (select count(*)::integer from shown) as count,
    (select json_build_object('id', ${list('id')}, 'booking_date', ${list('booking_date')},
        'start_time', ${list('left(start_time::text, 5)')}, 'end_time', ${list('left(end_time::text, 5)')},
        'days', ${list('days')}, 'starts_at', ${list('starts_at')}, 'ends_at', ${list('ends_at')},
        'booking_type', ${list('booking_type')}, 'status', ${list('status')}, 'version', ${list('version')},
        'expires_at', ${list('expires_at')})::text from shown) as fields,
    (select json_build_object('id', ${list('id')}, 'service', ${list('service_type')}, 'client', ${list('client_id')},
        'project', ${list('project_id')}, 'series', ${list('series_id')}) from shown) as ids,
    (select coalesce(json_agg(array[h.booking_id, h.resource_id]), '[]') from reservations h
      where h.booking_id = any (array(select id from shown)) and not h.requested) as reserved,
    (select coalesce(json_agg(json_build_array(c.id, c.name)), '[]') from client_records c
      where c.studio_id = ${studio_id}::uuid and c.id = any (array(select distinct client_id from shown))) as clients,
    (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'kind', r.kind) order by r.position, r.id), '[]')
      from resources r where r.studio_id = ${studio_id}::uuid) as resources,
    (select coalesce(json_agg(json_build_object('booking_id', c.booking_id, 'booking_date', c.booking_date,
        'start_time', left(c.start_time::text, 5), 'end_time', left(c.end_time::text, 5), 'days', c.days,
        'service_type', c.service_type, 'resource_ids', array(select h.resource_id from reservations h
          where h.booking_id = c.booking_id and h.requested)) order by c.created_at, c.booking_id), '[]')
      from change_requests c where c.studio_id = ${studio_id}::uuid and c.booking_id = any (array(select id from shown)))
      as change_requests`

/** The revision of a studio's calendar. While it is the same, nothing that the calendar shows has changed. */
export const revisionQuery = (studio_id: string) => sql<string>`door.calendar_revision(${studio_id}::uuid)`

/** The bookings of a calendar between two days. @param client_id only the bookings of this client; null: all */
export async function readCalendar(tx: Tx, filter: CalendarFilter, client_id: string | null): Promise<CalendarRow> {
  const { rows } = await executePrepared(tx, calendarQuery(filter, client_id))
  const [row] = rows
  if (!row) throw new Error('a calendar is always one row')
  return row
}
