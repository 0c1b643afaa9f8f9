import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/**
 * Allows each statement of this transaction 30 seconds. One statement deletes up to 5,000 sessions, which took longer than
 * the usual 5 seconds on a busy machine.
 */
export async function allowLongStatements(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '30s'`.execute(tx)
}

/**
 * Deletes the sessions of an import that were not changed since and that have no invoice, payment, ledger entry, check-in, email
 * or change request. Requires the system role.
 * @returns their number
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
