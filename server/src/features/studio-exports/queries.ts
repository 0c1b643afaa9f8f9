import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const columns = [
  ...(['id', 'studio_id', 'state', 'requested_by', 'created_at', 'expires_at'] as const),
  ...(['size_bytes', 'downloaded_at', 'parts'] as const),
] as const

type Stored = { id: string; studio_id: string; parts: number }

/** The key of one part of an export in the file store. */
export const exportKey = ({ id, studio_id }: Pick<Stored, 'id' | 'studio_id'>, part: number) =>
  `exports/${studio_id}/${id}-${String(part).padStart(6, '0')}.part`

/** The keys of all parts of an export, also of one that was interrupted. */
export const exportKeysOf = (stored: Stored): string[] =>
  Array.from({ length: stored.parts }, (_, index) => exportKey(stored, index + 1))

/** The newest exports of a studio, with the name of the person who requested each. */
export function listExports(tx: Tx, studio_id: string, limit: number) {
  return readExports(tx)
    .where('e.studio_id', '=', studio_id)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()
}

/** */
export const getListedExport = (tx: Tx, id: string) => readExports(tx).where('e.id', '=', id).executeTakeFirst()

const readExports = (tx: Tx) =>
  tx
    .selectFrom('studio_exports as e')
    .leftJoin('profiles as p', 'p.id', 'e.requested_by')
    .select(columns.map((column) => `e.${column}` as const))
    .select('p.full_name as requested_by_name')

/** Whether an export of the studio is being written. */
export async function isExportWaiting(tx: Tx, studio_id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('studio_exports')
    .select('id')
    .where('studio_id', '=', studio_id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return found !== undefined
}

/** */
export function getExport(tx: Tx, id: string) {
  return tx.selectFrom('studio_exports').select(columns).where('id', '=', id).executeTakeFirst()
}

/** How many exports of a studio were requested since this time (ISO 8601). */
export async function countExports(tx: Tx, studio_id: string, since: string): Promise<number> {
  const { count } = await tx
    .selectFrom('studio_exports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('studio_id', '=', studio_id)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

type NewExport = { id: string; studio_id: string; requested_by: string; created_at: string }

/** Fails with `studio_exports_waiting` while another export of the studio is waiting. */
export async function insertExport(tx: Tx, row: NewExport): Promise<void> {
  await tx.insertInto('studio_exports').values(row).execute()
}

/** Notes how many parts are in the store, before the next one is stored. Parts of an interrupted attempt still count. */
export async function updateParts(tx: Tx, id: string, parts: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('studio_exports')
    .set({ parts: sql<number>`greatest(parts, ${parts}::int)` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type EndedExport = { id: string; at: string }

/** @returns undefined if it has ended already, or its studio was erased */
export function finishExport(tx: Tx, { id, at, ...ready }: EndedExport & { size_bytes: number; expires_at: string }) {
  return tx
    .updateTable('studio_exports')
    .set({ state: 'ready', ended_at: at, ...ready })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['id', 'studio_id', 'requested_by'])
    .executeTakeFirst()
}

/** @returns undefined if it has ended already */
export function failExport(tx: Tx, { id, at }: EndedExport) {
  return tx
    .updateTable('studio_exports')
    .set({ state: 'failed', ended_at: at })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['id', 'studio_id', 'requested_by', 'parts'])
    .executeTakeFirst()
}

/** Exports whose time is over: ready ones by their date, the others by this time (ISO 8601). */
export function listExpiredExports(tx: Tx, { now, failed_before }: { now: string; failed_before: string }) {
  return tx
    .selectFrom('studio_exports')
    .select(['id', 'studio_id', 'parts'])
    .where(({ or, and, eb }) =>
      or([eb('expires_at', '<=', now), and([eb('state', '=', 'failed'), eb('ended_at', '<=', failed_before)])]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(100)
    .execute()
}

/** */
export async function noteDownload(tx: Tx, id: string, at: string): Promise<void> {
  await tx.updateTable('studio_exports').set({ downloaded_at: at }).where('id', '=', id).execute()
}

/** Exports that have waited since before this time (ISO 8601): their job has ended. */
export async function listStuckExports(tx: Tx, before: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('studio_exports')
    .select('id')
    .where('state', '=', 'waiting')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** */
export async function deleteExport(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('studio_exports').where('id', '=', id).execute()
}
