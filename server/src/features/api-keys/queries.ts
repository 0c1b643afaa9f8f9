import type { Actor } from '@studiohub/contract/actor.ts'
import type { ApiKeyChanges, NewApiKey } from '@studiohub/contract/features/api-keys/schema.ts'
import { API_KEY_PREFIX, ENDED_KEYS_LISTED_DAYS } from '@studiohub/contract/features/api-keys/words.ts'
import { sql } from 'kysely'
import { randomSecret, sha256 } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/transaction.ts'

const SECRET_BYTES = 32
const PREFIX_LENGTH = API_KEY_PREFIX.length + 6

const columns = [
  'id',
  'studio_id',
  'user_id',
  'is_personal',
  'label',
  'prefix',
  'scopes',
  'networks',
  'ends_at',
  'last_used_at',
  'revoked_at',
  'created_at',
  'version',
] as const

/** Generates a key: the secret for the person, and the fields that the database stores. */
export function generateKey(): { secret: string; storedFields: { prefix: string; hash: string } } {
  const secret = `${API_KEY_PREFIX}${randomSecret(SECRET_BYTES)}`
  return { secret, storedFields: { prefix: secret.slice(0, PREFIX_LENGTH), hash: sha256(secret) } }
}

const creatorName = sql<string | null>`(select p.full_name from profiles p where p.id = k.user_id)`

const selectKeys = (tx: Tx) => tx.selectFrom('api_keys as k').select(columns).select(creatorName.as('maker_name'))

/** One key, or undefined if the actor may not see it. */
export const getApiKey = (tx: Tx, id: string) => selectKeys(tx).where('id', '=', id).executeTakeFirst()

const listedSince = sql<string>`now() - make_interval(days => ${ENDED_KEYS_LISTED_DAYS})`

/** The keys of a studio or of a person, newest first. Ended keys are listed for 90 days. */
export function listApiKeys(tx: Tx, owner: { studio_id: string } | { user_id: string }) {
  return selectKeys(tx)
    .$if('studio_id' in owner, (query) =>
      query.where('studio_id', '=', 'studio_id' in owner ? owner.studio_id : '').where('is_personal', '=', false),
    )
    .$if('user_id' in owner, (query) =>
      query.where('user_id', '=', 'user_id' in owner ? owner.user_id : '').where('is_personal', '=', true),
    )
    .where(({ eb, or }) => or([eb('revoked_at', 'is', null), eb('revoked_at', '>', listedSince)]))
    .where(({ eb, or }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', listedSince)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** The id of the actor's active role. */
export function getRoleId(tx: Tx, { user_id, role, studio_id }: Actor) {
  return tx
    .selectFrom('user_roles')
    .select('id')
    .where('user_id', '=', user_id)
    .where('role', '=', role)
    .where('studio_id', '=', studio_id)
    .where('status', '=', 'active')
    .executeTakeFirst()
}

type KeyOwner = { studio_id: string; user_id: string; is_personal: boolean }

const isActive = sql<boolean>`revoked_at is null and (ends_at is null or ends_at > now())`

/** How many keys of a studio, or of a person, are active. */
export async function countApiKeys(tx: Tx, { studio_id, user_id, is_personal }: KeyOwner): Promise<number> {
  const { count } = await tx
    .selectFrom('api_keys')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('is_personal', '=', is_personal)
    .$if(is_personal, (query) => query.where('user_id', '=', user_id))
    .$if(!is_personal, (query) => query.where('studio_id', '=', studio_id))
    .where(isActive)
    .executeTakeFirstOrThrow()
  return count
}

type ApiKeyRow = NewApiKey & KeyOwner & { role_id: string; prefix: string; hash: string; created_at: string }

export async function insertApiKey(tx: Tx, key: ApiKeyRow) {
  const { id } = await tx.insertInto('api_keys').values(key).returning('id').executeTakeFirstOrThrow()
  return selectKeys(tx).where('id', '=', id).executeTakeFirstOrThrow()
}

/**
 * Changes fields of a key that works. An ended key cannot be extended, because it no longer counts for the limit of keys.
 * @returns undefined if the key has ended or the version is not current. Without a version, it is not checked
 */
export async function updateApiKey(tx: Tx, id: string, { version, ...changes }: ApiKeyChanges) {
  const updated = await tx
    .updateTable('api_keys')
    .set(changes)
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where(isActive)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning('id')
    .executeTakeFirst()
  return updated && getApiKey(tx, id)
}

/** Revokes a key. It stops working at the next call, in every process. */
export async function revokeApiKey(tx: Tx, id: string, now: Date) {
  await tx
    .updateTable('api_keys')
    .set(({ eb }) => ({ revoked_at: now.toISOString(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  return getApiKey(tx, id)
}
