import type { Activity } from '@studiohub/contract/features/projects/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { type Page, pageParts } from '#platform/http/cursor.ts'

/**
 * Lists the events of a project, newest first, from phase histories, cards, files, comments and bookings. The row-level
 * policy of each table applies.
 */
export async function listActivity(tx: Tx, { id, studio_id }: { id: string; studio_id: string }, page: Page) {
  const { sortedBy, isBeyond, inOrder } = pageParts({ at: 's.at', id: 's.id', descends: true }, page)
  const { rows } = await sql<Activity & { sorted_by: string }>`
    with cards as (
      select * from production_cards c where c.project_id = ${id}::uuid and c.studio_id = ${studio_id}::uuid
    ), steps as (
      select 'p' || step.place as id, case step.place when 1 then 'started' else 'phase' end as kind,
        (step.value ->> 'moved_at')::timestamptz as at, (step.value ->> 'moved_by')::uuid as by_id,
        case step.place when 1 then p.title end as subject, null::uuid as card_id, step.value ->> 'phase' as phase
      from projects p, jsonb_array_elements(p.phase_history) with ordinality as step (value, place)
      where p.id = ${id}::uuid
      union all
      select 'c' || c.id || '.' || step.place, case step.place when 1 then 'card' else 'card_moved' end,
        (step.value ->> 'moved_at')::timestamptz, (step.value ->> 'moved_by')::uuid, c.title, c.id, step.value ->> 'phase'
      from cards c, jsonb_array_elements(c.phase_history) with ordinality as step (value, place)
      union all
      select 'f' || f.id, 'file', f.created_at, f.uploaded_by, f.name, f.card_id, null
      from card_files f where f.card_id in (select c.id from cards c)
      union all
      select 'w' || w.id, 'comment', w.created_at, w.author_id, c.title, w.card_id, null
      from card_comments w join cards c on c.id = w.card_id
      union all
      select 'b' || b.id, 'session', b.created_at, b.created_by, b.service_type, null, null
      from bookings b where b.project_id = ${id}::uuid and b.studio_id = ${studio_id}::uuid and b.status <> 'cancelled'
    )
    select s.id, s.kind, s.at, coalesce(seen.full_name, crew.full_name) as by_name, s.subject, s.card_id, s.phase,
      ${sortedBy}
    from steps s
    left join profiles seen on seen.id = s.by_id
    left join door.names_at(${studio_id}::uuid) crew on crew.user_id = s.by_id
    where ${isBeyond} ${inOrder}`.execute(tx)
  return rows
}
