import type { PlatformMessage } from '@studiohub/contract/features/admin/schema.ts'
import type { EmailFilter } from '@studiohub/contract/features/admin/words.ts'
import type { Message } from '@studiohub/contract/features/messages/schema.ts'
import type {
  DeliveryKind,
  MessageChannel,
  MessageKind,
  MessageState,
} from '@studiohub/contract/features/messages/words.ts'
import { type RawBuilder, sql } from 'kysely'
import { sendsAutomaticEmails } from '#features/studios/queries.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Page, pageParts } from '#platform/http/cursor.ts'

/** Lists a studio's emails, newest first: those about its bookings and others sent on its behalf. */
export async function listMessages(tx: Tx, { studio_id, ...page }: Page & { studio_id: string }) {
  const { sortedBy, isBeyond, inOrder } = pageParts({ at: 'm.created_at', id: 'm.id', descends: true }, page)
  const { rows } = await sql<Message & { sorted_by: string }>`
    select m.id, m.booking_id, m.kind, m.channel, m.state, coalesce(p.full_name, i.full_name, c.name) as recipient_name, m.starts_at, m.tries,
      m.last_error, m.created_at, m.sent_at, ${sortedBy}
    from (
      select b.id, b.booking_id, b.kind, b.channel, b.state, b.studio_id, b.user_id, b.client_id, null as invitation_id, b.starts_at, b.tries, b.last_error,
        b.created_at, b.sent_at
      from booking_messages b where b.studio_id = ${studio_id}::uuid
      union all
      select d.id, null, d.kind, 'mail', d.state, d.studio_id, d.user_id, d.client_id, d.invitation_id, null, d.tries, d.last_error, d.created_at, d.sent_at
      from mail_deliveries d where d.studio_id = ${studio_id}::uuid) m
    left join profiles p on p.id = m.user_id
    left join invitations i on i.id = m.invitation_id
    left join client_records c on c.studio_id = m.studio_id and c.id = m.client_id
    where ${isBeyond} ${inOrder}`.execute(tx)
  return rows
}

type EmailLogFilter = { state: EmailFilter | undefined; studio_id: string | undefined }

/**
 * Lists all emails of the platform or of one studio, newest first. Requires the system role, which may read addresses. Reads
 * only one page of each of the two tables, by its index of times or of studios and times.
 */
export function listAllMessages(tx: Tx, { state, studio_id, ...page }: Page & EmailLogFilter) {
  const pageClauses = pageParts({ at: 'created_at', id: 'id', descends: true }, page)
  const hasState = state === 'not_skipped' ? sql`state <> 'skipped'` : state ? sql`state = ${state}` : sql`true`
  const isOfStudio = studio_id ? sql`studio_id = ${studio_id}::uuid` : sql`true`
  const condition = sql`where ${hasState} and ${isOfStudio} and ${pageClauses.isBeyond} ${pageClauses.inOrder}`
  return readMessages(tx, condition, page)
}

/** Lists the newest failed emails of a studio. Requires the system role. */
export async function listFailedMessages(tx: Tx, studio_id: string, limit: number): Promise<PlatformMessage[]> {
  const page = { after: null, limit }
  const { inOrder } = pageParts({ at: 'created_at', id: 'id', descends: true }, page)
  const rows = await readMessages(tx, sql`where state = 'failed' and studio_id = ${studio_id}::uuid ${inOrder}`, page)
  return rows.map(({ sorted_by: _, ...message }) => message)
}

/**
 * Reads emails with the names of their studios and recipients.
 * @param condition the `where` clause and the rest of the statement, for each of the two tables
 */
async function readMessages(tx: Tx, condition: RawBuilder<unknown>, page: Page) {
  const { sortedBy, inOrder } = pageParts({ at: 'm.created_at', id: 'm.id', descends: true }, page)
  const { rows } = await sql<PlatformMessage & { sorted_by: string }>`
    select m.id, m.studio_id, s.name as studio_name, s.timezone as studio_timezone, m.kind, m.channel, m.state, coalesce(p.full_name, i.full_name, c.name) as recipient_name,
      case when m.channel = 'mail' then coalesce(u.email, i.email, c.email) end as recipient_email, m.starts_at, m.tries, m.last_error, m.created_at, m.sent_at,
      case when m.kind = 'conversation' then case when m.user_id is null or m.user_id = c.user_id then s.name else c.name end end as sender_name,
      ${sortedBy}
    from (
      (select id, studio_id, kind, channel, state, user_id, client_id, null as invitation_id, starts_at, tries, last_error, created_at, sent_at
      from booking_messages ${condition})
      union all
      (select id, studio_id, kind, 'mail', state, user_id, client_id, invitation_id, null, tries, last_error, created_at, sent_at
      from mail_deliveries ${condition})) m
    left join studios s on s.id = m.studio_id
    left join profiles p on p.id = m.user_id
    left join auth.users u on u.id = m.user_id and u.deleted_at is null
    left join invitations i on i.id = m.invitation_id
    left join client_records c on c.studio_id = m.studio_id and c.id = m.client_id ${inOrder}`.execute(tx)
  return rows
}

/** The state of a message, and whether `booking_messages` contains it (`of_session`); undefined if there is none. */
export async function getDelivery(tx: Tx, id: string) {
  const { rows } = await sql<{
    of_session: boolean
    studio_id: string | null
    state: MessageState
    channel: MessageChannel
  }>`
    select true as of_session, studio_id, state, channel from booking_messages where id = ${id}::uuid
    union all select false, studio_id, state, 'mail' from mail_deliveries where id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** Marks a failed email as waiting again. If two calls run at the same time, only one returns the row. */
export function retryEmail(tx: Tx, log: 'booking_messages' | 'mail_deliveries', id: string) {
  return tx
    .updateTable(log)
    .set({ state: 'waiting', tries: 0 })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
}

/** The recipient and subject of an email of the product itself. */
export type Delivery = {
  kind: DeliveryKind
  studio_id: string | null
  user_id: string | null
  /** Set for an invitation, whose recipient may have no account. */
  invitation_id?: string
  /** Set for a client, who may have no account. */
  client_id?: string
}

/** Records an email before its first attempt. */
export async function insertDelivery(tx: Tx, id: string, delivery: Delivery, now: Date) {
  const { kind, studio_id, user_id, client_id = null } = delivery
  await tx
    .insertInto('mail_deliveries')
    .values({ id, studio_id, user_id, client_id, kind, state: 'waiting', tries: 0, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Records that an email is not sent, with the reason. */
export async function skipDelivery(tx: Tx, id: string, last_error: string) {
  await tx.updateTable('mail_deliveries').set({ state: 'skipped', last_error }).where('id', '=', id).execute()
}

/**
 * Records the result of an attempt. The id of the sending job is the row's id, so each email has one row for all attempts.
 */
export async function recordDelivery(
  tx: Tx,
  id: string,
  delivery: Delivery,
  result: { state: 'waiting' | 'sent' | 'failed'; last_error: string | null; at: string; tries_max: number },
) {
  const { kind, studio_id, user_id, invitation_id = null } = delivery
  const { state, last_error, at, tries_max } = result
  const sent_at = state === 'sent' ? at : null
  await sql`
    insert into mail_deliveries (id, studio_id, user_id, invitation_id, kind, state, tries, last_error, created_at, sent_at)
    values (${id}::uuid, ${studio_id}::uuid, ${user_id}::uuid, ${invitation_id}::uuid, ${kind}, ${state}, 1, ${last_error},
      ${at}::timestamptz, ${sent_at}::timestamptz)
    on conflict (id) do update set tries = mail_deliveries.tries + 1, last_error = excluded.last_error,
      sent_at = excluded.sent_at, state = case when excluded.state = 'waiting' and mail_deliveries.tries >= ${tries_max}
        then 'failed' else excluded.state end`.execute(tx)
}

type NewMessage = {
  studio_id: string
  booking_id: string
  /** The account, or the record of a client without one. */
  user_id: string | null
  client_id: string | null
  kind: MessageKind
  version: number
  /** All bookings that it is about. A series has several; `booking_id` is the first. */
  session_ids: string[]
  starts_at: string
  /** Set for a reminder. */
  hours_before?: number
  /** The session's time before it was moved, as JSON. */
  was?: string | null
  channel?: MessageChannel
  created_at: string
}

/** Inserts emails that will be sent. Skips those that exist already. @returns the ids of the new ones */
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

type MessageResult = {
  state: MessageState
  tries: number
  last_error: string | null
  sent_at: string | null
  /** Whether it is part of a digest instead of a separate email. */
  in_digest: boolean
}

/** Records the result of a booking email. */
export async function updateMessage(tx: Tx, id: string, result: MessageResult) {
  await tx.updateTable('booking_messages').set(result).where('id', '=', id).execute()
}

/**
 * Counts an email to a person without an account before it is sent, so that emails sent at the same time cannot exceed a
 * limit together. A repeated attempt is not counted again.
 * @param limits how many emails in 24 hours one address gets from all studios, and how many addresses a studio writes to
 * @returns the limit that is reached; the email is then not counted and must not be sent
 */
export async function countEmailToStranger(
  tx: Tx,
  mail: {
    /** Which of the two tables lists the email, and its id there. */
    log: 'booking_messages' | 'mail_deliveries'
    message_id: string
    studio_id: string
    address_mac: string
    now: Date
  },
  limits: { to_address: number; addresses: number },
): Promise<'to_address' | 'addresses' | null> {
  const { log, message_id, studio_id, address_mac, now } = mail
  await lock(tx, 'mails', 'strangers')
  const { rows } = await sql<{ to_address: number; addresses: number; writes_already: boolean }>`
    select (count(*) filter (where address_mac = ${address_mac}))::integer as to_address,
      (count(distinct address_mac) filter (where studio_id = ${studio_id}::uuid))::integer as addresses,
      coalesce(bool_or(studio_id = ${studio_id}::uuid and address_mac = ${address_mac}), false) as writes_already
    from (select id, studio_id, address_mac, created_at from booking_messages where address_mac is not null
      union all select id, studio_id, address_mac, created_at from mail_deliveries where address_mac is not null) mails
    where created_at > ${now.toISOString()}::timestamptz - interval '24 hours'
      and id <> ${message_id}::uuid`.execute(tx)
  const row = rows[0]
  if (row && row.to_address >= limits.to_address) return 'to_address'
  if (row && !row.writes_already && row.addresses >= limits.addresses) return 'addresses'
  await tx.updateTable(log).set({ address_mac }).where('id', '=', message_id).execute()
  return null
}

type DueReminder = Pick<
  NewMessage,
  'studio_id' | 'user_id' | 'client_id' | 'version' | 'starts_at' | 'hours_before'
> & {
  id: string
}

/**
 * Lists confirmed sessions whose clients need a reminder, by the reminder hours of their service or studio. If several
 * reminders of a session are due, only the last one is sent. A session gets none if it was booked, or an email about it was
 * sent, after the reminder's time. Text messages go only to clients who agreed.
 */
export async function listBookingsToRemind(tx: Tx, now: Date, limit: number, channel: MessageChannel = 'mail') {
  const at = sql`${now.toISOString()}::timestamptz`
  const hours = {
    mail: sql`coalesce(o.reminder_hours, s.reminder_hours)`,
    text: sql`coalesce(o.text_hours, s.text_hours)`,
  }[channel]
  const isReachable = {
    mail: sql`(u.id is not null or (c.user_id is null and c.email is not null))`,
    text: sql`exists (select from text_consents t where t.studio_id = c.studio_id and t.client_id = c.id
      and not exists (select from text_stops x where x.phone = t.phone))`,
  }[channel]
  const { rows } = await sql<DueReminder>`
    select b.id, b.studio_id, u.id as user_id, case when u.id is null then c.id end as client_id, b.version, b.starts_at,
      due.hours as hours_before
    from bookings b join client_records c on c.studio_id = b.studio_id and c.id = b.client_id and c.reminders
      and c.removed_at is null
    join studios s on s.id = b.studio_id and ${sendsAutomaticEmails}
    left join studio_services o on o.studio_id = b.studio_id and o.key = b.service_type
    left join auth.users u on u.id = c.user_id and u.deleted_at is null
    join lateral (select min(h) as hours from unnest(${hours}) h
      where b.starts_at - make_interval(hours => h) <= ${at}) due on due.hours is not null
    where ${isReachable} and b.status = 'confirmed' and b.booking_type = 'client_booking'
      and b.starts_at > ${at} and b.starts_at <= ${at} + interval '14 days'
      and b.created_at <= b.starts_at - make_interval(hours => due.hours)
      and not exists (select from booking_messages m where m.booking_id = b.id
        and (m.user_id = u.id or m.client_id = c.id or (m.user_id is null and m.client_id is null))
        and (m.channel = ${channel} or m.kind <> 'reminder')
        and ((m.hours_before = due.hours and m.starts_at = b.starts_at)
          or m.created_at > b.starts_at - make_interval(hours => due.hours)
          -- A session that moved gets no second text of the same hour within an hour.
          or (m.channel = 'text' and m.kind = 'reminder' and m.state <> 'skipped' and m.hours_before = due.hours
            and m.created_at > ${at} - interval '1 hour')))
    order by b.starts_at limit ${limit}`.execute(tx)
  return rows
}

/** Marks all waiting emails as failed, because their jobs are lost. @returns the kind of each */
export async function failWaitingEmails(tx: Tx, last_error: string): Promise<string[]> {
  const failedRows = []
  for (const log of ['booking_messages', 'mail_deliveries'] as const)
    failedRows.push(
      ...(await tx
        .updateTable(log)
        .set({ state: 'failed', last_error })
        .where('state', '=', 'waiting')
        .returning('kind')
        .execute()),
    )
  return failedRows.map(({ kind }) => kind)
}
