import { sql } from 'kysely'
import { sendsAutomaticEmails } from '#features/studios/queries.ts'
import type { Tx } from '#platform/db/transaction.ts'

type DueFollowUp = {
  id: string
  studio_id: string
  user_id: string | null
  client_id: string | null
  version: number
  starts_at: string
}

/**
 * Completed sessions that are due for a follow-up email, which is sent once. Leaves out sessions that ended more than a week before,
 * no-shows, sessions that were over when they were imported, and clients who have had another session since.
 */
export async function listBookingsToFollowUp(tx: Tx, now: Date, limit: number) {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<DueFollowUp>`
    select b.id, b.studio_id, u.id as user_id, case when u.id is null then c.id end as client_id, b.version, b.starts_at
    from bookings b
    join studios s on s.id = b.studio_id and s.follow_up_hours is not null and ${sendsAutomaticEmails}
    join client_records c on c.studio_id = b.studio_id and c.id = b.client_id and c.follow_ups and c.removed_at is null
    left join auth.users u on u.id = c.user_id and u.deleted_at is null
    where (u.id is not null or (c.user_id is null and c.email is not null))
      and b.status = 'completed' and b.booking_type = 'client_booking' and b.no_show_at is null
      and (b.import_id is null or b.ends_at > b.created_at)
      and b.ends_at <= ${at} - make_interval(hours => s.follow_up_hours)
      and b.ends_at > ${at} - make_interval(hours => s.follow_up_hours) - interval '7 days'
      and not exists (select from booking_messages m where m.booking_id = b.id and m.kind = 'follow_up')
      and not exists (select from bookings o where o.studio_id = b.studio_id and o.client_id = b.client_id
        and o.booking_type = 'client_booking' and o.status in ('confirmed', 'completed')
        and o.starts_at > b.starts_at and o.starts_at <= ${at})
    order by b.ends_at limit ${limit}`.execute(tx)
  return rows
}

/** The record and the studio of an unsubscribe link; undefined if there is no such record. */
export async function getFollowUps(tx: Tx, { studio_id, client_id }: { studio_id: string; client_id: string }) {
  const { rows } = await sql<{
    studio_name: string
    follow_ups: boolean
    reminders: boolean
    /** Without an account, the link also stops reminders. Clients with an account change reminders in their settings. */
    has_account: boolean
  }>`
    select s.name as studio_name, c.follow_ups, c.reminders, c.user_id is not null as has_account
    from client_records c join studios s on s.id = c.studio_id
    where c.studio_id = ${studio_id}::uuid and c.id = ${client_id}::uuid`.execute(tx)
  return rows[0]
}

/**
 * Stops emails after sessions to a client, and reminders if they have no account.
 * @returns false if both were already stopped
 */
export async function endEmails(tx: Tx, { studio_id, client_id }: { studio_id: string; client_id: string }) {
  const row = await tx
    .updateTable('client_records')
    .set({ follow_ups: false, reminders: sql`reminders and user_id is not null` })
    .where('studio_id', '=', studio_id)
    .where('id', '=', client_id)
    .where(sql<boolean>`(follow_ups or (reminders and user_id is null))`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
