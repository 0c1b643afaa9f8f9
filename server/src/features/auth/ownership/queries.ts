import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/**
 * Deletes everything in an account that a stranger may have added: sessions, password, providers, passkeys, second factors,
 * known networks, calendar feeds, API keys, open flows and a pending change of address.
 * @returns how many sessions ended
 */
export async function removeAllAccess(tx: Tx, user_id: string, at: string): Promise<number> {
  await tx.deleteFrom('auth.factors').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('auth.factor_waits').where('user_id', '=', user_id).execute()
  const ended = await tx.deleteFrom('auth.sessions').where('user_id', '=', user_id).executeTakeFirst()
  await removeAccessWithoutFactor(tx, user_id, at)
  return Number(ended.numDeletedRows)
}

/**
 * Ends everything that was opened without the second factor, when its waiting time starts: sessions, unverified factors,
 * flows, emailed links and a pending change of address. Password and providers stay: they give no access without the factor,
 * and the owner needs them to sign in and keep the factor.
 * @returns how many sessions ended
 */
export async function endSessionsWithoutFactor(tx: Tx, user_id: string): Promise<number> {
  await tx.deleteFrom('auth.factors').where('user_id', '=', user_id).where('status', '=', 'unverified').execute()
  const sessionsWithoutFactor = tx.deleteFrom('auth.sessions').where('user_id', '=', user_id).where('aal', '=', 'aal1')
  const ended = await sessionsWithoutFactor.executeTakeFirst()
  await tx.updateTable('auth.users').set(noEmailChange).where('id', '=', user_id).execute()
  await endLinks(tx, user_id)
  return Number(ended.numDeletedRows)
}

const noEmailChange = { new_email: null, email_change_sent_at: null, email_change_agreed: null }

/**
 * Ends all access that needs no second factor, when a factor's waiting time ends: password, providers, passkeys, known networks,
 * calendar feeds, API keys and links.
 */
export async function removeAccessWithoutFactor(tx: Tx, user_id: string, at: string) {
  await tx
    .updateTable('auth.users')
    .set({
      encrypted_password: null,
      ...noEmailChange,
      app_metadata: sql<string>`app_metadata || '{"provider": "email", "providers": ["email"]}'`,
      updated_at: at,
    })
    .where('id', '=', user_id)
    .execute()
  await tx.deleteFrom('auth.identities').where('user_id', '=', user_id).where('provider', '!=', 'email').execute()
  await tx.deleteFrom('auth.passkeys').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('auth.known_places').where('user_id', '=', user_id).execute()
  await endCalendarFeeds(tx, user_id, at)
  await endApiKeys(tx, user_id, at)
  await endLinks(tx, user_id)
}

async function endLinks(tx: Tx, user_id: string) {
  await tx.deleteFrom('auth.flow_states').where('user_id', '=', user_id).execute()
  await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', user_id).execute()
}

/** Ends a person's calendar feeds, which would still work without a session. */
export async function endCalendarFeeds(tx: Tx, user_id: string, at: string) {
  await tx
    .updateTable('calendar_feeds')
    .set({ revoked_at: sql<string>`greatest(created_at, ${at}::timestamptz)` })
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends the API keys that a person made, which would still work without a session (docs/decisions/0223). */
export async function endApiKeys(tx: Tx, user_id: string, at: string) {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: at, version: sql<number>`version + 1` })
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends all sessions, links, codes and flows that are bound to a studio's domain. */
export async function endAccessAtDomain(tx: Tx, studio_id: string) {
  await tx.deleteFrom('auth.sessions').where('studio_id', '=', studio_id).execute()
  await tx.deleteFrom('auth.flow_states').where('studio_id', '=', studio_id).execute()
  await tx.deleteFrom('auth.one_time_tokens').where('studio_id', '=', studio_id).execute()
}
