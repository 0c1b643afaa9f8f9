import { randomBytes } from 'node:crypto'
import type { NewWebhook, WebhookChanges } from '@studiohub/contract/features/webhooks/schema.ts'
import { WEBHOOKS_MAX } from '@studiohub/contract/features/webhooks/words.ts'
import { sql } from 'kysely'
import { seal } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/transaction.ts'

const SECRET_BYTES = 32

const columns = [
  'id',
  'studio_id',
  'label',
  'url',
  'events',
  'is_active',
  'ended_at',
  'answered_at',
  'former_until',
  'created_at',
  'version',
] as const

/** Creates a secret, and its sealed form for the database. */
export function createWebhookSecret(): { secret: string; sealed: string } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  return { secret, sealed: seal('webhook-secret', secret) }
}

/** A webhook without its secrets; undefined if the actor may not see it. */
export function getWebhook(tx: Tx, id: string) {
  return tx.selectFrom('webhooks').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Lists the webhooks of a studio, newest first. */
export function listWebhooks(tx: Tx, studio_id: string) {
  return tx
    .selectFrom('webhooks')
    .select(columns)
    .where('studio_id', '=', studio_id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

type WebhookRow = NewWebhook & { studio_id: string; secret: string; created_at: string }

/**
 * Inserts a webhook. Requires the system role.
 * @param webhook with its sealed secret
 * @returns undefined if the studio already has the maximum
 */
export async function insertWebhook(tx: Tx, webhook: WebhookRow) {
  const { count } = await tx
    .selectFrom('webhooks')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('studio_id', '=', webhook.studio_id)
    .executeTakeFirstOrThrow()
  if (count >= WEBHOOKS_MAX) return undefined
  return tx.insertInto('webhooks').values(webhook).returning(columns).executeTakeFirstOrThrow()
}

/**
 * Changes the fields that are set, if the webhook has this version; without a version, any is accepted. Switching a webhook
 * on clears `ended_at`. Requires the system role.
 * @returns undefined if the webhook has another version
 */
export function updateWebhook(tx: Tx, id: string, { version, ...changes }: WebhookChanges) {
  return tx
    .updateTable('webhooks')
    .set(changes)
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .$if(changes.is_active === true, (query) => query.set({ ended_at: null }))
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning(columns)
    .executeTakeFirst()
}

/** Replaces the secret. The current one becomes the former one. Requires the system role. @param secret the sealed secret */
export function replaceSecret(tx: Tx, id: string, { secret, former_until }: { secret: string; former_until: string }) {
  return tx
    .updateTable('webhooks')
    .set(({ ref, eb }) => ({ former_secret: ref('secret'), secret, former_until, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

/** Deletes a webhook with its deliveries. Requires the system role. */
export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('webhooks').where('id', '=', id).execute()
}

/** Disables a webhook that failed for too long. @returns undefined if it was already disabled */
export function disableWebhook(tx: Tx, id: string, now: Date) {
  return tx
    .updateTable('webhooks')
    .set(({ eb }) => ({ is_active: false, ended_at: now.toISOString(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('is_active', '=', true)
    .returning(columns)
    .executeTakeFirst()
}
