import type { NewLetter } from '@studiohub/contract/features/admin/support/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

// All queries in this file require the system role.

/** The number of letters in the last 24 hours: to this studio, and to all studios. */
export async function countLetters(tx: Tx, studio_id: string, now: Date) {
  const { rows } = await sql<{ to_studio: number; to_all: number }>`
    select (count(*) filter (where studio_id = ${studio_id}::uuid))::integer as to_studio, count(*)::integer as to_all
    from operator_letters where created_at > ${now.toISOString()}::timestamptz - interval '24 hours'`.execute(tx)
  return rows[0] ?? { to_studio: 0, to_all: 0 }
}

export async function insertLetter(tx: Tx, letter: NewLetter & { studio_id: string; created_at: string }) {
  const { id } = await tx.insertInto('operator_letters').values(letter).returning('id').executeTakeFirstOrThrow()
  return id
}
