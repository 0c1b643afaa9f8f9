import type { Tx } from '../../../platform/db/door.ts'

/**
 * Takes away every way into an account that its owner cannot have made: sessions, password, providers, second factors,
 * places that were trusted, flows under way and a waiting change of address. @returns how many sessions ended
 */
export async function dropEveryWayIn(tx: Tx, user_id: string, at: string): Promise<number> {
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
  await tx.deleteFrom('auth.factors').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('auth.known_places').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('auth.flow_states').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', user_id).execute()
  const ended = await tx.deleteFrom('auth.sessions').where('user_id', '=', user_id).executeTakeFirst()
  return Number(ended.numDeletedRows)
}
