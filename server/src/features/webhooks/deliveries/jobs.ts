import { secondsToRetry } from '@studiohub/contract/features/webhooks/events/rules.ts'
import { DELIVERIES_KEPT_DAYS, TEST_EVENT } from '@studiohub/contract/features/webhooks/words.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { queueWebhookMails } from '#features/emails/webhook-jobs.ts'
import { createNotices } from '#features/notices/jobs.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { unseal } from '#platform/auth/secrets.ts'
import { signatureOf } from '#platform/auth/signed-calls.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue, type JobContext } from '#platform/jobs/jobs.ts'
import { guardedFetch } from '#platform/outbound/guarded-fetch.ts'
import { outboundErrorOf } from '#platform/outbound/outbound-error.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { endWebhook } from '../queries.ts'
import * as queries from './queries.ts'

const ANSWER_WITHIN_MS = 10_000
const ANSWER_BYTES = 16_384
const ANSWER_CHARACTERS = 1_000
const AT_ONCE = 6
const MS_PER_SECOND = 1_000
const DAY_MS = 86_400_000
const GONE = 410

const call = guardedFetch({ withinMs: ANSWER_WITHIN_MS, maxBytes: ANSWER_BYTES })

type DeliveryToSend = NonNullable<Awaited<ReturnType<typeof queries.getDeliveryToSend>>>
type AttemptResult = { status: number | null; duration_ms: number; problem: string | null; answer: string | null }

/** Sends one event to one webhook. A failed attempt queues the next one, for almost three days. */
export const deliverEvent = defineJob('webhooks.deliver', {
  // Another job may have made this attempt, because of "Send again" or a crash.
  payload: z.object({ delivery_id: Id, attempts: z.int() }),
  atOnce: AT_ONCE,
  async run({ delivery_id, attempts }, context) {
    const found = await asSystem((tx) => queries.getDeliveryToSend(tx, delivery_id))
    if (found?.state !== 'waiting' || found.attempts !== attempts) return
    const outcome = await send(found, context)
    await asSystem((tx) => recordOutcome(tx, found, outcome, context.now))
  },
})

async function send(found: DeliveryToSend, { now, signal }: JobContext): Promise<AttemptResult> {
  const { url, body, is_active, event } = found
  const nothing = { status: null, duration_ms: 0, answer: null }
  if (body === null) return { ...nothing, problem: 'The client was erased.' }
  if (!is_active && event !== TEST_EVENT) return { ...nothing, problem: 'The webhook was switched off.' }
  const began = performance.now()
  const duration = () => Math.round(performance.now() - began)
  try {
    const answer = await call(url, {
      method: 'POST',
      redirect: 'manual',
      signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'StudioHub-Webhooks',
        ...signedHeaders(found, body, now),
      },
      body,
    })
    const text = await beginningOf(answer)
    const problem = answer.ok ? null : `The server answered ${answer.status}.`
    return { status: answer.status, duration_ms: duration(), problem, answer: text }
  } catch (error) {
    signal.throwIfAborted()
    const { message } = outboundErrorOf(error)
    return { ...nothing, duration_ms: duration(), problem: message }
  }
}

function signedHeaders({ event_id, secret, former_secret, former_until }: DeliveryToSend, body: string, now: Date) {
  // Uses the machine's clock, because the receiver compares the time with its own.
  const sent_at = String(Math.floor(Date.now() / MS_PER_SECOND))
  const former = former_until !== null && former_until > now.toISOString() ? former_secret : null
  const signatures = [secret, former]
    .flatMap((sealed) => sealed ?? [])
    .map((sealed) => signatureOf(keyOf(unseal('webhook-secret', sealed).toString()), { id: event_id, sent_at, body }))
  return { 'webhook-id': event_id, 'webhook-timestamp': sent_at, 'webhook-signature': signatures.join(' ') }
}

const keyOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

/** The beginning of an answer. If the body is too long or breaks off, the status still counts. */
async function beginningOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  try {
    for await (const part of body ?? []) parts.push(part)
  } catch {
    // The part that was read so far is enough.
  }
  // PostgreSQL stores no NUL.
  return Buffer.concat(parts).toString().replaceAll('\0', '').slice(0, ANSWER_CHARACTERS)
}

async function recordOutcome(tx: Tx, found: DeliveryToSend, outcome: AttemptResult, now: Date): Promise<void> {
  const isDelivered = outcome.status !== null && outcome.problem === null
  const isLast = outcome.status === GONE || found.event === TEST_EVENT || found.body === null || !found.is_active
  const wait = isDelivered || isLast ? null : secondsToRetry(found.attempts + 1)
  const state = isDelivered ? 'delivered' : wait === null ? 'failed' : 'waiting'
  const next_at = wait === null ? null : new Date(now.getTime() + wait * MS_PER_SECOND).toISOString()
  const at = now.toISOString()
  const recorded = await queries.recordAttempt(tx, found, { ...outcome, state, next_at }, at)
  if (!recorded) return
  const { webhook_id, studio_id, created_at } = recorded
  if (isDelivered) await queries.markAnswered(tx, webhook_id, at)
  publish(tx, { studio_id, topic: 'webhooks', id: webhook_id, client_id: null })
  if (wait !== null) await queueAttempt(tx, { ...found, attempts: found.attempts + 1 }, wait)
  if (state !== 'failed' || found.event === TEST_EVENT || !found.is_active) return
  const hasFailedForDays = outcome.status === GONE || (await queries.isSilentSince(tx, webhook_id, created_at))
  if (hasFailedForDays) await end(tx, webhook_id, now)
}

/** Queues an attempt. A process makes only one attempt at a time for one webhook. */
export const queueAttempt = (
  tx: Tx,
  { id, webhook_id, attempts }: Pick<DeliveryToSend, 'id' | 'webhook_id' | 'attempts'>,
  waitSeconds = 0,
) =>
  enqueue(
    tx,
    deliverEvent,
    { delivery_id: id, attempts },
    // Uses the machine's clock, because the queue does too.
    { group: webhook_id, ...(waitSeconds > 0 && { startAfter: new Date(Date.now() + waitSeconds * MS_PER_SECOND) }) },
  )

/** Switches a webhook off and notifies the admins. */
async function end(tx: Tx, webhook_id: string, now: Date): Promise<void> {
  const ended = await endWebhook(tx, webhook_id, now)
  if (!ended) return
  const { id, studio_id, label, version } = ended
  await insertAuditEntry(tx, {
    ...{ actor_id: null, session_id: null, studio_id, action: 'webhooks.end', object_type: 'webhook', object_id: id },
    after: { id, version },
  })
  const notice = { studio_id, actor_id: null, subject_id: id, link: '/studio/settings?tab=api' }
  await createNotices(tx, { kind: 'webhook', data: { label }, ...notice }, 'admins')
  await queueWebhookMails(tx, { studio_id, label })
}

/** Deletes deliveries after 30 days. */
const forgetDeliveries = defineJob('webhooks.forget', {
  payload: z.object({}),
  every: 'day',
  run: (_payload, { now }) =>
    asSystem((tx) =>
      queries.deleteOldDeliveries(tx, new Date(now.getTime() - DELIVERIES_KEPT_DAYS * DAY_MS).toISOString()),
    ),
})

export const deliveryJobs = [deliverEvent, forgetDeliveries]
