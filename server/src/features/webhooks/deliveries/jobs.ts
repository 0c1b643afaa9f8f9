import { secondsToRetry } from '@studiohub/contract/features/webhooks/events/rules.ts'
import { DELIVERIES_RETENTION_DAYS, TEST_EVENT } from '@studiohub/contract/features/webhooks/words.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { queueWebhookEmails } from '#features/emails/webhook-jobs.ts'
import { createNotices } from '#features/notices/jobs.ts'
import { insertSystemAuditEntry } from '#platform/audit/audit.ts'
import { unseal } from '#platform/auth/secrets.ts'
import { signCall } from '#platform/auth/signed-calls.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { guardedFetch } from '#platform/outbound/guarded-fetch.ts'
import { toOutboundError } from '#platform/outbound/outbound-error.ts'
import { publish } from '#platform/realtime/realtime.ts'
import * as webhookQueries from '../queries.ts'
import * as queries from './queries.ts'

const RESPONSE_TIMEOUT_MS = 10_000
const RESPONSE_BYTES_MAX = 16_384
const STORED_CHARACTERS_MAX = 1_000
const DELIVERIES_AT_ONCE = 6
const MS_PER_SECOND = 1_000
const HTTP_GONE = 410

const callReceiver = guardedFetch({ withinMs: RESPONSE_TIMEOUT_MS, maxBytes: RESPONSE_BYTES_MAX })

type DeliveryToSend = NonNullable<Awaited<ReturnType<typeof queries.getDeliveryToSend>>>
type AttemptResult = { status: number | null; duration_ms: number; problem: string | null; answer: string | null }

/** Sends an event to a webhook. A failed attempt queues the next one, for almost three days. */
export const deliverEvent = defineJob('webhooks.deliver', {
  // `attempts` shows whether another job has already made this attempt, because of "Send again" or a crash.
  payload: z.object({ delivery_id: Id, attempts: z.int() }),
  concurrency: DELIVERIES_AT_ONCE,
  async run({ delivery_id, attempts }, context) {
    const delivery = await asSystem((tx) => queries.getDeliveryToSend(tx, delivery_id))
    if (delivery?.state !== 'waiting' || delivery.attempts !== attempts) return
    const result = await sendDelivery(delivery, context)
    await asSystem((tx) => recordResult(tx, delivery, result, context.now))
  },
})

async function sendDelivery(delivery: DeliveryToSend, { now, signal }: JobContext): Promise<AttemptResult> {
  const { url, body, is_active, event } = delivery
  const emptyResult = { status: null, duration_ms: 0, answer: null }
  if (body === null) return { ...emptyResult, problem: 'The client was erased.' }
  if (!is_active && event !== TEST_EVENT) return { ...emptyResult, problem: 'The webhook was switched off.' }
  const startedAt = performance.now()
  const duration = () => Math.round(performance.now() - startedAt)
  try {
    const response = await callReceiver(url, {
      method: 'POST',
      redirect: 'manual',
      signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'StudioHub-Webhooks',
        ...signedHeaders(delivery, body, now),
      },
      body,
    })
    const text = await readBeginning(response)
    const problem = response.ok ? null : `The server answered ${response.status}.`
    return { status: response.status, duration_ms: duration(), problem, answer: text }
  } catch (error) {
    signal.throwIfAborted()
    const { message } = toOutboundError(error)
    return { ...emptyResult, duration_ms: duration(), problem: message }
  }
}

function signedHeaders({ event_id, secret, former_secret, former_until }: DeliveryToSend, body: string, now: Date) {
  // Uses the machine's clock, because the receiver compares the time with its own clock.
  const sent_at = String(Math.floor(Date.now() / MS_PER_SECOND))
  const validFormerSecret = former_until !== null && former_until > now.toISOString() ? former_secret : null
  const signatures = [secret, validFormerSecret]
    .flatMap((sealed) => sealed ?? [])
    .map((sealed) =>
      signCall(decodeSecret(unseal('webhook-secret', sealed).toString()), { id: event_id, sent_at, body }),
    )
  return { 'webhook-id': event_id, 'webhook-timestamp': sent_at, 'webhook-signature': signatures.join(' ') }
}

const decodeSecret = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

/** Reads the beginning of a response. A body that is too long or incomplete is no error, because only the status counts. */
async function readBeginning({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  try {
    for await (const part of body ?? []) parts.push(part)
  } catch {
    // The parts that were read so far are enough.
  }
  // PostgreSQL cannot store NUL characters.
  return Buffer.concat(parts).toString().replaceAll('\0', '').slice(0, STORED_CHARACTERS_MAX)
}

async function recordResult(tx: Tx, delivery: DeliveryToSend, result: AttemptResult, now: Date): Promise<void> {
  const isDelivered = result.status !== null && result.problem === null
  // A test, an erased body and a webhook that is off: never tried again, and never the webhook's fault.
  const isExempt = delivery.event === TEST_EVENT || delivery.body === null || !delivery.is_active
  const isLast = isDelivered || isExempt || result.status === HTTP_GONE
  const wait = isLast ? null : secondsToRetry(delivery.attempts + 1)
  const stateIfFailed = wait === null ? 'failed' : 'waiting'
  const state = isDelivered ? 'delivered' : stateIfFailed
  const next_at = wait === null ? null : new Date(now.getTime() + wait * MS_PER_SECOND).toISOString()
  const at = now.toISOString()
  const attempt = await queries.recordAttempt(tx, delivery, { ...result, state, next_at }, at)
  if (!attempt) return
  const { webhook_id, studio_id, created_at } = attempt
  if (isDelivered) await queries.recordAcceptance(tx, webhook_id, at)
  publish(tx, { studio_id, topic: 'webhooks', id: webhook_id, client_id: null })
  if (wait !== null) await queueAttempt(tx, { ...delivery, attempts: delivery.attempts + 1 }, wait)
  if (state !== 'failed' || isExempt) return
  const mustDisable = result.status === HTTP_GONE || (await queries.hasAcceptedNothingSince(tx, webhook_id, created_at))
  if (mustDisable) await disableWebhook(tx, webhook_id, now)
}

/** Queues an attempt. A process makes only one attempt at a time for each webhook. */
export const queueAttempt = (
  tx: Tx,
  { id, webhook_id, attempts }: Pick<DeliveryToSend, 'id' | 'webhook_id' | 'attempts'>,
  waitSeconds = 0,
) =>
  enqueue(
    tx,
    deliverEvent,
    { delivery_id: id, attempts },
    // Uses the machine's clock, because the queue uses it too.
    { group: webhook_id, ...(waitSeconds > 0 && { startAfter: new Date(Date.now() + waitSeconds * MS_PER_SECOND) }) },
  )

/** Disables a webhook and notifies the admins. */
async function disableWebhook(tx: Tx, webhook_id: string, now: Date): Promise<void> {
  const webhook = await webhookQueries.disableWebhook(tx, webhook_id, now)
  if (!webhook) return
  const { id, studio_id, label, version } = webhook
  await insertSystemAuditEntry(tx, {
    studio_id,
    action: 'webhooks.end',
    object_type: 'webhook',
    object_id: id,
    after: { id, version },
  })
  const notice = { studio_id, actor_id: null, subject_id: id, link: '/studio/settings?tab=api' }
  await createNotices(tx, { kind: 'webhook', data: { label }, ...notice }, 'admins')
  await queueWebhookEmails(tx, { studio_id, label, at: now.toISOString() })
}

/** Deletes deliveries after 30 days. */
const deleteOldDeliveriesDaily = defineJob('webhooks.forget', {
  payload: z.object({}),
  every: 'day',
  run: (_payload, { now }) =>
    asSystem((tx) =>
      queries.deleteOldDeliveries(tx, new Date(now.getTime() - DELIVERIES_RETENTION_DAYS * DAY_MS).toISOString()),
    ),
})

export const deliveryJobs = [deliverEvent, deleteOldDeliveriesDaily]
