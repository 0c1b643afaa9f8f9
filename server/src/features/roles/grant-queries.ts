import type { Role } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { sql } from 'kysely'
import { actAs, actAsCaller, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Charge, chargesOfRole, getDecidingRole, listSoleCharges, lockCharges } from './charge-queries.ts'
import { activationColumns, closeClientRoles, createRole } from './queries.ts'

/** A person's row for this role at this studio, with any status. There is at most one. */
function getRoleAt(tx: Tx, key: { user_id: string; role: Role; studio_id: string | null }) {
  return tx
    .selectFrom('user_roles')
    .select(['id', 'status'])
    .where('user_id', '=', key.user_id)
    .where('role', '=', key.role)
    .where('studio_id', 'is not distinct from', key.studio_id)
    .executeTakeFirst()
}

/** Activates a role, which makes it the person's newest one. */
function activateRole(tx: Tx, id: string, now: Date) {
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
 * Ends an older admin role at the same studio when a crew member is removed, because that role would decide again. An admin
 * role that is newer than the crew role decides already, so only operators can end it. The role of a studio's only admin is
 * never ended. Requires the system role and the studio's lock.
 * @param endedRole.role_id the crew role that has just ended
 */
export async function endAdminRole(
  tx: Tx,
  endedRole: { user_id: string; studio_id: string; role_id: string; removed_by: string },
  now: Date,
): Promise<void> {
  const { user_id, studio_id, role_id, removed_by } = endedRole
  const role = 'studio_admin'
  if (chargesOfRole(await listSoleCharges(tx, user_id), { role, studio_id }).length > 0) return
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

/** Roles that see other people's data. A person must have proven their address to get one. */
const trustedRoles: readonly Role[] = ['super_admin', 'studio_admin', 'staff']

async function hasProvenAddress(tx: Tx, user_id: string): Promise<boolean> {
  const { rows } = await sql<{ email_proven: boolean }>`
    select email_proven from door.people(${user_id}::uuid, null, null, null, 1)`.execute(tx)
  return rows[0]?.email_proven ?? false
}

type RoleGrant = { user_id: string; role: Role; studio_id: string | null; ends_client_role?: boolean }

/**
 * Gives a person a role, with the rights of the calling operator. It becomes the person's newest role, so it decides. So the
 * last admin of a studio or the platform cannot get another role, and a client leaves their current studio.
 * @returns the role's id
 * @throws AppError ADDRESS_NOT_PROVEN, ROLE_EXISTS, LAST_ADMIN or CLIENT_ELSEWHERE
 */
export async function grantRole(tx: Tx, caller: Caller, grant: RoleGrant, now: Date): Promise<string> {
  const { user_id, role, studio_id } = grant
  if (trustedRoles.includes(role) && !(await hasProvenAddress(tx, user_id))) fail('ADDRESS_NOT_PROVEN')
  const charges = await lockSoleCharges(tx, caller, user_id)
  const existingRole = await getRoleAt(tx, grant)
  if (existingRole?.status === 'active') fail('ROLE_EXISTS', { message: 'This person already has that role.' })
  requireNoSoleCharge(chargesOfRole(charges, await getDecidingRole(tx, user_id)))
  if (role === 'client') {
    if (!grant.ends_client_role) await requireNoClientRole(tx, user_id)
    await closeClientRoles(tx, user_id)
  }
  if (existingRole) return ((await activateRole(tx, existingRole.id, now)) ?? fail('ROLE_EXISTS')).id
  return (await createRole(tx, { user_id, role, studio_id, status: 'active' })).id
}

/**
 * Makes a person an admin of a studio, with the rights of the calling operator.
 * @throws AppError VALIDATION_FAILED for `owner_id` if there is no such account
 */
export async function grantStudioAdminRole(
  tx: Tx,
  caller: Caller,
  grant: { user_id: string; studio_id: string },
  now: Date,
) {
  const { rows } = await sql`select from door.people(${grant.user_id}::uuid, null, null, null, 1)`.execute(tx)
  if (rows.length === 0) fail('VALIDATION_FAILED', { fields: { owner_id: 'There is no such person.' } })
  return grantRole(tx, caller, { ...grant, role: 'studio_admin' }, now)
}

/** @throws AppError CLIENT_ELSEWHERE if the person is already a client, because that role would end */
async function requireNoClientRole(tx: Tx, user_id: string) {
  const clientRole = await tx
    .selectFrom('user_roles as r')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .select('s.name')
    .where('r.user_id', '=', user_id)
    .where('r.role', '=', 'client')
    .where('r.status', '=', 'active')
    .executeTakeFirst()
  if (!clientRole) return
  fail('CLIENT_ELSEWHERE', {
    message: `This person is a client of ${clientRole.name ?? 'no studio'}. Confirm that this role ends with the new one.`,
  })
}

/** Locks everything that could change a person's charges, then lists them. Ends with the caller's rights. */
export async function lockSoleCharges(tx: Tx, caller: Caller, user_id: string): Promise<Charge[]> {
  await lockCharges(tx, user_id)
  await actAs(tx, 'system')
  const charges = await listSoleCharges(tx, user_id)
  await actAsCaller(tx, caller)
  return charges
}

/** @throws AppError LAST_ADMIN if a studio or the platform would have no admin */
export function requireNoSoleCharge(lostCharges: readonly Charge[], advice = 'Appoint another one first.') {
  const [charge] = lostCharges
  if (!charge) return
  const workplace = charge.role === 'super_admin' ? 'the platform' : (charge.studio_name ?? 'a studio')
  const title = charge.role === 'super_admin' ? 'operator' : 'administrator'
  fail('LAST_ADMIN', { message: `This person is the last ${title} of ${workplace}. ${advice}` })
}
