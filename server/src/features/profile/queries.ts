import type { Actor } from '@studiohub/contract/actor.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const profileColumns = ['id', 'full_name', 'phone', 'created_at'] as const

type Account = { email: string; avatar_url: string | null; email_proven: boolean; factors_end_at: string | null }

/**
 * The caller's address, and the picture from their sign-in provider. Only the auth role may read their table, so a database
 * function reads them.
 */
export async function getAccount(tx: Tx) {
  const { rows } = await sql<Account>`select * from door.account(), door.own_proof()`.execute(tx)
  return rows[0]
}

/** The source and the file key of the person's picture. */
export function getAvatar(tx: Tx, user_id: string) {
  return tx.selectFrom('profiles').select(['avatar_source', 'avatar_key']).where('id', '=', user_id).executeTakeFirst()
}

export function getProfile(tx: Tx, user_id: string) {
  return tx.selectFrom('profiles').select(profileColumns).where('id', '=', user_id).executeTakeFirst()
}

export function updateProfile(tx: Tx, user_id: string, changes: { full_name?: string; phone?: string | null }) {
  return tx.updateTable('profiles').set(changes).where('id', '=', user_id).returning(profileColumns).executeTakeFirst()
}

/** Whether the studio charges this client without tax (reverse charge). */
export async function hasReverseCharge(tx: Tx, { studio_id, client_id }: Pick<Actor, 'studio_id' | 'client_id'>) {
  const record = await tx
    .selectFrom('client_records')
    .select('id')
    .where('studio_id', '=', studio_id)
    .where('id', '=', client_id)
    .where('reverse_charge', '=', true)
    .where('tax_number', 'is not', null)
    .executeTakeFirst()
  return record !== undefined
}
