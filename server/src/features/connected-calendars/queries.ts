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
import type { Tx } from '#platform/db/transaction.ts'

const columns = (
  user_id: string | null,
) => sql`c.id, c.studio_id, c.resource_id, r.name as resource_name, c.label, c.kind, c.blocks, c.receives, c.write_problem, c.host, c.needs_consent,
  c.owner_id is not distinct from ${user_id}::uuid as is_own, c.read_at, c.checked_at, c.failing_since, c.problem,
  c.times_count, c.is_cut, c.ended_at, c.created_at`

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
export const getConsentProvider = (kind: CalendarKind): CalendarProviderKind | null =>
  kind === 'ics' || kind === 'caldav' ? null : kind

/** The address of a calendar and the sign-in for it. The database stores it sealed. */
export type CalendarSecret = { url: string; username?: string; password?: string; emails?: string[] }

type NewCalendarRow = {
  studio_id: string
  resource_id: string
  owner_id: string
  label: string
  kind: CalendarKind
  blocks: boolean
  receives: boolean
  secret: CalendarSecret
  now: Date
  /** Set for a calendar by consent: its grant, and the account, which people see instead of a server. */
  grant?: { id: string; account: string } | undefined
}

/** @returns the id; undefined if the person or room already has the maximum. Requires the system role */
export async function insertCalendar(
  tx: Tx,
  { secret, now, grant, ...calendar }: NewCalendarRow,
): Promise<string | undefined> {
  const at = now.toISOString()
  const { rows } = await sql<{ id: string }>`
    insert into connected_calendars (studio_id, resource_id, owner_id, label, kind, blocks, receives, secret, host, grant_id, next_at, created_at)
    select ${calendar.studio_id}, ${calendar.resource_id}, ${calendar.owner_id}, ${calendar.label}, ${calendar.kind},
      ${calendar.blocks}, ${calendar.receives}, ${sealSecret(calendar.kind, secret)}, ${grant?.account ?? new URL(secret.url).host}, ${grant?.id ?? null}::uuid, ${at}::timestamptz, ${at}::timestamptz
    where (select count(*) from connected_calendars where resource_id = ${calendar.resource_id}::uuid) < ${CALENDARS_MAX}::integer
    returning id`.execute(tx)
  return rows[0]?.id
}

/** The secret of kind `ics` is only its address; the others are JSON. */
const sealSecret = (kind: CalendarKind, secret: CalendarSecret) =>
  seal('calendar-secret', kind === 'ics' ? secret.url : JSON.stringify(secret))

/** Stores the secret with the email addresses that the server returned. Requires the system role. */
export async function updateSecret(tx: Tx, id: string, secret: CalendarSecret): Promise<void> {
  await tx
    .updateTable('connected_calendars')
    .set({ secret: seal('calendar-secret', JSON.stringify(secret)) })
    .where('id', '=', id)
    .execute()
}

/**
 * Stops adding the sessions of a person or room to its calendars, except one. Sessions that were added already stay there.
 * Requires the system role.
 */
export async function endReceiving(tx: Tx, resource_id: string, except: string | null): Promise<void> {
  await sql`
    with ended as (update connected_calendars set receives = false, write_problem = null, write_at = null, write_failures = 0
      where resource_id = ${resource_id}::uuid and receives and id is distinct from ${except}::uuid returning id)
    delete from calendar_copies where calendar_id in (select id from ended)`.execute(tx)
}

/** Requires the system role. */
export async function updateCalendar(tx: Tx, id: string, { blocks, receives }: CalendarChanges): Promise<void> {
  // From now on other times count, so the next reading must read all of them.
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

/** Deletes a calendar with its times. Requires the system role. @returns its grant and channel, which are still to end */
export async function deleteCalendar(tx: Tx, id: string) {
  const deleted = await tx
    .deleteFrom('connected_calendars')
    .where('id', '=', id)
    .returning(['grant_id', 'channel_id', 'channel_resource'])
    .executeTakeFirst()
  const { grant_id = null, channel_id = null, channel_resource = null } = deleted ?? {}
  return { grant_id, channel: channel_id === null ? null : { id: channel_id, resource: channel_resource } }
}

/** The times in which people and rooms are busy in these days, with the titles that the actor may read. */
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
