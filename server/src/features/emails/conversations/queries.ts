import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** The side of a conversation that gets an email. */
export type Side = 'client' | 'studio'

type UnmailedConversation = {
  studio_id: string
  client_id: string
  /** The newest message of the other side. */
  newest_seq: number
  /** The last message that any person of this side has read. */
  read_seq: number
  /** The last message that was emailed to this side, and the time of that email. */
  mailed_seq: number
  mailed_at: string | null
  /** The newest message of this side. */
  answered_seq: number
}

/** The people who read the studio's conversations: its admins and its desk. */
const desk = sql`
  select r.user_id from user_roles r
  join auth.users u on u.id = r.user_id and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
  where r.studio_id = c.studio_id and (r.role = 'studio_admin' or r.at_desk) and r.status = 'active'
    and not exists (select from user_roles newer
      where newer.user_id = r.user_id and newer.status = 'active' and newer.activated_at > r.activated_at)`

/**
 * The last messages that were sent, read and emailed. Locks the conversation, so that two jobs do not send the same messages.
 */
export async function lockUnmailedConversation(
  tx: Tx,
  conversation_id: string,
  side: Side,
): Promise<UnmailedConversation | undefined> {
  const isReader =
    side === 'studio'
      ? sql`r.user_id in (${desk})`
      : sql`r.user_id = (select k.user_id from client_records k where k.studio_id = c.studio_id and k.id = c.client_id)`
  const otherSide = side === 'studio' ? 'client' : 'studio'
  const { rows } = await sql<UnmailedConversation>`
    select c.studio_id, c.client_id, ${sql.ref(`c.last_from_${otherSide}`)} as newest_seq,
      ${sql.ref(`c.last_from_${side}`)} as answered_seq, ${sql.ref(`c.mailed_to_${side}`)} as mailed_seq,
      ${sql.ref(`c.mailed_to_${side}_at`)} as mailed_at,
      coalesce((select max(r.seq) from conversation_reads r where r.conversation_id = c.id and ${isReader}), 0) as read_seq
    from conversations c where c.id = ${conversation_id}::uuid for update`.execute(tx)
  return rows[0]
}

export async function markEmailed(
  tx: Tx,
  conversation_id: string,
  { side, seq, at }: { side: Side; seq: number; at: Date },
) {
  await tx
    .updateTable('conversations')
    .set(
      side === 'client'
        ? { mailed_to_client: seq, mailed_to_client_at: at.toISOString() }
        : { mailed_to_studio: seq, mailed_to_studio_at: at.toISOString() },
    )
    .where('id', '=', conversation_id)
    .execute()
}

export async function listDesk(tx: Tx, conversation_id: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct d.user_id from conversations c, lateral (${desk}) d where c.id = ${conversation_id}::uuid`.execute(
    tx,
  )
  return rows.map(({ user_id }) => user_id)
}

type MailedConversation = {
  studio_id: string
  client_id: string
  client_name: string | null
  client_removed: boolean
  project_id: string | null
  project_title: string | null
  /** The client's account, unless it was deleted or suspended. */
  client_user_id: string | null
  /** The client's address: that of the account, or of a record without an account. */
  client_email: string | null
  /** Whether the client has proven the address. */
  is_client_proven: boolean
  /** Whether emails to the client bounce. */
  is_bounced: boolean
  has_proven_admin: boolean
  /** Whether an operator has deactivated the studio. */
  is_suspended: boolean
}

/** The data of a conversation for an email. */
export async function getMailedConversation(tx: Tx, id: string): Promise<MailedConversation | undefined> {
  const { rows } = await sql<MailedConversation>`
    select c.studio_id, c.client_id, k.name as client_name, k.removed_at is not null as client_removed, c.project_id,
      s.suspended_at is not null as is_suspended,
      p.title as project_title, u.id as client_user_id,
      case when k.user_id is null then k.email else u.email end as client_email,
      coalesce(u.email_proven, false) as is_client_proven,
      coalesce(k.bounced_email = lower(case when k.user_id is null then k.email else u.email end), false) as is_bounced,
      exists (select from user_roles r join auth.users a on a.id = r.user_id and a.deleted_at is null and a.email_proven
        where r.studio_id = c.studio_id and r.role = 'studio_admin' and r.status = 'active') as has_proven_admin
    from conversations c join client_records k on k.studio_id = c.studio_id and k.id = c.client_id
    join studios s on s.id = c.studio_id
    left join auth.users u on u.id = k.user_id and u.deleted_at is null
      and (u.banned_until is null or u.banned_until < now())
    left join projects p on p.id = c.project_id
    where c.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

type PersonEmailsFilter = {
  studio_id: string
  /** The client; null for a person of the studio. */
  client_id: string | null
  /** The person's account; null for the client, with or without an account. */
  user_id: string | null
  /** An email to leave out. */
  except_id: string | null
}

/** The times of a person's emails about messages from a studio in the last 24 hours, newest last. */
export async function listEmailTimes(tx: Tx, mails: PersonEmailsFilter, now: Date): Promise<string[]> {
  const { studio_id, client_id, user_id, except_id } = mails
  // Emails to people of the studio also have the client's id.
  const isToPerson =
    client_id === null
      ? sql`d.user_id = ${user_id}::uuid`
      : sql`d.client_id = ${client_id}::uuid and d.user_id is not distinct from (select k.user_id from client_records k
          where k.studio_id = d.studio_id and k.id = d.client_id)`
  const { rows } = await sql<{ at: string }>`
    select d.created_at as at from mail_deliveries d
    where d.studio_id = ${studio_id}::uuid and d.kind = 'conversation' and d.state <> 'skipped' and ${isToPerson}
      and d.created_at > ${now.toISOString()}::timestamptz - interval '24 hours'
      and d.id is distinct from ${except_id}::uuid
    order by d.created_at`.execute(tx)
  return rows.map(({ at }) => at)
}

/** A person at the studio's desk. Undefined if they have left the desk. */
export async function getDeskPerson(tx: Tx, conversation_id: string, user_id: string) {
  const { rows } = await sql<{ email: string; full_name: string | null; is_proven: boolean }>`
    select u.email, p.full_name, u.email_proven as is_proven
    from conversations c join auth.users u on u.id = ${user_id}::uuid and u.id in (${desk})
    left join profiles p on p.id = u.id where c.id = ${conversation_id}::uuid`.execute(tx)
  return rows[0]
}

/** Whether the client has replied by email from an address. @param address_mac the keyed hash of the address */
export async function hasRepliedByEmail(
  tx: Tx,
  { studio_id, client_id, address_mac }: { studio_id: string; client_id: string; address_mac: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('conversation_messages')
    .select('id')
    .where('studio_id', '=', studio_id)
    .where('client_id', '=', client_id)
    .where('from_studio', '=', false)
    .where('mail_from_mac', '=', address_mac)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type MailedMessage = {
  author_name: string | null
  body: string
  /** If the message came by email from an unverified sender: the sender's address. */
  unproven_from: string | null
  /** The names of the files. */
  files: string[]
}

/** The newest messages of one side for an email, at most `limit`, oldest first. */
export async function listMailedMessages(
  tx: Tx,
  {
    conversation_id,
    from_studio,
    after,
    up_to,
  }: { conversation_id: string; from_studio: boolean; after: number; up_to: number },
  limit: number,
): Promise<MailedMessage[]> {
  const { rows } = await sql<MailedMessage>`
    select coalesce(p.full_name, '') as author_name, m.body, m.unproven_from,
      array(select f.name from message_files f where f.message_id = m.id order by f.position) as files from conversation_messages m
    left join profiles p on p.id = m.author_id
    where m.conversation_id = ${conversation_id}::uuid and m.from_studio = ${from_studio}
      and m.seq > ${after} and m.seq <= ${up_to}
    order by m.seq desc limit ${limit}`.execute(tx)
  return rows.toReversed()
}
