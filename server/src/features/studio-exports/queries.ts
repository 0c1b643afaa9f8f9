import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const columns = [
  'id',
  'studio_id',
  'state',
  'requested_by',
  'created_at',
  'expires_at',
  'size_bytes',
  'downloaded_at',
  'parts',
] as const

type StoredExport = { id: string; studio_id: string; parts: number }

/** The key of one part of an export in the file store. */
export const partKey = ({ id, studio_id }: Pick<StoredExport, 'id' | 'studio_id'>, part: number) =>
  `${EXPORTS_BUCKET}/${studio_id}/${id}-${String(part).padStart(6, '0')}.part`

/** The folder of all parts in the file store. */
export const EXPORTS_BUCKET = 'exports'

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const partKeyPattern = new RegExp(`^${EXPORTS_BUCKET}/${uuid}/(${uuid})-[0-9]{6}\\.part$`)

/** The id of the export to which a part belongs, or null for any other file. */
export const parseExportId = (key: string): string | null => partKeyPattern.exec(key)?.[1] ?? null

/** Lists the keys of all parts of an export, also of an interrupted one. */
export const listPartKeys = (stored: StoredExport): string[] =>
  Array.from({ length: stored.parts }, (_, index) => partKey(stored, index + 1))

/** Lists the newest exports of a studio, with the name of the person who requested each. */
export function listExports(tx: Tx, studio_id: string, limit: number) {
  return selectExports(tx)
    .where('e.studio_id', '=', studio_id)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute()
}

/** An export, with the name of the person who requested it. */
export const getListedExport = (tx: Tx, id: string) => selectExports(tx).where('e.id', '=', id).executeTakeFirst()

const selectExports = (tx: Tx) =>
  tx
    .selectFrom('studio_exports as e')
    .leftJoin('profiles as p', 'p.id', 'e.requested_by')
    .select(columns.map((column) => `e.${column}` as const))
    .select('p.full_name as requested_by_name')

/** Whether an export of the studio is being written. */
export async function isExportWaiting(tx: Tx, studio_id: string): Promise<boolean> {
  const exportRow = await tx
    .selectFrom('studio_exports')
    .select('id')
    .where('studio_id', '=', studio_id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return exportRow !== undefined
}

/** An export; undefined if the caller may not see it. */
export function getExport(tx: Tx, id: string) {
  return tx.selectFrom('studio_exports').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Counts the exports of a studio that were requested since this time (ISO 8601). */
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

/** Inserts a waiting export. Fails with the constraint `studio_exports_waiting` if the studio already has one. */
export async function insertExport(tx: Tx, row: NewExport): Promise<void> {
  await tx.insertInto('studio_exports').values(row).execute()
}

/**
 * Records the number of parts before the next one is stored. The number never decreases, so that parts of an interrupted
 * attempt are deleted too. @returns false if the export is no longer waiting
 */
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

/** Marks an export as ready. @returns undefined if it has already ended, or its studio was erased */
export function finishExport(tx: Tx, { id, at, ...ready }: EndedExport & { size_bytes: number; expires_at: string }) {
  return tx
    .updateTable('studio_exports')
    .set({ state: 'ready', ended_at: at, ...ready })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['id', 'studio_id', 'requested_by'])
    .executeTakeFirst()
}

/** Marks an export as failed. @returns undefined if it has already ended */
export function failExport(tx: Tx, { id, at }: EndedExport) {
  return tx
    .updateTable('studio_exports')
    .set({ state: 'failed', ended_at: at })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['id', 'studio_id', 'requested_by', 'parts'])
    .executeTakeFirst()
}

/** Lists ready exports whose `expires_at` has passed, and failed ones that ended before `failed_before` (ISO 8601). */
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

/** Stores the time of the last download. */
export async function recordDownload(tx: Tx, id: string, at: string): Promise<void> {
  await tx.updateTable('studio_exports').set({ downloaded_at: at }).where('id', '=', id).execute()
}

/** Lists exports that have been waiting since before this time (ISO 8601), because their job has ended. */
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

/** Lists the ids, out of these, of exports that exist. */
export async function listExistingExports(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.selectFrom('studio_exports').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

/** Deletes the row of an export, without its parts. */
export async function deleteExport(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('studio_exports').where('id', '=', id).execute()
}
