import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

// These functions require the system role.

/** Marks the messages of an account's own conversation, before a claim joins it with the record's conversation. */
export async function markMessages(tx: Tx, account: { studio_id: string; client_id: string; user_id: string }) {
  const { studio_id, client_id, user_id } = account
  await sql`update conversation_messages m set account_id = ${user_id}::uuid from conversations c
    where c.id = m.conversation_id and c.studio_id = ${studio_id}::uuid and c.client_id = ${client_id}::uuid
      and c.project_id is null`.execute(tx)
}

type SplitInput = { studio_id: string; from: string; to: string; user_id: string; accepted_at: string }

/**
 * Gives an account its part of a record's conversation: its messages from before and after the claim, and the studio's
 * messages since the claim. The numbers stay, so read messages stay read.
 */
export async function splitConversation(tx: Tx, { studio_id, from, to, user_id, accepted_at }: SplitInput) {
  const { rows } = await sql<{ id: string }>`select id from conversations
    where studio_id = ${studio_id}::uuid and client_id = ${from}::uuid and project_id is null for update`.execute(tx)
  const sourceId = rows[0]?.id
  if (!sourceId) return
  const belongsToAccount = sql`(m.account_id = ${user_id}::uuid or m.author_id = ${user_id}::uuid
    or (m.from_studio and m.created_at >= ${accepted_at}::timestamptz))`
  const targetId = randomUUID()
  await sql`insert into conversations (id, studio_id, client_id, created_at, mailed_to_client, mailed_to_client_at,
      mailed_to_studio, mailed_to_studio_at)
    select ${targetId}::uuid, c.studio_id, ${to}::uuid, c.created_at, c.mailed_to_client, c.mailed_to_client_at,
      c.mailed_to_studio, c.mailed_to_studio_at
    from conversations c where c.id = ${sourceId}::uuid
      and exists (select from conversation_messages m where m.conversation_id = c.id and ${belongsToAccount})`.execute(
    tx,
  )
  await sql`insert into conversation_reads (conversation_id, studio_id, client_id, user_id, seq, read_at)
    select c.id, c.studio_id, c.client_id, r.user_id, r.seq, r.read_at from conversation_reads r
    join conversations c on c.id = ${targetId}::uuid where r.conversation_id = ${sourceId}::uuid`.execute(tx)
  await sql`update conversation_messages m set conversation_id = ${targetId}::uuid, client_id = ${to}::uuid, account_id = null
    where m.conversation_id = ${sourceId}::uuid and ${belongsToAccount}`.execute(tx)
  await sql`delete from conversation_reads where conversation_id = ${sourceId}::uuid and user_id = ${user_id}::uuid`.execute(
    tx,
  )
  await sql`delete from conversations c where c.id = ${sourceId}::uuid
    and not exists (select from conversation_messages m where m.conversation_id = c.id)`.execute(tx)
  for (const id of [sourceId, targetId]) await renumberMessages(tx, id)
}

// New messages are numbered after the last remaining one, so read positions must not be higher.
async function renumberMessages(tx: Tx, id: string) {
  await sql`update conversations c set messages = n.last, last_from_client = n.of_client, last_from_studio = n.of_studio,
      last_message_at = n.at, mailed_to_client = least(c.mailed_to_client, n.last),
      mailed_to_studio = least(c.mailed_to_studio, n.last)
    from (select coalesce(max(seq), 0) as last, coalesce(max(seq) filter (where not from_studio), 0) as of_client,
      coalesce(max(seq) filter (where from_studio), 0) as of_studio, max(created_at) as at
      from conversation_messages where conversation_id = ${id}::uuid) n
    where c.id = ${id}::uuid and n.last > 0`.execute(tx)
  await sql`update conversation_reads r set seq = least(r.seq, c.messages) from conversations c
    where c.id = ${id}::uuid and r.conversation_id = c.id`.execute(tx)
}
