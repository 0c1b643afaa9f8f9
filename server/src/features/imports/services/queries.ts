import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

// The hash leaves out `position`, because reordering the list does not change a service.
const hashOf = sql`md5((to_jsonb(s) - 'position' - 'import_id' - 'import_hash')::text)`

/** Marks new services as imported. An undo compares the stored hash to find out whether they were changed since. */
export async function markServices(
  tx: Tx,
  { studio_id, import_id, keys }: { studio_id: string; import_id: string; keys: readonly string[] },
) {
  await sql`
    update studio_services s set import_id = ${import_id}::uuid, import_hash = ${hashOf}
    where s.studio_id = ${studio_id}::uuid and s.key = any(${[...keys]}::text[])`.execute(tx)
}

/**
 * Deletes the services of an import that were not changed since and that no booking uses. Requires the system role.
 * @returns their number
 */
export async function deleteUntouchedServices(tx: Tx, studio_id: string, import_id: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from studio_services s
    where s.studio_id = ${studio_id}::uuid and s.import_id = ${import_id}::uuid and s.import_hash = ${hashOf}
      and not exists (select from bookings b where b.studio_id = s.studio_id and b.service_type = s.key)
      and not exists (select from booking_series b where b.studio_id = s.studio_id and b.service_type = s.key)
      and not exists (select from pictures p where p.studio_id = s.studio_id and p.service_key = s.key)`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
