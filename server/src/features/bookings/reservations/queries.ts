import type { ReservedTime } from '@studiohub/contract/features/availability/rules.ts'
import type { TakenResource } from '@studiohub/contract/features/bookings/conflicts/rules.ts'
import type { NewBookingAtStudio } from '@studiohub/contract/features/bookings/input/schema.ts'
import { resolveDays } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { executePrepared } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'

/** The time for which a session occupies a resource, with buffers; ISO 8601. */
export type Reservation = { resource_id: string; from: string; to: string }

/** The reservations of one resource in any order: their starts and their ends, in seconds. */
export type ReservedTimesRow = { resource_id: string; starts: number[]; ends: number[] }

/** The reservations of one resource, in milliseconds and in order. */
export type ReservedTimes = { resource_id: string; reserved: ReservedTime[] }

export const toReservedTimes = ({ resource_id, starts, ends }: ReservedTimesRow): ReservedTimes => ({
  resource_id,
  reserved: starts
    .map((start, index) => ({ from: Math.round(start * 1000), to: Math.round((ends[index] ?? start) * 1000) }))
    .sort((a, b) => a.from - b.from),
})

/**
 * The columns of `ReservedTimesRow`, unsorted and in floating seconds: PostgreSQL needs 2 ms for 2,000 reservations. Sorted
 * pairs with exact numbers take 6 to 11 ms. `toReservedTimes` pairs and sorts.
 */
export const reservedTimes = sql`json_agg(date_part('epoch', lower(during))) as starts,
      json_agg(date_part('epoch', upper(during))) as ends`

/**
 * The requested reservations that conflict with existing ones, by their index in the list. Reservations of the bookings
 * `except` do not conflict.
 */
export const conflictsQuery = (reservations: readonly Reservation[], except: readonly string[]) =>
  sql<{ index: number }>`
    with requested as (
      select index, resource_id, tstzrange("from", "to") as during
      from json_to_recordset(${JSON.stringify(reservations.map((reservation, index) => ({ ...reservation, index })))}::json)
        as r (resource_id uuid, "from" timestamptz, "to" timestamptz, index integer)
    )
    select distinct requested.index
    from (select array_agg(resource_id) as ids, min(lower(during)) as first, max(upper(during)) as last from requested) whole
    cross join door.holds(whole.ids, whole.first, whole.last) h
    join requested on requested.resource_id = h.resource_id and requested.during && h.during
    where h.booking_id <> all (${toIdArray(except)}::uuid[])`

/** The bookings that conflict with these reservations, with times and clients, for actors who may read all bookings. */
export async function listConflicts(
  tx: Tx,
  reservations: readonly Reservation[],
  except: string | undefined,
): Promise<TakenResource[]> {
  const { rows } = await sql<TakenResource>`
    select r.name, lower(h.during) as "from", upper(h.during) as "to", coalesce(b.booking_type, 'visitor') as booking_type,
      c.name as client_name, coalesce(o.label, b.service_type, '') as service
    from json_to_recordset(${JSON.stringify(reservations)}::json)
      as requested (resource_id uuid, "from" timestamptz, "to" timestamptz)
    cross join lateral door.holds(array[requested.resource_id], requested."from", requested."to") h
    join resources r on r.id = h.resource_id
    left join bookings b on b.id = h.booking_id
    left join client_records c on c.studio_id = b.studio_id and c.id = b.client_id
    left join studio_services o on o.studio_id = b.studio_id and o.key = b.service_type and b.booking_type = 'client_booking'
    where h.booking_id is distinct from ${except ?? null}::uuid
    order by r.position, r.id, h.during limit 50`.execute(tx)
  return rows
}

// Longer than the longest buffer plus any clock change.
const ROOM_MARGIN = '12 hours'

type SessionTime = Pick<
  z.output<typeof NewBookingAtStudio>,
  'studio_id' | 'service_type' | 'booking_date' | 'start_time' | 'end_time' | 'ends_next_day' | 'days'
>

// Includes the whole day on which a session begins, even if the clocks change.
const PERSON_MARGIN = '36 hours'

/**
 * The reservations of a studio's rooms and a service's people around a requested session. The range is wider than the
 * session, because its instants are not known yet; for people it includes the whole day.
 */
export const candidateReservationsQuery = ({
  studio_id,
  booking_date,
  start_time,
  end_time,
  ...session
}: SessionTime) =>
  sql<ReservedTimesRow>`
    select h.resource_id, ${reservedTimes}
    from studios s
    cross join lateral (select (${booking_date}::date + ${start_time}::time) at time zone s.timezone as starts,
      (${booking_date}::date + ${end_time}::time) at time zone s.timezone as ends) session
    cross join lateral (select array_agg(r.id) as ids, ${ROOM_MARGIN}::interval as margin from resources r
      where r.studio_id = s.id and r.kind = 'room' and r.is_active
      union all select o.person_ids, ${PERSON_MARGIN}::interval from studio_services o
      where o.studio_id = s.id and o.key = ${session.service_type}::text and o.person_ids is not null) requested
    cross join lateral door.holds(requested.ids, session.starts - requested.margin,
      session.ends + ${resolveDays(session).days - 1}::integer * interval '1 day' + requested.margin) h
    where s.id = ${studio_id}::uuid
    group by h.resource_id`

/** Whether a resource is free for a requested reservation. */
export const isFree = (reservation: Reservation, reserved: readonly ReservedTimesRow[]) =>
  !reserved
    .filter(({ resource_id }) => resource_id === reservation.resource_id)
    .flatMap((row) => toReservedTimes(row).reserved)
    .some(({ from, to }) => from < Date.parse(reservation.to) && Date.parse(reservation.from) < to)

/** Whether the session itself conflicts with these reservations, and not only its change request. */
export async function isSessionInConflict(
  tx: Tx,
  booking_id: string,
  reservations: readonly Reservation[],
): Promise<boolean> {
  const { rows } = await sql<{ conflicts: boolean }>`
    select exists (select from reservations h
      join json_to_recordset(${JSON.stringify(reservations)}::json) as requested (resource_id uuid, "from" timestamptz, "to" timestamptz)
        on requested.resource_id = h.resource_id and h.during && tstzrange(requested."from", requested."to")
      where h.booking_id = ${booking_id}::uuid and h.holds and not h.requested) as conflicts`.execute(tx)
  return rows[0]?.conflicts === true
}

/** A reservation of a booking. `part` numbers the reservations of one resource. */
export type BookingReservation = Reservation & { booking_id: string; part?: number }

/**
 * The statement that inserts bookings and their reservations. It fails if a reservation overlaps another one of its resource
 * (`reservations_no_overlap`, 23P01), or if a client has left the studio (`booking_client_in_studio`).
 */
export const insertBookingsStatement = (
  bookings: readonly Booking[],
  reservations: readonly BookingReservation[],
) => sql`
    with inserted as (
      insert into bookings (id, studio_id, client_id, project_id, booking_date, start_time, end_time, ends_next_day, days, starts_at,
        ends_at, service_type, booking_type, status, notes, created_by, created_at, updated_at, price_minor, currency,
        price_lines, people, series_id, expires_at, pay_by)
      select id, studio_id, client_id, project_id, booking_date, start_time, end_time, ends_next_day, days, starts_at, ends_at,
        service_type, booking_type, status, notes, created_by, created_at, updated_at, price_minor, currency,
        price_lines, people, series_id, expires_at, pay_by
      from json_to_recordset(${JSON.stringify(bookings)}::json) as b (id uuid, studio_id uuid, client_id uuid, project_id uuid,
        booking_date date, start_time time, end_time time, ends_next_day boolean, days integer, starts_at timestamptz,
        ends_at timestamptz, service_type text, booking_type text, status text, notes text, created_by uuid,
        created_at timestamptz, updated_at timestamptz, price_minor integer, currency text, price_lines jsonb, people integer, series_id uuid,
        expires_at timestamptz, pay_by timestamptz)
      where b.client_id is null or exists (select from client_records c
        where c.studio_id = b.studio_id and c.id = b.client_id and c.removed_at is null)
      returning id, studio_id, holds
    ), reserved as (
      insert into reservations (booking_id, resource_id, studio_id, during, holds, part)
      select inserted.id, requested.resource_id, inserted.studio_id, tstzrange(requested."from", requested."to"), inserted.holds,
        coalesce(requested.part, 0)
      from json_to_recordset(${JSON.stringify(reservations)}::json)
        as requested (booking_id uuid, resource_id uuid, "from" timestamptz, "to" timestamptz, part integer)
      join inserted on inserted.id = requested.booking_id
      -- Skips a reservation that overlaps, so that racing calls do not wait for each other. must_be_written then raises 23P01.
      on conflict do nothing
      returning resource_id
    )
    select app.must_be_written((select count(*) from inserted) = ${bookings.length}::integer,
      (select count(*) from reserved) = ${reservations.length}::integer)`

/** Inserts bookings and their reservations. It fails like `insertBookingsStatement`. */
export const insertBookings = (tx: Tx, bookings: readonly Booking[], reservations: readonly BookingReservation[]) =>
  executePrepared(tx, insertBookingsStatement(bookings, reservations))

const toIdArray = (ids: readonly string[]) => `{${ids.join(',')}}`
