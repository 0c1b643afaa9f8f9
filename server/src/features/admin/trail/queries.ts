import type { TrailQuery } from '@studiohub/contract/features/admin/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

type TrailFilter = Pick<TrailQuery, 'studio_id' | 'actor_id' | 'outcome'> & {
  action?: string | undefined
  /** The beginnings of actions; without it all actions. */
  areas?: readonly string[]
  before_id: string | null
  limit: number
}

/** Rows of the audit log, newest first. @param action the beginning of the action's name */
export function listTrail(tx: Tx, { studio_id, actor_id, action, areas, outcome, before_id, limit }: TrailFilter) {
  return tx
    .selectFrom('audit_log as a')
    .leftJoin('profiles as p', 'p.id', 'a.actor_id')
    .leftJoin('api_keys as k', 'k.id', 'a.key_id')
    .leftJoin('studios as s', 's.id', 'a.studio_id')
    .select(sql<string>`a.id::text`.as('id'))
    .select(['a.at', 'a.actor_id', 'a.studio_id', 's.name as studio_name', 'a.action'])
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

/** The current names of the people and client records among these ids. */
export async function listNames(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return tx
    .selectFrom('profiles')
    .select(['id', 'full_name'])
    .where('id', 'in', ids)
    .unionAll(tx.selectFrom('client_records').select(['id', 'name as full_name']).where('id', 'in', ids))
    .execute()
}
