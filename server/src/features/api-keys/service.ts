import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canChangeApiKey, canHaveOwnApiKeys, canManageApiKeys } from '@studiohub/contract/features/api-keys/policy.ts'
import type {
  ApiKey,
  ApiKeyChanges,
  ApiKeyWithSecret,
  NewApiKey,
} from '@studiohub/contract/features/api-keys/schema.ts'
import { API_KEY_SIGN_IN_HOURS, API_KEYS_MAX } from '@studiohub/contract/features/api-keys/words.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { requireRecentSignIn } from '#features/auth/sessions/require-recent-sign-in.ts'
import { queueApiKeyEmails } from '#features/emails/api-key-jobs.ts'
import { audit, factsOfChange } from '#platform/audit/audit.ts'
import { authorize, requirePerson, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import * as queries from './queries.ts'

/** The keys of a studio, newest first. */
export function listApiKeys(caller: Caller, studio_id: string): Promise<{ items: ApiKey[] }> {
  return asActor(caller, async (tx, actor) => {
    authorize(canManageApiKeys(actor, studio_id))
    return { items: await queries.listApiKeys(tx, { studio_id }) }
  })
}

/** The caller's own keys, newest first. */
export function listOwnApiKeys(caller: Caller): Promise<{ items: ApiKey[] }> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requirePerson(actor)
    return { items: await queries.listApiKeys(tx, { user_id }) }
  })
}

/** Creates a key of a studio. It works as long as its creator is an admin. Only this response contains its secret. */
export function createApiKey(
  caller: Caller,
  { studio_id, ...input }: NewApiKey & { studio_id: string },
  now: Date,
): Promise<ApiKeyWithSecret> {
  return asActor(caller, async (tx, actor) => {
    authorize(canManageApiKeys(requireRole(actor), studio_id))
    return insertKey(tx, actor, { caller, input, is_personal: false, now })
  })
}

/** Creates a key with which a program acts as the caller, at their current studio. */
export function createOwnApiKey(caller: Caller, input: NewApiKey, now: Date): Promise<ApiKeyWithSecret> {
  return asActor(caller, async (tx, actor) => {
    authorize(canHaveOwnApiKeys(requireRole(actor)))
    return insertKey(tx, actor, { caller, input, is_personal: true, now })
  })
}

type NewKey = { caller: Caller; input: NewApiKey; is_personal: boolean; now: Date }

async function insertKey(tx: Tx, actor: Actor, { caller, input, is_personal, now }: NewKey): Promise<ApiKeyWithSecret> {
  const { user_id } = await requireRecentSignIn(tx, actor, { caller, now, hours: API_KEY_SIGN_IN_HOURS })
  const studio_id = actor.studio_id ?? fail('FORBIDDEN')
  // Without the lock, two calls at the same time could exceed the limit.
  await lock(tx, is_personal ? 'user' : 'studio', is_personal ? user_id : studio_id)
  const owner = { studio_id, user_id, is_personal }
  if ((await queries.countApiKeys(tx, owner)) >= API_KEYS_MAX) fail('API_KEYS_FULL')
  const { id: role_id } = (await queries.getRoleId(tx, actor)) ?? fail('NO_ACTIVE_ROLE')
  const { secret, storedFields } = queries.generateKey()
  const row = { ...input, ...owner, role_id, ...storedFields, created_at: now.toISOString() }
  const after = await queries.insertApiKey(tx, row)
  await recordApiKey(tx, actor, { caller, action: is_personal ? 'apiKeys.createOwn' : 'apiKeys.create', after })
  await actAs(tx, 'system')
  await queueApiKeyEmails(tx, { ...after, change: 'made', by_id: user_id, at: now.toISOString() })
  return { ...after, secret }
}

/** Changes the label, scopes, networks or end of a key. */
export function updateApiKey(
  caller: Caller,
  { id, ...changes }: ApiKeyChanges & { id: string },
  now: Date,
): Promise<ApiKey> {
  return asActor(caller, async (tx, actor) => {
    const before = await requireKey(tx, actor, id)
    const { user_id } = await requireRecentSignIn(tx, actor, { caller, now, hours: API_KEY_SIGN_IN_HOURS })
    const after = (await queries.updateApiKey(tx, id, changes)) ?? fail('STALE_VERSION')
    await recordApiKey(tx, actor, { caller, action: 'apiKeys.update', before, after })
    await actAs(tx, 'system')
    await queueApiKeyEmails(tx, { ...after, change: 'changed', by_id: user_id, at: now.toISOString() })
    return after
  })
}

/** Ends a key immediately. It needs no second factor, because a leaked key must end fast. */
export function revokeApiKey(caller: Caller, id: string, now: Date): Promise<ApiKey> {
  return asActor(caller, async (tx, actor) => {
    const before = await requireKey(tx, actor, id)
    const after = (await queries.revokeApiKey(tx, id, now)) ?? fail('NOT_FOUND')
    if (before.revoked_at === null) await recordApiKey(tx, actor, { caller, action: 'apiKeys.revoke', before, after })
    return after
  })
}

async function requireKey(tx: Tx, actor: Actor, id: string): Promise<ApiKey> {
  requirePerson(actor)
  const key = (await queries.getApiKey(tx, id)) ?? fail('NOT_FOUND')
  authorize(canChangeApiKey(actor, key))
  return key
}

type ApiKeyChange = { caller: Caller; action: AuditAction; before?: ApiKey; after: ApiKey }

/** Writes one audit row and notifies the studio's open screens. */
async function recordApiKey(tx: Tx, actor: Actor, { caller, action, before, after }: ApiKeyChange) {
  const { id, studio_id } = after
  await audit(tx, actor, {
    action,
    studio_id,
    ...factsOfChange(before, after, ['id', 'scopes', 'ends_at', 'revoked_at', 'is_personal', 'version']),
    object_type: 'api_key',
    object_id: id,
    request_id: caller.request_id,
  })
  publish(tx, { studio_id, topic: 'api-keys', id, client_id: null })
}
