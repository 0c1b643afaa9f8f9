import type { Tx } from '#platform/db/transaction.ts'

/** What an operator wrote. Needs the rights of jobs. */
export const getLetter = (tx: Tx, id: string) =>
  tx.selectFrom('operator_letters').select(['subject', 'body']).where('id', '=', id).executeTakeFirst()
