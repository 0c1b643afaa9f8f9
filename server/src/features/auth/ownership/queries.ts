import type { Tx } from '../../../platform/db/door.ts'

/**
 * Takes away every way into an account that its owner cannot have made: sessions, password, providers, second factors,
 * places that were trusted, flows under way and a waiting change of address. @returns how many sessions ended
 */
export async function dropEveryWayIn(tx: Tx, user_id: string, at: string): Promise<number> {
  await tx.deleteFrom('auth.factors').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('auth.factor_waits').where('user_id', '=', user_id).execute()
  const ended = await tx.deleteFrom('auth.sessions').where('user_id', '=', user_id).executeTakeFirst()
  await dropPasswordAndProviders(tx, user_id, at)
  return Number(ended.numDeletedRows)
}

/** The same, but for verified second factors and the sessions that were confirmed with one. */
export async function dropUnguardedWaysIn(tx: Tx, user_id: string, at: string): Promise<number> {
  await tx.deleteFrom('auth.factors').where('user_id', '=', user_id).where('status', '=', 'unverified').execute()
  const unguarded = tx.deleteFrom('auth.sessions').where('user_id', '=', user_id).where('aal', '=', 'aal1')
  const ended = await unguarded.executeTakeFirst()
  await dropPasswordAndProviders(tx, user_id, at)
  return Number(ended.numDeletedRows)
}

async function dropPasswordAndProviders(tx: Tx, user_id: string, at: string) {
  await tx
    .updateTable('auth.users')
    .set({
      encrypted_password: null,
      new_email: null,
      email_change_sent_at: null,
      email_change_agreed: null,
      updated_at: at,
    })
    .where('id', '=', user_id)
    .execute()
  await tx.deleteFrom('auth.identities').where('user_id', '=', user_id).where('provider', '!=', 'email').execute()
  await tx.deleteFrom('auth.known_places').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('auth.flow_states').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', user_id).execute()
}
