import type { CardAgent } from '@studiohub/contract/features/assistant/words.ts'
import type { CardPriority, CardStatus } from '@studiohub/contract/features/board/words.ts'
import type { PhaseStep } from '@studiohub/contract/features/projects/schema.ts'
import type { Phase } from '@studiohub/contract/features/projects/words.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const cardColumns = [
  'card.id',
  'card.studio_id',
  'card.client_id',
  'client.name as client_name',
  'card.project_id',
  'card.title',
  'card.description',
  'card.priority',
  'card.phase',
  'card.status',
  'card.ai_assist',
  'card.assigned_agent',
  'card.position',
  'card.is_sample',
  'card.created_by',
  'card.created_at',
  'card.updated_at',
  'card.version',
] as const

const countOnCard = (table: 'card_files' | 'card_comments', name: 'files' | 'comments') =>
  sql<number>`(select count(*)::integer from ${sql.table(table)} attached where attached.card_id = card.id)`.as(name)

const selectCards = (tx: Tx) =>
  tx
    .selectFrom('production_cards as card')
    .leftJoin('client_records as client', (join) =>
      join.onRef('client.studio_id', '=', 'card.studio_id').onRef('client.id', '=', 'card.client_id'),
    )
    .select(cardColumns)
    .select([countOnCard('card_files', 'files'), countOnCard('card_comments', 'comments')])

/** One card, or undefined if the actor may not see it. */
export function getCard(tx: Tx, id: string) {
  return selectCards(tx).where('card.id', '=', id).executeTakeFirst()
}

/** Locks the card's row until the transaction ends, then reads it. */
export async function lockCard(tx: Tx, id: string) {
  await tx.selectFrom('production_cards').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return getCard(tx, id)
}

/** The phase history of a card, with the names that the actor may see. */
export async function listPhaseSteps(tx: Tx, { id, studio_id }: { id: string; studio_id: string }) {
  const { rows } = await sql<PhaseStep & { moved_by_name: string | null }>`
    select step.value ->> 'phase' as phase, step.value ->> 'moved_at' as moved_at, step.value ->> 'moved_by' as moved_by,
      coalesce(visible.full_name, crew.full_name) as moved_by_name
    from production_cards c, jsonb_array_elements(c.phase_history) with ordinality as step (value, ordinal)
    left join profiles visible on visible.id = (step.value ->> 'moved_by')::uuid
    left join door.names_at(${studio_id}::uuid) crew on crew.user_id = (step.value ->> 'moved_by')::uuid
    where c.id = ${id}::uuid order by step.ordinal`.execute(tx)
  return rows
}

export type CardsFilter = {
  studio_id: string
  /** One client, or null for all clients; null also leaves out sample cards. */
  client_id: string | null
  project_id?: string | undefined
  limit: number
}

/** The cards of a board, sorted by column and position. */
export function listCards(tx: Tx, { studio_id, client_id, project_id, limit }: CardsFilter) {
  return selectCards(tx)
    .where('card.studio_id', '=', studio_id)
    .$if(client_id !== null, (query) => query.where('card.client_id', '=', client_id))
    .$if(client_id === null, (query) => query.where('card.is_sample', '=', false))
    .$if(project_id !== undefined, (query) => query.where('card.project_id', '=', project_id ?? ''))
    .orderBy('card.position')
    .orderBy('card.id')
    .limit(limit)
    .execute()
}

export async function countCards(tx: Tx, filter: { project_id: string } | { client_id: string; studio_id: string }) {
  const { cards } = await tx
    .selectFrom('production_cards')
    .select(sql<number>`count(*)::integer`.as('cards'))
    .where((eb) => eb.and(filter))
    .executeTakeFirstOrThrow()
  return cards
}

const endOfColumn = (studio_id: string, phase: Phase) => sql<number>`(
  select coalesce(max(c.position), 0) + 1 from production_cards c
  where c.studio_id = ${studio_id}::uuid and c.phase = ${phase})`

export type NewCardRow = {
  studio_id: string
  client_id: string
  project_id: string
  title: string
  description: string
  priority: CardPriority
  assigned_agent: CardAgent | null
  phase: Phase
  is_sample?: boolean
  created_by: string
}

/** Inserts a card at the end of its column; its history starts with this phase. @returns its id */
export async function insertCard(tx: Tx, card: NewCardRow, at: string): Promise<string> {
  const history: PhaseStep[] = [{ phase: card.phase, moved_at: at, moved_by: card.created_by }]
  const { id } = await tx
    .insertInto('production_cards')
    .values({
      ...card,
      position: endOfColumn(card.studio_id, card.phase),
      phase_history: JSON.stringify(history),
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type CardUpdate = Partial<{
  title: string
  description: string
  priority: CardPriority
  status: CardStatus
  ai_assist: boolean
  assigned_agent: CardAgent | null
  phase: Phase
  phase_history: RawBuilder<string>
  position: RawBuilder<number>
}>

/** Changes a card if its version is still the one that was read. @returns whether it was changed */
export async function updateCard(
  tx: Tx,
  { id, version, at }: { id: string; version: number; at: string },
  changes: CardUpdate,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('production_cards')
    .set({ ...changes, updated_at: at, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Turns a sample card into a normal one. */
export async function unmarkSampleCard(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('production_cards').set({ is_sample: false }).where('id', '=', id).execute()
}

export async function deleteCard(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('production_cards').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** The storage keys of the files of some cards, previews included. */
export async function listFileKeys(tx: Tx, card_ids: readonly string[]): Promise<string[]> {
  if (card_ids.length === 0) return []
  const rows = await tx
    .selectFrom('card_files')
    .select(['file_key', 'preview_key'])
    .where('card_id', 'in', card_ids)
    .execute()
  return rows.flatMap(({ file_key, preview_key }) => [file_key, ...(preview_key ? [preview_key] : [])])
}

/** Current and former admins and crew of a studio, with names. */
export async function listStudioPeople(tx: Tx, studio_id: string) {
  const { rows } = await sql<{ user_id: string; full_name: string | null; role: string; is_active: boolean }>`
    select user_id, full_name, role, is_active from door.names_at(${studio_id}::uuid)
    order by coalesce(full_name, ''), user_id`.execute(tx)
  return rows
}

export async function getStudioSlug(tx: Tx, studio_id: string): Promise<string | undefined> {
  const row = await tx.selectFrom('studios').select('slug').where('id', '=', studio_id).executeTakeFirst()
  return row?.slug
}
