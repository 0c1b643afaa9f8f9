import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import type { StoredFileColumns } from '#platform/files/store-file.ts'

export type FileRow = {
  id: string
  message_id: string | null
  name: string
  content_type: string
  size_bytes: number
  file_key: string
  preview_key: string | null
}

const columns = ['id', 'message_id', 'name', 'content_type', 'size_bytes', 'file_key', 'preview_key'] as const

/** The files of some messages, in the order in which they were attached. */
export async function listFiles(tx: Tx, message_ids: readonly string[]): Promise<FileRow[]> {
  if (message_ids.length === 0) return []
  return tx
    .selectFrom('message_files')
    .select(columns)
    .where('message_id', 'in', message_ids)
    .orderBy('message_id')
    .orderBy('position')
    .execute()
}

type Upload = { uploaded_by: string; upload_key: string }

/** A file that a person has uploaded before under this key. */
export function findUpload(tx: Tx, { uploaded_by, upload_key }: Upload): Promise<FileRow | undefined> {
  return tx
    .selectFrom('message_files')
    .select(columns)
    .where('uploaded_by', '=', uploaded_by)
    .where('upload_key', '=', upload_key)
    .executeTakeFirst()
}

type NewFileRow = StoredFileColumns & {
  studio_id: string
  client_id: string
  uploaded_by: string | null
  upload_key: string
  created_at: string
  /** Set for a file of an email. */
  message_id?: string
  position?: number
}

/** @returns undefined if another attempt of the same upload was faster */
export async function insertFile(tx: Tx, file: NewFileRow): Promise<FileRow | undefined> {
  return tx
    .insertInto('message_files')
    .values(file)
    .onConflict((conflict) => conflict.columns(['uploaded_by', 'upload_key']).doNothing())
    .returning(columns)
    .executeTakeFirst()
}

type SentMessage = { message_id: string; studio_id: string; client_id: string; uploaded_by: string }

/** Attaches files that the message's author has uploaded for this client. @returns how many were attached */
export async function attachFiles(
  tx: Tx,
  { message_id, studio_id, client_id, uploaded_by }: SentMessage,
  ids: readonly string[],
) {
  if (ids.length === 0) return 0
  const { rows } = await sql`update message_files f set message_id = ${message_id}::uuid, position = named.ordinal
    from unnest(string_to_array(${ids.join()}, ',')::uuid[]) with ordinality as named (id, ordinal)
    where f.id = named.id and f.message_id is null and f.uploaded_by = ${uploaded_by}::uuid
      and f.studio_id = ${studio_id}::uuid and f.client_id = ${client_id}::uuid
    returning f.id`.execute(tx)
  return rows.length
}

/** Deletes a file that was not sent. @returns the file */
export function deleteUnsentFile(tx: Tx, file: { id: string; studio_id: string; uploaded_by: string }) {
  return tx
    .deleteFrom('message_files')
    .where('id', '=', file.id)
    .where('studio_id', '=', file.studio_id)
    .where('uploaded_by', '=', file.uploaded_by)
    .where('message_id', 'is', null)
    .returning(columns)
    .executeTakeFirst()
}

/** Whether a stored file or preview belongs to a message, or is not sent yet, and the caller may read it. */
export async function isFileOfMessage(tx: Tx, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('message_files')
    .select('id')
    .where((eb) => eb.or([eb('file_key', '=', key), eb('preview_key', '=', key)]))
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the row of a file that was uploaded before `before` and never sent. */
export async function deleteExpiredUpload(tx: Tx, key: string, before: string) {
  await tx
    .deleteFrom('message_files')
    .where((eb) => eb.or([eb('file_key', '=', key), eb('preview_key', '=', key)]))
    .where('message_id', 'is', null)
    .where('created_at', '<', before)
    .execute()
}

/** The bytes of a studio's files on cards and in messages, and of those of one person. Requires the system role. */
export async function getFileBytes(
  tx: Tx,
  { studio_id, uploaded_by }: { studio_id: string; uploaded_by: string | null },
) {
  const { rows } = await sql<{ of_studio: number; of_person: number }>`
    select coalesce(sum(f.size_bytes), 0)::bigint as of_studio,
      coalesce(sum(f.size_bytes) filter (where f.uploaded_by = ${uploaded_by}::uuid), 0)::bigint as of_person
    from (select size_bytes, uploaded_by from card_files where studio_id = ${studio_id}::uuid
      union all select size_bytes, uploaded_by from message_files where studio_id = ${studio_id}::uuid) f`.execute(tx)
  return rows[0] ?? { of_studio: 0, of_person: 0 }
}
