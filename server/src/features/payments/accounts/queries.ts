import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import type { CardAccount } from '#platform/payments/cards.ts'

const columns = ['studio_id', 'account_id', 'takes_cards', 'pays_out', 'is_submitted', 'problem'] as const

/** A studio's account at the provider; undefined if it has none, or the actor may not see it. */
export const getAccount = (tx: Tx, studio_id: string) =>
  tx.selectFrom('card_accounts').select(columns).where('studio_id', '=', studio_id).executeTakeFirst()

// The functions below require the system role.

/** The data for a new account at the provider: the studio's name and country, and an email address. */
export async function getAccountOwner(tx: Tx, studio_id: string, user_id: string) {
  const { rows } = await sql<{ name: string; email: string; country: string | null }>`
    select s.name, coalesce(s.contact_email, u.email) as email, s.country from studios s join auth.users u on u.id = ${user_id}::uuid
    where s.id = ${studio_id}::uuid`.execute(tx)
  return rows[0]
}

/** Stores the account of a studio. @returns false if the studio already has one */
export async function insertAccount(tx: Tx, { studio_id, account_id }: { studio_id: string; account_id: string }) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('card_accounts')
    .values({ studio_id, account_id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The studio of an account, from our own table: what an event says about it is not trusted. */
export async function getStudioOfAccount(tx: Tx, account_id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('card_accounts')
    .select('studio_id')
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  return row?.studio_id
}

/** Counts a new reading from the provider. @returns the number of the reading, and the account */
export const startReading = (tx: Tx, studio_id: string) =>
  tx
    .updateTable('card_accounts')
    .set(({ eb }) => ({ readings: eb('readings', '+', 1) }))
    .where('studio_id', '=', studio_id)
    .returning(['account_id', 'readings'])
    .executeTakeFirst()

/** Stores the result of a reading. @returns false if a later reading, with a newer state, has started */
export async function saveReading(tx: Tx, studio_id: string, reading: bigint | number | string, account: CardAccount) {
  const { takes_cards, pays_out, is_submitted, problem } = account
  const row = await tx
    .updateTable('card_accounts')
    .set({ takes_cards, pays_out, is_submitted, problem })
    .where('studio_id', '=', studio_id)
    .where(sql<boolean>`readings = ${String(reading)}::bigint`)
    .returning('studio_id')
    .executeTakeFirst()
  return row !== undefined
}
