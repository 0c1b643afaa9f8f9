import type { PlatformStudio, StudioQuery } from '@studiohub/contract/features/admin/schema.ts'
import type { StudioSort, StudioState } from '@studiohub/contract/features/admin/words.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { studioColumns, toOwnStudio } from './queries.ts'

/** The additional data of a studio in the operators' table. */
type StudioDetails = Pick<PlatformStudio, 'tier' | 'plan_status' | 'admins' | 'sender_domain'> & {
  sorted_by: string
  total: number
}

type SortKey = { by: RawBuilder<string>; descends: boolean }

/** The sort key of each sort order. It is text and never null, so that a cursor can contain it. */
const sortedBy: Record<Exclude<StudioSort, 'attention'>, SortKey> = {
  name: { by: sql`lower(s.name)`, descends: false },
  '-name': { by: sql`lower(s.name)`, descends: true },
  // The parts of this format have a fixed width, so that the text sorts by time.
  created_at: { by: sql`to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`, descends: false },
  '-created_at': { by: sql`to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`, descends: true },
  type: { by: sql`s.type`, descends: false },
  location: { by: sql`lower(coalesce(s.location, ''))`, descends: false },
  tier: { by: sql`coalesce(p.tier, '')`, descends: false },
}

const buildAttentionKey = (urgencies: ReadonlyMap<string, number>): SortKey => {
  // Two digits, so that the text sorts by number.
  const keys = Object.fromEntries([...urgencies].map(([id, urgency]) => [id, String(urgency).padStart(2, '0')]))
  return {
    by: sql`coalesce(${JSON.stringify(keys)}::jsonb ->> s.id::text, '99') || ' ' || lower(s.name)`,
    descends: false,
  }
}

const states: Record<StudioState, RawBuilder<boolean>> = {
  active: sql`s.is_active`,
  new: sql`not s.is_active and s.suspended_at is null and s.opened_at is null`,
  paused: sql`not s.is_active and s.suspended_at is null and s.opened_at is not null`,
  suspended: sql`s.suspended_at is not null`,
}

const matchesSearch = (search: string | undefined) =>
  search
    ? sql<boolean>`position(lower(${search}) in lower(concat_ws(' ', s.name, s.slug, s.location, s.contact_email, s.custom_domain))) > 0`
    : sql<boolean>`true`

const admins = sql<PlatformStudio['admins']>`(
  select coalesce(json_agg(json_build_object('user_id', r.user_id, 'full_name', n.full_name) order by r.created_at), '[]')
  from user_roles r join profiles n on n.id = r.user_id
  where r.studio_id = s.id and r.role = 'studio_admin' and r.status = 'active')`

const senderDomain = sql<string | null>`(
  select d.domain from studio_senders d where d.studio_id = s.id and d.verified_at is not null)`

const selectStudios = (tx: Tx) =>
  tx
    .selectFrom('studios as s')
    .leftJoin('studio_subscriptions as p', 'p.studio_id', 's.id')
    .select(studioColumns.map((column) => `s.${column}` as const))
    .select(['p.tier', 'p.status as plan_status'])
    .select(admins.as('admins'))
    .select(senderDomain.as('sender_domain'))
    .$narrowType<Pick<StudioDetails, 'tier'>>()

type StudiosFilter = Pick<StudioQuery, 'search' | 'sort' | 'state'> & {
  /** The urgency of each studio that needs attention; the lowest number is the most urgent. */
  urgencies: ReadonlyMap<string, number>
  after: readonly [sorted_by: string, id: string] | null
  limit: number
}

/** Lists studios with their plan and admins, and the total number of matches. */
export async function listStudios(tx: Tx, { search, sort, state, urgencies, after, limit }: StudiosFilter) {
  const { by, descends } = sort === 'attention' ? buildAttentionKey(urgencies) : sortedBy[sort]
  const matches = sql<boolean>`${matchesSearch(search)} and ${state ? states[state] : sql`true`}`
  const comparison = descends ? sql`<` : sql`>`
  const rows = await selectStudios(tx)
    .select(by.as('sorted_by'))
    .select(sql<number>`(select count(*) from studios s where ${matches})`.as('total'))
    .where(matches)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(${by}, s.id) ${comparison} (${after?.[0]}::text, ${after?.[1]}::uuid)`),
    )
    .orderBy(by, descends ? 'desc' : 'asc')
    .orderBy('s.id', descends ? 'desc' : 'asc')
    .limit(limit)
    .execute()
  return rows.map(toOwnStudio)
}

export async function getStudio(tx: Tx, studio_id: string) {
  const row = await selectStudios(tx).where('s.id', '=', studio_id).executeTakeFirst()
  return row && toOwnStudio(row)
}
