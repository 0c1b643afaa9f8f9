import type { MessageState } from '@studiohub/contract/features/messages/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { CHANGE_UNDONE, isUndoneForPerson, selectDesk } from '../bookings/queries.ts'

const NO_RECIPIENT = 'not sent: this person no longer gets emails about the session'

type DigestRecipient = { studio_id: string; user_id: string }

/** The people with emails that wait for a digest, one row per person and studio. */
export async function listDigestRecipients(tx: Tx): Promise<DigestRecipient[]> {
  const { rows } = await sql<DigestRecipient>`
    select distinct m.studio_id, m.user_id from booking_messages m
    where m.in_digest and m.state = 'waiting' and m.user_id is not null`.execute(tx)
  return rows
}

/**
 * Skips the emails for a person's digest that they should no longer get: the person has left the desk or is suspended or
 * deleted, or the change was undone.
 */
export async function skipWrongEmails(tx: Tx, { studio_id, user_id }: DigestRecipient): Promise<void> {
  await sql`
    update booking_messages m set state = 'skipped',
      last_error = case when ${isUndoneForPerson} then ${CHANGE_UNDONE} else ${NO_RECIPIENT} end
    where m.studio_id = ${studio_id}::uuid and m.user_id = ${user_id}::uuid and m.in_digest and m.state = 'waiting'
      and (${isUndoneForPerson} or not exists (
        select from bookings b join auth.users u on u.id = m.user_id and u.deleted_at is null
        left join client_records c on c.studio_id = b.studio_id and c.id = b.client_id
        where b.id = m.booking_id and (c.user_id = m.user_id or m.user_id in (${selectDesk('m.studio_id')}))))`.execute(
    tx,
  )
}

/** The emails to one person that wait for a digest. */
export function listDigestEmails(tx: Tx, { studio_id, user_id }: DigestRecipient) {
  return tx
    .selectFrom('booking_messages')
    .select('id')
    .where('studio_id', '=', studio_id)
    .where('user_id', '=', user_id)
    .where('in_digest', '=', true)
    .where('state', '=', 'waiting')
    .orderBy('created_at')
    .execute()
}

type DigestResult = { sent_at: string | null; last_error: string | null; tries_max: number }

/** Records the result of a digest for all its emails. After `tries_max` attempts, their state is `failed`. */
export async function recordDigest(tx: Tx, ids: readonly string[], { sent_at, last_error, tries_max }: DigestResult) {
  const state = sql<MessageState>`case when ${sent_at !== null} then 'sent' when tries + 1 >= ${tries_max} then 'failed'
    else 'waiting' end`
  await tx
    .updateTable('booking_messages')
    .set({ sent_at, last_error, state, tries: sql`tries + 1` })
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .execute()
}
