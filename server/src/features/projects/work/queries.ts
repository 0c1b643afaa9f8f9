import type { ProjectComment, ProjectFile } from '@studiohub/contract/features/projects/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { type Page, pageParts } from '#platform/http/cursor.ts'

type ProjectId = { id: string; studio_id: string }

/** A project's file, with its keys in the file store instead of its addresses. */
export type ProjectFileRow = Omit<ProjectFile, 'url' | 'preview_url'> & { file_key: string; preview_key: string | null }

/**
 * Lists the files on the cards of a project and in its messages, newest first. The row-level policy of each table applies, so
 * crew who may not read the messages get only the files of cards.
 */
export async function listFiles(tx: Tx, { id, studio_id }: ProjectId, page: Page) {
  const { sortedBy, isBeyond, inOrder } = pageParts({ at: 's.created_at', id: 's.id', descends: true }, page)
  const { rows } = await sql<ProjectFileRow & { sorted_by: string }>`
    with files as (
      select f.id, f.card_id, c.title as card_title, f.name, f.content_type, f.size_bytes, f.file_key, f.preview_key,
        f.uploaded_by as by_id, f.created_at
      from production_cards c join card_files f on f.card_id = c.id and f.studio_id = c.studio_id
      where c.project_id = ${id}::uuid and c.studio_id = ${studio_id}::uuid
      union all
      select f.id, null, null, f.name, f.content_type, f.size_bytes, f.file_key, f.preview_key, m.author_id, m.created_at
      from conversations v join conversation_messages m on m.conversation_id = v.id and m.studio_id = v.studio_id
      join message_files f on f.message_id = m.id and f.studio_id = m.studio_id
      where v.project_id = ${id}::uuid and v.studio_id = ${studio_id}::uuid
    )
    select s.id, s.card_id, s.card_title, s.name, s.content_type, s.size_bytes, s.file_key, s.preview_key, s.created_at,
      coalesce(seen.full_name, crew.full_name) as uploaded_by_name, ${sortedBy}
    from files s
    left join profiles seen on seen.id = s.by_id
    left join door.names_at(${studio_id}::uuid) crew on crew.user_id = s.by_id
    where ${isBeyond} ${inOrder}`.execute(tx)
  return rows
}

/** Lists the comments on the cards of a project, newest first, with the current names of the mentioned people. */
export async function listComments(tx: Tx, { id, studio_id }: ProjectId, page: Page) {
  const { sortedBy, isBeyond, inOrder } = pageParts({ at: 'w.created_at', id: 'w.id', descends: true }, page)
  const { rows } = await sql<ProjectComment & { sorted_by: string }>`
    with names as materialized (
      select n.user_id, n.full_name from door.names_at(${studio_id}::uuid) n
      union all
      select k.user_id, k.name from projects p join client_records k on k.studio_id = p.studio_id and k.id = p.client_id
      where p.id = ${id}::uuid and p.studio_id = ${studio_id}::uuid and k.user_id is not null
    )
    select w.id, w.card_id, c.title as card_title, coalesce(seen.full_name, crew.full_name) as author_name, w.body,
      (select coalesce(json_agg(json_build_object('user_id', n.user_id, 'full_name', n.full_name)), '[]') from names n
        where position('@[' || n.user_id || ']' in w.body) > 0) as mentions,
      w.created_at, ${sortedBy}
    from production_cards c join card_comments w on w.card_id = c.id and w.studio_id = c.studio_id
    left join profiles seen on seen.id = w.author_id
    left join door.names_at(${studio_id}::uuid) crew on crew.user_id = w.author_id
    where c.project_id = ${id}::uuid and c.studio_id = ${studio_id}::uuid and ${isBeyond} ${inOrder}`.execute(tx)
  return rows
}
