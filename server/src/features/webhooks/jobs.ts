import { randomUUID } from 'node:crypto'
import { getWebhookEvents, joinChanges } from '@studiohub/contract/features/webhooks/events/rules.ts'
import { eventData, type Payload } from '@studiohub/contract/features/webhooks/events/schema.ts'
import { API_VERSION, type WebhookEvent } from '@studiohub/contract/features/webhooks/words.ts'
import { z } from 'zod'
import { getUndoSeconds } from '#features/emails/bookings/jobs.ts'
import { asSystem } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/process/log.ts'
import { onPublished } from '#platform/realtime/realtime.ts'
import { deliveryJobs, queueAttempt } from './deliveries/jobs.ts'
import { insertDeliveries } from './deliveries/queries.ts'
import { getEventObject, getOldestChange, takeChanges } from './events/queries.ts'

const LOOKUP_DELAY_MS = 300
/** The minimum time between two lookups, so that under load the changes of one second become one job. */
const LOOKUP_INTERVAL_MS = 1_000
const MS_PER_SECOND = 1_000

/** Turns changes that can no longer be undone into events, and queues them for the webhooks that chose them. */
const dispatchChanges = defineJob('webhooks.dispatch', {
  payload: z.object({}),
  every: 'minute',
  async run(_payload, { signal }) {
    while (!signal.aborted && (await asSystem(dispatchNextChanges)) > 0);
  },
})

export const webhookJobs = [dispatchChanges, ...deliveryJobs]

/** @returns the number of changes that were handled */
async function dispatchNextChanges(tx: Tx): Promise<number> {
  // Without the lock, two processes at the same time would each get only a part of an object's changes.
  await lock(tx, 'webhooks', 'dispatch')
  const changes = await takeChanges(tx, getUndoSeconds())
  for (const [object_id, objectChanges] of Map.groupBy(changes, (change) => change.object_id)) {
    const joinedChange = joinChanges(objectChanges)
    const lastChange = objectChanges.at(-1)
    if (!joinedChange || !lastChange) continue
    const { studio_id, at } = lastChange
    for (const event of getWebhookEvents(joinedChange))
      await writeEvent(tx, event, { ...joinedChange, object_id, studio_id, at })
  }
  return changes.length
}

type ChangedObject = Parameters<typeof getEventObject>[2] & { studio_id: string; at: string }

async function writeEvent(tx: Tx, event: WebhookEvent, change: ChangedObject): Promise<void> {
  const { studio_id, at } = change
  const object = await getEventObject(tx, event, change)
  if (!object) return
  const id = randomUUID()
  const data = eventData[event].parse(object.data)
  const payload: Payload = { id, type: event, api_version: API_VERSION, timestamp: at, studio_id, data }
  const { client_id } = object
  const newDelivery = { event_id: id, event, studio_id, client_id, at, body: JSON.stringify(payload) }
  for (const delivery of await insertDeliveries(tx, newDelivery)) await queueAttempt(tx, { ...delivery, attempts: 0 })
}

/**
 * Dispatches changes soon after they happen, instead of at the next full minute. After a commit, it looks for recorded changes
 * in a transaction of its own.
 * @returns a function that stops it
 */
export function dispatchOnChange(log: Pick<Log, 'warn'>): () => void {
  let timer: NodeJS.Timeout | null = null
  let lastLookupAt = Number.NEGATIVE_INFINITY
  const lookUpChanges = async () => {
    timer = null
    lastLookupAt = performance.now()
    try {
      await asSystem(queueDispatch)
    } catch (error) {
      log.warn({ err: error }, 'changes for webhooks could not be looked up')
    }
  }
  const unsubscribe = onPublished(({ topic }) => {
    // Deliveries publish changes too, but no event is about a delivery.
    if (topic === 'webhooks' || timer) return
    const wait = Math.max(LOOKUP_DELAY_MS, lastLookupAt + LOOKUP_INTERVAL_MS - performance.now())
    timer = setTimeout(lookUpChanges, wait).unref()
  })
  return () => {
    unsubscribe()
    if (timer) clearTimeout(timer)
  }
}

async function queueDispatch(tx: Tx): Promise<void> {
  if ((await getOldestChange(tx)) === undefined) return
  const wait = getUndoSeconds()
  // Uses the machine's clock, because the queue uses it too.
  await enqueue(tx, dispatchChanges, {}, wait > 0 ? { startAfter: new Date(Date.now() + wait * MS_PER_SECOND) } : {})
}
