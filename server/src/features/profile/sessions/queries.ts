import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/door.ts'

/** A page of where a person is signed in, the place used last first. */
export function listSessions(
  tx: Tx,
  user_id: string,
  page: { after: readonly [used: string, id: string] | null; limit: number },
) {
  const [used = '', id = ''] = page.after ?? []
  return tx
    .selectFrom('auth.sessions')
    .select(['id', 'user_agent', 'created_at', 'refreshed_at'])
    .where('user_id', '=', user_id)
    .$if(page.after !== null, (query) =>
      query.where(sql<boolean>`(refreshed_at, id) < (${used}::timestamptz, ${id}::uuid)`),
    )
    .orderBy('refreshed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
}

/** Ends a session of this person, or does nothing. @returns what it was */
export function deleteOwnSession(tx: Tx, user_id: string, id: string) {
  return tx
    .deleteFrom('auth.sessions')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning(['id', 'user_agent', 'created_at'])
    .executeTakeFirst()
}
