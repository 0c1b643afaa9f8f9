import type { FeedBooking } from '@studiohub/contract/features/calendar-feeds/rules.ts'
import {
  CANCELLED_FOR_DAYS,
  FEED_DAYS_AHEAD,
  FEED_DAYS_BACK,
  FEED_ROWS_MAX,
  type FeedKind,
} from '@studiohub/contract/features/calendar-feeds/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const feedColumns = ['id', 'kind', 'studio_id', 'created_at'] as const

type FeedReader = { user_id: string; studio_id: string; is_client: boolean }

/**
 * A person's active feed at a studio, if it fits their role, and that of the studio if the row-level policies let them see it.
 */
export function listFeeds(tx: Tx, { user_id, studio_id, is_client }: FeedReader) {
  return tx
    .selectFrom('calendar_feeds')
    .select(feedColumns)
    .where('studio_id', '=', studio_id)
    .where('revoked_at', 'is', null)
    .where(({ and, eb, or }) =>
      or([eb('kind', '=', 'studio'), and([eb('user_id', '=', user_id), eb('is_client', '=', is_client)])]),
    )
    .orderBy('kind')
    .execute()
}

type NewFeed = FeedReader & { kind: FeedKind; token_hash: string; created_at: string }

export function insertFeed(tx: Tx, feed: NewFeed) {
  return tx.insertInto('calendar_feeds').values(feed).returning(feedColumns).executeTakeFirstOrThrow()
}

/** Ends the active feed of this kind, if there is one. A studio feed may have another creator. */
export async function endActiveFeed(
  tx: Tx,
  { kind, user_id, studio_id }: Pick<NewFeed, 'kind' | 'user_id' | 'studio_id'>,
  revoked_at: string,
) {
  await tx
    .updateTable('calendar_feeds')
    .set({ revoked_at })
    .where('kind', '=', kind)
    .where('studio_id', '=', studio_id)
    .$if(kind === 'person', (query) => query.where('user_id', '=', user_id))
    .where('revoked_at', 'is', null)
    .execute()
}

export function endFeed(tx: Tx, id: string, revoked_at: string) {
  return tx
    .updateTable('calendar_feeds')
    .set({ revoked_at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(feedColumns)
    .executeTakeFirst()
}

/**
 * The active feed of a secret, with its studio. Undefined if the creator's account is banned or deleted, or if their current
 * role is at another studio or does not fit the feed: a client's feed needs a client, another feed crew or an admin.
 */
export async function getOpenFeed(tx: Tx, token_hash: string, now: Date) {
  const { rows } = await sql<{
    kind: FeedKind
    user_id: string
    studio_id: string
    created_at: string
    is_client: boolean
    client_id: string | null
    name: string
    location: string | null
    timezone: string
  }>`
    select f.kind, f.user_id, f.studio_id, f.created_at, f.is_client, s.name,
      (select c.id from client_records c where c.studio_id = f.studio_id and c.user_id = f.user_id) as client_id, s.location, s.timezone
    from calendar_feeds f
    join studios s on s.id = f.studio_id
    join auth.users u on u.id = f.user_id and u.deleted_at is null
      and (u.banned_until is null or u.banned_until < ${now.toISOString()}::timestamptz)
    join lateral (select role, studio_id from user_roles
      where user_id = f.user_id and status = 'active' order by activated_at desc limit 1) r on r.studio_id = f.studio_id
    where f.token_hash = ${token_hash} and f.revoked_at is null
      and r.role = any (case when f.kind = 'studio' then array['studio_admin'] when f.is_client then array['client']
        else array['studio_admin', 'staff'] end)`.execute(tx)
  return rows[0]
}

/**
 * A studio's bookings for a calendar, sorted by start. If there are too many, returns those closest to now.
 * @param filter `client_id` is null for the bookings of all clients
 */
export async function listCalendarBookings(
  tx: Tx,
  filter: { studio_id: string; client_id: string | null },
  now: Date,
): Promise<FeedBooking[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<FeedBooking>`
    select b.id, b.starts_at, b.ends_at, b.service_type, b.booking_type, b.status, b.notes, b.updated_at, b.version,
      c.name as client_name,
      (select o.label from studio_services o where o.studio_id = b.studio_id and o.key = b.service_type) as service_label,
      (select coalesce(json_agg(r.name order by r.position, r.id), '[]') from resources r
        where r.kind = 'room' and (r.id, r.studio_id) in (
          select h.resource_id, h.studio_id from reservations h where h.booking_id = b.id and not h.requested)) as rooms
    from (select * from bookings b
      where b.studio_id = ${filter.studio_id}::uuid
        and (${filter.client_id}::uuid is null or b.client_id = ${filter.client_id}::uuid)
        and b.ends_at > ${at} - make_interval(days => ${FEED_DAYS_BACK})
        and b.starts_at < ${at} + make_interval(days => ${FEED_DAYS_AHEAD})
        and (b.status <> 'cancelled' or b.cancelled_at > ${at} - make_interval(days => ${CANCELLED_FOR_DAYS}))
      order by abs(extract(epoch from b.starts_at - ${at})), b.id limit ${FEED_ROWS_MAX}) b
    left join client_records c on c.studio_id = b.studio_id and c.id = b.client_id
    order by b.starts_at, b.id`.execute(tx)
  return rows
}
