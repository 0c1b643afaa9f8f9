import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/door.ts'

/** The studio that a slug leads to, be it an old one; null where there is none. */
export async function getStudioBySlug(tx: Tx, slug: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select door.slug_owner(${slug}) as id`.execute(tx)
  return rows[0]?.id ?? null
}

/** The studio that has proven to own a domain; null where none has. */
export async function getStudioByDomain(tx: Tx, domain: string): Promise<string | null> {
  const row = await tx
    .selectFrom('studios')
    .select('id')
    .where('custom_domain', '=', domain)
    .where('domain_verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The slug that a studio goes by at present. */
export async function getSlugOf(tx: Tx, studio_id: string): Promise<string | null> {
  const row = await tx.selectFrom('studios').select('slug').where('id', '=', studio_id).executeTakeFirst()
  return row?.slug ?? null
}
