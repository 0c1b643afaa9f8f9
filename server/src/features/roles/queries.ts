import type { Role } from '@studiohub/contract/actor.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { byTime, type Page } from '#platform/http/cursor.ts'

const requestColumns = ['id', 'user_id', 'role', 'studio_id', 'requested_at', 'status'] as const

/** Lists all role rows of a person, with any status. */
export function listOwnRoles(tx: Tx, user_id: string) {
  return tx
    .selectFrom('user_roles')
    .select(['id', 'role', 'studio_id', 'status', 'removed_at', 'created_at'])
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .execute()
}

/** A person's newest pending request, with the studio's name (spec section 7). */
export function getPendingRole(tx: Tx, user_id: string) {
  return tx
    .selectFrom('user_roles')
    .select(['id', 'role', 'studio_id', 'requested_at'])
    .select(sql<string | null>`door.studio_name(studio_id)`.as('studio_name'))
    .where('user_id', '=', user_id)
    .where('status', '=', 'pending')
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .executeTakeFirst()
}

export function createRole(
  tx: Tx,
  row: { user_id: string; role: Role; studio_id: string | null; status: 'active' | 'pending' },
) {
  const pendingFields = row.status === 'pending' ? { activated_at: null } : {}
  return tx
    .insertInto('user_roles')
    .values({ ...row, ...pendingFields })
    .returning(['id', 'status'])
    .executeTakeFirstOrThrow()
}

/**
 * The columns that activate a role and make it the newest one. `created_at` does not change, because it is the date on which
 * the person first joined.
 */
export const activationColumns = (now: Date) => {
  const at = sql<string>`${now.toISOString()}::timestamptz`
  return {
    status: 'active' as const,
    activated_at: at,
    created_at: sql<string>`case when activated_at is null then ${at} else created_at end`,
  }
}

/** Reactivates the role of a client who had switched to another studio. */
export function reopenRole(tx: Tx, id: string, now: Date) {
  return tx
    .updateTable('user_roles')
    .set(activationColumns(now))
    .where('id', '=', id)
    .where('status', '=', 'inactive')
    .where('removed_at', 'is', null)
    .returning(['id', 'status'])
    .executeTakeFirst()
}

/** Stores a new request of a former member. The row is marked as removed until the studio approves the request. */
export function repeatRequest(tx: Tx, id: string, now: Date) {
  return tx
    .updateTable('user_roles')
    .set({ status: 'pending', requested_at: now.toISOString() })
    .where('id', '=', id)
    .where('status', '=', 'inactive')
    .returning(['id', 'status'])
    .executeTakeFirst()
}

/** Ends all active client roles of a person except `except`, because a client has one current studio (spec section 4). */
export async function closeClientRoles(tx: Tx, user_id: string, except: string | null = null) {
  await tx
    .updateTable('user_roles')
    .set({ status: 'inactive' })
    .where('user_id', '=', user_id)
    .where('role', '=', 'client')
    .where('status', '=', 'active')
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .execute()
}

/**
 * Withdraws or rejects requests by deleting their rows (spec section 4). If the person was removed before, the row is
 * deactivated instead.
 * @param filter all requests of one person, or the request with this id
 */
export async function closeRequests(tx: Tx, filter: { user_id: string } | { id: string }) {
  const [column, value] = 'id' in filter ? (['id', filter.id] as const) : (['user_id', filter.user_id] as const)
  const deactivatedRows = await tx
    .updateTable('user_roles')
    .set({ status: 'inactive' })
    .where(column, '=', value)
    .where('status', '=', 'pending')
    .where('removed_at', 'is not', null)
    .returning(requestColumns)
    .execute()
  const deletedRows = await tx
    .deleteFrom('user_roles')
    .where(column, '=', value)
    .where('status', '=', 'pending')
    .where('removed_at', 'is', null)
    .returning(requestColumns)
    .execute()
  return [...deactivatedRows, ...deletedRows]
}

export function getRole(tx: Tx, id: string) {
  return tx.selectFrom('user_roles').select(requestColumns).where('id', '=', id).executeTakeFirst()
}

/** Approves a request. If two admins answer at the same time, only one call returns the row. */
export function approveRole(tx: Tx, id: string, now: Date) {
  return tx
    .updateTable('user_roles')
    .set({ ...activationColumns(now), removed_at: null, removed_by: null })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning(requestColumns)
    .executeTakeFirst()
}

/** Ends a client's role. The row stays, so that a removed person can only send a request to return. */
export function removeRole(
  tx: Tx,
  removal: { id: string; studio_id: string; role: Role; removed_by: string; now: Date },
) {
  return tx
    .updateTable('user_roles')
    .set({ status: 'inactive', removed_at: removal.now.toISOString(), removed_by: removal.removed_by })
    .where('id', '=', removal.id)
    .where('studio_id', '=', removal.studio_id)
    .where('role', '=', removal.role)
    .where('status', '!=', 'pending')
    .where('removed_at', 'is', null)
    .returning(requestColumns)
    .executeTakeFirst()
}

const selectPeople = (tx: Tx, studio_id: string, page: Page) =>
  tx
    .selectFrom('user_roles')
    .innerJoin('profiles', 'profiles.id', 'user_roles.user_id')
    .where('user_roles.studio_id', '=', studio_id)
    .$call(byTime({ at: 'user_roles.created_at', id: 'user_roles.id', descends: false }, page))

/** Lists a studio's open requests, oldest first. @param role only requests for this role */
export function listRequests(tx: Tx, studio_id: string, { role, ...page }: Page & { role: Role | undefined }) {
  return selectPeople(tx, studio_id, page)
    .where('user_roles.status', '=', 'pending')
    .$if(role !== undefined, (query) => query.where('user_roles.role', '=', role ?? 'staff'))
    .select(['user_roles.id', 'user_roles.user_id', 'user_roles.role', 'user_roles.studio_id'])
    .select(['user_roles.requested_at', 'profiles.full_name'])
    .select(sql<string | null>`door.studio_name(user_roles.studio_id)`.as('studio_name'))
    .leftJoin(peopleRequestingCrewRole(), 'requesters.role_id', 'user_roles.id')
    .select(['requesters.email', 'requesters.email_proven as email_confirmed'])
    .execute()
}

type CrewRoleRequester = { role_id: string; email: string; email_proven: boolean }

/** A table of the people whose requests to become crew the caller may answer, with their address and its proof. */
export const peopleRequestingCrewRole = () =>
  sql<CrewRoleRequester>`door.crew_requesters()`.as<'requesters'>(sql.ref('requesters'))

/** The person of an open request to become crew; undefined if it is no longer open. */
export function getCrewRoleRequester(tx: Tx, role_id: string) {
  return tx
    .selectFrom(peopleRequestingCrewRole())
    .select('email_proven')
    .where('role_id', '=', role_id)
    .executeTakeFirst()
}

type ClientsFilter = Page & { search: string; with_contacts: boolean }

/**
 * Lists a studio's clients, including those without an account.
 * @param search a part of a name; for callers who see contacts also of an address, a phone number, a company or a tag
 */
export function listClients(tx: Tx, studio_id: string, { search, with_contacts, ...page }: ClientsFilter) {
  const searchedText = with_contacts
    ? sql`concat_ws(' ', c.name, c.email, c.phone, c.company, array_to_string(c.tags, ' '))`
    : sql`coalesce(c.name, '')`
  return tx
    .selectFrom('client_records as c')
    .leftJoin('user_roles as r', (join) =>
      join.onRef('r.studio_id', '=', 'c.studio_id').onRef('r.user_id', '=', 'c.user_id').on('r.role', '=', 'client'),
    )
    .where('c.studio_id', '=', studio_id)
    .where('c.removed_at', 'is', null)
    .$if(search !== '', (query) => query.where(sql<boolean>`position(lower(${search}) in lower(${searchedText})) > 0`))
    .$call(byTime({ at: 'c.created_at', id: 'c.id', descends: false }, page))
    .select(['c.id', 'r.id as role_id', 'c.user_id', 'c.created_at', 'c.name as full_name'])
    .select(['c.email', 'c.phone', 'c.company', 'c.tags', 'c.email_bounced_at'])
    .execute()
}
