import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** Matches records whose emails go to this address: the address of the account, or of a record without an account. */
const isReachedAt = (address: string) => sql<boolean>`(
  (c.user_id is null and lower(c.email) = ${address})
  or exists (select from auth.users u where u.id = c.user_id and u.deleted_at is null and lower(u.email) = ${address}))`

type ChangedRecord = { studio_id: string; id: string }

/**
 * Marks an address that bounced: at one studio, or at all studios if `studio_id` is null. Requires the system role.
 * @returns the changed records
 */
export async function markBounced(
  tx: Tx,
  { address, studio_id, at }: { address: string; studio_id: string | null; at: Date },
): Promise<ChangedRecord[]> {
  const { rows } = await sql<ChangedRecord>`
    update client_records c set email_bounced_at = ${at.toISOString()}::timestamptz, bounced_email = ${address}
    where ${isReachedAt(address)} and (${studio_id}::uuid is null or c.studio_id = ${studio_id}::uuid)
      and c.bounced_email is distinct from ${address}
    returning c.studio_id, c.id`.execute(tx)
  return rows
}

/** Stops reminders and emails after sessions to an address. @returns the changed records */
export async function endMailings(tx: Tx, address: string): Promise<ChangedRecord[]> {
  const { rows } = await sql<ChangedRecord>`
    update client_records c set reminders = false, follow_ups = false
    where ${isReachedAt(address)} and (c.reminders or c.follow_ups)
    returning c.studio_id, c.id`.execute(tx)
  return rows
}

/** Removes the mark from a record. @returns false if it had none */
export async function clearBounce(tx: Tx, studio_id: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('client_records')
    .set({ email_bounced_at: null, bounced_email: null })
    .where('studio_id', '=', studio_id)
    .where('id', '=', id)
    .where('email_bounced_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
