import type { Tx } from '#platform/db/transaction.ts'

const shownColumns = ['id', 'friendly_name', 'created_at', 'last_used_at'] as const

/** The passkeys of a person without their keys, oldest first. */
export const listPasskeys = (tx: Tx, user_id: string) =>
  tx
    .selectFrom('auth.passkeys')
    .select(shownColumns)
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** The credentials of a person's passkeys, so that no authenticator is registered twice. */
export const listCredentials = (tx: Tx, user_id: string) =>
  tx.selectFrom('auth.passkeys').select(['credential_id', 'transports']).where('user_id', '=', user_id).execute()

/** The passkey with this credential, of any person. */
export const getPasskeyByCredential = (tx: Tx, credential_id: string) =>
  tx
    .selectFrom('auth.passkeys')
    .select(['id', 'user_id', 'credential_id', 'public_key', 'sign_count', 'transports'])
    .where('credential_id', '=', credential_id)
    .executeTakeFirst()

export type StoredPasskey = NonNullable<Awaited<ReturnType<typeof getPasskeyByCredential>>>

export type NewPasskey = {
  id: string
  user_id: string
  friendly_name: string
  credential_id: string
  public_key: string
  sign_count: number
  transports: readonly string[]
  now: Date
}

/** Stores a passkey. @returns undefined if its credential is registered already */
export function createPasskey(tx: Tx, { transports, now, ...passkey }: NewPasskey) {
  const at = now.toISOString()
  return tx
    .insertInto('auth.passkeys')
    .values({ ...passkey, transports: JSON.stringify(transports), created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(shownColumns)
    .executeTakeFirst()
}

/** @returns undefined if it is not a passkey of this person */
export const renamePasskey = (tx: Tx, passkey: { id: string; user_id: string }, friendly_name: string, now: Date) =>
  tx
    .updateTable('auth.passkeys')
    .set({ friendly_name, updated_at: now.toISOString() })
    .where('id', '=', passkey.id)
    .where('user_id', '=', passkey.user_id)
    .returning(shownColumns)
    .executeTakeFirst()

/** @returns undefined if it is not a passkey of this person */
export const deletePasskey = (tx: Tx, passkey: { id: string; user_id: string }) =>
  tx
    .deleteFrom('auth.passkeys')
    .where('id', '=', passkey.id)
    .where('user_id', '=', passkey.user_id)
    .returning(shownColumns)
    .executeTakeFirst()

/** Deletes all passkeys of a person. @returns false if there were none */
export async function deletePasskeysOf(tx: Tx, user_id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('auth.passkeys').where('user_id', '=', user_id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Stores a use and its counter. @returns false if the passkey was removed or used since it was read */
export async function recordUse(tx: Tx, use: { id: string; from: number; to: number; now: Date }): Promise<boolean> {
  const used = await tx
    .updateTable('auth.passkeys')
    .set({ sign_count: use.to, last_used_at: use.now.toISOString() })
    .where('id', '=', use.id)
    .where('sign_count', '=', use.from)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export type PasskeyChallenge = {
  id: string
  /** The session that registers a passkey; null for a sign-in. */
  session_id: string | null
  nonce: string
  expires_at: Date
}

export async function createChallenge(tx: Tx, { expires_at, ...challenge }: PasskeyChallenge) {
  await tx
    .insertInto('auth.passkey_challenges')
    .values({ ...challenge, expires_at: expires_at.toISOString() })
    .execute()
}

/** Deletes a challenge and returns it, so that only one answer is checked. @param session_id null for a sign-in */
export const takeChallenge = (tx: Tx, id: string, session_id: string | null) =>
  tx
    .deleteFrom('auth.passkey_challenges')
    .where('id', '=', id)
    .where('session_id', 'is not distinct from', session_id)
    .returning(['nonce', 'expires_at'])
    .executeTakeFirst()

export async function deleteExpiredChallenges(tx: Tx, now: Date) {
  await tx.deleteFrom('auth.passkey_challenges').where('expires_at', '<', now.toISOString()).execute()
}
