import type { DayOff, NewDayOff } from '@studiohub/contract/features/resources/days-off/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const columns = sql`d.id, d.studio_id, d.resource_id, d.first_date::text as first_date, d.last_date::text as last_date,
  to_char(d.from_time, 'HH24:MI') as from_time, to_char(d.to_time, 'HH24:MI') as to_time, d.note, d.created_at`

/** Lists the days off at a studio that end on `today` or later and that the caller may see. */
export async function listDaysOff(tx: Tx, studio_id: string, today: string) {
  const { rows } = await sql<DayOff>`
    select ${columns} from days_off d where d.studio_id = ${studio_id}::uuid and d.last_date >= ${today}::date
    order by d.first_date, coalesce(d.from_time, '00:00'), d.id`.execute(tx)
  return rows
}

export async function getDayOff(tx: Tx, id: string) {
  const { rows } = await sql<DayOff>`select ${columns} from days_off d where d.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** Counts a person's entries that end on `today` or later. */
export async function countDaysOff(tx: Tx, resource_id: string, today: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from days_off
    where resource_id = ${resource_id}::uuid and last_date >= ${today}::date`.execute(tx)
  return rows[0]?.count ?? 0
}

/** @returns the id of the new entry */
export async function insertDayOff(tx: Tx, entry: NewDayOff & { studio_id: string; created_by: string }) {
  const { id } = await tx
    .insertInto('days_off')
    .values({ ...entry, note: entry.note || null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteDayOff(tx: Tx, id: string) {
  await tx.deleteFrom('days_off').where('id', '=', id).execute()
}

/** Counts a person's sessions during days off, whose times are in the studio's time zone. */
export async function countSessionsOff(tx: Tx, entry: Omit<NewDayOff, 'note'>, zone: string): Promise<number> {
  const { resource_id, first_date, last_date, from_time, to_time } = entry
  const { rows } = await sql<{ count: number }>`
    select count(distinct h.booking_id)::integer as count
    from door.holds(array[${resource_id}::uuid],
      (${first_date}::date + coalesce(${from_time}::time, '00:00')) at time zone ${zone},
      (${last_date}::date + coalesce(${to_time}::time, '24:00')) at time zone ${zone}) h`.execute(tx)
  return rows[0]?.count ?? 0
}
