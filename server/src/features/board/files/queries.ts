import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

export type FileRow = {
  id: string
  card_id: string
  name: string
  content_type: string
  size_bytes: number
  file_key: string
  preview_key: string | null
  uploaded_by: string | null
  uploaded_by_name: string | null
  created_at: string
}

/** The files of a card, oldest first. @param file_id returns only this file */
export async function listFiles(tx: Tx, card: { id: string; studio_id: string }, file_id?: string) {
  const { rows } = await sql<FileRow>`
    select f.id, f.card_id, f.name, f.content_type, f.size_bytes, f.file_key, f.preview_key, f.uploaded_by,
      coalesce(seen.full_name, crew.full_name) as uploaded_by_name, f.created_at
    from card_files f left join profiles seen on seen.id = f.uploaded_by
    left join door.names_at(${card.studio_id}::uuid) crew on crew.user_id = f.uploaded_by
    where f.card_id = ${card.id}::uuid and (${file_id ?? null}::uuid is null or f.id = ${file_id ?? null}::uuid)
    order by f.created_at, f.id`.execute(tx)
  return rows
}

export async function countFiles(tx: Tx, card_id: string): Promise<number> {
  const { files } = await tx
    .selectFrom('card_files')
    .select(sql<number>`count(*)::integer`.as('files'))
    .where('card_id', '=', card_id)
    .executeTakeFirstOrThrow()
  return files
}

export async function insertFile(
  tx: Tx,
  file: {
    card_id: string
    studio_id: string
    client_id: string
    uploaded_by: string
    name: string
    content_type: string
    size_bytes: number
    file_key: string
    preview_key: string | null
    created_at: string
  },
): Promise<string> {
  const { id } = await tx.insertInto('card_files').values(file).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function deleteFile(tx: Tx, id: string) {
  await tx.deleteFrom('card_files').where('id', '=', id).execute()
}

/** Whether a stored file or preview belongs to a card. */
export async function isFileOfCard(tx: Tx, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('card_files')
    .select('id')
    .where((eb) => eb.or([eb('file_key', '=', key), eb('preview_key', '=', key)]))
    .executeTakeFirst()
  return row !== undefined
}
