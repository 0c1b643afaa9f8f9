import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import type { Reservation } from '../reservations/queries.ts'

/** The reservations of a booking before a move, and whether the client had already made the session longer. */
export type FormerBookingTime = {
  reservations: (Reservation & { part: number })[] | null
  lengthened_by_client: boolean
}

/** A booking before a change, without names of people. `released` is set if the change was a move. */
export type Snapshot = { booking: Omit<Booking, 'client_name' | 'project_title'>; released: FormerBookingTime | null }

type UndoableChange = { booking_id: string; studio_id: string; user_id: string; version: number; at: string }

/** The statement that saves the data for undoing a change. @param change.at ISO 8601 */
export const insertUndoStatement = (change: UndoableChange, snapshot: Snapshot) => sql`
  insert into booking_undos (booking_id, version, studio_id, user_id, created_at, snapshot)
  values (${change.booking_id}::uuid, ${change.version}::integer, ${change.studio_id}::uuid, ${change.user_id}::uuid,
    ${change.at}::timestamptz, ${JSON.stringify(snapshot)}::jsonb)`

/** The caller's own change that produced this version, unless it was undone. `snapshot` is null after it expired. */
export async function getUndo(tx: Tx, { id, version, user_id }: { id: string; version: number; user_id: string }) {
  const { rows } = await sql<{ created_at: string; snapshot: Snapshot | null }>`
    select created_at, snapshot from booking_undos
    where booking_id = ${id}::uuid and version = ${version}::integer and user_id = ${user_id}::uuid
      and undone_at is null`.execute(tx)
  return rows[0]
}

/** Marks a change as undone and deletes its snapshot. Emails about the change that still wait are not sent. */
export async function markUndone(tx: Tx, { id, version, now }: { id: string; version: number; now: Date }) {
  await sql`update booking_undos set undone_at = ${now.toISOString()}::timestamptz, snapshot = null
    where booking_id = ${id}::uuid and version = ${version}::integer and undone_at is null`.execute(tx)
}

/**
 * Restores a booking of this version. If the change was a move, the reservations are restored too; otherwise they follow the
 * status. A reservation that overlaps another booking is not inserted. If `is_restored` or `is_reserved` is false, the
 * transaction must not be committed.
 */
export async function restoreBooking(
  tx: Tx,
  { id, version }: Pick<Booking, 'id' | 'version'>,
  { booking, released, updated_at }: Snapshot & { updated_at: string },
) {
  const reservations = released?.reservations ?? []
  const { rows } = await sql<{ is_restored: boolean; is_reserved: boolean }>`
    with restored as (
      update bookings set booking_date = ${booking.booking_date}, start_time = ${booking.start_time},
        end_time = ${booking.end_time}, ends_next_day = ${booking.ends_next_day}, days = ${booking.days}::smallint,
        starts_at = ${booking.starts_at}, ends_at = ${booking.ends_at}, service_type = ${booking.service_type},
        status = ${booking.status}, notes = ${booking.notes}, project_id = ${booking.project_id}::uuid,
        price_minor = ${booking.price_minor}::integer, currency = ${booking.currency}::text,
        price_lines = ${JSON.stringify(booking.price_lines)}::jsonb, people = ${booking.people}::integer,
        no_show_at = ${booking.no_show_at}::timestamptz, cancelled_at = ${booking.cancelled_at}::timestamptz,
        cancelled_by = ${booking.cancelled_by}::uuid, cancel_reason = ${booking.cancel_reason},
        expires_at = ${booking.expires_at}::timestamptz, fee = ${toJson(booking.fee)}::jsonb,
        cancellation_policy = ${toJson(booking.cancellation_policy)}::jsonb,
        lengthened_by_client = coalesce(${released?.lengthened_by_client ?? null}::boolean, lengthened_by_client),
        updated_at = ${updated_at}, version = version + 1
      where id = ${id}::uuid and version = ${version}::integer
      returning id, studio_id, holds
    ), deleted as (
      delete from reservations where booking_id in (select id from restored) and not requested
        and ${released !== null}::boolean returning 1
    ), reserved as (
      insert into reservations (booking_id, resource_id, studio_id, during, holds, part)
      select restored.id, former.resource_id, restored.studio_id, tstzrange(former."from", former."to"), restored.holds,
        former.part
      from restored cross join (select count(*) from deleted) as first, json_to_recordset(${JSON.stringify(reservations)}::json)
        as former (resource_id uuid, "from" timestamptz, "to" timestamptz, part integer)
      on conflict do nothing
      returning 1
    )
    select (select count(*) from restored) = 1 as is_restored,
      (select count(*) from reserved) = ${reservations.length}::integer as is_reserved`.execute(tx)
  return rows[0]
}

/** A JSON value as a parameter; null stays null. */
export const toJson = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)

/** Deletes snapshots older than `before`, and rows older than `expired_before` (both ISO 8601). Needs the rights of jobs. */
export async function deleteUndos(tx: Tx, { before, expired_before }: { before: string; expired_before: string }) {
  await sql`delete from booking_undos where created_at < ${expired_before}::timestamptz`.execute(tx)
  await sql`update booking_undos set snapshot = null
    where created_at < ${before}::timestamptz and snapshot is not null`.execute(tx)
}
