import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { Notice } from '@studiohub/contract/features/notices/schema.ts'
import { audit } from '#platform/audit/audit.ts'
import { requirePerson } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { publish } from '#platform/realtime/realtime.ts'
import * as queries from './queries.ts'

/** Lists the caller's notifications, newest first, with the number of unread ones. */
export function listNotices(caller: Caller, query: { cursor?: string | undefined; limit?: number | undefined }) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    const reader = readerOf(actor)
    const notices = await queries.listNotices(tx, reader, { after, limit: rows })
    const { items, next_cursor } = toPageByTime(notices, limit, ({ id }) => id)
    return { items: items.map((row) => Notice.parse(row)), next_cursor, unread: await queries.countUnread(tx, reader) }
  })
}

/** Marks one of the caller's notifications as read. Does nothing if it was already read. */
export function readNotice(caller: Caller, id: string, now: Date) {
  return asActor(caller, async (tx, actor) => {
    const reader = readerOf(actor)
    const { user_id } = reader
    const noticeRow = await queries.readNotice(tx, { id, ...reader, now })
    if (!noticeRow) return (await queries.getNotice(tx, { id, ...reader })) ?? fail('NOT_FOUND')
    const { studio_id, read_at } = noticeRow
    await audit(tx, actor, {
      ...auditFields(caller),
      action: 'notices.read',
      object_id: id,
      studio_id,
      after: { read_at },
    })
    publish(tx, { studio_id, topic: 'notices', id, user_id })
    return { id, read_at }
  })
}

/** Marks all of the caller's notifications as read. */
export function readAllNotices(caller: Caller, now: Date) {
  return asActor(caller, async (tx, actor) => {
    const reader = readerOf(actor)
    const { user_id } = reader
    const readRows = await queries.readAllNotices(tx, reader, now)
    const [first] = readRows
    if (first) {
      const after = { read: readRows.length }
      await audit(tx, actor, {
        ...auditFields(caller),
        action: 'notices.readAll',
        object_id: first.id,
        studio_id: null,
        after,
      })
      // The id of one notification is enough, because the reader's other screens reload the whole list.
      publish(tx, { studio_id: first.studio_id, topic: 'notices', id: first.id, user_id })
    }
    return { read: readRows.length }
  })
}

const readerOf = (actor: Actor): queries.NoticeReader => ({
  user_id: requirePerson(actor).user_id,
  studio_id: actor.bound_studio?.studio_id ?? null,
})

const auditFields = ({ request_id }: Caller) => ({ object_type: 'notice', request_id })
