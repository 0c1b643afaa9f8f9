import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

type Assignment = { crew_changes_sessions: boolean; is_assigned: boolean }

/** Whether the studio's crew may change their sessions, and whether this person is assigned to this session. */
export async function getAssignment(
  tx: Tx,
  { id, studio_id }: Pick<Booking, 'id' | 'studio_id'>,
  user_id: string | null,
): Promise<Assignment> {
  const { rows } = await sql<Assignment>`
    select s.crew_changes_sessions, exists (
      select from reservations h join resources r on r.id = h.resource_id
      where h.booking_id = ${id}::uuid and not h.requested and r.user_id = ${user_id}::uuid) as is_assigned
    from studios s where s.id = ${studio_id}::uuid`.execute(tx)
  return rows[0] ?? { crew_changes_sessions: false, is_assigned: false }
}
