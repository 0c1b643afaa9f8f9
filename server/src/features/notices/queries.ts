import { randomUUID } from 'node:crypto'
import type { NoticeKind, NoticeOfKind } from '@studiohub/contract/features/notices/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { byTime, type Page } from '#platform/http/cursor.ts'

export type NewNotice = NoticeOfKind & {
  studio_id: string
  /** The person who caused it, who gets no notification. */
  actor_id: string | null
  /** The invitation, booking, card or task. */
  subject_id: string | null
  /** The path of a page in this product. */
  link: string
}

/** Inserts a notification for each person. @returns the new ids, in the same order */
export async function insertNotices(tx: Tx, { data, ...notice }: NewNotice, people: readonly string[]) {
  const rows = people.map((user_id) => ({ ...notice, id: randomUUID(), user_id, data: JSON.stringify(data) }))
  await tx.insertInto('notices').values(rows).execute()
  return rows.map(({ id, user_id }) => ({ id, user_id }))
}

/** The people among these who have a device for notifications. */
export async function listPeopleWithDevice(tx: Tx, people: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from door.with_push_device(${people}::uuid[]) as user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Whether a person already has a notification about this subject. Requires the system role. */
export async function hasNotice(tx: Tx, { subject_id, user_id }: { subject_id: string; user_id: string }) {
  const row = await tx
    .selectFrom('notices')
    .select('id')
    .where('subject_id', '=', subject_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row !== undefined
}

/** Lists the admins of a studio. */
export async function listAdmins(tx: Tx, studio_id: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from door.admins_of(${studio_id}::uuid) as user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}

/** Deletes all notifications about a subject. Requires the system role. @returns the deleted rows */
export function deleteNotices(tx: Tx, subject_id: string) {
  return tx
    .deleteFrom('notices')
    .where('subject_id', '=', subject_id)
    .returning(['id', 'user_id', 'studio_id'])
    .execute()
}

/** The reader of notifications. On a studio's own domain they see only those of that studio. */
export type NoticeReader = { user_id: string; studio_id: string | null }

/**
 * The condition for showing a notification. A notification about a request is shown until the request is answered, and again
 * if the answer is undone. The subqueries run with the reader's rights, because a reader cannot answer a request that they
 * cannot see.
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

const columns = ['id', 'studio_id', 'subject_id', 'kind', 'data', 'link', 'created_at', 'read_at'] as const

/** Lists a person's notifications, newest first. */
export function listNotices(tx: Tx, reader: NoticeReader, page: Page) {
  return tx
    .selectFrom('notices')
    .select(columns)
    .select(sql<string>`door.studio_name(studio_id)`.as('studio_name'))
    .select(sql<string | null>`door.notice_actor(id)`.as('actor_name'))
    .where(isForReader(reader))
    .where(isOpen)
    .$call(byTime({ at: 'created_at', id: 'id', descends: true }, page))
    .execute()
}

/** An unread notification whose request, if it has one, is not answered yet. Requires the system role. */
export function getNoticeForDevices(tx: Tx, id: string) {
  return tx
    .selectFrom('notices')
    .select([...columns, 'user_id'])
    .select((eb) => [
      eb.selectFrom('studios').select('name').whereRef('studios.id', '=', 'notices.studio_id').as('studio_name'),
      eb.selectFrom('profiles').select('full_name').whereRef('profiles.id', '=', 'notices.actor_id').as('actor_name'),
    ])
    .where('id', '=', id)
    .where(isOpen)
    .where('read_at', 'is', null)
    .$narrowType<{ kind: NoticeKind }>()
    .executeTakeFirst()
}

/** Lists a person's unread notifications since `since` (ISO 8601), newest first. Requires the system role. */
export function listUnreadSince(tx: Tx, user_id: string, since: string) {
  return tx
    .selectFrom('notices')
    .select(['id', 'kind'])
    .where('user_id', '=', user_id)
    .where(isOpen)
    .where('read_at', 'is', null)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$narrowType<{ kind: NoticeKind }>()
    .execute()
}

/** Counts the reader's unread notifications. */
export async function countUnread(tx: Tx, reader: NoticeReader): Promise<number> {
  const { unread } = await tx
    .selectFrom('notices')
    .select(sql<number>`count(*)::integer`.as('unread'))
    .where(isForReader(reader))
    .where(isOpen)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

/** A notification of the reader, shown or not. */
export function getNotice(tx: Tx, { id, ...reader }: NoticeReader & { id: string }) {
  return tx
    .selectFrom('notices')
    .select(['id', 'read_at'])
    .where('id', '=', id)
    .where(isForReader(reader))
    .executeTakeFirst()
}

/** Marks a notification as read. @returns undefined if it does not exist or was already read */
export function readNotice(tx: Tx, { id, now, ...reader }: NoticeReader & { id: string; now: Date }) {
  return tx
    .updateTable('notices')
    .set({ read_at: readAt(now) })
    .where('id', '=', id)
    .where(isForReader(reader))
    .where('read_at', 'is', null)
    .returning(['id', 'studio_id', 'read_at'])
    .executeTakeFirst()
}

const isForReader = ({ user_id, studio_id }: NoticeReader) =>
  studio_id === null
    ? sql<boolean>`user_id = ${user_id}::uuid`
    : sql<boolean>`user_id = ${user_id}::uuid and studio_id = ${studio_id}::uuid`

// `created_at` comes from the database's clock, which may be ahead of this process's clock.
const readAt = (now: Date) => sql<string>`greatest(created_at, ${now.toISOString()}::timestamptz)`

/** Marks all notifications of the reader as read. @returns those that were unread */
export function readAllNotices(tx: Tx, reader: NoticeReader, now: Date) {
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
