import type { Actor } from '@studiohub/contract/actor.ts'
import type { Conversation, ConversationMessage } from '@studiohub/contract/features/conversations/schema.ts'
import { UNREAD_SHOWN_MAX } from '@studiohub/contract/features/conversations/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { type Page, pageParts } from '#platform/http/cursor.ts'

/** A conversation of a client: about a project, or the general one. */
export type ConversationKey = { studio_id: string; client_id: string; project_id: string | null }

export type ConversationRow = { id: string; messages: number }

export function findConversation(
  tx: Tx,
  { studio_id, client_id, project_id }: ConversationKey,
): Promise<ConversationRow | undefined> {
  return tx
    .selectFrom('conversations')
    .select(['id', 'messages'])
    .where('studio_id', '=', studio_id)
    .where('client_id', '=', client_id)
    .where('project_id', project_id === null ? 'is' : '=', project_id)
    .executeTakeFirst()
}

/** Whether the caller works on a project (by a function of the database that its policies also use). */
export async function worksOnProject(tx: Tx, project_id: string): Promise<boolean> {
  const { rows } = await sql<{ works: boolean }>`select app.works_on_project(${project_id}::uuid) as works`.execute(tx)
  return rows[0]?.works === true
}

/** A project of a client; undefined if there is none or the caller may not see it. */
export function getProjectOfClient(
  tx: Tx,
  { studio_id, client_id, project_id }: Omit<ConversationKey, 'project_id'> & { project_id: string },
) {
  return tx
    .selectFrom('projects')
    .select('is_sample')
    .where('studio_id', '=', studio_id)
    .where('client_id', '=', client_id)
    .where('id', '=', project_id)
    .executeTakeFirst()
}

type Reader = Pick<Actor, 'role'> & { user_id: string }

/** How many messages of the other side a person has not read. Messages from before they joined the studio do not count. */
const unreadOf = ({ user_id, role }: Reader) => sql<number>`(
  select count(*)::integer from (
    select from conversation_messages m
    where m.conversation_id = c.id and m.from_studio = ${role === 'client'}
      and m.seq > coalesce((select r.seq from conversation_reads r
        where r.conversation_id = c.id and r.user_id = ${user_id}::uuid), 0)
      and m.created_at >= coalesce((select max(o.activated_at) from user_roles o
        where o.user_id = ${user_id}::uuid and o.studio_id = c.studio_id and o.status = 'active'), m.created_at)
    limit ${UNREAD_SHOWN_MAX}) unread)`

/** A quick test that excludes most conversations without unread messages, before messages are counted. */
const mayBeUnread = ({
  user_id,
  role,
}: Reader) => sql`${sql.ref(role === 'client' ? 'c.last_from_studio' : 'c.last_from_client')}
  > coalesce((select r.seq from conversation_reads r where r.conversation_id = c.id and r.user_id = ${user_id}::uuid), 0)`

type ListFilter = { studio_id: string; reader: Reader; show: 'unread' | 'read' | undefined }

const PREVIEW_LENGTH = 140

/** The conversations that the caller may see, newest first. */
export async function listConversations(tx: Tx, { studio_id, reader, show }: ListFilter, page: Page) {
  const { sortedBy, isBeyond, inOrder } = pageParts({ at: 'c.last_message_at', id: 'c.id', descends: true }, page)
  const isUnread = sql`(${mayBeUnread(reader)} and ${unreadOf(reader)} > 0)`
  const isShown = show === undefined ? sql`true` : show === 'unread' ? isUnread : sql`not ${isUnread}`
  const { rows } = await sql<Conversation & { sorted_by: string }>`
    select c.id, c.studio_id, c.client_id, k.name as client_name, c.project_id, p.title as project_title,
      c.last_message_at, coalesce(left(m.body, ${PREVIEW_LENGTH}), '') as last_text,
      (select count(*)::integer from message_files f where f.message_id = m.id) as last_files,
      coalesce(m.from_studio, false) as last_from_studio, ${unreadOf(reader)} as unread, ${sortedBy}
    from conversations c
    left join client_records k on k.studio_id = c.studio_id and k.id = c.client_id
    left join projects p on p.id = c.project_id
    left join conversation_messages m on m.conversation_id = c.id and m.seq = c.messages
    where c.studio_id = ${studio_id}::uuid and ${isShown} and ${isBeyond} ${inOrder}`.execute(tx)
  return rows
}

/** How many conversations have messages that the person has not read. */
export async function countUnread(tx: Tx, studio_id: string, reader: Reader): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::integer as unread from conversations c
    where c.studio_id = ${studio_id}::uuid and ${mayBeUnread(reader)} and ${unreadOf(reader)} > 0`.execute(tx)
  return rows[0]?.unread ?? 0
}

/** How many messages of one conversation the person has not read. */
export async function countUnreadOf(tx: Tx, conversation_id: string, reader: Reader): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select ${unreadOf(reader)} as unread from conversations c where c.id = ${conversation_id}::uuid`.execute(tx)
  return rows[0]?.unread ?? 0
}

export type MessageRow = Omit<ConversationMessage, 'files'>

type MessagesFilter = { conversation_id: string; studio_id: string; below: number | null; limit: number }

/** The messages of a conversation, newest first. */
export async function listMessages(tx: Tx, { conversation_id, studio_id, below, limit }: MessagesFilter) {
  const { rows } = await sql<MessageRow>`
    select m.id, m.seq, m.from_studio, m.author_id,
      case when m.from_studio then crew.full_name else k.name end as author_name, m.body, m.created_at,
      m.via = 'mail' as by_mail, m.unproven_from
    from conversation_messages m
    left join client_records k on k.studio_id = m.studio_id and k.id = m.client_id
    left join door.names_at(${studio_id}::uuid) crew on crew.user_id = m.author_id
    where m.conversation_id = ${conversation_id}::uuid and (${below}::integer is null or m.seq < ${below}::integer)
    order by m.seq desc limit ${limit}`.execute(tx)
  return rows
}

/** Creates a conversation if it does not exist yet. */
export async function ensureConversation(tx: Tx, conversationKey: ConversationKey, at: string): Promise<void> {
  await tx
    .insertInto('conversations')
    .values({ ...conversationKey, created_at: at, last_message_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type NewMessageRow = {
  from_studio: boolean
  author_id: string | null
  body: string
  at: string
  /** Set for a message that came by email. */
  mail?: { via: 'mail'; unproven_from: string | null; mail_key: string; mail_from_mac: string | null }
}

/** Inserts a message with the next number. From then on the conversation is locked, so messages get consecutive numbers. */
export async function insertMessage(
  tx: Tx,
  { studio_id, client_id, project_id }: ConversationKey,
  message: NewMessageRow,
) {
  const { from_studio, author_id, body, at, mail } = message
  const conversation = await tx
    .updateTable('conversations')
    .set({ messages: sql`messages + 1`, last_message_at: sql`greatest(last_message_at, ${at}::timestamptz)` })
    .set(from_studio ? { last_from_studio: sql`messages + 1` } : { last_from_client: sql`messages + 1` })
    .where('studio_id', '=', studio_id)
    .where('client_id', '=', client_id)
    .where('project_id', project_id === null ? 'is' : '=', project_id)
    .returning(['id', 'messages as seq'])
    .executeTakeFirstOrThrow()
  const messageKeys = { conversation_id: conversation.id, studio_id, client_id, seq: conversation.seq }
  return tx
    .insertInto('conversation_messages')
    .values({ ...messageKeys, from_studio, author_id, body, created_at: at, ...mail })
    .returning(['id', 'conversation_id', 'seq', 'from_studio', 'author_id', 'body', 'created_at'])
    .executeTakeFirstOrThrow()
}

/** Whether the studio has blocked the messages of a client. */
export async function isBlocked(
  tx: Tx,
  { studio_id, client_id }: Omit<ConversationKey, 'project_id'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('client_records')
    .select('messages_blocked_at')
    .where('studio_id', '=', studio_id)
    .where('id', '=', client_id)
    .executeTakeFirst()
  return row?.messages_blocked_at != null
}

/** Blocks the messages of a client, or allows them. @returns false if nothing changed */
export async function updateBlock(
  tx: Tx,
  { studio_id, client_id }: Omit<ConversationKey, 'project_id'>,
  at: string | null,
) {
  const { numUpdatedRows } = await tx
    .updateTable('client_records')
    .set({ messages_blocked_at: at })
    .where('studio_id', '=', studio_id)
    .where('id', '=', client_id)
    .where('messages_blocked_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** How many messages a client has written to a studio in the last hour and in the last day. */
export async function countFromClient(
  tx: Tx,
  { studio_id, client_id }: Omit<ConversationKey, 'project_id'>,
  now: Date,
) {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<{ in_hour: number; in_day: number }>`
    select (count(*) filter (where m.created_at > ${at} - interval '1 hour'))::integer as in_hour,
      count(*)::integer as in_day
    from conversation_messages m where m.studio_id = ${studio_id}::uuid and m.client_id = ${client_id}::uuid
      and not m.from_studio and m.created_at > ${at} - interval '1 day'`.execute(tx)
  return rows[0] ?? { in_hour: 0, in_day: 0 }
}

/**
 * How many messages a person has written for a studio in the last hour and in the last day, as far as the caller may read
 * them.
 */
export async function countFromAuthor(
  tx: Tx,
  { studio_id, author_id }: { studio_id: string; author_id: string },
  now: Date,
) {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<{ in_hour: number; in_day: number }>`
    select (count(*) filter (where m.created_at > ${at} - interval '1 hour'))::integer as in_hour,
      count(*)::integer as in_day
    from conversation_messages m where m.studio_id = ${studio_id}::uuid and m.author_id = ${author_id}::uuid
      and m.from_studio and m.created_at > ${at} - interval '1 day'`.execute(tx)
  return rows[0] ?? { in_hour: 0, in_day: 0 }
}

type ReadPosition = { conversation_id: string; user_id: string; seq: number } & Omit<ConversationKey, 'project_id'>

/** Records that a person has read up to a message. @returns the id of the record; undefined if they had read it before */
export async function markRead(tx: Tx, position: ReadPosition, now: Date): Promise<string | undefined> {
  const { studio_id, client_id, conversation_id, user_id, seq } = position
  const { rows } = await sql<{ id: string }>`
    insert into conversation_reads as r (conversation_id, studio_id, client_id, user_id, seq, read_at)
    values (${conversation_id}, ${studio_id}, ${client_id}, ${user_id}, ${seq}, ${now.toISOString()}::timestamptz)
    on conflict (conversation_id, user_id) do update set seq = excluded.seq, read_at = excluded.read_at
      where r.seq < excluded.seq
    returning r.id`.execute(tx)
  return rows[0]?.id
}
