import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import {
  DeliveriesQuery,
  Delivery,
  DeliveryDetails,
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhooksQuery,
  WebhookWithSecret,
} from './schema.ts'

const one = z.strictObject({ id: Id })

export const webhooks = {
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/webhooks' })
    .input(WebhooksQuery)
    .output(z.object({ items: z.array(Webhook) }))
    .errors(pickErrors('FORBIDDEN')),
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/webhooks', successStatus: 201 })
    // A stored answer would contain the secret.
    .meta({ onRepeat: 'none' })
    .input(NewWebhook.extend({ studio_id: Id }))
    .output(WebhookWithSecret)
    .errors(pickErrors('FORBIDDEN', 'WEBHOOKS_FULL')),
  update: route
    .route({ method: 'PATCH', path: '/webhooks/{id}' })
    .input(WebhookChanges.extend({ id: Id }))
    .output(Webhook)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'STALE_VERSION')),
  delete: route
    .route({ method: 'DELETE', path: '/webhooks/{id}' })
    .input(one)
    .output(Webhook)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  rotateSecret: route
    .route({ method: 'POST', path: '/webhooks/{id}/rotate-secret' })
    .meta({ onRepeat: 'none' })
    .input(one)
    .output(WebhookWithSecret)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  test: route
    .route({ method: 'POST', path: '/webhooks/{id}/test', successStatus: 201 })
    .input(one)
    .output(Delivery)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  listDeliveries: route
    .route({ method: 'GET', path: '/webhooks/{id}/deliveries' })
    .input(DeliveriesQuery)
    .output(pageOf(Delivery))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  getDelivery: route
    .route({ method: 'GET', path: '/webhook-deliveries/{id}' })
    .input(one)
    .output(DeliveryDetails)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  sendAgain: route
    .route({ method: 'POST', path: '/webhook-deliveries/{id}/send-again' })
    .input(one)
    .output(Delivery)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'WEBHOOK_BODY_ERASED')),
}
