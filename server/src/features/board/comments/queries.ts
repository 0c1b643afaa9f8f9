import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { type Page, pageParts } from '#platform/http/cursor.ts'

export type CommentRow = {
  id: string
  card_id: string
  studio_id: string
  author_id: string | null
  author_name: string | null
  body: string
  created_at: string
}

/** The comments of a card, oldest first. */
export async function listComments(tx: Tx, card: { id: string; studio_id: string }, page: Page) {
  const { sortedBy, isBeyond, inOrder } = pageParts({ at: 'w.created_at', id: 'w.id', descends: false }, page)
  const { rows } = await sql<CommentRow & { sorted_by: string }>`
    select w.id, w.card_id, w.studio_id, w.author_id, coalesce(seen.full_name, crew.full_name) as author_name, w.body,
      w.created_at, ${sortedBy}
    from card_comments w left join profiles seen on seen.id = w.author_id
    left join door.names_at(${card.studio_id}::uuid) crew on crew.user_id = w.author_id
    where w.card_id = ${card.id}::uuid and ${isBeyond} ${inOrder}`.execute(tx)
  return rows
}

/** A comment of a card; undefined if this card has no such comment. */
export function getComment(tx: Tx, card_id: string, id: string) {
  return tx
    .selectFrom('card_comments')
    .select(['id', 'card_id', 'studio_id', 'author_id'])
    .where('id', '=', id)
    .where('card_id', '=', card_id)
    .executeTakeFirst()
}

export function insertComment(
  tx: Tx,
  comment: { card_id: string; studio_id: string; client_id: string; author_id: string; body: string },
  at: string,
) {
  return tx
    .insertInto('card_comments')
    .values({ ...comment, created_at: at })
    .returning(['id', 'card_id', 'author_id', 'body', 'created_at'])
    .executeTakeFirstOrThrow()
}

export async function deleteComment(tx: Tx, id: string) {
  await tx.deleteFrom('card_comments').where('id', '=', id).execute()
}
