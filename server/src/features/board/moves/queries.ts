import type { Phase } from '@studiohub/contract/features/projects/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** How deep a place may be cut before its column is numbered again. */
const DIGITS_MAX = 120

/**
 * The place of a card in a column, in front of another card or at the end. Between two neighbours any number will do; one
 * by chance keeps two moves that arrive together from getting the same.
 * @returns undefined where the other card is not there any more
 */
export async function placeFor(
  tx: Tx,
  { id, studio_id, phase, before_id }: { id: string; studio_id: string; phase: Phase; before_id: string | null },
) {
  const { rows } = await sql<{ place: string; is_deep: boolean }>`
    with neighbours as (
      select c.id, c.position from production_cards c
      where c.studio_id = ${studio_id}::uuid and c.phase = ${phase} and c.id <> ${id}::uuid
    ), bounds as (
      select n.position as after_it, (select max(o.position) from neighbours o
        where (o.position, o.id) < (n.position, n.id)) as ahead_of_it
      from neighbours n where n.id = ${before_id}::uuid
      union all
      select null, max(position) from neighbours having ${before_id}::uuid is null
    ), placed as (
      select case
        when after_it is null then trunc(coalesce(ahead_of_it, 0)) + 1
        when ahead_of_it is null then trunc(after_it) - 1
        else ahead_of_it + (after_it - ahead_of_it) * round((0.25 + random() * 0.5)::numeric, 6)
      end as place from bounds
    )
    select place::text as place, scale(place) > ${DIGITS_MAX} as is_deep from placed`.execute(tx)
  return rows[0]
}

/** Numbers a column again in its order; what anybody sees stays as it is. */
export async function tidyColumn(tx: Tx, { studio_id, phase }: { studio_id: string; phase: string }) {
  await sql`
    update production_cards c set position = placed.place
    from (select id, row_number() over (order by position, id) as place from production_cards
      where studio_id = ${studio_id}::uuid and phase = ${phase}) placed
    where c.id = placed.id`.execute(tx)
}
