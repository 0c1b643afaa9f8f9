import type { Booking, ChangeRequest } from '@studiohub/contract/features/bookings/schema.ts'
import { sql } from 'kysely'
import { executePrepared } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { Reservation } from '../reservations/queries.ts'

/** The columns of a new change request. */
export type NewChangeRequest = Omit<ChangeRequest, 'resources'> & Pick<Booking, 'studio_id' | 'client_id'>

/**
 * Inserts a change request and its reservations. A reservation that overlaps another one is not inserted.
 * @returns whether all reservations were inserted; if not, the transaction must not be committed
 */
export async function insertChangeRequest(
  tx: Tx,
  booking_id: string,
  request: NewChangeRequest,
  reservations: readonly Reservation[],
): Promise<boolean> {
  const { rows } = await executePrepared(
    tx,
    sql<{ reserved: number }>`
    with inserted as (
      insert into change_requests (booking_id, studio_id, client_id, booking_date, start_time, end_time, ends_next_day,
        days, starts_at, ends_at, service_type, price_minor, currency, price_lines, people, created_at, expires_at)
      values (${booking_id}::uuid, ${request.studio_id}::uuid, ${request.client_id}::uuid, ${request.booking_date},
        ${request.start_time}, ${request.end_time}, ${request.ends_next_day}, ${request.days}::smallint, ${request.starts_at}, ${request.ends_at},
        ${request.service_type}, ${request.price_minor}::integer, ${request.currency}::text,
        ${JSON.stringify(request.price_lines)}::jsonb, ${request.people}::integer, ${request.created_at}, ${request.expires_at})
      returning id, booking_id, studio_id, holds
    ), reserved as (
      insert into reservations (booking_id, change_request_id, resource_id, studio_id, during, holds)
      select inserted.booking_id, inserted.id, requested.resource_id, inserted.studio_id, tstzrange(requested."from", requested."to"),
        inserted.holds
      from inserted, json_to_recordset(${JSON.stringify(reservations)}::json)
        as requested (resource_id uuid, "from" timestamptz, "to" timestamptz)
      on conflict do nothing
      returning 1
    )
    select (select count(*) from reserved)::int as reserved`,
  )
  return rows[0]?.reserved === reservations.length
}

// Locks the session before the request, because a cancellation does the same (its trigger locks the request). In another
// order the two could deadlock.
const deleteRequestQuery = (booking_id: string) => sql`
  with session as (select id from bookings where id = ${booking_id}::uuid for no key update)
  delete from change_requests where booking_id in (select id from session) returning id`

/** Deletes the open request of a session with its reservations. @returns whether there was an open request */
export async function deleteChangeRequest(tx: Tx, booking_id: string): Promise<boolean> {
  const { rows } = await executePrepared(tx, deleteRequestQuery(booking_id))
  return rows.length > 0
}

/** Deletes all open requests of a studio. @returns the sessions of these requests */
export async function deleteChangeRequestsOfStudio(tx: Tx, studio_id: string) {
  const { rows } = await sql<{ booking_id: string; version: number }>`
    with sessions as (
      select id, version from bookings
      where id in (select booking_id from change_requests where studio_id = ${studio_id}::uuid) order by id for no key update
    )
    delete from change_requests c using sessions
    where c.booking_id = sessions.id returning c.booking_id, sessions.version`.execute(tx)
  return rows
}

/**
 * The statement that replaces the open request's people and equipment with the session's current ones, as far as they are
 * free. Its rooms stay. An approval checks all of them again. The cross join with `deleted` forces the delete before the
 * insert.
 */
export const requestedReservationsQuery = (booking_id: string, reservations: readonly Reservation[]) => sql`
    with request as (
      select id, booking_id, studio_id, holds from change_requests where booking_id = ${booking_id}::uuid
    ), requested as (
      select * from json_to_recordset(${JSON.stringify(reservations)}::json)
        as r (resource_id uuid, "from" timestamptz, "to" timestamptz)
    ), deleted as (
      delete from reservations using request
      where reservations.change_request_id = request.id and reservations.resource_id not in (select resource_id from requested)
        and reservations.resource_id not in (select r.id from resources r where r.studio_id = request.studio_id and r.kind = 'room')
      returning 1
    )
    insert into reservations (booking_id, change_request_id, resource_id, studio_id, during, holds)
    select request.booking_id, request.id, requested.resource_id, request.studio_id, tstzrange(requested."from", requested."to"),
      request.holds
    from request cross join requested cross join (select count(*) from deleted) as deleted_first
    on conflict do nothing`

/**
 * Increments the booking's version when only its change request changed.
 * @returns false if the booking has changed since it was read
 */
export async function increaseBookingVersion(
  tx: Tx,
  { id, version }: Pick<Booking, 'id' | 'version'>,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('bookings')
    .set({ updated_at: now.toISOString(), version: sql`version + 1` })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
