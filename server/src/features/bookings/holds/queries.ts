import type { HeldTime } from '@studiohub/contract/features/availability/rules.ts'
import type { TakenResource } from '@studiohub/contract/features/bookings/conflicts/rules.ts'
import { daysOf } from '@studiohub/contract/features/bookings/rules.ts'
import type { Booking, NewBookingAtStudio } from '@studiohub/contract/features/bookings/schema.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { executePrepared } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'

/** A resource with the stretch that a session needs it for, buffers included; ISO 8601. */
export type Hold = { resource_id: string; from: string; to: string }

/** When one resource is held, in milliseconds. */
export type HeldRow = { resource_id: string; held: [number, number][] }

export type HeldOf = { resource_id: string; held: HeldTime[] }

export const toHeld = ({ resource_id, held }: HeldRow): HeldOf => ({
  resource_id,
  held: held.map(([from, to]) => ({ from, to })),
})

/** When one resource is held, in order. */
export const heldInOrder = sql`json_agg(json_build_array((extract(epoch from lower(during)) * 1000)::bigint,
      (extract(epoch from upper(during)) * 1000)::bigint) order by during) as held`

/**
 * Which of the holds wanted, by their place in the list, meet one that is there; those of the bookings `but` do not count.
 */
export const takenQuery = (holds: readonly Hold[], but: readonly string[]) =>
  sql<{ place: number }>`
    with wanted as (
      select place, resource_id, tstzrange("from", "to") as during
      from json_to_recordset(${JSON.stringify(holds.map((hold, place) => ({ ...hold, place })))}::json)
        as given (resource_id uuid, "from" timestamptz, "to" timestamptz, place integer)
    )
    select distinct wanted.place
    from (select array_agg(resource_id) as ids, min(lower(during)) as first, max(upper(during)) as last from wanted) whole
    cross join door.holds(whole.ids, whole.first, whole.last) h
    join wanted on wanted.resource_id = h.resource_id and wanted.during && h.during
    where h.booking_id <> all (${idArray(but)}::uuid[])`

/** Which resources are taken at the time of these holds, when and for which client, for people who may read all bookings. */
export async function listTaken(tx: Tx, holds: readonly Hold[], but: string | undefined): Promise<TakenResource[]> {
  const { rows } = await sql<TakenResource>`
    select r.name, lower(h.during) as "from", upper(h.during) as "to", coalesce(b.booking_type, 'visitor') as booking_type,
      c.name as client_name, coalesce(o.label, b.service_type, '') as service
    from json_to_recordset(${JSON.stringify(holds)}::json)
      as wanted (resource_id uuid, "from" timestamptz, "to" timestamptz)
    cross join lateral door.holds(array[wanted.resource_id], wanted."from", wanted."to") h
    join resources r on r.id = h.resource_id
    left join bookings b on b.id = h.booking_id
    left join client_records c on c.studio_id = b.studio_id and c.id = b.client_id
    left join studio_services o on o.studio_id = b.studio_id and o.key = b.service_type and b.booking_type = 'client_booking'
    where h.booking_id is distinct from ${but ?? null}::uuid
    order by r.position, r.id, h.during limit 50`.execute(tx)
  return rows
}

// More than the longest buffer and any change of the clocks.
const AROUND = '12 hours'

type SessionTime = Pick<
  z.output<typeof NewBookingAtStudio>,
  'studio_id' | 'service_type' | 'booking_date' | 'start_time' | 'end_time' | 'ends_next_day' | 'days'
>

// The whole day on which a session begins, however the clocks change.
const DAY_AROUND = '36 hours'

/**
 * When the rooms of a studio and the people of a service are held around a session that is not yet checked: its instants are
 * not known, so the stretch is wider than the session. Of people it includes the whole day. In milliseconds, for `isFree`.
 */
export const candidatesHeldQuery = ({ studio_id, booking_date, start_time, end_time, ...asked }: SessionTime) =>
  sql<HeldRow>`
    select h.resource_id, ${heldInOrder}
    from studios s
    cross join lateral (select (${booking_date}::date + ${start_time}::time) at time zone s.timezone as starts,
      (${booking_date}::date + ${end_time}::time) at time zone s.timezone as ends) session
    cross join lateral (select array_agg(r.id) as ids, ${AROUND}::interval as around from resources r
      where r.studio_id = s.id and r.kind = 'room' and r.is_active
      union all select o.person_ids, ${DAY_AROUND}::interval from studio_services o
      where o.studio_id = s.id and o.key = ${asked.service_type}::text and o.person_ids is not null) wanted
    cross join lateral door.holds(wanted.ids, session.starts - wanted.around,
      session.ends + ${daysOf(asked).days - 1}::integer * interval '1 day' + wanted.around) h
    where s.id = ${studio_id}::uuid
    group by h.resource_id`

/** Whether a resource is not held during a stretch. */
export const isFree = (hold: Hold, held: readonly HeldRow[]) =>
  !held.some(
    ({ resource_id, held }) =>
      resource_id === hold.resource_id &&
      held.some(([from, to]) => from < Date.parse(hold.to) && Date.parse(hold.from) < to),
  )

/** Whether a session itself meets any of these holds, and not only what its client asks for. */
export async function isInTheWay(tx: Tx, booking_id: string, holds: readonly Hold[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from reservations h
      join json_to_recordset(${JSON.stringify(holds)}::json) as wanted (resource_id uuid, "from" timestamptz, "to" timestamptz)
        on wanted.resource_id = h.resource_id and h.during && tstzrange(wanted."from", wanted."to")
      where h.booking_id = ${booking_id}::uuid and h.holds and not h.requested) as found`.execute(tx)
  return rows[0]?.found === true
}

/** A hold and the booking that it is for; `part` numbers the stretches of one resource. */
export type HoldOfBooking = Hold & { booking_id: string; part?: number }

/**
 * The statement that writes bookings and their holds. It fails where a hold overlaps another one of its resource
 * (`reservations_no_overlap`, 23P01), or a client is no longer of the studio (`booking_client_in_studio`).
 */
export const bookingsInsert = (bookings: readonly Booking[], holds: readonly HoldOfBooking[]) => sql`
    with made as (
      insert into bookings (id, studio_id, client_id, project_id, booking_date, start_time, end_time, ends_next_day, days, starts_at,
        ends_at, service_type, booking_type, status, notes, created_by, created_at, updated_at, price_minor, currency,
        price_lines, people, series_id, expires_at)
      select id, studio_id, client_id, project_id, booking_date, start_time, end_time, ends_next_day, days, starts_at, ends_at,
        service_type, booking_type, status, notes, created_by, created_at, updated_at, price_minor, currency,
        price_lines, people, series_id, expires_at
      from json_to_recordset(${JSON.stringify(bookings)}::json) as given (id uuid, studio_id uuid, client_id uuid, project_id uuid,
        booking_date date, start_time time, end_time time, ends_next_day boolean, days integer, starts_at timestamptz,
        ends_at timestamptz, service_type text, booking_type text, status text, notes text, created_by uuid,
        created_at timestamptz, updated_at timestamptz, price_minor integer, currency text, price_lines jsonb, people integer, series_id uuid,
        expires_at timestamptz)
      where given.client_id is null or exists (select from client_records c
        where c.studio_id = given.studio_id and c.id = given.client_id and c.removed_at is null)
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

/** Writes bookings and their holds, or fails as `bookingsInsert` does. */
export const insertBookings = (tx: Tx, bookings: readonly Booking[], holds: readonly HoldOfBooking[]) =>
  executePrepared(tx, bookingsInsert(bookings, holds))

const idArray = (ids: readonly string[]) => `{${ids.join(',')}}`
