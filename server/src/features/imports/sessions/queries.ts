import type { PlacedResource, TakenTime } from '@studiohub/contract/features/imports/placing/rules.ts'
import type { PriceLine } from '@studiohub/contract/features/prices/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

export type ServiceOfStudio = {
  key: string
  label: string
  default_minutes: number
  room_ids: string[] | null
}

/** Lists the services that can be booked, in the studio's order. */
export function listActiveServices(tx: Tx, studio_id: string): Promise<ServiceOfStudio[]> {
  return tx
    .selectFrom('studio_services')
    .select(['key', 'label', 'default_minutes', 'room_ids'])
    .where('studio_id', '=', studio_id)
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('key')
    .execute()
}

/** Lists the rooms, people and equipment that can be booked, in the studio's order. */
export function listActiveResources(tx: Tx, studio_id: string): Promise<PlacedResource[]> {
  return tx
    .selectFrom('resources')
    .select(['id', 'name', 'kind', 'position', 'setup_minutes', 'teardown_minutes'])
    .where('studio_id', '=', studio_id)
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .$narrowType<{ kind: PlacedResource['kind'] }>()
    .execute()
}

/** Lists the reservations of resources between two instants (ISO 8601), with their times in milliseconds. */
export async function listTakenTimes(
  tx: Tx,
  { ids, from, to }: { ids: readonly string[]; from: string; to: string },
): Promise<TakenTime[]> {
  const { rows } = await sql<TakenTime>`
    select h.resource_id, (extract(epoch from lower(h.during)) * 1000)::float8 as "from",
      (extract(epoch from upper(h.during)) * 1000)::float8 as "to"
    from door.holds(${`{${ids.join(',')}}`}::uuid[], ${from}::timestamptz, ${to}::timestamptz) h`.execute(tx)
  return rows
}

/** The number of bookings that count for the studio's plan, by the first day of each of these months. */
export async function countLiveBookings(
  tx: Tx,
  studio_id: string,
  months: readonly { from: string; to: string }[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ month: string; live: number }>`
    select m."from"::text as month, door.live_bookings(${studio_id}::uuid, m."from", m."to")::integer as live
    from json_to_recordset(${JSON.stringify(months)}::json) as m ("from" date, "to" date)`.execute(tx)
  return new Map(rows.map(({ month, live }) => [month, live]))
}

export type NewSession = {
  id: string
  import_key: string
  client_id: string | null
  booking_date: string
  start_time: string
  end_time: string
  ends_next_day: boolean
  days: number
  starts_at: string
  ends_at: string
  service_type: string
  status: 'pending' | 'confirmed' | 'completed'
  no_show_at: string | null
  notes: string | null
  price_minor: number | null
  currency: string | null
  price_lines: PriceLine[]
}
export type NewReservation = { booking_id: string; resource_id: string; from: string; to: string }

/**
 * Inserts imported sessions with their reservations in one statement. Fails with 23P01 if a reservation overlaps another
 * one (`reservations_no_overlap`).
 */
export async function insertSessions(
  tx: Tx,
  { studio_id, import_id, created_by, at }: { studio_id: string; import_id: string; created_by: string; at: string },
  { sessions, reservations }: { sessions: readonly NewSession[]; reservations: readonly NewReservation[] },
) {
  await sql`
    with inserted as (
      insert into bookings (id, studio_id, client_id, booking_date, start_time, end_time, ends_next_day, days, starts_at, ends_at,
        service_type, booking_type, status, no_show_at, notes, created_by, created_at, updated_at, price_minor, currency,
        price_lines, import_id, import_key)
      select id, ${studio_id}::uuid, client_id, booking_date, start_time, end_time, ends_next_day, days, starts_at, ends_at,
        service_type, 'client_booking', status, no_show_at, notes, ${created_by}::uuid, ${at}::timestamptz, ${at}::timestamptz,
        price_minor, currency, price_lines, ${import_id}::uuid, import_key
      from json_to_recordset(${JSON.stringify(sessions)}::json) as given (id uuid, client_id uuid, booking_date date,
        start_time time, end_time time, ends_next_day boolean, days integer, starts_at timestamptz, ends_at timestamptz,
        service_type text, status text, no_show_at timestamptz, notes text, price_minor integer, currency text,
        price_lines jsonb, import_key text)
      returning id, studio_id, holds
    )
    insert into reservations (booking_id, resource_id, studio_id, during, holds)
    select inserted.id, requested.resource_id, inserted.studio_id, tstzrange(requested."from", requested."to"), inserted.holds
    from json_to_recordset(${JSON.stringify(reservations)}::json)
      as requested (booking_id uuid, resource_id uuid, "from" timestamptz, "to" timestamptz)
    join inserted on inserted.id = requested.booking_id`.execute(tx)
}
