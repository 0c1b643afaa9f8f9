import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

// All queries in this file require the system role.

/** Starts a view. It replaces an ended view of the same session. */
export async function insertView(tx: Tx, view: { session_id: string; studio_id: string; now: Date; ends_at: string }) {
  const { session_id, studio_id, now, ends_at } = view
  await tx.deleteFrom('owner_views').where('session_id', '=', session_id).execute()
  await tx.insertInto('owner_views').values({ session_id, studio_id, started_at: now.toISOString(), ends_at }).execute()
}

/** Ends the view of a session. @returns its studio, operator and end; undefined if there was none */
export async function deleteView(tx: Tx, session_id: string) {
  const { rows } = await sql<{ studio_id: string; user_id: string; ends_at: string }>`
    delete from owner_views v using auth.sessions s
    where v.session_id = ${session_id}::uuid and s.id = v.session_id returning v.studio_id, s.user_id, v.ends_at`.execute(
    tx,
  )
  return rows[0]
}
