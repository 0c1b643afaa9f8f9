import type { Amr } from '#platform/auth/tokens.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { byTime, type Page } from '#platform/http/cursor.ts'

/** Lists a page of a person's sessions, most recently used first. */
export function listSessions(tx: Tx, user_id: string, page: Page) {
  return tx
    .selectFrom('auth.sessions')
    .select(['id', 'user_agent', 'ip', 'amr', 'created_at', 'refreshed_at'])
    .where('user_id', '=', user_id)
    .$narrowType<{ amr: Amr[] }>()
    .$call(byTime({ at: 'refreshed_at', id: 'id', descends: true }, page))
    .execute()
}
