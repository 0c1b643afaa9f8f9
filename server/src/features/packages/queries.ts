import type { HourPackage, NewPackage, PackageChanges } from '@studiohub/contract/features/packages/schema.ts'
import { PACKAGES_OFFERED_MAX } from '@studiohub/contract/features/packages/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const columns = [
  'id',
  'studio_id',
  'name',
  'minutes',
  'price_minor',
  'currency',
  'valid_days',
  'service_types',
  'is_active',
  'created_at',
  'version',
] as const

/** One package of a studio; undefined if the actor may not see it. */
export const getPackage = (tx: Tx, id: string): Promise<HourPackage | undefined> =>
  tx.selectFrom('packages').select(columns).where('id', '=', id).executeTakeFirst()

/** The packages that a studio sells, newest first. */
export const listPackages = (tx: Tx, studio_id: string): Promise<HourPackage[]> =>
  tx
    .selectFrom('packages')
    .select(columns)
    .where('studio_id', '=', studio_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PACKAGES_OFFERED_MAX)
    .execute()

type NewPackageRow = NewPackage & { studio_id: string; currency: string; created_at: string }

/** Inserts a package. @returns undefined if the studio already has the maximum number of packages */
export async function insertPackage(tx: Tx, row: NewPackageRow): Promise<HourPackage | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from packages where studio_id = ${row.studio_id}::uuid`.execute(tx)
  if ((rows[0]?.count ?? 0) >= PACKAGES_OFFERED_MAX) return undefined
  return tx.insertInto('packages').values(row).returning(columns).executeTakeFirstOrThrow()
}

/** Changes a package. @returns undefined if `version` is not current. Without `version`, nothing is checked. */
export const updatePackage = (
  tx: Tx,
  id: string,
  { version, ...changes }: PackageChanges,
): Promise<HourPackage | undefined> =>
  tx
    .updateTable('packages')
    .set(({ eb }) => ({ version: eb('version', '+', 1), ...changes }))
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning(columns)
    .executeTakeFirst()
