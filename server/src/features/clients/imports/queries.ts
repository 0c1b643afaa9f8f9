import type { ClientImport } from '@studiohub/contract/features/clients/imports/schema.ts'
import type { NewClient } from '@studiohub/contract/features/clients/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const IMPORTS_SHOWN = 20
const importColumns = ['id', 'created_at', 'created', 'undone_at'] as const

/** The fields by which a studio's current clients are recognized. */
export function listKnownClients(tx: Tx, studio_id: string) {
  return tx
    .selectFrom('client_records')
    .select(['id', 'name', 'email', 'phone'])
    .where('studio_id', '=', studio_id)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

type ImportRow = { id: string; studio_id: string; created_by: string; created_at: string; created: number }

/** Inserts an import with its clients in one statement; undefined if there is no such studio. */
export async function insertImport(
  tx: Tx,
  row: ImportRow,
  clients: readonly NewClient[],
): Promise<ClientImport | undefined> {
  const { rows } = await sql<ClientImport>`
    with new_import as (
      insert into imports (id, kind, studio_id, created_by, created_at, created)
      select ${row.id}::uuid, 'clients', s.id, ${row.created_by}::uuid, ${row.created_at}::timestamptz, ${row.created}
      from studios s where s.id = ${row.studio_id}::uuid
      returning id, created_at, created, undone_at
    ), new_clients as (
      insert into client_records (studio_id, name, email, phone, company, notes, tags, language, import_id, created_by,
        created_at, updated_at)
      select ${row.studio_id}::uuid, given.name, given.email, given.phone, given.company, given.notes, given.tags,
        given.language, ${row.id}::uuid,
        ${row.created_by}::uuid, ${row.created_at}::timestamptz, ${row.created_at}::timestamptz
      from new_import, json_to_recordset(${JSON.stringify(clients)}::json)
        as given (name text, email text, phone text, company text, notes text, tags text[], language text)
    )
    select id, created_at, created, undone_at from new_import`.execute(tx)
  return rows[0]
}

/** The newest imports of a studio. */
export function listImports(tx: Tx, studio_id: string): Promise<ClientImport[]> {
  return tx
    .selectFrom('imports')
    .select(importColumns)
    .where('studio_id', '=', studio_id)
    .where('kind', '=', 'clients')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(IMPORTS_SHOWN)
    .execute()
}

export function getImport(tx: Tx, studio_id: string, id: string): Promise<ClientImport | undefined> {
  return tx
    .selectFrom('imports')
    .select(importColumns)
    .where('studio_id', '=', studio_id)
    .where('kind', '=', 'clients')
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Marks an import as undone. @returns false if it was undone before */
export async function endImport(tx: Tx, studio_id: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set({ undone_at: sql`greatest(${now.toISOString()}::timestamptz, created_at)` })
    .where('studio_id', '=', studio_id)
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The tables that show that a studio has used a client's record. */
export const tablesOfUse = [
  'bookings',
  'booking_series',
  'projects',
  'client_checkins',
  'conversations',
  'invoices',
  'payments',
  'card_payments',
  'saved_cards',
  'sold_packages',
  'ledger_entries',
  'terms_acceptances',
  'agreements',
  'text_consents',
]

/**
 * Deletes the unused records of an import. Take the studio's lock first; otherwise a booking that is being created could
 * lose its client. Requires the system role, because the desk cannot see invoices.
 * @returns how many were deleted
 */
export async function deleteImportedClients(tx: Tx, studio_id: string, import_id: string): Promise<number> {
  const isUsed = (table: string) =>
    sql`exists (select from ${sql.table(table)} u where u.studio_id = c.studio_id and u.client_id = c.id)`
  const { numAffectedRows } = await sql`
    delete from client_records c
    where c.studio_id = ${studio_id}::uuid and c.import_id = ${import_id}::uuid and c.user_id is null
      and not (${sql.join(tablesOfUse.map(isUsed), sql` or `)}
        or exists (select from client_claims k where k.studio_id = c.studio_id and k.client_id = c.id and k.state = 'open'))`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}

/** How many records of an import still exist. */
export async function countImportedClients(tx: Tx, studio_id: string, import_id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('client_records')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('studio_id', '=', studio_id)
    .where('import_id', '=', import_id)
    .executeTakeFirstOrThrow()
  return count
}
