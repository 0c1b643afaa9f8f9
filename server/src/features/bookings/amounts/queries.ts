import type { Tx } from '#platform/db/transaction.ts'

/** Whether the studio lets crew without desk rights see amounts; false if the actor may not see the studio. */
export async function mayCrewSeePrices(tx: Tx, studio_id: string): Promise<boolean> {
  const row = await tx.selectFrom('studios').select('crew_sees_prices').where('id', '=', studio_id).executeTakeFirst()
  return row?.crew_sees_prices ?? false
}
