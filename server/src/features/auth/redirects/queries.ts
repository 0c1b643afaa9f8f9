import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** The studio of a slug, current or former; null if there is none. */
export async function getStudioBySlug(tx: Tx, slug: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select door.slug_owner(${slug}) as id`.execute(tx)
  return rows[0]?.id ?? null
}

/** The studio with this verified domain; null if there is none. */
export async function getStudioByDomain(tx: Tx, domain: string): Promise<string | null> {
  const row = await tx
    .selectFrom('studios')
    .select('id')
    .where('custom_domain', '=', domain)
    .where('domain_verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The current slug of a studio. */
export async function getSlugOf(tx: Tx, studio_id: string): Promise<string | null> {
  const row = await tx.selectFrom('studios').select('slug').where('id', '=', studio_id).executeTakeFirst()
  return row?.slug ?? null
}

export async function getNameOf(tx: Tx, studio_id: string): Promise<string | null> {
  const row = await tx.selectFrom('studios').select('name').where('id', '=', studio_id).executeTakeFirst()
  return row?.name ?? null
}

/** Whether a person has or had roles at one studio and elsewhere, and whether their account has a second factor. */
export type StudioRolesRow = {
  is_here: boolean
  was_here: boolean
  is_elsewhere: boolean
  is_operator: boolean
  has_factor: boolean
}

export async function getRolesAround(tx: Tx, user_id: string, studio_id: string): Promise<StudioRolesRow> {
  const { rows } = await sql<StudioRolesRow>`
    select r.is_here, r.was_here, r.is_elsewhere, r.is_operator,
      exists (select from auth.factors f where f.user_id = ${user_id}::uuid and f.status = 'verified') as has_factor
    from door.roles_around(${user_id}::uuid, ${studio_id}::uuid) r`.execute(tx)
  return rows[0] ?? { is_here: false, was_here: true, is_elsewhere: true, is_operator: false, has_factor: false }
}
