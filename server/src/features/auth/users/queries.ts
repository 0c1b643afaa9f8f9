import { sql } from 'kysely'
import { lockStatement } from '#platform/db/locks.ts'
import { executePrepared, pipeline } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'
import type { Metadata } from './rules.ts'

const userColumns = [
  'id',
  'email',
  'email_confirmed_at',
  'confirmation_sent_at',
  'recovery_sent_at',
  'new_email',
  'email_change_sent_at',
  'email_change_agreed',
  'reauthentication_sent_at',
  'last_sign_in_at',
  'app_metadata',
  'user_metadata',
  'banned_until',
  'created_at',
  'updated_at',
] as const

type NarrowColumns = { app_metadata: Metadata; user_metadata: Metadata; email_change_agreed: 'current' | 'new' | null }

/** The statement that reads a person. */
export const userQuery = (tx: Tx, user_id: string) =>
  tx
    .selectFrom('auth.users')
    .select(userColumns)
    .$narrowType<NarrowColumns>()
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)

export const getUser = (tx: Tx, user_id: string) => userQuery(tx, user_id).executeTakeFirst()

export async function getUserByEmail(tx: Tx, email: string) {
  const { rows } = await executePrepared(tx, userByEmailQuery(tx, email))
  return rows[0]
}

/** The statement that reads a person with their password's hash. */
export const userByEmailQuery = (tx: Tx, email: string) =>
  tx
    .selectFrom('auth.users')
    .select([...userColumns, 'encrypted_password'])
    .$narrowType<NarrowColumns>()
    .where('email', '=', email)
    .where('deleted_at', 'is', null)

/** The statement that reads the sign-in methods of a person, oldest first. */
export const identitiesQuery = (tx: Tx, user_id: string) =>
  tx
    .selectFrom('auth.identities')
    .select([
      'id',
      'user_id',
      'provider',
      'provider_id',
      'identity_data',
      'email',
      'last_sign_in_at',
      'created_at',
      'updated_at',
    ])
    .$narrowType<{ identity_data: Metadata }>()
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')

export const listIdentities = (tx: Tx, user_id: string) => identitiesQuery(tx, user_id).execute()

export type NewUser = {
  id: string
  email: string
  encrypted_password: string | null
  email_confirmed_at: string | null
  confirmation_sent_at: string | null
  user_metadata: Metadata
  now: Date
}

/** Creates the account. @returns false if the address is taken */
export async function createUser(tx: Tx, { now, user_metadata, ...user }: NewUser): Promise<boolean> {
  const at = now.toISOString()
  const created = await tx
    .insertInto('auth.users')
    .values({
      ...user,
      app_metadata: JSON.stringify({ provider: 'email', providers: ['email'] }),
      user_metadata: JSON.stringify(user_metadata),
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('email').where('deleted_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return created !== undefined
}

/**
 * Whether the address of an account is neither confirmed nor proven, and the account has no second factor. A second factor may
 * delay the first proof (docs/decisions/0053), so an account with one is in use.
 */
const isUnclaimed = sql<boolean>`email_confirmed_at is null and not email_proven and not exists (
  select from auth.factors f where f.user_id = auth.users.id and f.status = 'verified')`

/** Deletes the unconfirmed account with this address, if there is one, with its links and codes. */
export async function deleteUnconfirmedUser(tx: Tx, email: string) {
  await tx
    .deleteFrom('auth.users')
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .where(isUnclaimed)
    .execute()
}

/** Deletes accounts whose address has not been confirmed since `before`. */
export async function deleteUnconfirmedUsers(tx: Tx, before: Date) {
  await tx
    .deleteFrom('auth.users')
    .where(isUnclaimed)
    .where('confirmation_sent_at', '<', before.toISOString())
    .execute()
}

/** Deletes the password of an unconfirmed account, because it is not known who chose it. */
export async function deleteUnconfirmedPassword(tx: Tx, user_id: string) {
  await tx
    .updateTable('auth.users')
    .set({ encrypted_password: null })
    .where('id', '=', user_id)
    .where(isUnclaimed)
    .execute()
}

/** Creates the identity for signing in with address and password. */
export async function createEmailIdentity(
  tx: Tx,
  identity: { id: string; user_id: string; email: string; identity_data: Metadata; now: Date },
) {
  const at = identity.now.toISOString()
  await tx
    .insertInto('auth.identities')
    .values({
      id: identity.id,
      user_id: identity.user_id,
      provider: 'email',
      provider_id: identity.user_id,
      identity_data: JSON.stringify(identity.identity_data),
      email: identity.email,
      last_sign_in_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute()
}

export async function createProfile(tx: Tx, profile: { id: string; full_name: string | null }) {
  await tx.insertInto('profiles').values(profile).execute()
}

/** Replaces the person's user metadata. */
export async function updateUserMetadata(tx: Tx, user_id: string, metadata: Metadata, now: Date) {
  await tx
    .updateTable('auth.users')
    .set({ user_metadata: JSON.stringify(metadata), updated_at: now.toISOString() })
    .where('id', '=', user_id)
    .execute()
}

/**
 * The hash of a person's password. The account stays locked until the transaction ends. `createFeed` takes the same lock, so a
 * calendar address is either created before this transaction, which can end it, or not created.
 */
export async function lockPasswordHash(tx: Tx, user_id: string): Promise<string | null> {
  const hashQuery = tx
    .selectFrom('auth.users')
    .select('encrypted_password')
    .where('id', '=', user_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
  const [, [row]] = await pipeline(tx, [lockStatement('user', user_id), hashQuery])
  return row?.encrypted_password ?? null
}

/** Replaces the hash of a password. @returns false if it has changed since it was read */
export async function replacePassword(
  tx: Tx,
  change: { user_id: string; old_hash: string | null; new_hash: string; now: Date },
): Promise<boolean> {
  const changed = await tx
    .updateTable('auth.users')
    .set({ encrypted_password: change.new_hash, updated_at: change.now.toISOString() })
    .where('id', '=', change.user_id)
    .where('encrypted_password', 'is not distinct from', change.old_hash)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Stores when a password was set without a proof; null after a proof by an emailed code. */
export async function setPasswordUnprovenAt(tx: Tx, user_id: string, at: string | null) {
  await tx.updateTable('auth.users').set({ password_unproven_at: at }).where('id', '=', user_id).execute()
}

/** When the password was set with only a session, without the old password or an emailed code; null if it was proven. */
export async function getPasswordUnprovenAt(tx: Tx, user_id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('auth.users')
    .select('password_unproven_at')
    .where('id', '=', user_id)
    .executeTakeFirst()
  return row?.password_unproven_at ?? null
}

/** Records that the person has proven that they read this address. */
export async function proveEmail(
  tx: Tx,
  user_id: string,
  now: Date,
): Promise<{ isFirstProof: boolean; wasUnconfirmed: boolean }> {
  const at = now.toISOString()
  const before = await tx
    .selectFrom('auth.users')
    .select(['email_confirmed_at', 'email_proven'])
    .where('id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
  if (!before || before.email_proven) return { isFirstProof: false, wasUnconfirmed: false }
  const verifiedMetadata = sql<string>`jsonb_set(user_metadata, '{email_verified}', 'true')`
  await tx
    .updateTable('auth.users')
    .set({
      email_confirmed_at: before.email_confirmed_at ?? at,
      email_proven: true,
      user_metadata: verifiedMetadata,
      updated_at: at,
    })
    .where('id', '=', user_id)
    .execute()
  await tx
    .updateTable('auth.identities')
    .set({ identity_data: sql<string>`jsonb_set(identity_data, '{email_verified}', 'true')`, updated_at: at })
    .where('user_id', '=', user_id)
    .where('provider', '=', 'email')
    .execute()
  return { isFirstProof: true, wasUnconfirmed: before.email_confirmed_at === null }
}

export async function setConfirmationSentAt(tx: Tx, user_id: string, now: Date) {
  await tx
    .updateTable('auth.users')
    .set({ confirmation_sent_at: now.toISOString() })
    .where('id', '=', user_id)
    .execute()
}

export async function setReauthenticationSentAt(tx: Tx, user_id: string, now: Date) {
  await tx
    .updateTable('auth.users')
    .set({ reauthentication_sent_at: now.toISOString() })
    .where('id', '=', user_id)
    .execute()
}

export async function setRecoverySentAt(tx: Tx, user_id: string, now: Date) {
  await tx.updateTable('auth.users').set({ recovery_sent_at: now.toISOString() }).where('id', '=', user_id).execute()
}

export const lastSignInUpdate = (tx: Tx, user_id: string, now: Date) =>
  tx.updateTable('auth.users').set({ last_sign_in_at: now.toISOString() }).where('id', '=', user_id)
