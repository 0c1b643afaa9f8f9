import type { FutureReservation, FutureSession, ZoneChange } from '@studiohub/contract/features/bookings/zone/rules.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** A studio's sessions that have not begun, sorted by start. @param now ISO 8601 */
export function listFutureSessions(tx: Tx, studio_id: string, now: string): Promise<FutureSession[]> {
  return tx
    .selectFrom('bookings')
    .select(['id', 'booking_date', 'start_time', 'end_time', 'ends_next_day', 'days', 'starts_at', 'ends_at', 'holds'])
    .where('studio_id', '=', studio_id)
    .where('starts_at', '>', now)
    .where('status', '<>', 'completed')
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
}

/** A studio's reservations that have not ended. */
export async function listStudioReservations(tx: Tx, studio_id: string, now: string): Promise<FutureReservation[]> {
  const { rows } = await sql<FutureReservation>`
    select h.booking_id, h.resource_id, h.part, lower(h.during) as "from", upper(h.during) as "to",
      r.setup_minutes, r.teardown_minutes
    from reservations h join resources r on r.id = h.resource_id and r.studio_id = h.studio_id
    where h.studio_id = ${studio_id}::uuid and h.holds and not h.requested and upper(h.during) > ${now}::timestamptz
    order by h.resource_id, h.during`.execute(tx)
  return rows
}

/**
 * Moves these sessions and their reservations in one statement. It deletes all old reservations before it inserts new ones:
 * sessions may take each other's times.
 */
export async function moveFutureSessions(
  tx: Tx,
  studio_id: string,
  { sessions, reservations }: Omit<ZoneChange, 'conflicts'>,
  now: string,
) {
  await sql`
    with moved as (
      update bookings b set starts_at = t.starts_at, ends_at = t.ends_at, version = b.version + 1,
        updated_at = ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(sessions)}::json) as t (id uuid, starts_at timestamptz, ends_at timestamptz)
      where b.id = t.id and b.studio_id = ${studio_id}::uuid
      returning b.id, b.studio_id, b.holds
    ), deleted as (
      delete from reservations where booking_id in (select id from moved where holds) and not requested returning 1
    )
    insert into reservations (booking_id, resource_id, studio_id, part, during, holds)
    select moved.id, t.resource_id, moved.studio_id, t.part, tstzrange(t."from", t."to"), moved.holds
    from json_to_recordset(${JSON.stringify(reservations)}::json)
      as t (booking_id uuid, resource_id uuid, part integer, "from" timestamptz, "to" timestamptz)
    join moved on moved.id = t.booking_id cross join (select count(*) from deleted) as first`.execute(tx)
}

/** Ends the holds of visitors. When they confirm, their chosen time is checked again in the studio's local time. */
export async function endVisitorHolds(tx: Tx, studio_id: string) {
  await tx
    .deleteFrom('reservations')
    .where('studio_id', '=', studio_id)
    .where('visitor_hold_id', 'is not', null)
    .execute()
}
