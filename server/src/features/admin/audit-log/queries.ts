import type { AuditLogQuery, AuditSubject } from '@studiohub/contract/features/admin/schema.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

type AuditLogFilter = Pick<AuditLogQuery, 'studio_id' | 'actor_id' | 'outcome'> & {
  action?: string | undefined
  /** Prefixes of actions; all actions if omitted. */
  areas?: readonly string[]
  before_id: string | null
  limit: number
}

/** Rows of the audit log, newest first. @param action the beginning of the action's name */
export function listAuditEntries(
  tx: Tx,
  { studio_id, actor_id, action, areas, outcome, before_id, limit }: AuditLogFilter,
) {
  return tx
    .selectFrom('audit_log as a')
    .leftJoin('profiles as p', 'p.id', 'a.actor_id')
    .leftJoin('api_keys as k', 'k.id', 'a.key_id')
    .leftJoin('studios as s', 's.id', 'a.studio_id')
    .select(sql<string>`a.id::text`.as('id'))
    .select(['a.at', 'a.actor_id', 'a.studio_id', 's.name as studio_name', 's.timezone as studio_timezone', 'a.action'])
    .select(
      sql<string | null>`case when a.key_id is null then p.full_name
      else coalesce('API key ' || k.label, 'API key of ' || p.full_name, 'API key') end`.as('actor_name'),
    )
    .select(['a.object_type', 'a.object_id', 'a.outcome', 'a.before', 'a.after', 'a.request_id'])
    .$narrowType<{ outcome: 'done' | 'denied' }>()
    .$if(studio_id !== undefined, (query) => query.where('a.studio_id', '=', studio_id ?? ''))
    .$if(actor_id !== undefined, (query) => query.where('a.actor_id', '=', actor_id ?? ''))
    .$if(outcome !== undefined, (query) => query.where('a.outcome', '=', outcome ?? 'done'))
    .$if(action !== undefined, (query) => query.where(sql<boolean>`starts_with(a.action, ${action ?? ''})`))
    .$if(areas !== undefined, (query) =>
      query.where(sql<boolean>`split_part(a.action, '.', 1) in (${sql.join(areas ?? [])})`),
    )
    .$if(before_id !== null, (query) => query.where(sql<boolean>`a.id < ${before_id}::bigint`))
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute()
}

/** The current names of the people, client records, projects, rooms and equipment among these ids. */
export async function listNames(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return tx
    .selectFrom('profiles')
    .select(['id', 'full_name'])
    .where('id', 'in', ids)
    .unionAll(tx.selectFrom('client_records').select(['id', 'name as full_name']).where('id', 'in', ids))
    .unionAll(tx.selectFrom('projects').select(['id', 'title as full_name']).where('id', 'in', ids))
    .unionAll(tx.selectFrom('resources').select(['id', 'name as full_name']).where('id', 'in', ids))
    .execute()
}

type SubjectRow = AuditSubject & { studio_id: string | null }

/**
 * The objects and people with these ids that the caller may see. People have no studio, and only operators get their emails.
 * @param studio_id null: of all studios, for operators
 */
export async function listSubjects(tx: Tx, studio_id: string | null, ids: readonly string[]): Promise<SubjectRow[]> {
  if (ids.length === 0) return []
  const idArray = sql`string_to_array(${ids.join()}, ',')::uuid[]`
  const hasRequestedId = (row: RawBuilder<unknown>) =>
    sql`${row}.id = any (${idArray}) and (${studio_id}::uuid is null or ${row}.studio_id = ${studio_id}::uuid)`
  const noBooking = sql`null as booking_date, null as start_time`
  const selectNamed = (kind: AuditSubject['kind'], table: string, name: string) => sql`
    select t.studio_id, ${kind}, t.id, t.${sql.ref(name)}, null, ${noBooking} from ${sql.table(table)} t
    where ${hasRequestedId(sql`t`)}`
  const { rows } = await sql<SubjectRow>`
    select b.studio_id, case b.booking_type when 'blocked_time' then 'block' else 'booking' end as kind, b.id, c.name,
      null as email, b.booking_date::text, to_char(b.start_time, 'HH24:MI') as start_time
    from bookings b left join client_records c on c.studio_id = b.studio_id and c.id = b.client_id
    where ${hasRequestedId(sql`b`)}
    union all ${selectNamed('client', 'client_records', 'name')}
    union all ${selectNamed('project', 'projects', 'title')}
    union all ${selectNamed('card', 'production_cards', 'title')}
    union all ${selectNamed('task', 'tasks', 'title')}
    union all ${selectNamed('resource', 'resources', 'name')}
    union all ${selectNamed('invitation', 'invitations', 'full_name')}
    union all
    select null, 'person', p.id, p.full_name, e.email, ${noBooking}
    from profiles p left join door.emails_of_people(${idArray}) e on e.id = p.id
    where p.id = any (${idArray})`.execute(tx)
  return rows
}
