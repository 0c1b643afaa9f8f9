import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/**
 * Deletes the sessions of an import that were not changed since, and that nothing refers to: no invoice, payment, check-in, email or
 * request. Needs system rights.
 * @returns how many
 */
export async function deleteUntouchedSessions(tx: Tx, studio_id: string, import_id: string): Promise<number> {
  const isUsed = (table: string) => sql`exists (select from ${sql.table(table)} u where u.booking_id = b.id)`
  const { numAffectedRows } = await sql`
    delete from bookings b
    where b.studio_id = ${studio_id}::uuid and b.import_id = ${import_id}::uuid and b.version = 1
      and not (${isUsed('invoice_lines')} or ${isUsed('payments')} or ${isUsed('ledger_entries')} or ${isUsed('card_payments')}
        or ${isUsed('client_checkins')} or ${isUsed('booking_messages')} or ${isUsed('change_requests')})`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
