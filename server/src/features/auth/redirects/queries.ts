import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/door.ts'

/** The studio that a slug (an old one too) or a proven domain leads to; null where there is none. */
export async function getStudioByAddress(tx: Tx, address: { slug: string | null; host: string | null }) {
  const { rows } = await sql<{ id: string }>`
    select id from door.public_studio(${address.slug}, ${address.host})`.execute(tx)
  return rows[0]?.id ?? null
}
