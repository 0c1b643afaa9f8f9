import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

type AnsweredConversation = {
  studio_id: string
  client_id: string
  project_id: string | null
  /** Whether the client was removed or blocked by the studio, or the platform has deactivated the studio. */
  is_closed: boolean
  /** Whether the client's account was suspended. */
  is_client_suspended: boolean
  /** The client's account, unless it was deleted or suspended. */
  client_user_id: string | null
  /**
   * The address from which the client may write: the proven address of the account, or the address of a record without an
   * account.
   */
  client_email: string | null
}

/** Reads and locks the conversation to which an email replies, so that an email that arrives twice becomes one message. */
export async function lockConversation(tx: Tx, id: string): Promise<AnsweredConversation | undefined> {
  const { rows } = await sql<AnsweredConversation>`
    select c.studio_id, c.client_id, c.project_id,
      k.removed_at is not null or k.messages_blocked_at is not null or s.suspended_at is not null as is_closed,
      k.user_id is not null and u.id is null as is_client_suspended, u.id as client_user_id,
      case when k.user_id is null then k.email when u.email_proven then u.email end as client_email
    from conversations c join client_records k on k.studio_id = c.studio_id and k.id = c.client_id
    join studios s on s.id = c.studio_id
    left join auth.users u on u.id = k.user_id and u.deleted_at is null
      and (u.banned_until is null or u.banned_until < now())
    where c.id = ${id}::uuid for update of c`.execute(tx)
  return rows[0]
}

/** Whether an email has already become a message of the conversation. */
export async function hasMessageOfMail(tx: Tx, conversation_id: string, mail_key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('conversation_messages')
    .select('id')
    .where('conversation_id', '=', conversation_id)
    .where('mail_key', '=', mail_key)
    .executeTakeFirst()
  return row !== undefined
}

/** The person at a studio's desk who has proven this address. */
export async function findDeskPerson(tx: Tx, studio_id: string, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select r.user_id from user_roles r
    join auth.users u on u.id = r.user_id and u.deleted_at is null and u.email_proven
      and (u.banned_until is null or u.banned_until < now())
    where r.studio_id = ${studio_id}::uuid and (r.role = 'studio_admin' or r.at_desk) and r.status = 'active'
      and lower(u.email) = ${email.toLowerCase()}
      and not exists (select from user_roles newer
        where newer.user_id = r.user_id and newer.status = 'active' and newer.activated_at > r.activated_at)
    limit 1`.execute(tx)
  return rows[0]?.user_id
}
