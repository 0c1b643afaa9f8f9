import { randomUUID } from 'node:crypto'
import type { NoticeOf } from '@studiohub/contract/features/notices/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { byTime, type Page } from '#platform/http/cursor.ts'
import { publish } from '#platform/realtime/realtime.ts'

export type NewNotice = NoticeOf & {
  studio_id: string
  /** Whose deed it tells of; they themselves are not told. */
  actor_id: string | null
  /** The invitation, booking, card or task that it is about. */
  subject_id: string | null
  /** A page of ours. */
  link: string
}

/**
 * Tells people something, in the transaction in which it happens: a row each, and a word to their open screens.
 * @param to their ids, or those who run the studio; behind a request the rows need `actor_id` to be who asks, and people
 *   of the studio (docs/decisions/0032)
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

/** Has those who answer it know of somebody who asks their studio to be taken in. */
export function noticeOfRequest(
  tx: Tx,
  asked: { id: string; user_id: string; studio_id: string; role: 'client' | 'staff' },
) {
  const { id, user_id, studio_id, role } = asked
  const link = role === 'staff' ? '/studio/staff' : '/studio/clients'
  const about = { studio_id, actor_id: user_id, subject_id: id, link }
  return createNotices(tx, { kind: 'role_request', data: { role }, ...about }, 'admins')
}

/** Tells anyone who asked to be taken in how they were answered; with the rights of jobs, since they may be nobody there. */
export function noticeOfAnswer(
  tx: Tx,
  answered: { id: string; user_id: string; studio_id: string; role: 'client' | 'staff'; approved: boolean; by: string },
) {
  const { id, user_id, studio_id, role, approved, by } = answered
  // Leads each to the page that is theirs now.
  const about = { studio_id, actor_id: by, subject_id: id, link: '/auth/callback' }
  return createNotices(tx, { kind: 'request_answered', data: { role, approved }, ...about }, [user_id])
}

/** Whether a person was already told of this; with the rights of jobs. */
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

/** Takes back what was told of something that is no more; with the rights of jobs. */
export async function deleteNotices(tx: Tx, subject_id: string): Promise<void> {
  const gone = await tx
    .deleteFrom('notices')
    .where('subject_id', '=', subject_id)
    .returning(['id', 'user_id', 'studio_id'])
    .execute()
  for (const { id, user_id, studio_id } of gone) publish(tx, { studio_id, topic: 'notices', id, user_id })
}

/** Whose notices: a person's, and on a studio's own domain those of that studio alone. */
export type Reader = { user_id: string; studio_id: string | null }

/** What a person is told, the newest first. */
export function listNotices(tx: Tx, reader: Reader, page: Page) {
  return tx
    .selectFrom('notices')
    .select(['id', 'studio_id', 'kind', 'data', 'link', 'created_at', 'read_at'])
    .select(sql<string>`door.studio_name(studio_id)`.as('studio_name'))
    .select(sql<string | null>`door.notice_actor(id)`.as('actor_name'))
    .where(ofReader(reader))
    .$call(byTime({ at: 'created_at', id: 'id', descends: true }, page))
    .execute()
}

export async function countUnread(tx: Tx, reader: Reader): Promise<number> {
  const { unread } = await tx
    .selectFrom('notices')
    .select(sql<number>`count(*)::integer`.as('unread'))
    .where(ofReader(reader))
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

export function getNotice(tx: Tx, { id, ...reader }: Reader & { id: string }) {
  return tx
    .selectFrom('notices')
    .select(['id', 'read_at'])
    .where('id', '=', id)
    .where(ofReader(reader))
    .executeTakeFirst()
}

/** Marks a notice as read. Undefined where there is none that is unread. */
export function readNotice(tx: Tx, { id, now, ...reader }: Reader & { id: string; now: Date }) {
  return tx
    .updateTable('notices')
    .set({ read_at: readAt(now) })
    .where('id', '=', id)
    .where(ofReader(reader))
    .where('read_at', 'is', null)
    .returning(['id', 'studio_id', 'read_at'])
    .executeTakeFirst()
}

const ofReader = ({ user_id, studio_id }: Reader) =>
  studio_id === null
    ? sql<boolean>`user_id = ${user_id}::uuid`
    : sql<boolean>`user_id = ${user_id}::uuid and studio_id = ${studio_id}::uuid`

// A notice is stamped by the database's clock, which may be a little ahead of ours.
const readAt = (now: Date) => sql<string>`greatest(created_at, ${now.toISOString()}::timestamptz)`

export function readAllNotices(tx: Tx, reader: Reader, now: Date) {
  return tx
    .updateTable('notices')
    .set({ read_at: readAt(now) })
    .where(ofReader(reader))
    .where('read_at', 'is', null)
    .returning(['id', 'studio_id'])
    .execute()
}

/** Forgets what was told before `before` (ISO 8601). */
export async function forgetNotices(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('notices').where('created_at', '<', before).execute()
}
