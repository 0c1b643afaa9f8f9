import { fail } from '@studiohub/contract/errors.ts'
import { canManageWebhooks } from '@studiohub/contract/features/webhooks/policy.ts'
import type { DeliveriesQuery, Delivery, DeliveryDetails } from '@studiohub/contract/features/webhooks/schema.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { getWebhook } from '../queries.ts'
import { queueAttempt } from './jobs.ts'
import * as queries from './queries.ts'

/** Lists the deliveries of a webhook, newest first. */
export function listDeliveries(caller: Caller, { id, ...query }: DeliveriesQuery) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    const { studio_id } = (await getWebhook(tx, id)) ?? fail('NOT_FOUND')
    authorize(canManageWebhooks(actor, studio_id))
    const deliveries = await queries.listDeliveries(tx, { webhook_id: id, after, limit: rows })
    return toPageByTime(deliveries, limit, (delivery) => delivery.id)
  })
}

/** A delivery with the body that was sent and the beginning of the receiver's response. */
export function getDelivery(caller: Caller, id: string): Promise<DeliveryDetails> {
  return asActor(caller, async (tx, actor) => {
    const { studio_id, ...delivery } = (await queries.getDelivery(tx, id)) ?? fail('NOT_FOUND')
    authorize(canManageWebhooks(actor, studio_id))
    return delivery
  })
}

/** Sends an event again at once, with the same id and body. @throws AppError WEBHOOK_BODY_ERASED */
export function resendDelivery(caller: Caller, id: string): Promise<Delivery> {
  return asActor(caller, async (tx, actor) => {
    const { studio_id, webhook_id } = (await queries.getDelivery(tx, id)) ?? fail('NOT_FOUND')
    authorize(canManageWebhooks(requireRole(actor), studio_id))
    await actAs(tx, 'system')
    const delivery = (await queries.resetDelivery(tx, id)) ?? fail('WEBHOOK_BODY_ERASED')
    await queueAttempt(tx, delivery)
    await audit(tx, actor, {
      action: 'webhooks.sendAgain',
      studio_id,
      object_type: 'webhook_delivery',
      object_id: id,
      after: { webhook_id },
      request_id: caller.request_id,
    })
    publish(tx, { studio_id, topic: 'webhooks', id: webhook_id, client_id: null })
    return delivery
  })
}
