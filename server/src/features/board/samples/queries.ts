import type { Tx } from '#platform/db/transaction.ts'

/** Records that a client got the sample. @returns true only for the first call, even if two run at the same time */
export async function markSampleShown(tx: Tx, studio_id: string, client_id: string, at: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('board_samples')
    .values({ studio_id, client_id, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The ids of a client's sample cards. */
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

/** Deletes a client's sample cards. Edited cards are not samples. */
export async function deleteSampleCards(tx: Tx, studio_id: string, client_id: string): Promise<void> {
  await tx
    .deleteFrom('production_cards')
    .where('studio_id', '=', studio_id)
    .where('client_id', '=', client_id)
    .where('is_sample', '=', true)
    .execute()
}

/** Deletes a client's sample project. @returns the ids of the deleted projects */
export async function deleteSampleProject(tx: Tx, studio_id: string, client_id: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('projects')
    .where('studio_id', '=', studio_id)
    .where('client_id', '=', client_id)
    .where('is_sample', '=', true)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
