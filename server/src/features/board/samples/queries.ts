import type { Tx } from '#platform/db/transaction.ts'

/** Marks that a client was shown the example. @returns whether they had not been; of two at once only one is told so */
export async function takeSample(tx: Tx, studio_id: string, client_id: string, at: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('board_samples')
    .values({ studio_id, client_id, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The cards of a client's example. */
export async function listSampleCards(tx: Tx, studio_id: string, client_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('production_cards')
    .select('id')
    .where('studio_id', '=', studio_id)
    .where('client_id', '=', client_id)
    .where('is_sample', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the example cards of a client; what a person has made of one of them is no example any more. */
export async function deleteSampleCards(tx: Tx, studio_id: string, client_id: string): Promise<void> {
  await tx
    .deleteFrom('production_cards')
    .where('studio_id', '=', studio_id)
    .where('client_id', '=', client_id)
    .where('is_sample', '=', true)
    .execute()
}

/** Deletes a client's example project. @returns the ids of what went */
export async function deleteSample(tx: Tx, studio_id: string, client_id: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('projects')
    .where('studio_id', '=', studio_id)
    .where('client_id', '=', client_id)
    .where('is_sample', '=', true)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
