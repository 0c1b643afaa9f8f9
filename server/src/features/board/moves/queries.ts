import type { Phase } from '@studiohub/contract/features/projects/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** If a position has more decimal digits than this, its column is renumbered. */
const DIGITS_MAX = 120

/**
 * Finds a position for a card before another card, or at the column's end. Between two cards it is a random number near the
 * middle, so that two moves at the same time do not get the same one.
 * @returns undefined if the other card is no longer in the column; `is_too_long` if the column must be renumbered
 */
export async function findPosition(
  tx: Tx,
  { id, studio_id, phase, before_id }: { id: string; studio_id: string; phase: Phase; before_id: string | null },
) {
  const { rows } = await sql<{ position: string; is_too_long: boolean }>`
    with other_cards as (
      select c.id, c.position from production_cards c
      where c.studio_id = ${studio_id}::uuid and c.phase = ${phase} and c.id <> ${id}::uuid
    ), bounds as (
      select n.position as next_position, (select max(o.position) from other_cards o
        where (o.position, o.id) < (n.position, n.id)) as previous_position
      from other_cards n where n.id = ${before_id}::uuid
      union all
      select null, max(position) from other_cards having ${before_id}::uuid is null
    ), placed as (
      select case
        when next_position is null then trunc(coalesce(previous_position, 0)) + 1
        when previous_position is null then trunc(next_position) - 1
        else previous_position + (next_position - previous_position) * round((0.25 + random() * 0.5)::numeric, 6)
      end as position from bounds
    )
    select position::text as position, scale(position) > ${DIGITS_MAX} as is_too_long from placed`.execute(tx)
  return rows[0]
}

/** Renumbers the positions of a column; the order stays the same. */
export async function renumberColumn(tx: Tx, { studio_id, phase }: { studio_id: string; phase: string }) {
  await sql`
    update production_cards c set position = placed.position
    from (select id, row_number() over (order by position, id) as position from production_cards
      where studio_id = ${studio_id}::uuid and phase = ${phase}) placed
    where c.id = placed.id`.execute(tx)
}
