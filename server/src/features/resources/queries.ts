import type { ResourceKind } from '@studiohub/contract/features/resources/schema.ts'
import type { Tier } from '@studiohub/contract/features/subscriptions/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

type Page = { after: readonly [position: string, id: string] | null; limit: number }

const resourceColumns = [
  'id',
  'studio_id',
  'kind',
  'name',
  'position',
  'is_active',
  'setup_minutes',
  'teardown_minutes',
  'color',
  'has_own_hours',
  'user_id',
  'details',
  'archived_at',
  'version',
] as const

/** Lists the studio's resources in its order: those that are not archived, or the archived ones. */
export function listResources(tx: Tx, studio_id: string, { after, limit, archived }: Page & { archived: boolean }) {
  return tx
    .selectFrom('resources')
    .select(resourceColumns)
    .where('studio_id', '=', studio_id)
    .where('archived_at', archived ? 'is not' : 'is', null)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('position', 'id'), '>', tuple(Number(after?.[0]), after?.[1] ?? '')),
      ),
    )
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function getResource(tx: Tx, id: string) {
  return tx.selectFrom('resources').select(resourceColumns).where('id', '=', id).executeTakeFirst()
}

/** A studio's time zone; undefined if the caller cannot see the studio. */
export async function getTimezone(tx: Tx, studio_id: string): Promise<string | undefined> {
  const row = await tx.selectFrom('studios').select('timezone').where('id', '=', studio_id).executeTakeFirst()
  return row?.timezone
}

/** Adds a resource at the end of the studio's list. */
export function insertResource(
  tx: Tx,
  resource: {
    studio_id: string
    kind: ResourceKind
    name: string
    color: string | null
    is_active: boolean
    setup_minutes: number
    teardown_minutes: number
    user_id: string | null
    details: string | null
  },
) {
  return tx
    .insertInto('resources')
    .values(({ selectFrom }) => ({
      ...resource,
      position: selectFrom('resources')
        .select(sql<number>`coalesce(max(position) + 1, 0)`.as('next'))
        .where('studio_id', '=', resource.studio_id)
        .where('archived_at', 'is', null),
    }))
    .returning(resourceColumns)
    .executeTakeFirstOrThrow()
}

export type ResourceUpdate = Partial<{
  name: string
  color: string | null
  is_active: boolean
  setup_minutes: number
  teardown_minutes: number
  user_id: string | null
  details: string | null
  archived_at: string | null
}>

/** Changes a resource if it has this version; undefined accepts any version. @returns undefined if it has another version */
export function updateResource(tx: Tx, id: string, version: number | undefined, changes: ResourceUpdate) {
  return tx
    .updateTable('resources')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returning(resourceColumns)
    .executeTakeFirst()
}

/** Moves a resource to a position among those that are not archived. Positions start at 0 and have no gaps. */
export async function moveResource(
  tx: Tx,
  { id, studio_id, position }: { id: string; studio_id: string; position: number },
) {
  await sql`
    with others as (
      select r.id, row_number() over (order by r.position, r.id) - 1 as new_position
      from resources r where r.studio_id = ${studio_id}::uuid and r.archived_at is null and r.id <> ${id}::uuid
    ), moved as (
      select ${id}::uuid as id, least(${position}::bigint, (select count(*) from others)) as new_position
      union all select o.id, o.new_position + (o.new_position >= ${position}::bigint)::integer from others o
    )
    update resources set position = moved.new_position
    from moved where resources.id = moved.id and resources.studio_id = ${studio_id}::uuid`.execute(tx)
}

/** Counts the active rooms, which the studio's plan limits. Leaves out the room `except`. */
export async function countRooms(tx: Tx, studio_id: string, except: string | null): Promise<number> {
  const { rooms } = await tx
    .selectFrom('resources')
    .select(({ fn }) => fn.countAll<number>().as('rooms'))
    .where('studio_id', '=', studio_id)
    .where('kind', '=', 'room')
    .where('is_active', '=', true)
    .$if(except !== null, (query) => query.where('id', '<>', except))
    .executeTakeFirstOrThrow()
  return Number(rooms)
}

/** The studio's plan, or undefined if it has none. */
export async function getTier(tx: Tx, studio_id: string): Promise<Tier | undefined> {
  const { rows } = await sql<{ tier: Tier }>`
    select case when status = 'trialing' then 'trial' else tier end as tier from studio_subscriptions where studio_id = ${studio_id}::uuid`.execute(
    tx,
  )
  return rows[0]?.tier
}

/** Whether a person works at the studio now, as crew or admin. */
export async function isCrewOrAdmin(tx: Tx, studio_id: string, user_id: string): Promise<boolean> {
  const role = await tx
    .selectFrom('user_roles')
    .select('id')
    .where('studio_id', '=', studio_id)
    .where('user_id', '=', user_id)
    .where('role', 'in', ['staff', 'studio_admin'])
    .where('status', '=', 'active')
    .executeTakeFirst()
  return role !== undefined
}

/** Lists the people who work at the studio now, sorted by name. */
export async function listPeople(tx: Tx, studio_id: string, { after, limit }: Page) {
  const [name, id] = after ?? [null, null]
  const { rows } = await sql<{ user_id: string; full_name: string | null }>`
    select p.id as user_id, p.full_name from profiles p
    where p.id in (select r.user_id from user_roles r
        where r.studio_id = ${studio_id}::uuid and r.role in ('staff', 'studio_admin') and r.status = 'active')
      and (${id}::uuid is null or (coalesce(p.full_name, ''), p.id) > (${name}::text, ${id}::uuid))
    order by coalesce(p.full_name, ''), p.id limit ${limit}`.execute(tx)
  return rows
}

/** Lists the future reservations of a resource, soonest first, with date, time and service, without names. */
export async function listFutureReservations(tx: Tx, id: string, now: string, limit: number) {
  const { rows } = await sql<{ booking_id: string; booking_date: string; start_time: string; service_type: string }>`
    select b.id as booking_id, b.booking_date, b.start_time, b.service_type
    from reservations h join bookings b on b.id = h.booking_id and b.studio_id = h.studio_id
    where h.resource_id = ${id}::uuid and h.holds and upper(h.during) > ${now}::timestamptz
    order by b.starts_at, b.id limit ${limit}`.execute(tx)
  return rows
}

/** Whether the resource was ever booked, including cancelled bookings. */
export async function wasEverBooked(tx: Tx, id: string): Promise<boolean> {
  const reservation = await tx
    .selectFrom('reservations')
    .select('booking_id')
    .where('resource_id', '=', id)
    .executeTakeFirst()
  return reservation !== undefined
}

export async function deleteResource(tx: Tx, id: string) {
  await tx.deleteFrom('resources').where('id', '=', id).execute()
}
