import type { AuditedFields } from '@studiohub/contract/features/bookings/history/rules.ts'
import type { HistoryEntry } from '@studiohub/contract/features/bookings/history/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

type Row = Pick<HistoryEntry, 'id' | 'at' | 'by' | 'by_name'> & {
  action: string
  before: AuditedFields
  after: AuditedFields
}

/**
 * The audit entries of a booking that the caller may see, newest first. `by_name` is null if the caller may not see it.
 * @param below only entries with a smaller id
 */
export async function listHistory(
  tx: Tx,
  { id, below, limit }: { id: string; below: string | null; limit: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select h.id::text as id, h.at, h.by, p.full_name as by_name, h.action, h.before, h.after
    from door.booking_history(${id}::uuid, ${below}::bigint, ${limit}::integer) h
    left join profiles p on p.id = h.actor_id order by h.id desc`.execute(tx)
  return addNames(tx, rows)
}

// For resources that are deleted or that the caller may not see.
const UNKNOWN_NAMES: Record<string, string> = {
  room: 'A deleted room',
  equipment: 'Deleted equipment',
  person: 'A person',
}

/** Adds the current names of rooms and projects that the caller may see. The audit log stores only ids. */
async function addNames(tx: Tx, rows: Row[]): Promise<Row[]> {
  const states = rows.flatMap(({ before, after }) => [before ?? {}, after ?? {}])
  const resources = await namesOf(
    states.flatMap(resourcesIn).map(({ id }) => id),
    (ids) => tx.selectFrom('resources').select(['id', 'name']).where('id', 'in', ids).execute(),
  )
  const projects = await namesOf(
    states.flatMap(({ project_id }) => (typeof project_id === 'string' ? project_id : [])),
    (ids) => tx.selectFrom('projects').select(['id', 'title as name']).where('id', 'in', ids).execute(),
  )
  const withNames = (booking: AuditedFields): AuditedFields =>
    booking && {
      ...booking,
      ...('project_id' in booking && { project_title: projects.get(String(booking.project_id)) ?? null }),
      ...('resources' in booking && {
        resources: resourcesIn(booking).map(({ id, kind }) => ({
          id,
          kind,
          name: resources.get(id) ?? UNKNOWN_NAMES[kind],
        })),
      }),
    }
  return rows.map((row) => ({ ...row, before: withNames(row.before), after: withNames(row.after) }))
}

function resourcesIn({ resources }: Record<string, unknown>): { id: string; kind: string }[] {
  const all: unknown[] = Array.isArray(resources) ? resources : []
  return all.map((resource) => ({ id: String(Object(resource).id), kind: String(Object(resource).kind) }))
}

async function namesOf(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly { id: string; name: string }[]>,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  return new Map((await read([...new Set(ids)])).map(({ id, name }) => [id, name]))
}
