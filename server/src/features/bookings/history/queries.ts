import type { Kept } from '@studiohub/contract/features/bookings/history/rules.ts'
import type { HistoryEntry } from '@studiohub/contract/features/bookings/history/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/door.ts'

type Row = Pick<HistoryEntry, 'id' | 'at' | 'by' | 'by_name'> & { action: string; before: Kept; after: Kept }

/**
 * What the trail says of a booking that the asker may see, the newest first. Who did it has a name where the asker may know
 * the person. @param wanted.below only entries older than this one
 */
export async function listHistory(
  tx: Tx,
  { id, below, limit }: { id: string; below: string | null; limit: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select h.id::text as id, h.at, h.by, p.full_name as by_name, h.action, h.before, h.after
    from door.booking_history(${id}::uuid, ${below}::bigint, ${limit}::integer) h
    left join profiles p on p.id = h.actor_id order by h.id desc`.execute(tx)
  return rows
}
