import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const profileColumns = ['id', 'full_name', 'phone', 'created_at'] as const

type Account = { email: string; avatar_url: string | null; email_proven: boolean; factors_end_at: string | null }

/**
 * The caller's address and the picture from their sign-in provider. They are in a table of the authentication service, which
 * a database function reads.
 */
export async function getAccount(tx: Tx) {
  const { rows } = await sql<Account>`select * from door.account(), door.own_proof()`.execute(tx)
  return rows[0]
}

/** Source and file key of the person's picture. */
export function getAvatar(tx: Tx, user_id: string) {
  return tx.selectFrom('profiles').select(['avatar_source', 'avatar_key']).where('id', '=', user_id).executeTakeFirst()
}

export function getProfile(tx: Tx, user_id: string) {
  return tx.selectFrom('profiles').select(profileColumns).where('id', '=', user_id).executeTakeFirst()
}

export function updateProfile(tx: Tx, user_id: string, changes: { full_name?: string; phone?: string | null }) {
  return tx.updateTable('profiles').set(changes).where('id', '=', user_id).returning(profileColumns).executeTakeFirst()
}
