import type { Tx } from '#platform/db/transaction.ts'

/** The letter of an operator. Requires the system role. */
export const getLetter = (tx: Tx, id: string) =>
  tx.selectFrom('operator_letters').select(['subject', 'body']).where('id', '=', id).executeTakeFirst()
