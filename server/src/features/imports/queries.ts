import type { ImportKind } from '@studiohub/contract/features/imports/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const IMPORTS_SHOWN = 20
const importColumns = ['id', 'kind', 'created_at', 'created', 'created_clients', 'undone_at'] as const

export type ImportRow = {
  id: string
  kind: ImportKind
  created_at: string
  created: number
  created_clients: number
  undone_at: string | null
}

type NewImport = { id: string; studio_id: string; kind: ImportKind; created_by: string; created_at: string }

/** Inserts an import that has added nothing yet. */
export async function insertImport(tx: Tx, row: NewImport) {
  await tx
    .insertInto('imports')
    .values({ ...row, created: 0 })
    .execute()
}

/** Adds to the counts of an import. Requires the system role. */
export async function countCreated(tx: Tx, id: string, added: { created: number; created_clients: number }) {
  await tx
    .updateTable('imports')
    .set({
      created: sql`created + ${added.created}`,
      created_clients: sql`created_clients + ${added.created_clients}`,
    })
    .where('id', '=', id)
    .execute()
}

/** Lists the newest imports of a studio that added something. */
export function listImports(tx: Tx, studio_id: string): Promise<ImportRow[]> {
  return tx
    .selectFrom('imports')
    .select(importColumns)
    .where('studio_id', '=', studio_id)
    .where((row) => row.or([row('created', '>', 0), row('created_clients', '>', 0)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(IMPORTS_SHOWN)
    .$narrowType<{ kind: ImportKind }>()
    .execute()
}

export function getImport(tx: Tx, studio_id: string, id: string): Promise<ImportRow | undefined> {
  return tx
    .selectFrom('imports')
    .select(importColumns)
    .where('studio_id', '=', studio_id)
    .where('id', '=', id)
    .$narrowType<{ kind: ImportKind }>()
    .executeTakeFirst()
}

/** The settings of a studio that reading a file needs; undefined if there is no such studio. */
export function getImportSettings(tx: Tx, studio_id: string) {
  return tx
    .selectFrom('studios')
    .select(['timezone', 'currency', 'is_active'])
    .where('id', '=', studio_id)
    .executeTakeFirst()
}

type NewImportedClient = { id: string; name: string; email: string | null; phone: string | null }

/** Inserts client records that are imported with bookings or projects. */
export async function insertClients(
  tx: Tx,
  { studio_id, import_id, created_by, at }: { studio_id: string; import_id: string; created_by: string; at: string },
  clients: readonly NewImportedClient[],
) {
  await sql`
    insert into client_records (studio_id, id, name, email, phone, import_id, created_by, created_at, updated_at)
    select ${studio_id}::uuid, given.id, given.name, given.email, given.phone, ${import_id}::uuid, ${created_by}::uuid,
      ${at}::timestamptz, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(clients)}::json) as given (id uuid, name text, email text, phone text)`.execute(
    tx,
  )
}

/** The import keys, out of these, that bookings or projects of the studio already have. */
export async function listKnownKeys(
  tx: Tx,
  { studio_id, table }: { studio_id: string; table: 'bookings' | 'projects' },
  keys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ import_key: string }>`
    select t.import_key from ${sql.table(table)} t
    where t.studio_id = ${studio_id}::uuid and t.import_key = any(${[...keys]}::text[])`.execute(tx)
  return new Set(rows.map(({ import_key }) => import_key))
}
