import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { sql } from 'kysely'
import { executePrepared } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { Reservation } from '../reservations/queries.ts'
import { type FormerBookingTime, toJson } from '../undos/queries.ts'

/** The columns that a move may change. */
export type MovedFields = Pick<
  Booking,
  | 'booking_date'
  | 'start_time'
  | 'end_time'
  | 'ends_next_day'
  | 'days'
  | 'starts_at'
  | 'ends_at'
  | 'service_type'
  | 'status'
  | 'notes'
  | 'project_id'
  | 'price_minor'
  | 'currency'
  | 'price_lines'
  | 'people'
  | 'updated_at'
  | 'expires_at'
  | 'cancellation_policy'
> & {
  /** True if the client made the booking longer. It then counts for the client's hours ahead. */
  lengthened_by_client: boolean
}

type MoveResult = { is_moved: boolean; is_reserved: boolean } & FormerBookingTime

/**
 * The statement that moves a booking with its reservations, if its version is the one that was read. It deletes the old
 * reservations before it inserts the new ones. A new reservation that overlaps another booking is not inserted. If `is_moved`
 * or `is_reserved` is false, the transaction must not be committed. The result has the old reservations, for an undo.
 */
export const moveBookingStatement = (
  { id, version }: Pick<Booking, 'id' | 'version'>,
  moved: MovedFields,
  reservations: readonly Reservation[],
) => sql<MoveResult>`
    with moved as (
      update bookings set booking_date = ${moved.booking_date}, start_time = ${moved.start_time},
        end_time = ${moved.end_time}, ends_next_day = ${moved.ends_next_day}, days = ${moved.days}::smallint, starts_at = ${moved.starts_at},
        ends_at = ${moved.ends_at}, service_type = ${moved.service_type}, status = ${moved.status},
        notes = ${moved.notes}, project_id = ${moved.project_id}, price_minor = ${moved.price_minor}, currency = ${moved.currency},
        price_lines = ${JSON.stringify(moved.price_lines)}::jsonb, people = ${moved.people}::integer,
        lengthened_by_client = lengthened_by_client or ${moved.lengthened_by_client},
        updated_at = ${moved.updated_at}, expires_at = ${moved.expires_at}, cancellation_policy = ${toJson(moved.cancellation_policy)}::jsonb,
        version = version + 1
      where id = ${id}::uuid and version = ${version} and status in ('pending', 'confirmed')
      returning id, studio_id, holds
    ), deleted as (
      delete from reservations where booking_id in (select id from moved) and not requested
      returning resource_id, during, part
    ), reserved as (
      insert into reservations (booking_id, resource_id, studio_id, during, holds)
      select moved.id, requested.resource_id, moved.studio_id, tstzrange(requested."from", requested."to"), moved.holds
      from moved cross join (select count(*) from deleted) as first, json_to_recordset(${JSON.stringify(reservations)}::json)
        as requested (resource_id uuid, "from" timestamptz, "to" timestamptz)
      on conflict do nothing
      returning 1
    )
    select (select count(*) from moved) = 1 as is_moved, (select count(*) from reserved) = ${reservations.length}::integer as is_reserved,
      (select json_agg(json_build_object('resource_id', resource_id, 'from', lower(during), 'to', upper(during), 'part', part))
        from deleted) as reservations,
      (select lengthened_by_client from bookings where id = ${id}::uuid) as lengthened_by_client`

type ReadVersion = Pick<Booking, 'id' | 'version'>
type EditedFields = Pick<
  Booking,
  'notes' | 'project_id' | 'price_minor' | 'currency' | 'price_lines' | 'people' | 'updated_at' | 'cancellation_policy'
>

const editQuery = ({ id, version }: ReadVersion, fields: EditedFields) => sql`
  update bookings set notes = ${fields.notes}, project_id = ${fields.project_id}::uuid,
    price_minor = ${fields.price_minor}::integer, currency = ${fields.currency},
    price_lines = ${JSON.stringify(fields.price_lines)}::jsonb, people = ${fields.people}::integer,
    cancellation_policy = ${toJson(fields.cancellation_policy)}::jsonb, updated_at = ${fields.updated_at}::timestamptz,
    version = version + 1
  where id = ${id}::uuid and version = ${version} and status <> 'cancelled' returning id`

/**
 * Changes texts and prices of a booking, but not its time or resources. @returns false if the booking has changed since it
 * was read
 */
export async function editBooking(tx: Tx, before: ReadVersion, fields: EditedFields): Promise<boolean> {
  const { rows } = await executePrepared(tx, editQuery(before, fields))
  return rows.length > 0
}
