import type { MessageKind, MessageState } from '@studiohub/contract/features/messages/words.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/door.ts'

/** A studio's messages, the newest first. */
export function listMessages(
  tx: Tx,
  wanted: { studio_id: string; after: readonly [created_at: string, id: string] | null; limit: number },
) {
  const { studio_id, after, limit } = wanted
  return tx
    .selectFrom('booking_messages as m')
    .leftJoin('profiles as p', 'p.id', 'm.user_id')
    .select(['m.id', 'm.booking_id', 'm.kind', 'm.state', 'p.full_name as recipient_name', 'm.starts_at', 'm.tries'])
    .select(['m.last_error', 'm.created_at', 'm.sent_at'])
    .where('m.studio_id', '=', studio_id)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('m.created_at', 'm.id'), '<', tuple(after?.[0] ?? '', after?.[1] ?? '')),
      ),
    )
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute()
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
