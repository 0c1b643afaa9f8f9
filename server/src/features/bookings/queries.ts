import type { Actor } from '@studiohub/contract/actor.ts'
import type { Booking, BookingStatus } from '@studiohub/contract/features/bookings/schema.ts'
import type { OpeningHours, Resource, ResourceKind } from '@studiohub/contract/features/resources/schema.ts'
import type { Tier } from '@studiohub/contract/features/subscriptions/schema.ts'
import { sql } from 'kysely'
import { audit, insertAuditEntry } from '../../platform/audit.ts'
import type { Caller, Tx } from '../../platform/db/door.ts'
import { publish } from '../../platform/realtime.ts'

const bookingColumns = [
  'bookings.id',
  'bookings.studio_id',
  'bookings.project_id',
  'bookings.client_id',
  'client.full_name as client_name',
  'bookings.booking_date',
  'bookings.start_time',
  'bookings.end_time',
  'bookings.ends_next_day',
  'bookings.starts_at',
  'bookings.ends_at',
  'bookings.service_type',
  'bookings.booking_type',
  'bookings.status',
  'bookings.notes',
  'bookings.created_by',
  'bookings.created_at',
  'bookings.updated_at',
  'bookings.cancelled_at',
  'bookings.cancelled_by',
  'bookings.cancel_reason',
] as const

const resourcesOfBooking = sql<{ id: string; name: string; kind: ResourceKind }[]>`(
  select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'kind', r.kind) order by r.position, r.id), '[]')
  from reservations h join resources r on r.id = h.resource_id and r.studio_id = h.studio_id
  where h.booking_id = bookings.id)`.as('resources')

// Where the client's profile is not the asker's to see, the policy leaves the name out.
const selectBookings = (tx: Tx) =>
  tx
    .selectFrom('bookings')
    .leftJoin('profiles as client', 'client.id', 'bookings.client_id')
    .select(bookingColumns)
    .select(resourcesOfBooking)

/** One booking, or undefined where there is none that the actor may see. */
export function getBooking(tx: Tx, id: string) {
  return selectBookings(tx).where('bookings.id', '=', id).executeTakeFirst()
}

/** Which bookings of a studio: of one client or of all (null), of one status or of any. */
export type BookingsWanted = {
  studio_id: string
  client_id: string | null
  status: BookingStatus | undefined
  limit: number
}

/** By date, then start time; a day's bookings in the order in which they begin. */
function listBookings(tx: Tx, { studio_id, client_id, status, limit }: BookingsWanted) {
  return selectBookings(tx)
    .where('bookings.studio_id', '=', studio_id)
    .$if(client_id !== null, (query) => query.where('bookings.client_id', '=', client_id))
    .$if(status !== undefined, (query) => query.where(sql<boolean>`bookings.status = ${status}`))
    .orderBy('bookings.booking_date')
    .orderBy('bookings.start_time')
    .orderBy('bookings.id')
    .limit(limit)
}

/** The bookings that begin on the days from `from` to `to`, both included. */
export function listBookingsBetween(tx: Tx, wanted: BookingsWanted & { from: string; to: string }) {
  return listBookings(tx, wanted)
    .where('bookings.booking_date', '>=', wanted.from)
    .where('bookings.booking_date', '<=', wanted.to)
    .execute()
}

/** A page of a studio's bookings. @param after where the last one ended: `yyyy-MM-ddTHH:mm` and the id */
export function listBookingsAfter(tx: Tx, wanted: BookingsWanted & { after: readonly [string, string] | null }) {
  const [moment = '', id = ''] = wanted.after ?? []
  return listBookings(tx, wanted)
    .$if(wanted.after !== null, (query) =>
      query.where(
        sql<boolean>`(bookings.booking_date, bookings.start_time, bookings.id)
          > (${moment.slice(0, 10)}::date, ${moment.slice(11)}::time, ${id}::uuid)`,
      ),
    )
    .execute()
}

/**
 * When resources of a studio are held between two instants (ISO 8601), but for one client's own bookings and for the
 * booking `but`: no person, no service.
 */
export function listHolds(
  tx: Tx,
  wanted: {
    studio_id: string
    resource_ids: readonly string[]
    but_of?: string
    but?: string
    from: string
    to: string
  },
) {
  if (wanted.resource_ids.length === 0) return []
  return tx
    .selectFrom('reservations')
    .select(['resource_id', sql<string>`lower(during)`.as('starts_at'), sql<string>`upper(during)`.as('ends_at')])
    .where('studio_id', '=', wanted.studio_id)
    .where('resource_id', 'in', wanted.resource_ids)
    .where('holds', '=', true)
    .where(sql<boolean>`during && tstzrange(${wanted.from}::timestamptz, ${wanted.to}::timestamptz)`)
    .$if(wanted.but !== undefined, (query) => query.where(sql<boolean>`booking_id <> ${wanted.but}`))
    .$if(wanted.but_of !== undefined, (query) =>
      query.where(sql<boolean>`not exists (select from bookings
        where bookings.id = reservations.booking_id and bookings.client_id = ${wanted.but_of})`),
    )
    .orderBy('starts_at')
    .orderBy('resource_id')
    .execute()
}

/** How many live sessions count against the studio's plan between two days, both included; also for one who may not read them. */
export async function countLiveBookings(
  tx: Tx,
  studio_id: string,
  days: { from: string; to: string },
): Promise<number> {
  const { rows } = await sql<{ live: number }>`
    select door.live_bookings(${studio_id}::uuid, ${days.from}::date, ${days.to}::date) as live`.execute(tx)
  return rows[0]?.live ?? 0
}

/** A resource with the stretch that a session needs it for, buffers included; ISO 8601. */
export type Hold = { resource_id: string; from: string; to: string }

/** The first of the holds, in the order given, whose resource is free all that time. */
export async function firstFree(tx: Tx, holds: readonly Hold[]): Promise<string | undefined> {
  const { rows } = await sql<{ resource_id: string }>`
    select wanted.resource_id
    from json_to_recordset(${JSON.stringify(holds.map((hold, place) => ({ ...hold, place })))}::json)
      as wanted (resource_id uuid, "from" timestamptz, "to" timestamptz, place integer)
    where not exists (select from reservations h
      where h.resource_id = wanted.resource_id and h.holds and h.during && tstzrange(wanted."from", wanted."to"))
    order by wanted.place limit 1`.execute(tx)
  return rows[0]?.resource_id
}

/**
 * Writes a booking and its holds in one statement. A hold that overlaps another of its resource the database leaves out.
 * @returns whether all holds were written; where not, the transaction must not be committed
 */
export async function insertBooking(tx: Tx, booking: Booking, holds: readonly Hold[]): Promise<boolean> {
  const { rows } = await sql<{ held: number }>`
    with booking as (
      insert into bookings (id, studio_id, client_id, booking_date, start_time, end_time, ends_next_day, starts_at,
        ends_at, service_type, booking_type, status, notes, created_by, created_at, updated_at)
      values (${booking.id}, ${booking.studio_id}, ${booking.client_id}, ${booking.booking_date}, ${booking.start_time},
        ${booking.end_time}, ${booking.ends_next_day}, ${booking.starts_at}, ${booking.ends_at},
        ${booking.service_type}, ${booking.booking_type}, ${booking.status}, ${booking.notes}, ${booking.created_by},
        ${booking.created_at}, ${booking.updated_at})
      returning id, studio_id, holds
    ), held as (
      insert into reservations (booking_id, resource_id, studio_id, during, holds)
      select booking.id, wanted.resource_id, booking.studio_id, tstzrange(wanted."from", wanted."to"), booking.holds
      from booking, json_to_recordset(${JSON.stringify(holds)}::json)
        as wanted (resource_id uuid, "from" timestamptz, "to" timestamptz)
      on conflict do nothing
      returning resource_id
    )
    select count(*)::int as held from held`.execute(tx)
  return rows[0]?.held === holds.length
}

/**
 * Takes a booking one step on, only from the statuses named: of two that try at once, one finds nothing to change.
 * @returns whether it did
 */
export async function moveBooking(
  tx: Tx,
  id: string,
  from: readonly BookingStatus[],
  change: {
    status: BookingStatus
    updated_at: string
    cancelled_at?: string
    cancelled_by?: string
    cancel_reason?: string | null
  },
): Promise<boolean> {
  const moved = await tx
    .updateTable('bookings')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** Completes confirmed sessions that ended by `now` (ISO 8601), the oldest first, and says which. */
export function completePastBookings(tx: Tx, now: string, limit: number) {
  return tx
    .updateTable('bookings')
    .set({ status: 'completed', updated_at: now })
    .where('status', '=', 'confirmed')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('bookings')
        .select('id')
        .where('status', '=', 'confirmed')
        .where('booking_type', '=', 'client_booking')
        .where('ends_at', '<=', now)
        .orderBy('ends_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'studio_id', 'client_id'])
    .execute()
}

/** A resource that may be booked at present. */
export type Bookable = Pick<Resource, 'id' | 'name' | 'kind' | 'position' | 'setup_minutes' | 'teardown_minutes'>

/**
 * All that a studio's terms say about one booking, in one statement: whether it takes any, its zone, its clients' cut-off
 * in hours, its plan, its week, what can be booked (in the order in which rooms are taken), whether it offers the
 * service, and the person's name and whether they are its client: also one who has switched to another studio, but
 * none who was removed.
 */
export async function getTerms(
  tx: Tx,
  asked: { studio_id: string; service_type?: string | undefined; client_id?: string | null | undefined },
) {
  const { studio_id, service_type = null, client_id = null } = asked
  const { rows } = await sql<{
    is_active: boolean
    timezone: string
    cancellation_cutoff_hours: number
    tier: Tier | null
    hours: OpeningHours[]
    resources: Bookable[]
    offers_service: boolean
    knows_client: boolean
    client_name: string | null
  }>`
    select s.is_active, s.timezone, s.cancellation_cutoff_hours,
      (select p.tier from studio_subscriptions p where p.studio_id = s.id) as tier,
      (select coalesce(json_agg(json_build_object('weekday', h.weekday, 'opens', to_char(h.opens, 'HH24:MI'),
          'closes', to_char(h.closes, 'HH24:MI'), 'closes_next_day', h.closes_next_day)), '[]')
        from opening_hours h where h.studio_id = s.id) as hours,
      (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'kind', r.kind,
          'position', r.position, 'setup_minutes', r.setup_minutes, 'teardown_minutes', r.teardown_minutes) order by r.position, r.id), '[]')
        from resources r where r.studio_id = s.id and r.is_active) as resources,
      exists (select from studio_services o
        where o.studio_id = s.id and o.key = ${service_type}::text and o.is_active) as offers_service,
      exists (select from user_roles c
        where c.studio_id = s.id and c.user_id = ${client_id}::uuid and c.role = 'client'
          and c.status in ('active', 'inactive') and c.removed_at is null) as knows_client,
      (select n.full_name from profiles n where n.id = ${client_id}::uuid) as client_name
    from studios s where s.id = ${studio_id}::uuid`.execute(tx)
  return rows[0]
}

type Recorded = { caller: Caller; action: string; before?: Booking; after: Booking }

/** One trail row and one notice to the studio's open screens for every change of a booking. */
export async function recordBooking(
  tx: Tx,
  actor: Pick<Actor, 'user_id' | 'session_id'>,
  { caller, action, before, after }: Recorded,
) {
  const { id, studio_id, client_id } = after
  const { request_id } = caller
  await audit(tx, actor, { action, object_type: 'booking', object_id: id, studio_id, before, after, request_id })
  publish(tx, { studio_id, topic: 'bookings', id, client_id })
}

/** The same for a session that nobody but the passing of time completed. */
export async function recordCompletion(
  tx: Tx,
  { id, studio_id, client_id }: { id: string; studio_id: string; client_id: string | null },
) {
  await insertAuditEntry(tx, {
    actor_id: null,
    session_id: null,
    studio_id,
    action: 'bookings.complete',
    object_type: 'booking',
    object_id: id,
    before: { status: 'confirmed' },
    after: { status: 'completed' },
  })
  publish(tx, { studio_id, topic: 'bookings', id, client_id })
}
