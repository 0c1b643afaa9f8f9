import type {
  BookingRules,
  NewOpeningTimes,
  OpeningException,
  OpeningHours,
  OpeningTimes,
} from '@studiohub/contract/features/resources/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/**
 * Reads a studio's hours and booking rules in one statement; undefined if the studio does not exist. The week is sorted by
 * weekday and opening time, exceptions by date, and weeks of resources by the studio's order.
 */
export async function getOpeningTimes(tx: Tx, studio_id: string): Promise<OpeningTimes | undefined> {
  const { rows } = await sql<OpeningTimes>`
    select s.min_notice_minutes, s.booking_horizon_days, s.cancellation_cutoff_hours, s.open_requests_max,
      s.hours_ahead_max, s.series_sessions_max, s.request_expiry_hours, s.reminder_hours, s.text_hours, s.follow_up_hours, s.review_url,
      s.hours_version as version,
      (select coalesce(json_agg(json_build_object('weekday', h.weekday, 'opens', to_char(h.opens, 'HH24:MI'),
          'closes', to_char(h.closes, 'HH24:MI'), 'closes_next_day', h.closes_next_day) order by h.weekday, h.opens), '[]')
        from opening_hours h where h.studio_id = s.id) as weekly,
      (select coalesce(json_agg(day.entry order by day.date), '[]') from (
        select e.date, json_build_object('date', e.date, 'note', max(e.note), 'spans', coalesce(
          json_agg(json_build_object('opens', to_char(e.opens, 'HH24:MI'), 'closes', to_char(e.closes, 'HH24:MI'),
            'closes_next_day', e.closes_next_day) order by e.opens) filter (where e.opens is not null), '[]')) as entry
        from opening_exceptions e where e.studio_id = s.id group by e.date) day) as exceptions,
      (select coalesce(json_agg(json_build_object('resource_id', r.id, 'weekly', (
          select coalesce(json_agg(json_build_object('weekday', h.weekday, 'opens', to_char(h.opens, 'HH24:MI'),
            'closes', to_char(h.closes, 'HH24:MI'), 'closes_next_day', h.closes_next_day) order by h.weekday, h.opens), '[]')
          from resource_hours h where h.resource_id = r.id and h.studio_id = s.id)) order by r.position, r.id), '[]')
        from resources r where r.studio_id = s.id and r.has_own_hours and r.archived_at is null) as own_hours
    from studios s where s.id = ${studio_id}::uuid`.execute(tx)
  return rows[0]
}

/** Updates the rules and increases the version, if it is `version`; undefined accepts any. @returns false if it is another */
export async function updateRules(
  tx: Tx,
  studio_id: string,
  version: number | undefined,
  rules: Pick<NewOpeningTimes, keyof BookingRules>,
): Promise<boolean> {
  const updated = await tx
    .updateTable('studios')
    .set({ ...rules, hours_version: sql`hours_version + 1` })
    .where('id', '=', studio_id)
    .$if(version !== undefined, (query) => query.where('hours_version', '=', version ?? 0))
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function replaceWeek(tx: Tx, studio_id: string, weekly: readonly OpeningHours[]) {
  await tx.deleteFrom('opening_hours').where('studio_id', '=', studio_id).execute()
  if (weekly.length === 0) return
  await tx
    .insertInto('opening_hours')
    .values(weekly.map((span) => ({ ...span, studio_id })))
    .execute()
}

export async function replaceExceptions(tx: Tx, studio_id: string, exceptions: readonly OpeningException[]) {
  await tx.deleteFrom('opening_exceptions').where('studio_id', '=', studio_id).execute()
  const closed = { opens: null, closes: null, closes_next_day: false }
  const rows = exceptions.flatMap(({ date, note, spans }) =>
    (spans.length === 0 ? [closed] : spans).map((span, position) => ({
      ...span,
      studio_id,
      date,
      position,
      note: position === 0 ? note || null : null,
    })),
  )
  if (rows.length > 0) await tx.insertInto('opening_exceptions').values(rows).execute()
}

/** Gives these resources their own weekly hours, and removes those of all other resources. */
export async function replaceOwnHours(tx: Tx, studio_id: string, ownHours: OpeningTimes['own_hours']) {
  await tx.deleteFrom('resource_hours').where('studio_id', '=', studio_id).execute()
  const ids = ownHours.map(({ resource_id }) => resource_id)
  await sql`
    update resources set has_own_hours = id = any(${ids}::uuid[])
    where studio_id = ${studio_id}::uuid and has_own_hours <> (id = any(${ids}::uuid[]))`.execute(tx)
  const rows = ownHours.flatMap(({ resource_id, weekly }) =>
    weekly.map((span) => ({ ...span, resource_id, studio_id })),
  )
  if (rows.length > 0) await tx.insertInto('resource_hours').values(rows).execute()
}

/** Lists the ids, out of these, of the studio's resources that are not archived. */
export async function listUnarchivedIds(tx: Tx, studio_id: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('resources')
    .select('id')
    .where('studio_id', '=', studio_id)
    .where('id', 'in', ids)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
