import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { sql } from 'kysely'
import { executeUnanswered } from '../../../platform/db/statements.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { Hold } from '../queries.ts'

/** A hold and the booking that it is for; `part` numbers the stretches of one resource. */
export type HoldOfBooking = Hold & { booking_id: string; part?: number }

/**
 * Writes bookings and their holds in one statement, which goes out with the next one. Where a hold overlaps another of its
 * resource (`reservations_no_overlap`), or a client has gone since they were asked about (`booking_client_in_studio`), that
 * next one fails, if it is the commit itself, and nothing is written.
 */
export async function insertBookings(tx: Tx, bookings: readonly Booking[], holds: readonly HoldOfBooking[]) {
  const writing = sql`
    with made as (
      insert into bookings (id, studio_id, client_id, project_id, booking_date, start_time, end_time, ends_next_day, starts_at,
        ends_at, service_type, booking_type, status, notes, created_by, created_at, updated_at, price_minor, currency,
        series_id, expires_at)
      select id, studio_id, client_id, project_id, booking_date, start_time, end_time, ends_next_day, starts_at, ends_at,
        service_type, booking_type, status, notes, created_by, created_at, updated_at, price_minor, currency, series_id,
        expires_at
      from json_to_recordset(${JSON.stringify(bookings)}::json) as given (id uuid, studio_id uuid, client_id uuid, project_id uuid,
        booking_date date, start_time time, end_time time, ends_next_day boolean, starts_at timestamptz,
        ends_at timestamptz, service_type text, booking_type text, status text, notes text, created_by uuid,
        created_at timestamptz, updated_at timestamptz, price_minor integer, currency text, series_id uuid,
        expires_at timestamptz)
      where given.client_id is null or exists (select from user_roles c
        where c.studio_id = given.studio_id and c.user_id = given.client_id and c.role = 'client'
          and c.status in ('active', 'inactive') and c.removed_at is null)
      returning id, studio_id, holds
    ), held as (
      insert into reservations (booking_id, resource_id, studio_id, during, holds, part)
      select made.id, wanted.resource_id, made.studio_id, tstzrange(wanted."from", wanted."to"), made.holds,
        coalesce(wanted.part, 0)
      from json_to_recordset(${JSON.stringify(holds)}::json)
        as wanted (booking_id uuid, resource_id uuid, "from" timestamptz, "to" timestamptz, part integer)
      join made on made.id = wanted.booking_id
      on conflict do nothing
      returning resource_id
    )
    select app.must_be_written((select count(*) from made) = ${bookings.length}::integer,
      (select count(*) from held) = ${holds.length}::integer)`
  await executeUnanswered(tx, writing)
}
