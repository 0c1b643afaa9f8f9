import type { Role } from '@studiohub/contract/actor.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { activationColumns } from './queries.ts'
import { findEndedSoleAdminRoles, listSoleAdminRoles } from './sole-admin-queries.ts'

/** A person's row for this role at this studio, with any status. There is at most one. */
export function getRoleAt(tx: Tx, key: { user_id: string; role: Role; studio_id: string | null }) {
  return tx
    .selectFrom('user_roles')
    .select(['id', 'status'])
    .where('user_id', '=', key.user_id)
    .where('role', '=', key.role)
    .where('studio_id', 'is not distinct from', key.studio_id)
    .executeTakeFirst()
}

/** Activates a role, which makes it the person's newest one. */
export function activateRole(tx: Tx, id: string, now: Date) {
  return tx
    .updateTable('user_roles')
    .set({ ...activationColumns(now), removed_at: null, removed_by: null })
    .where('id', '=', id)
    .where('status', '!=', 'active')
    .returning('id')
    .executeTakeFirst()
}

/**
 * Ends the open invitations with which a removed person could return: those that they sent, and those to their address.
 * Requires the system role.
 * @param endedRole.studio_id null for an operator, whose invitations from every studio end
 */
export async function endInvitationsOfPerson(
  tx: Tx,
  endedRole: { user_id: string; studio_id: string | null },
  now: Date,
): Promise<void> {
  const { user_id, studio_id } = endedRole
  await sql`update invitations set revoked_at = greatest(created_at, ${now.toISOString()}::timestamptz)
    where accepted_at is null and declined_at is null and revoked_at is null
      and case when ${studio_id}::uuid is null then invited_by = ${user_id}::uuid
        else studio_id = ${studio_id}::uuid and (invited_by = ${user_id}::uuid
          or email = (select email from auth.users where id = ${user_id}::uuid)) end`.execute(tx)
}

/**
 * Ends an older admin role at the same studio when a crew member is removed, because that role would apply again: the newest
 * active role of a person applies. An admin role that is newer than the crew role applies already, so only operators can end
 * it. The role of a studio's only admin is never ended. Requires the system role and the studio's lock.
 * @param endedRole.role_id the crew role that has just ended
 */
export async function endAdminRole(
  tx: Tx,
  endedRole: { user_id: string; studio_id: string; role_id: string; removed_by: string },
  now: Date,
): Promise<void> {
  const { user_id, studio_id, role_id, removed_by } = endedRole
  const role = 'studio_admin'
  if (findEndedSoleAdminRoles(await listSoleAdminRoles(tx, user_id), { role, studio_id }).length > 0) return
  await tx
    .updateTable('user_roles')
    .set({ status: 'inactive', removed_at: now.toISOString(), removed_by })
    .where('user_id', '=', user_id)
    .where('studio_id', '=', studio_id)
    .where('role', '=', role)
    .where('removed_at', 'is', null)
    .where('activated_at', '<', (crew) =>
      crew.selectFrom('user_roles as c').select('c.activated_at').where('c.id', '=', role_id),
    )
    .execute()
}

/** Ends a role that is not a request. The row stays, so that a removed person can only send a request to return. */
export function endRole(tx: Tx, removal: { id: string; removed_by: string; now: Date }) {
  return tx
    .updateTable('user_roles')
    .set({ status: 'inactive', removed_at: removal.now.toISOString(), removed_by: removal.removed_by })
    .where('id', '=', removal.id)
    .where('status', '!=', 'pending')
    .where('removed_at', 'is', null)
    .returning(['id', 'user_id', 'role', 'studio_id'])
    .executeTakeFirst()
}

/** Whether a person's email address is verified. */
export async function hasProvenAddress(tx: Tx, user_id: string): Promise<boolean> {
  const { rows } = await sql<{ email_proven: boolean }>`
    select email_proven from door.people(${user_id}::uuid, null, null, null, 1)`.execute(tx)
  return rows[0]?.email_proven ?? false
}

/** Whether this account exists. Only operators may ask. */
export async function hasAccount(tx: Tx, user_id: string): Promise<boolean> {
  const { rows } = await sql`select from door.people(${user_id}::uuid, null, null, null, 1)`.execute(tx)
  return rows.length > 0
}

/** The active role of a client, with the name of their current studio; undefined if they have none. */
export function getActiveClientRole(tx: Tx, user_id: string) {
  return tx
    .selectFrom('user_roles as r')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .select('s.name as studio_name')
    .where('r.user_id', '=', user_id)
    .where('r.role', '=', 'client')
    .where('r.status', '=', 'active')
    .executeTakeFirst()
}
