import type { CalendarKind } from '@studiohub/contract/features/connected-calendars/words.ts'
import { sql } from 'kysely'
import type { CalendarTimes } from '#platform/calendars/calendar-data.ts'
import type { Tx } from '#platform/db/transaction.ts'

/** A calendar whose reading is queued. */
export type CalendarToQueue = { id: string; host: string; grant_id?: string | null }

/** Reserves due calendars for this process. Requires the system role. @returns each with its host and grant */
export async function reserveDueCalendars(
  tx: Tx,
  { now, next_at, limit }: { now: Date; next_at: Date; limit: number },
) {
  const { rows } = await sql<CalendarToQueue>`
    update connected_calendars set next_at = ${next_at.toISOString()}::timestamptz
    where id in (select id from connected_calendars where next_at <= ${now.toISOString()}::timestamptz and ended_at is null
      order by next_at limit ${limit} for update skip locked)
    returning id, host, grant_id`.execute(tx)
  return rows
}

/** Requires the system role. */
export async function setNextReading(tx: Tx, id: string, next_at: Date): Promise<void> {
  await tx.updateTable('connected_calendars').set({ next_at: next_at.toISOString() }).where('id', '=', id).execute()
}

/** A calendar with the data that the job needs; undefined if it has ended. Requires the system role. */
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
    /** Whether its owner finds it in the settings: an admin, if it belongs to a room or a person without an account. */
    is_in_settings: boolean
    timezone: string
    studio_name: string
    location: string | null
    email: string
  }>`
    select c.id, c.host, c.studio_id, c.resource_id, c.owner_id, c.label, c.kind, c.blocks, c.secret, c.state,
      c.is_cut, c.etag, c.last_modified, c.full_read_at,
      c.failing_since, c.warned_at, c.grant_id, g.secret as grant_secret, c.needs_consent, c.wait_until,
      c.channel_id, c.channel_resource, c.channel_renew_at, c.receives, c.write_at, c.write_failures, r.kind as resource_kind,
      r.user_id is null and exists (select from user_roles o where o.user_id = c.owner_id and o.studio_id = c.studio_id
        and o.role = 'studio_admin' and o.status = 'active' and o.removed_at is null) as is_in_settings,
      s.timezone, s.name as studio_name, s.location, u.email
    from connected_calendars c join studios s on s.id = c.studio_id join resources r on r.id = c.resource_id join auth.users u on u.id = c.owner_id
    left join calendar_grants g on g.id = c.grant_id
    where c.id = ${id}::uuid`.execute(tx)
  return rows[0]
}
export type CalendarToRead = NonNullable<Awaited<ReturnType<typeof getCalendarToRead>>>

/** The version of a calendar, as its server names it. */
export type Version = { etag: string | null; last_modified: string | null; state: string | null }

/** Records that nothing has changed. Requires the system role. */
export async function recordUnchanged(tx: Tx, id: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await tx
    .updateTable('connected_calendars')
    .set({ read_at: at, checked_at: at, failing_since: null, problem: null, warned_at: null })
    .where('id', '=', id)
    .execute()
}

type ReadTimes = CalendarTimes &
  Version & {
    now: Date
    /** The objects that these times replace; null for all. */
    objects: string[] | null
  }

/**
 * Whether a calendar has not ended and its `blocks` setting is the same as when the reading began. Locks the calendar. Requires
 * the system role.
 */
export async function lockIfSettingsUnchanged(
  tx: Tx,
  { id, blocks }: Pick<CalendarToRead, 'id' | 'blocks'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('connected_calendars')
    .select('blocks')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row?.blocks === blocks
}

/**
 * Replaces the times of a calendar, or of some of its objects. Copies of the studio's own sessions are left out, because
 * they would block themselves. Requires the system role.
 */
export async function replaceTimes(
  tx: Tx,
  { id, studio_id, resource_id, blocks }: Pick<CalendarToRead, 'id' | 'studio_id' | 'resource_id' | 'blocks'>,
  { times, isTruncated, now, objects, ...version }: ReadTimes,
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
    })
    .$if(objects === null, (query) => query.set({ full_read_at: at }))
    .set({
      is_cut: isTruncated,
      times_count: sql`(select count(*) from calendar_times where calendar_id = ${id}::uuid)`,
    })
    .where('id', '=', id)
    .execute()
}

/** Records that the calendar could not be read. Its times stay. Requires the system role. */
export async function recordFailure(
  tx: Tx,
  id: string,
  { problem, now }: { problem: string; now: Date },
): Promise<void> {
  const at = now.toISOString()
  await tx
    .updateTable('connected_calendars')
    .set(({ fn, ref, val }) => ({
      checked_at: at,
      problem,
      failing_since: fn.coalesce(ref('failing_since'), val(at)),
    }))
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/**
 * Delays all calendars of an account, because its server asked us to wait. At a CalDAV server, an account is everything that
 * one person connected there. Requires the system role.
 */
export async function delayAccount(
  tx: Tx,
  { kind, host, owner_id }: Pick<CalendarToRead, 'kind' | 'host' | 'owner_id'>,
  until: Date,
): Promise<void> {
  await sql`
    update connected_calendars set wait_until = greatest(wait_until, ${until.toISOString()}::timestamptz)
    where kind = ${kind} and kind <> 'ics' and host = ${host} and (kind <> 'caldav' or owner_id = ${owner_id}::uuid)
      and ended_at is null`.execute(tx)
}

type EndedCalendar = {
  id: string
  studio_id: string
  label: string
  resource_name: string
  grant_id: string | null
  channel_id: string | null
  channel_resource: string | null
}

/**
 * Removes the grants and channels from calendars that ended with the role of their owner. Each calendar is returned only once.
 * Requires the system role.
 * @returns the calendars with their former grants and channels, which the caller must end
 */
export async function releaseEndedCalendars(tx: Tx, now: Date, limit: number): Promise<EndedCalendar[]> {
  const { rows } = await sql<EndedCalendar>`
    with ended as (select id, grant_id, channel_id, channel_resource from connected_calendars
      where ended_at is not null and warned_at is null order by id limit ${limit} for update skip locked)
    update connected_calendars c set warned_at = ${now.toISOString()}::timestamptz, grant_id = null,
      channel_id = null, channel_hash = null, channel_resource = null, channel_renew_at = null
    from ended, resources r where c.id = ended.id and r.id = c.resource_id
    returning c.id, c.studio_id, c.label, r.name as resource_name, ended.grant_id, ended.channel_id, ended.channel_resource`.execute(
    tx,
  )
  return rows
}

/**
 * Records that the owner was notified. Requires the system role.
 * @returns false if they were notified before, or if the calendar has ended
 */
export async function markWarned(tx: Tx, id: string, now: Date): Promise<boolean> {
  const updated = await tx
    .updateTable('connected_calendars')
    .set({ warned_at: now.toISOString() })
    .where('id', '=', id)
    .where('warned_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
