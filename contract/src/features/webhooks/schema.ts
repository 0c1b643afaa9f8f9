import { z } from 'zod'
import { PageQuery } from '../../shared/page.ts'
import { Id, name } from '../../shared/text.ts'
import { eventGroups, WEBHOOK_LABEL_MAX, WEBHOOK_URL_MAX, type WebhookEvent } from './words.ts'

const events = eventGroups.flatMap((group) => Object.keys(group.events))
const isEvent = (text: string): text is WebhookEvent => events.includes(text)

export const WebhookEventName = z.string().refine(isEvent, 'Unknown event')

/** A webhook of a studio, without its secret. */
export const Webhook = z.object({
  id: Id,
  studio_id: Id,
  label: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  is_active: z.boolean(),
  /** When the product switched the webhook off, after three days of failures. */
  ended_at: z.string().nullable(),
  /** When the receiver last accepted an event. */
  answered_at: z.string().nullable(),
  /** Events are also signed with the previous secret until this time. */
  former_until: z.string().nullable(),
  created_at: z.string(),
  version: z.number().int(),
})
export type Webhook = z.infer<typeof Webhook>

/** A webhook with its new secret, which is never shown again. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() })
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

const addressError = 'Enter an address that begins with https:// and has no user name or password'

const hasNoPassword = (address: string) => !/^[^/?#]*\/\/[^/?#]*@/.test(address)

export const NewWebhook = z.strictObject({
  label: name('Enter a name', WEBHOOK_LABEL_MAX),
  url: z
    .string()
    .trim()
    .max(WEBHOOK_URL_MAX, 'This address is too long')
    .pipe(z.url({ protocol: /^https?$/, error: addressError }).refine(hasNoPassword, addressError)),
  events: z.array(WebhookEventName).min(1, 'Choose at least one event').max(events.length),
})
export type NewWebhook = z.output<typeof NewWebhook>

/** Omitted fields stay as they are. */
export const WebhookChanges = NewWebhook.partial().extend({
  is_active: z.boolean().optional(),
  version: z.number().int().optional(),
})
export type WebhookChanges = z.output<typeof WebhookChanges>

export const WebhooksQuery = z.strictObject({ studio_id: Id })

/** One event for one webhook, with its last attempt. */
export const Delivery = z.object({
  id: Id,
  webhook_id: Id,
  event_id: Id,
  event: z.string(),
  /** When the event happened. */
  at: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int(),
  next_at: z.string().nullable(),
  attempted_at: z.string().nullable(),
  /** The HTTP status of the last response. */
  status: z.number().int().nullable(),
  /** How long the last response took. */
  duration_ms: z.number().int().nullable(),
  /** Why the last attempt got no response. */
  problem: z.string().nullable(),
})
export type Delivery = z.infer<typeof Delivery>

/** A delivery with the sent body and the beginning of the response. */
export const DeliveryDetails = Delivery.extend({
  /** Null if its client was erased. */
  body: z.string().nullable(),
  answer: z.string().nullable(),
})
export type DeliveryDetails = z.infer<typeof DeliveryDetails>

export const DeliveriesQuery = PageQuery.extend({ id: Id })
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>
