import { balanceEntries } from '@studiohub/contract/features/invoices/ledger/rules.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { insertEntries, type LedgerEvent } from './queries.ts'

/**
 * Posts an event to a studio's books, once per key. Admins and jobs may post any event, the desk only cash payments. Triggers
 * post the earnings of sessions. The database rejects entries that do not sum to zero.
 * @returns false if an event with this key was posted before
 * @throws Error if the entries do not sum to zero, which is a bug
 */
export async function recordLedgerEvent(tx: Tx, event: LedgerEvent): Promise<boolean> {
  const entries = balanceEntries(event.entries)
  return (await insertEntries(tx, { ...event, entries })) > 0
}
