import type { Message } from '@studiohub/contract/features/messages/schema.ts'
import type { DeliveryKind, MessageKind, MessageState } from '@studiohub/contract/features/messages/words.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/door.ts'

/** What was mailed about a studio's sessions, and by the product itself on its behalf, the newest first. */
export async function listMessages(
  tx: Tx,
  wanted: { studio_id: string; after: readonly [created_at: string, id: string] | null; limit: number },
): Promise<Message[]> {
  const { studio_id, after, limit } = wanted
  const [at, id] = after ?? [null, null]
  const { rows } = await sql<Message>`
    select m.id, m.booking_id, m.kind, m.state, p.full_name as recipient_name, m.starts_at, m.tries, m.last_error,
      m.created_at, m.sent_at
    from (
      select b.id, b.booking_id, b.kind, b.state, b.user_id, b.starts_at, b.tries, b.last_error, b.created_at, b.sent_at
      from booking_messages b where b.studio_id = ${studio_id}::uuid
      union all
      select d.id, null, d.kind, d.state, d.user_id, null, d.tries, d.last_error, d.created_at, d.sent_at
      from mail_deliveries d where d.studio_id = ${studio_id}::uuid) m
    left join profiles p on p.id = m.user_id
    where ${at}::timestamptz is null or (m.created_at, m.id) < (${at}::timestamptz, ${id}::uuid)
    order by m.created_at desc, m.id desc limit ${limit}`.execute(tx)
  return rows
}

/** A mail of the product itself: whom it concerns, and what it tells. */
export type Delivery = { kind: DeliveryKind; studio_id: string | null; user_id: string | null }

/** Notes how a try of a mail went; the job that sends it is its id, so each is one row however often it is tried. */
export async function noteDelivery(
  tx: Tx,
  id: string,
  delivery: Delivery,
  outcome: { state: 'waiting' | 'sent' | 'failed'; last_error: string | null; at: string; tries_most: number },
) {
  const { kind, studio_id, user_id } = delivery
  const { state, last_error, at, tries_most } = outcome
  const sent_at = state === 'sent' ? at : null
  await sql`
    insert into mail_deliveries (id, studio_id, user_id, kind, state, tries, last_error, created_at, sent_at)
    values (${id}::uuid, ${studio_id}::uuid, ${user_id}::uuid, ${kind}, ${state}, 1, ${last_error}, ${at}::timestamptz,
      ${sent_at}::timestamptz)
    on conflict (id) do update set tries = mail_deliveries.tries + 1, last_error = excluded.last_error,
      sent_at = excluded.sent_at, state = case when excluded.state = 'waiting' and mail_deliveries.tries >= ${tries_most}
        then 'failed' else excluded.state end`.execute(tx)
}

type NewMessage = {
  studio_id: string
  booking_id: string
  user_id: string
  kind: MessageKind
  version: number
  /** Of a series; one where it is left out. */
  sessions?: number
  starts_at: string
  created_at: string
}

/** Notes what is to be mailed. @returns the ids of those that were not noted before */
export async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<string[]> {
  if (messages.length === 0) return []
  const rows = await tx
    .insertInto('booking_messages')
    .values(messages)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

type Outcome = { state: MessageState; tries: number; last_error: string | null; sent_at: string | null }

/** Notes how it went. */
export async function updateMessage(tx: Tx, id: string, outcome: Outcome) {
  await tx.updateTable('booking_messages').set(outcome).where('id', '=', id).execute()
}

/**
 * The client's sessions that begin within a day and of which they are still to be reminded: booked before that day began,
 * and with nothing mailed since that told them the time.
 */
export async function listToRemind(tx: Tx, now: Date, limit: number) {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<{ id: string; studio_id: string; client_id: string; version: number; starts_at: string }>`
    select b.id, b.studio_id, b.client_id, b.version, b.starts_at
    from bookings b join auth.users u on u.id = b.client_id and u.deleted_at is null
    where b.status = 'confirmed' and b.booking_type = 'client_booking'
      and b.starts_at > ${at} and b.starts_at <= ${at} + interval '24 hours'
      and b.created_at <= b.starts_at - interval '24 hours'
      and not exists (select from booking_messages m where m.booking_id = b.id and m.user_id = b.client_id
        and ((m.kind = 'reminder' and m.starts_at = b.starts_at) or m.created_at > b.starts_at - interval '24 hours'))
    order by b.starts_at limit ${limit}`.execute(tx)
  return rows
}
