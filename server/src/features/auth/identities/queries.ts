import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import type { Metadata } from '../users/rules.ts'

/** An identity at a provider, and its account. */
export function getIdentity(tx: Tx, { provider, provider_id }: { provider: string; provider_id: string }) {
  return tx
    .selectFrom('auth.identities')
    .select(['id', 'user_id'])
    .where('provider', '=', provider)
    .where('provider_id', '=', provider_id)
    .executeTakeFirst()
}

export type NewIdentity = {
  id: string
  user_id: string
  provider: string
  provider_id: string
  identity_data: Metadata
  email: string | null
  now: Date
}

/** Adds a sign-in provider to an account. @returns false if the identity already belongs to an account */
export async function createIdentity(tx: Tx, { now, identity_data, ...identity }: NewIdentity): Promise<boolean> {
  const at = now.toISOString()
  const created = await tx
    .insertInto('auth.identities')
    .values({
      ...identity,
      identity_data: JSON.stringify(identity_data),
      last_sign_in_at: at,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return created !== undefined
}

/** Stores a sign-in by this identity and the provider's current data. @returns false if the identity was deleted */
export async function recordUse(
  tx: Tx,
  id: string,
  { identity_data, email, now }: { identity_data: Metadata; email: string | null; now: Date },
): Promise<boolean> {
  const at = now.toISOString()
  const updated = await tx
    .updateTable('auth.identities')
    .set({ identity_data: JSON.stringify(identity_data), email, last_sign_in_at: at, updated_at: at })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function deleteIdentity(tx: Tx, id: string) {
  await tx.deleteFrom('auth.identities').where('id', '=', id).execute()
}

/** Removes the providers of an account that have not verified the account's address. @returns their names */
export async function deleteForeignProviders(tx: Tx, user: { id: string; email: string }): Promise<string[]> {
  const deleted = await tx
    .deleteFrom('auth.identities')
    .where('user_id', '=', user.id)
    .where('provider', '!=', 'email')
    .where(
      sql<boolean>`not coalesce(lower(email) = ${user.email} and (identity_data -> 'email_verified')::boolean, false)`,
    )
    .returning('provider')
    .execute()
  return deleted.map(({ provider }) => provider)
}

/** Updates the list of a person's providers, oldest first. */
export async function updateProviders(tx: Tx, user_id: string) {
  const providers = sql`select provider, min(created_at) as since from auth.identities where user_id = ${user_id} group by provider`
  await sql`
    update auth.users set app_metadata = app_metadata || (
      select jsonb_build_object('provider', (array_agg(provider order by since))[1],
        'providers', jsonb_agg(provider order by since)) from (${providers}) as own)
    where id = ${user_id}`.execute(tx)
}

/** Whether a person can sign in by a provider. */
export async function hasProvider(tx: Tx, user_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('auth.identities')
    .select('id')
    .where('user_id', '=', user_id)
    .where('provider', '!=', 'email')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the account's address was ever proven. Locks the account until the transaction ends. */
export async function isEmailProven(tx: Tx, user_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('auth.users')
    .select('email_proven')
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
  return row?.email_proven === true
}

export async function renameProfile(tx: Tx, id: string, full_name: string | null) {
  await tx.updateTable('profiles').set({ full_name }).where('id', '=', id).execute()
}

export async function deletePassword(tx: Tx, user_id: string, now: Date) {
  await tx
    .updateTable('auth.users')
    .set({ encrypted_password: null, updated_at: now.toISOString() })
    .where('id', '=', user_id)
    .execute()
}
