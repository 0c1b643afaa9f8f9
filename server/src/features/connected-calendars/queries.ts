import type {
  CalendarChanges,
  CalendarTime,
  CalendarTimesQuery,
  ConnectedCalendar,
} from '@studiohub/contract/features/connected-calendars/schema.ts'
import {
  CALENDARS_MAX,
  type CalendarKind,
  type CalendarProviderKind,
} from '@studiohub/contract/features/connected-calendars/words.ts'
import { sql } from 'kysely'
import { seal } from '#platform/auth/secrets.ts'
import type { CalendarTimes } from '#platform/calendars/calendar-order.ts'
import type { Tx } from '#platform/db/transaction.ts'

const columns = (
  user_id: string | null,
) => sql`c.id, c.studio_id, c.resource_id, r.name as resource_name, c.label, c.kind, c.blocks, c.receives, c.write_problem, c.host, c.needs_consent,
  c.owner_id is not distinct from ${user_id}::uuid as is_own, c.read_at, c.checked_at, c.failing_since, c.problem,
  c.times_count, c.is_cut, c.created_at`

/** The connected calendars of a studio that the actor may see, oldest first. */
export async function listCalendars(tx: Tx, studio_id: string, user_id: string) {
  const { rows } = await sql<ConnectedCalendar>`
    select ${columns(user_id)} from connected_calendars c join resources r on r.id = c.resource_id
    where c.studio_id = ${studio_id}::uuid order by c.created_at, c.label, c.id`.execute(tx)
  return rows
}

/** One connected calendar, or undefined if the actor may not see it. */
export async function getCalendar(tx: Tx, id: string, user_id: string) {
  const { rows } = await sql<ConnectedCalendar>`
    select ${columns(user_id)} from connected_calendars c join resources r on r.id = c.resource_id
    where c.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** The provider of a calendar that is read by consent, else null. */
export const providerOf = (kind: CalendarKind): CalendarProviderKind | null =>
  kind === 'ics' || kind === 'caldav' ? null : kind

/** Where a calendar is and how to sign in there, sealed. */
export type CalendarSecret = { url: string; username?: string; password?: string; emails?: string[] }

type NewRow = {
  studio_id: string
  resource_id: string
  owner_id: string
  label: string
  kind: CalendarKind
  blocks: boolean
  receives: boolean
  secret: CalendarSecret
  now: Date
  /** A calendar by consent: the grant, and the account that people see in place of a server. */
  grant?: { id: string; account: string } | undefined
}

/** @returns the id; undefined if the person or room already has the maximum. Needs the rights of jobs */
export async function insertCalendar(tx: Tx, { secret, now, grant, ...calendar }: NewRow): Promise<string | undefined> {
  const at = now.toISOString()
  const { rows } = await sql<{ id: string }>`
    insert into connected_calendars (studio_id, resource_id, owner_id, label, kind, blocks, receives, secret, host, grant_id, next_at, created_at)
    select ${calendar.studio_id}, ${calendar.resource_id}, ${calendar.owner_id}, ${calendar.label}, ${calendar.kind},
      ${calendar.blocks}, ${calendar.receives}, ${sealSecret(calendar.kind, secret)}, ${grant?.account ?? new URL(secret.url).host}, ${grant?.id ?? null}::uuid, ${at}::timestamptz, ${at}::timestamptz
    where (select count(*) from connected_calendars where resource_id = ${calendar.resource_id}::uuid) < ${CALENDARS_MAX}::integer
    returning id`.execute(tx)
  return rows[0]?.id
}

/** An address alone needs no further fields. */
const sealSecret = (kind: CalendarKind, secret: CalendarSecret) =>
  seal('calendar-secret', kind === 'ics' ? secret.url : JSON.stringify(secret))

/** Stores what else the server told about an account. Needs the rights of jobs. */
export async function updateSecret(tx: Tx, id: string, secret: CalendarSecret): Promise<void> {
  await tx
    .updateTable('connected_calendars')
    .set({ secret: seal('calendar-secret', JSON.stringify(secret)) })
    .where('id', '=', id)
    .execute()
}

/**
 * Calendars of a person or room no longer receive its sessions, but for one. What was written into them stays there. Needs the
 * rights of jobs.
 */
export async function endReceiving(tx: Tx, resource_id: string, but: string | null): Promise<void> {
  await sql`
    with ended as (update connected_calendars set receives = false, write_problem = null, write_at = null, write_failures = 0
      where resource_id = ${resource_id}::uuid and receives and id is distinct from ${but}::uuid returning id)
    delete from calendar_copies where calendar_id in (select id from ended)`.execute(tx)
}

/** Needs the rights of jobs. */
export async function updateCalendar(tx: Tx, id: string, { blocks, receives }: CalendarChanges): Promise<void> {
  // Other times count from now on, so the next reading reads all of them.
  await tx
    .updateTable('connected_calendars')
    .set({
      state: null,
      full_read_at: null,
      ...(blocks !== undefined && { blocks }),
      ...(receives !== undefined && { receives }),
    })
    .where('id', '=', id)
    .execute()
}

/** Deletes a calendar with its times. Needs the rights of jobs. @returns what else it needed */
export async function deleteCalendar(tx: Tx, id: string) {
  const deleted = await tx
    .deleteFrom('connected_calendars')
    .where('id', '=', id)
    .returning(['grant_id', 'channel_id', 'channel_resource'])
    .executeTakeFirst()
  const { grant_id = null, channel_id = null, channel_resource = null } = deleted ?? {}
  return { grant_id, channel: channel_id === null ? null : { id: channel_id, resource: channel_resource } }
}

/** When people and rooms are busy in these days, with the titles that the actor may read. */
export async function listCalendarTimes(tx: Tx, { studio_id, from, to }: CalendarTimesQuery): Promise<CalendarTime[]> {
  const { rows } = await sql<CalendarTime>`
    select t.resource_id, w.starts_at, w.ends_at,
      exists (select from door.holds(array[t.resource_id], w.starts_at, w.ends_at)) as has_session,
      array(select own.title from calendar_times own where own.studio_id = s.id and own.resource_id = t.resource_id
        and own.during && tstzrange(w.starts_at, w.ends_at) and own.title is not null order by own.during, own.id) as titles
    from studios s
    cross join lateral door.calendar_times(s.id, ${from}::date::timestamp at time zone s.timezone,
      (${to}::date + 1)::timestamp at time zone s.timezone) t
    cross join lateral json_array_elements(t.times) one
    cross join lateral (select to_timestamp((one->>0)::bigint / 1000.0) as starts_at,
      to_timestamp((one->>1)::bigint / 1000.0) as ends_at) w
    where s.id = ${studio_id}::uuid order by w.starts_at, t.resource_id`.execute(tx)
  return rows
}

/** A calendar whose reading is queued. */
export type CalendarToQueue = { id: string; host: string; grant_id?: string | null }

/** Reserves due calendars for this process. Needs the rights of jobs. @returns their ids */
export async function takeDueCalendars(tx: Tx, { now, next_at, limit }: { now: Date; next_at: Date; limit: number }) {
  const { rows } = await sql<CalendarToQueue>`
    update connected_calendars set next_at = ${next_at.toISOString()}::timestamptz
    where id in (select id from connected_calendars where next_at <= ${now.toISOString()}::timestamptz
      order by next_at limit ${limit} for update skip locked)
    returning id, host, grant_id`.execute(tx)
  return rows
}

/** Needs the rights of jobs. */
export async function setNextTurn(tx: Tx, id: string, next_at: Date): Promise<void> {
  await tx.updateTable('connected_calendars').set({ next_at: next_at.toISOString() }).where('id', '=', id).execute()
}

/** A calendar with the data that the job needs. Needs the rights of jobs. */
export async function getCalendarToRead(tx: Tx, id: string) {
  const { rows } = await sql<{
    id: string
    host: string
    studio_id: string
    resource_id: string
    owner_id: string
    label: string
    kind: CalendarKind
    blocks: boolean
    secret: string
    state: string | null
    is_cut: boolean
    etag: string | null
    last_modified: string | null
    full_read_at: string | null
    failing_since: string | null
    warned_at: string | null
    grant_id: string | null
    grant_secret: string | null
    needs_consent: boolean
    wait_until: string | null
    channel_id: string | null
    channel_resource: string | null
    channel_renew_at: string | null
    receives: boolean
    write_at: string | null
    write_failures: number
    resource_kind: string
    timezone: string
    studio_name: string
    location: string | null
    email: string
  }>`
    select c.id, c.host, c.studio_id, c.resource_id, c.owner_id, c.label, c.kind, c.blocks, c.secret, c.state,
      c.is_cut, c.etag, c.last_modified, c.full_read_at,
      c.failing_since, c.warned_at, c.grant_id, g.secret as grant_secret, c.needs_consent, c.wait_until,
      c.channel_id, c.channel_resource, c.channel_renew_at, c.receives, c.write_at, c.write_failures, r.kind as resource_kind,
      s.timezone, s.name as studio_name, s.location, u.email
    from connected_calendars c join studios s on s.id = c.studio_id join resources r on r.id = c.resource_id join auth.users u on u.id = c.owner_id
    left join calendar_grants g on g.id = c.grant_id
    where c.id = ${id}::uuid`.execute(tx)
  return rows[0]
}
export type CalendarToRead = NonNullable<Awaited<ReturnType<typeof getCalendarToRead>>>

/** What the server calls the version that was read. */
export type Version = { etag: string | null; last_modified: string | null; state: string | null }

/** Records that nothing has changed. Needs the rights of jobs. */
export async function recordUnchanged(tx: Tx, id: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await tx
    .updateTable('connected_calendars')
    .set({ read_at: at, checked_at: at, failing_since: null, problem: null, warned_at: null, wait_until: null })
    .where('id', '=', id)
    .execute()
}

type ReadTimes = CalendarTimes &
  Version & {
    now: Date
    /** The objects that these times replace; null: all. */
    objects: string[] | null
  }

/** Whether a calendar still blocks times, or not, as it did when its reading began. Locks it. Needs the rights of jobs. */
export async function isChosenAs(tx: Tx, { id, blocks }: Pick<CalendarToRead, 'id' | 'blocks'>): Promise<boolean> {
  const row = await tx
    .selectFrom('connected_calendars')
    .select('blocks')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.blocks === blocks
}

/**
 * Replaces the times of a calendar, or of some of its objects. Copies of the studio's own sessions are left out, because
 * they would block themselves. Needs the rights of jobs.
 */
export async function replaceTimes(
  tx: Tx,
  { id, studio_id, resource_id, blocks }: Pick<CalendarToRead, 'id' | 'studio_id' | 'resource_id' | 'blocks'>,
  { times, isCut, now, objects, ...version }: ReadTimes,
): Promise<void> {
  await sql`delete from calendar_times where calendar_id = ${id}::uuid
    and (${objects}::text[] is null or object = any(${objects}::text[]))`.execute(tx)
  if (blocks) {
    await sql`
      insert into calendar_times (calendar_id, studio_id, resource_id, during, title, object)
      select ${id}::uuid, ${studio_id}::uuid, ${resource_id}::uuid, tstzrange(starts_at, ends_at), title, object
      from json_to_recordset(${JSON.stringify(times)}::json)
        as given (starts_at timestamptz, ends_at timestamptz, title text, booking_id uuid, object text)
      where not exists (select from bookings b where b.id = given.booking_id and b.studio_id = ${studio_id}::uuid)
        and not exists (select from calendar_copies p where p.calendar_id = ${id}::uuid and p.object = given.object)`.execute(
      tx,
    )
  }
  const at = now.toISOString()
  await tx
    .updateTable('connected_calendars')
    .set({
      ...version,
      read_at: at,
      checked_at: at,
      failing_since: null,
      problem: null,
      warned_at: null,
      wait_until: null,
    })
    .$if(objects === null, (query) => query.set({ full_read_at: at }))
    .set({ is_cut: isCut, times_count: sql`(select count(*) from calendar_times where calendar_id = ${id}::uuid)` })
    .where('id', '=', id)
    .execute()
}

/** Records that the calendar could not be read. Its times stay. Needs the rights of jobs. */
export async function recordFailure(
  tx: Tx,
  id: string,
  { problem, now, wait_until }: { problem: string; now: Date; wait_until: Date | null },
): Promise<void> {
  const at = now.toISOString()
  await tx
    .updateTable('connected_calendars')
    .set(({ fn, ref, val }) => ({
      checked_at: at,
      problem,
      wait_until: wait_until?.toISOString() ?? null,
      failing_since: fn.coalesce(ref('failing_since'), val(at)),
    }))
    .where('id', '=', id)
    .execute()
}

/** Records that the owner was notified. Needs the rights of jobs. @returns false if they were notified before */
export async function markWarned(tx: Tx, id: string, now: Date): Promise<boolean> {
  const marked = await tx
    .updateTable('connected_calendars')
    .set({ warned_at: now.toISOString() })
    .where('id', '=', id)
    .where('warned_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}
