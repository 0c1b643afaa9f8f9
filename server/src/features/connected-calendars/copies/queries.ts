import type { FeedBooking } from '@studiohub/contract/features/calendar-feeds/rules.ts'
import { FEED_DAYS_AHEAD } from '@studiohub/contract/features/calendar-feeds/schema.ts'
import type { CalendarMove, CalendarMoveAnswer } from '@studiohub/contract/features/connected-calendars/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** Limits one run: it removes at most this many copies, and compares at most five times as many sessions. */
const CHANGES_PER_RUN_MAX = 200

/** The calendars whose copies differ from their sessions, and that may be written now. Requires the system role. */
export async function listCalendarsToWrite(tx: Tx, now: Date, limit: number) {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<{ id: string; host: string; grant_id: string | null }>`
    select c.id, c.host, c.grant_id from connected_calendars c
    where c.receives and not c.needs_consent and (c.wait_until is null or c.wait_until <= ${at})
      and (c.write_at is null or c.write_at <= ${at}) and (
      exists (select from bookings b join reservations h on h.booking_id = b.id and h.studio_id = b.studio_id
        where h.resource_id = c.resource_id and not h.requested and b.studio_id = c.studio_id
          and b.status = 'confirmed' and b.booking_type = 'client_booking'
          and b.ends_at > ${at} and b.starts_at < ${at} + make_interval(days => ${FEED_DAYS_AHEAD})
          and not exists (select from calendar_copies p where p.calendar_id = c.id and p.booking_id = b.id
            and (p.version = b.version or p.outside_at is not null)))
      or exists (select from calendar_copies p where p.calendar_id = c.id and p.ends_at > ${at}
        and not ${belongsInCalendar}))
    order by c.id limit ${limit}`.execute(tx)
  return rows
}

// Whether the session of a copy still belongs in the calendar. Past sessions stay there.
const belongsInCalendar = sql`exists (select from bookings b join reservations h on h.booking_id = b.id and h.studio_id = b.studio_id
  where b.id = p.booking_id and h.resource_id = c.resource_id and not h.requested
    and b.status in ('confirmed', 'completed') and b.booking_type = 'client_booking')`

/**
 * A row of `calendar_copies`. `content` is the hash of the written event. `outside_at` is when we saw that the copy was moved
 * or deleted in the calendar; `outside_starts_at` and `outside_ends_at` are its time there, null if it was deleted.
 */
export type Copy = {
  booking_id: string
  object: string
  etag: string | null
  version: number
  starts_at: string
  ends_at: string
  content: string
  outside_at: string | null
  outside_starts_at: string | null
  outside_ends_at: string | null
}

/** All copies in a calendar that are not over. Requires the system role. */
export async function listCopies(tx: Tx, calendar_id: string, now: Date): Promise<Copy[]> {
  const { rows } = await sql<Copy>`
    select booking_id, object, etag, version, starts_at, ends_at, content, outside_at, outside_starts_at, outside_ends_at
    from calendar_copies where calendar_id = ${calendar_id}::uuid
      and greatest(ends_at, outside_ends_at) > ${now.toISOString()}::timestamptz order by starts_at, booking_id`.execute(
    tx,
  )
  return rows
}

type CalendarKey = { id: string; studio_id: string; resource_id: string }

/** The confirmed sessions of the person or the room of a calendar. */
const sessionsQuery = ({ studio_id, resource_id }: CalendarKey, now: Date) => {
  const at = sql`${now.toISOString()}::timestamptz`
  return sql`
    select b.id, b.starts_at, b.ends_at, b.service_type, b.booking_type, b.status, null as notes, b.updated_at, b.version,
      c.name as client_name,
      (select o.label from studio_services o where o.studio_id = b.studio_id and o.key = b.service_type) as service_label,
      (select coalesce(json_agg(r.name order by r.position, r.id), '[]') from resources r
        where r.kind = 'room' and (r.id, r.studio_id) in (
          select h.resource_id, h.studio_id from reservations h where h.booking_id = b.id and not h.requested)) as rooms
    from bookings b left join client_records c on c.studio_id = b.studio_id and c.id = b.client_id
    where b.studio_id = ${studio_id}::uuid and b.status = 'confirmed' and b.booking_type = 'client_booking'
      and b.ends_at > ${at} and b.starts_at < ${at} + make_interval(days => ${FEED_DAYS_AHEAD})
      and exists (select from reservations h where h.booking_id = b.id and h.studio_id = b.studio_id
        and h.resource_id = ${resource_id}::uuid and not h.requested)`
}

/**
 * The sessions to write into a calendar: new and changed ones first, then the others, whose room or service may have a new
 * name; each earliest first. A busy room can have more sessions than one run writes. Requires the system role.
 */
export async function listSessionsToWrite(tx: Tx, calendar: CalendarKey, now: Date) {
  const { rows } = await sql<FeedBooking>`${sessionsQuery(calendar, now)}
    order by exists (select from calendar_copies p
      where p.calendar_id = ${calendar.id}::uuid and p.booking_id = b.id and p.version = b.version), b.starts_at, b.id
    limit ${5 * CHANGES_PER_RUN_MAX}`.execute(tx)
  return rows
}

/** Filters these bookings to the sessions that belong in a calendar. Requires the system role. */
export async function listSessionsIn(tx: Tx, calendar: CalendarKey, booking_ids: readonly string[], now: Date) {
  const { rows } = await sql<FeedBooking>`${sessionsQuery(calendar, now)}
    and b.id = any(${booking_ids}::uuid[])`.execute(tx)
  return rows
}

/** The ids of sessions whose copy must be removed. Requires the system role. */
export async function listCopiesToRemove(tx: Tx, calendar_id: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ booking_id: string }>`
    select p.booking_id from calendar_copies p join connected_calendars c on c.id = p.calendar_id
    where p.calendar_id = ${calendar_id}::uuid and p.ends_at > ${now.toISOString()}::timestamptz and not ${belongsInCalendar}
    order by p.booking_id limit ${CHANGES_PER_RUN_MAX}`.execute(tx)
  return rows.map(({ booking_id }) => booking_id)
}

type WrittenCopy = Pick<Copy, 'booking_id' | 'object' | 'etag' | 'version' | 'starts_at' | 'ends_at' | 'content'>

/** Stores a written copy, and ends an open calendar move of it. Requires the system role. */
export async function recordCopy(
  tx: Tx,
  calendarKey: { calendar_id: string; studio_id: string; resource_id: string },
  copy: WrittenCopy,
): Promise<void> {
  const noMove = { outside_at: null, outside_starts_at: null, outside_ends_at: null }
  await tx
    .insertInto('calendar_copies')
    .values({ ...calendarKey, ...copy })
    .onConflict((conflict) => conflict.columns(['calendar_id', 'booking_id']).doUpdateSet({ ...copy, ...noMove }))
    .execute()
}

/** The sealed addresses of other calendars that have a copy of a session. Requires the system role. */
export async function listOtherCalendars(tx: Tx, calendar_id: string, booking_id: string) {
  return await tx
    .selectFrom('calendar_copies as p')
    .innerJoin('connected_calendars as c', 'c.id', 'p.calendar_id')
    .select('c.secret')
    .where('p.booking_id', '=', booking_id)
    .where('p.calendar_id', '!=', calendar_id)
    .where('c.secret', 'is not', null)
    .$narrowType<{ secret: string }>()
    .execute()
}

/** Requires the system role. */
export async function deleteCopy(tx: Tx, calendar_id: string, booking_id: string): Promise<void> {
  await tx
    .deleteFrom('calendar_copies')
    .where('calendar_id', '=', calendar_id)
    .where('booking_id', '=', booking_id)
    .execute()
}

type ServerState = { etag: string | null; move: { starts_at: string; ends_at: string } | 'deleted' | null }

/**
 * Records the state of a copy on the server: unmoved (null), moved or deleted. Requires the system role.
 * @returns whether the studio now has a new calendar move to answer
 */
export async function recordServerState(
  tx: Tx,
  { calendar_id, booking_id, now }: { calendar_id: string; booking_id: string; now: Date },
  { etag, move }: ServerState,
): Promise<boolean> {
  const time = move === 'deleted' ? null : move
  const { rows } = await sql<{ is_new: boolean }>`
    update calendar_copies p set etag = ${etag},
      outside_at = case when ${move === null}::boolean then null else coalesce(p.outside_at, ${now.toISOString()}::timestamptz) end,
      outside_starts_at = ${time?.starts_at ?? null}::timestamptz, outside_ends_at = ${time?.ends_at ?? null}::timestamptz
    from calendar_copies was
    where p.calendar_id = ${calendar_id}::uuid and p.booking_id = ${booking_id}::uuid
      and was.calendar_id = p.calendar_id and was.booking_id = p.booking_id
    returning was.outside_at is null and p.outside_at is not null as is_new`.execute(tx)
  return rows[0]?.is_new ?? false
}

/** Records that writing succeeded (null), or failed and will be tried again at `at`. Requires the system role. */
export async function recordWriteResult(
  tx: Tx,
  id: string,
  failure: { problem: string; at: Date } | null,
): Promise<void> {
  await sql`
    update connected_calendars set write_problem = ${failure?.problem ?? null}, write_at = ${failure?.at.toISOString() ?? null}::timestamptz,
      write_failures = case when ${failure === null}::boolean then 0 else write_failures + 1 end
    where id = ${id}::uuid`.execute(tx)
}

/**
 * Reserves a calendar for this process, so that no two processes read and write it at once. Requires the system role.
 * @returns false if another process has it
 */
export async function reserveCalendar(tx: Tx, id: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    update connected_calendars set busy_until = clock_timestamp() + make_interval(secs => ${seconds}::integer)
    where id = ${id}::uuid and (busy_until is null or busy_until < clock_timestamp()) returning id`.execute(tx)
  return rows.length > 0
}

/** Requires the system role. */
export async function releaseCalendar(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('connected_calendars').set({ busy_until: null }).where('id', '=', id).execute()
}

/** A studio's sessions that were moved or deleted in a calendar, the oldest change first. Cancelled sessions are left out. */
export async function listMoves(tx: Tx, studio_id: string): Promise<CalendarMove[]> {
  const { rows } = await sql<CalendarMove>`
    select p.calendar_id, p.booking_id, r.name as resource_name, b.starts_at, b.ends_at, b.service_type,
      (select o.label from studio_services o where o.studio_id = b.studio_id and o.key = b.service_type) as service_label,
      (select k.name from client_records k where k.studio_id = b.studio_id and k.id = b.client_id) as client_name,
      p.outside_starts_at, p.outside_ends_at
    from calendar_copies p join bookings b on b.id = p.booking_id and b.studio_id = p.studio_id and b.status = 'confirmed'
    join resources r on r.id = p.resource_id and r.studio_id = p.studio_id
    where p.studio_id = ${studio_id}::uuid and p.outside_at is not null order by p.outside_at, p.booking_id limit 100`.execute(
    tx,
  )
  return rows
}

/** The open calendar move with these times; undefined if it was answered, or if the event was moved again. */
export async function getMove(
  tx: Tx,
  studio_id: string,
  { calendar_id, booking_id, outside_starts_at, outside_ends_at }: Omit<CalendarMoveAnswer, 'accept'>,
) {
  const { rows } = await sql<{ timezone: string }>`
    select s.timezone from calendar_copies p join studios s on s.id = p.studio_id
    where p.studio_id = ${studio_id}::uuid and calendar_id = ${calendar_id}::uuid and booking_id = ${booking_id}::uuid and outside_at is not null
      and outside_starts_at is not distinct from ${outside_starts_at}::timestamptz
      and outside_ends_at is not distinct from ${outside_ends_at}::timestamptz`.execute(tx)
  return rows[0]
}

/** Ends a calendar move. The next run writes the current session into the calendar. Requires the system role. */
export async function endMove(tx: Tx, { calendar_id, booking_id }: { calendar_id: string; booking_id: string }) {
  await sql`
    update calendar_copies set outside_at = null, outside_starts_at = null, outside_ends_at = null, version = 0, content = ''
    where calendar_id = ${calendar_id}::uuid and booking_id = ${booking_id}::uuid`.execute(tx)
  await sql`update connected_calendars set write_at = null where id = ${calendar_id}::uuid`.execute(tx)
}
