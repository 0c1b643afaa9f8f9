import { randomUUID } from 'node:crypto'
import type { NoticeOf } from '@studiohub/contract/features/notices/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { byTime, type Page } from '#platform/http/cursor.ts'
import { publish } from '#platform/realtime/realtime.ts'

export type NewNotice = NoticeOf & {
  studio_id: string
  /** The person who caused it, who gets no notification. */
  actor_id: string | null
  /** The invitation, booking, card or task. */
  subject_id: string | null
  /** The path of a page of ours. */
  link: string
}

/**
 * Creates notifications in the transaction of the event: one row per person, and a message to their open screens.
 * @param to user ids, or the studio's admins. With a caller's rights, `actor_id` must be the caller, and the recipients must
 * belong to the studio (docs/decisions/0032)
 */
export async function createNotices(tx: Tx, notice: NewNotice, to: readonly string[] | 'admins'): Promise<void> {
  const { studio_id, data, actor_id } = notice
  const people = new Set(to === 'admins' ? await listAdmins(tx, studio_id) : to)
  if (actor_id !== null) people.delete(actor_id)
  if (people.size === 0) return
  const rows = [...people].map((user_id) => ({ ...notice, id: randomUUID(), user_id, data: JSON.stringify(data) }))
  await tx.insertInto('notices').values(rows).execute()
  for (const { id, user_id } of rows) publish(tx, { studio_id, topic: 'notices', id, user_id })
}

/** Notifies a studio's admins of a request to join. */
export function notifyAdminsOfRequest(
  tx: Tx,
  request: { id: string; user_id: string; studio_id: string; role: 'client' | 'staff' },
) {
  const { id, user_id, studio_id, role } = request
  const link = role === 'staff' ? '/studio/staff' : '/studio/clients'
  const about = { studio_id, actor_id: user_id, subject_id: id, link }
  return createNotices(tx, { kind: 'role_request', data: { role }, ...about }, 'admins')
}

/** Notifies a person of the answer to their request. Needs the rights of jobs, because they may have no role there. */
export function createAnswerNotification(
  tx: Tx,
  answered: { id: string; user_id: string; studio_id: string; role: 'client' | 'staff'; approved: boolean; by: string },
) {
  const { id, user_id, studio_id, role, approved, by } = answered
  // The callback page sends each person to the right page.
  const about = { studio_id, actor_id: by, subject_id: id, link: '/auth/callback' }
  return createNotices(tx, { kind: 'request_answered', data: { role, approved }, ...about }, [user_id])
}

/** Whether a person already has a notification about this subject. Needs the rights of jobs. */
export async function hasNotice(tx: Tx, { subject_id, user_id }: { subject_id: string; user_id: string }) {
  const row = await tx
    .selectFrom('notices')
    .select('id')
    .where('subject_id', '=', subject_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row !== undefined
}

async function listAdmins(tx: Tx, studio_id: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from door.admins_of(${studio_id}::uuid) as user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Deletes the notifications about a subject that no longer exists. Needs the rights of jobs. */
export async function deleteNotices(tx: Tx, subject_id: string): Promise<void> {
  const deleted = await tx
    .deleteFrom('notices')
    .where('subject_id', '=', subject_id)
    .returning(['id', 'user_id', 'studio_id'])
    .execute()
  for (const { id, user_id, studio_id } of deleted) publish(tx, { studio_id, topic: 'notices', id, user_id })
}

/** The reader of notifications. On a studio's own domain they see only those of that studio. */
export type Reader = { user_id: string; studio_id: string | null }

/**
 * The condition of a notification to show. One about a request exists until anyone answers it, and returns if the answer is
 * undone. It is read with the reader's rights, because a reader cannot answer what they cannot see.
 */
const isOpen = sql<boolean>`case
  when notices.kind = 'booking_request' then exists (
    select from bookings b where b.id = notices.subject_id and b.status = 'pending')
  when notices.kind = 'booking_changed' and notices.data ->> 'change' in ('change_requested', 'expiring')
      and notices.link like '/studio/%' then exists (
    select from bookings b where b.id = notices.subject_id and (b.status = 'pending'
      or exists (select from change_requests c where c.booking_id = b.id)))
  when notices.kind = 'role_request' then exists (
    select from user_roles r where r.id = notices.subject_id and r.status = 'pending')
  when notices.kind = 'claim' and notices.data ->> 'accepted' = 'false' then exists (
    select from client_claims c where c.id = notices.subject_id and c.state = 'open')
  else true end`

/** A person's notifications, newest first. */
export function listNotices(tx: Tx, reader: Reader, page: Page) {
  return tx
    .selectFrom('notices')
    .select(['id', 'studio_id', 'subject_id', 'kind', 'data', 'link', 'created_at', 'read_at'])
    .select(sql<string>`door.studio_name(studio_id)`.as('studio_name'))
    .select(sql<string | null>`door.notice_actor(id)`.as('actor_name'))
    .where(isForReader(reader))
    .where(isOpen)
    .$call(byTime({ at: 'created_at', id: 'id', descends: true }, page))
    .execute()
}

export async function countUnread(tx: Tx, reader: Reader): Promise<number> {
  const { unread } = await tx
    .selectFrom('notices')
    .select(sql<number>`count(*)::integer`.as('unread'))
    .where(isForReader(reader))
    .where(isOpen)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

export function getNotice(tx: Tx, { id, ...reader }: Reader & { id: string }) {
  return tx
    .selectFrom('notices')
    .select(['id', 'read_at'])
    .where('id', '=', id)
    .where(isForReader(reader))
    .executeTakeFirst()
}

/** Marks a notification as read. @returns undefined if it does not exist or was already read */
export function readNotice(tx: Tx, { id, now, ...reader }: Reader & { id: string; now: Date }) {
  return tx
    .updateTable('notices')
    .set({ read_at: readAt(now) })
    .where('id', '=', id)
    .where(isForReader(reader))
    .where('read_at', 'is', null)
    .returning(['id', 'studio_id', 'read_at'])
    .executeTakeFirst()
}

const isForReader = ({ user_id, studio_id }: Reader) =>
  studio_id === null
    ? sql<boolean>`user_id = ${user_id}::uuid`
    : sql<boolean>`user_id = ${user_id}::uuid and studio_id = ${studio_id}::uuid`

// `created_at` comes from the database's clock, which may be a little ahead of ours.
const readAt = (now: Date) => sql<string>`greatest(created_at, ${now.toISOString()}::timestamptz)`

export function readAllNotices(tx: Tx, reader: Reader, now: Date) {
  return tx
    .updateTable('notices')
    .set({ read_at: readAt(now) })
    .where(isForReader(reader))
    .where('read_at', 'is', null)
    .returning(['id', 'studio_id'])
    .execute()
}

/** Deletes notifications from before `before` (ISO 8601). */
export async function deleteOldNotices(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('notices').where('created_at', '<', before).execute()
}
