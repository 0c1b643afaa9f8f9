import type { Tx } from '#platform/db/transaction.ts'

/** The statement that stores that this person has signed in from this network. */
export function knownNetworkUpsert(tx: Tx, network: { user_id: string; place_mac: string; now: Date }) {
  const seen_at = network.now.toISOString()
  return tx
    .insertInto('auth.known_places')
    .values({ user_id: network.user_id, place_mac: network.place_mac, seen_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'place_mac']).doUpdateSet({ seen_at }))
}

/** Whether the person with this address has signed in from this network before. */
export async function isKnownNetworkOf(tx: Tx, email: string, place_mac: string): Promise<boolean> {
  const row = await tx
    .selectFrom('auth.known_places as place')
    .innerJoin('auth.users as person', 'person.id', 'place.user_id')
    .select('place.user_id')
    .where('person.email', '=', email)
    .where('person.deleted_at', 'is', null)
    .where('place.place_mac', '=', place_mac)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether this person has used the network with this `place_mac` before. */
export async function isKnownNetworkMac(tx: Tx, user_id: string, place_mac: string): Promise<boolean> {
  const row = await tx
    .selectFrom('auth.known_places')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('place_mac', '=', place_mac)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes networks that were last used before this time. */
export async function deleteOldKnownNetworks(tx: Tx, before: Date) {
  await tx.deleteFrom('auth.known_places').where('seen_at', '<', before.toISOString()).execute()
}
