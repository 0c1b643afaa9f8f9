import { randomUUID } from 'node:crypto'
import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import type { Payload } from '@studiohub/contract/features/webhooks/events/schema.ts'
import { canManageWebhooks } from '@studiohub/contract/features/webhooks/policy.ts'
import type {
  Delivery,
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhookWithSecret,
} from '@studiohub/contract/features/webhooks/schema.ts'
import { API_VERSION, FORMER_SECRET_HOURS, TEST_EVENT } from '@studiohub/contract/features/webhooks/words.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { audit, factsOfChange } from '#platform/audit/audit.ts'
import { authorize, requireRole, requireSecondFactor } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Limit, requireLimits } from '#platform/http/limits.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { queueAttempt } from './deliveries/jobs.ts'
import { insertDelivery } from './deliveries/queries.ts'
import * as queries from './queries.ts'

const testLimit: Limit = { name: 'webhook-tests', count: 60, per_seconds: 3600 }

/** Lists the webhooks of a studio, newest first. */
export function listWebhooks(caller: Caller, studio_id: string): Promise<{ items: Webhook[] }> {
  return asActor(caller, async (tx, actor) => {
    authorize(canManageWebhooks(actor, studio_id))
    return { items: await queries.listWebhooks(tx, studio_id) }
  })
}

/** Creates a webhook. Only this response contains its secret. @throws AppError WEBHOOKS_FULL */
export function createWebhook(
  caller: Caller,
  input: NewWebhook & { studio_id: string },
  now: Date,
): Promise<WebhookWithSecret> {
  const { studio_id } = input
  return asActor(caller, async (tx, actor) => {
    authorize(canManageWebhooks(requireRole(actor), studio_id))
    await requireSecondFactor(tx, actor)
    await lock(tx, 'studio', studio_id)
    await actAs(tx, 'system')
    const { secret, sealed } = queries.createWebhookSecret()
    const row = { ...input, secret: sealed, created_at: now.toISOString() }
    const after = (await queries.insertWebhook(tx, row)) ?? fail('WEBHOOKS_FULL')
    await recordWebhook(tx, actor, { caller, action: 'webhooks.create', after })
    return { ...after, secret }
  })
}

/** Changes the fields that are set, or switches a webhook on or off. */
export const updateWebhook = (caller: Caller, { id, ...changes }: WebhookChanges & { id: string }): Promise<Webhook> =>
  changeWebhook(caller, id, async (tx, actor, before) => {
    const after = (await queries.updateWebhook(tx, id, changes)) ?? fail('STALE_VERSION')
    await recordWebhook(tx, actor, { caller, action: 'webhooks.update', before, after })
    return after
  })

/**
 * Creates a new secret. For one more day, events are also signed with the previous secret, so that the receiver can change it
 * without missing an event.
 */
export const rotateSecret = (caller: Caller, id: string, now: Date): Promise<WebhookWithSecret> =>
  changeWebhook(caller, id, async (tx, actor, before) => {
    const { secret, sealed } = queries.createWebhookSecret()
    const former_until = new Date(now.getTime() + FORMER_SECRET_HOURS * HOUR_MS).toISOString()
    const after = (await queries.replaceSecret(tx, id, { secret: sealed, former_until })) ?? fail('NOT_FOUND')
    await recordWebhook(tx, actor, { caller, action: 'webhooks.rotateSecret', before, after })
    return { ...after, secret }
  })

/** Deletes a webhook. @returns the deleted webhook */
export const deleteWebhook = (caller: Caller, id: string): Promise<Webhook> =>
  changeWebhook(caller, id, async (tx, actor, before) => {
    await queries.deleteWebhook(tx, id)
    await recordWebhook(tx, actor, { caller, action: 'webhooks.delete', before })
    return before
  })

/** Sends a test event without data of the studio, also to a webhook that is switched off. There is only one attempt. */
export async function testWebhook(caller: Caller, id: string, now: Date): Promise<Delivery> {
  return changeWebhook(caller, id, async (tx, actor, webhook) => {
    await requireLimits([{ limit: testLimit, by: webhook.studio_id }], now)
    const { studio_id } = webhook
    const [event_id, at] = [randomUUID(), now.toISOString()]
    const data = { message: 'This is a test from StudioHub.' }
    const payload: Payload = {
      id: event_id,
      type: TEST_EVENT,
      api_version: API_VERSION,
      timestamp: at,
      studio_id,
      data,
    }
    const event = { event_id, event: TEST_EVENT, client_id: null, at, body: JSON.stringify(payload) }
    const delivery = await insertDelivery(tx, { ...event, studio_id, webhook_id: id })
    await queueAttempt(tx, delivery)
    await audit(tx, actor, {
      action: 'webhooks.test',
      studio_id,
      object_type: 'webhook_delivery',
      object_id: delivery.id,
      after: { webhook_id: id },
      request_id: caller.request_id,
    })
    publish(tx, { studio_id, topic: 'webhooks', id, client_id: null })
    return delivery
  })
}

/** Checks the caller's rights to a webhook, then runs `work` with the system role, which alone may write webhooks. */
function changeWebhook<Result>(
  caller: Caller,
  id: string,
  work: (tx: Tx, actor: Actor, before: Webhook) => Promise<Result>,
): Promise<Result> {
  return asActor(caller, async (tx, actor) => {
    const before = (await queries.getWebhook(tx, id)) ?? fail('NOT_FOUND')
    authorize(canManageWebhooks(requireRole(actor), before.studio_id))
    await requireSecondFactor(tx, actor)
    await actAs(tx, 'system')
    return work(tx, actor, before)
  })
}

type WebhookChange = { caller: Caller; action: AuditAction; before?: Webhook; after?: Webhook }

/** Writes one audit row and notifies the studio's open screens. */
async function recordWebhook(tx: Tx, actor: Actor, { caller, action, before, after }: WebhookChange) {
  const { id, studio_id } = after ?? before ?? fail('NOT_FOUND')
  await audit(tx, actor, {
    action,
    studio_id,
    ...factsOfChange(before, after, ['id', 'is_active', 'version']),
    object_type: 'webhook',
    object_id: id,
    request_id: caller.request_id,
  })
  publish(tx, { studio_id, topic: 'webhooks', id, client_id: null })
}
