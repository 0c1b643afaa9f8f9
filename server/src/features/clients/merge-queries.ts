import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** How many rows belong to a client. */
export async function countRowsOfClient(tx: Tx, { studio_id, id }: { studio_id: string; id: string }) {
  const count = (table: string) =>
    sql<number>`(select count(*)::integer from ${sql.table(table)} t
      where t.studio_id = ${studio_id}::uuid and t.client_id = ${id}::uuid)`
  const { rows } = await sql<{ bookings: number; projects: number; checkins: number }>`
    select ${count('bookings')} as bookings, ${count('projects')} as projects, ${count('client_checkins')} as checkins`.execute(
    tx,
  )
  return rows[0] ?? { bookings: 0, projects: 0, checkins: 0 }
}

/** Moves all data of one client to another. Cards, their comments and files move with their project. */
export async function moveToClient(tx: Tx, { studio_id, from, to }: { studio_id: string; from: string; to: string }) {
  const tables = [
    'projects',
    'bookings',
    'booking_series',
    'change_requests',
    'client_checkins',
    'audit_texts',
    'booking_messages',
    'mail_deliveries',
    'invoices',
    'payments',
    'card_payments',
    'saved_cards',
    'ledger_entries',
    'sold_packages',
    'terms_acceptances',
    'webhook_deliveries',
    'agreements',
  ]
  for (const table of tables)
    await sql`update ${sql.table(table)} set client_id = ${to}::uuid
      where studio_id = ${studio_id}::uuid and client_id = ${from}::uuid`.execute(tx)
  await joinConversations(tx, { studio_id, from, to })
  // Files move with their message.
  await sql`update message_files set client_id = ${to}::uuid
    where studio_id = ${studio_id}::uuid and client_id = ${from}::uuid and message_id is null`.execute(tx)
  // A block and the declined emails concern the person, so they move to the other record.
  await sql`update client_records target set messages_blocked_at = coalesce(target.messages_blocked_at, other.messages_blocked_at),
      reminders = target.reminders and other.reminders, follow_ups = target.follow_ups and other.follow_ups
    from client_records other where target.studio_id = ${studio_id}::uuid and target.id = ${to}::uuid
      and other.studio_id = target.studio_id and other.id = ${from}::uuid`.execute(tx)
  // If both records have a consent, that of the target stays.
  await sql`update text_consents t set client_id = ${to}::uuid
    where studio_id = ${studio_id}::uuid and client_id = ${from}::uuid and not exists (select from text_consents o
      where o.studio_id = t.studio_id and o.client_id = ${to}::uuid)`.execute(tx)
}

/**
 * Joins the conversations of two clients in the order of their messages. Conversations about projects have moved with their
 * project. Unread messages stay unread.
 */
async function joinConversations(tx: Tx, { studio_id, from, to }: { studio_id: string; from: string; to: string }) {
  const findId = async (client_id: string) => {
    const { rows } = await sql<{ id: string }>`
      select id from conversations where studio_id = ${studio_id}::uuid and client_id = ${client_id}::uuid
        and project_id is null for update`.execute(tx)
    return rows[0]?.id
  }
  const [sourceId, targetId] = [await findId(from), await findId(to)]
  if (!sourceId) return
  if (!targetId) {
    await sql`update conversations set client_id = ${to}::uuid where id = ${sourceId}::uuid`.execute(tx)
    return
  }
  const bothIds = sql`(${sourceId}::uuid, ${targetId}::uuid)`
  await sql`
    with numbered as (
      select m.id, m.conversation_id, m.seq, m.from_studio, m.author_id,
        (row_number() over (order by m.created_at, m.conversation_id, m.seq))::integer as new_seq
      from conversation_messages m where m.conversation_id in ${bothIds}),
    people as (select distinct r.user_id from conversation_reads r where r.conversation_id in ${bothIds}),
    read as (
      select p.user_id, coalesce(min(n.new_seq) - 1, (select count(*) from numbered))::integer as seq
      from people p left join numbered n on n.author_id is distinct from p.user_id
        and n.seq > coalesce((select r.seq from conversation_reads r
          where r.conversation_id = n.conversation_id and r.user_id = p.user_id), 0)
      group by p.user_id),
    marked as (
      insert into conversation_reads as r (conversation_id, studio_id, client_id, user_id, seq)
      select ${targetId}::uuid, ${studio_id}::uuid, ${to}::uuid, user_id, seq from read
      on conflict (conversation_id, user_id) do update set seq = excluded.seq),
    moved as (
      update conversation_messages m set conversation_id = ${targetId}::uuid, client_id = ${to}::uuid, seq = n.new_seq
      from numbered n where n.id = m.id)
    update conversations c set messages = (select count(*) from numbered),
      last_from_client = coalesce((select max(new_seq) from numbered where not from_studio), 0),
      last_from_studio = coalesce((select max(new_seq) from numbered where from_studio), 0),
      last_message_at = greatest(c.last_message_at, (select o.last_message_at from conversations o where o.id = ${sourceId}::uuid))
    where c.id = ${targetId}::uuid`.execute(tx)
  await tx.deleteFrom('conversations').where('id', '=', sourceId).execute()
}

/** Deletes a record that no other row refers to. */
export const deleteClient = (tx: Tx, studio_id: string, id: string) =>
  tx
    .deleteFrom('client_records')
    .where('studio_id', '=', studio_id)
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .execute()
