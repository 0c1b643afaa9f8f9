import type { DeliveryDetails } from '@studiohub/contract/features/webhooks/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { byTime, type Page } from '#platform/http/cursor.ts'

const columns = [
  'id',
  'webhook_id',
  'event_id',
  'event',
  'at',
  'state',
  'attempts',
  'next_at',
  'attempted_at',
  'status',
  'duration_ms',
  'problem',
] as const

/** Lists the deliveries of a webhook, newest first. */
export function listDeliveries(tx: Tx, { webhook_id, ...page }: Page & { webhook_id: string }) {
  return tx
    .selectFrom('webhook_deliveries')
    .select(columns)
    .where('webhook_id', '=', webhook_id)
    .$call(byTime({ at: 'webhook_deliveries.created_at', id: 'webhook_deliveries.id', descends: true }, page))
    .execute()
}

/** A delivery with its body and response; undefined if the actor may not see it. */
export function getDelivery(tx: Tx, id: string): Promise<(DeliveryDetails & { studio_id: string }) | undefined> {
  return tx
    .selectFrom('webhook_deliveries')
    .select([...columns, 'studio_id', 'body', 'answer'])
    .where('id', '=', id)
    .executeTakeFirst()
}

type NewDelivery = {
  studio_id: string
  event_id: string
  event: string
  client_id: string | null
  at: string
  body: string
}

/** Inserts a delivery of an event for every active webhook of the studio that chose this event. */
export async function insertDeliveries(tx: Tx, delivery: NewDelivery) {
  const { studio_id, event_id, event, client_id, at, body } = delivery
  const { rows } = await sql<{ id: string; webhook_id: string }>`
    insert into webhook_deliveries (webhook_id, studio_id, client_id, event_id, event, at, body)
    select w.id, w.studio_id, ${client_id}::uuid, ${event_id}::uuid, ${event}, ${at}::timestamptz, ${body} from webhooks w
    where w.studio_id = ${studio_id}::uuid and w.is_active and ${event} = any (w.events)
    returning id, webhook_id`.execute(tx)
  return rows
}

/** Inserts a delivery of an event for one webhook. */
export function insertDelivery(tx: Tx, delivery: NewDelivery & { webhook_id: string }) {
  return tx.insertInto('webhook_deliveries').values(delivery).returning(columns).executeTakeFirstOrThrow()
}

/** A delivery with the address and the sealed secrets of its webhook. */
export function getDeliveryToSend(tx: Tx, id: string) {
  return tx
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'd.webhook_id', 'd.event_id', 'd.event', 'd.body', 'd.state', 'd.attempts'])
    .select(['w.url', 'w.is_active', 'w.secret', 'w.former_secret', 'w.former_until'])
    .where('d.id', '=', id)
    .executeTakeFirst()
}

type Attempt = Pick<DeliveryDetails, 'status' | 'duration_ms' | 'problem' | 'answer' | 'state' | 'next_at'>

/** Stores the result of an attempt. @returns undefined if this attempt is already stored */
export function recordAttempt(
  tx: Tx,
  { id, attempts }: { id: string; attempts: number },
  attempt: Attempt,
  at: string,
) {
  return tx
    .updateTable('webhook_deliveries')
    .set({ ...attempt, attempts: attempts + 1, attempted_at: at })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .returning(['webhook_id', 'studio_id', 'created_at'])
    .executeTakeFirst()
}

/** Records that a webhook has accepted an event. */
export async function recordAcceptance(tx: Tx, webhook_id: string, at: string): Promise<void> {
  await tx.updateTable('webhooks').set({ answered_at: at }).where('id', '=', webhook_id).execute()
}

/** Whether a webhook has accepted no event since this time (ISO 8601). */
export async function hasAcceptedNothingSince(tx: Tx, webhook_id: string, since: string): Promise<boolean> {
  const row = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('id', '=', webhook_id)
    .where((eb) => eb.or([eb('answered_at', 'is', null), eb('answered_at', '<', since)]))
    .executeTakeFirst()
  return row !== undefined
}

/** Starts a delivery again with its first attempt and the same event id. @returns undefined if it has no body */
export function resetDelivery(tx: Tx, id: string) {
  return tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, next_at: null })
    .where('id', '=', id)
    .where('body', 'is not', null)
    .returning(columns)
    .executeTakeFirst()
}

/** Deletes deliveries that were created before this time (ISO 8601). */
export async function deleteOldDeliveries(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute()
}
