import type { Role } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { actAs, actAsCaller, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import * as queries from './grant-queries.ts'
import { closeClientRoles, createRole } from './queries.ts'
import {
  findEndedSoleAdminRoles,
  getDecidingRole,
  listSoleAdminRoles,
  lockAdminRoles,
  type SoleAdminRole,
} from './sole-admin-queries.ts'

/** Roles that see other people's data. A person must have verified their email address to get one. */
const trustedRoles: readonly Role[] = ['super_admin', 'studio_admin', 'staff']

type RoleGrant = { user_id: string; role: Role; studio_id: string | null; ends_client_role?: boolean }

/**
 * Gives a person a role, with the rights of the calling operator. The newest active role of a person applies, so the new role
 * replaces the one before: the last admin of a studio or the platform cannot get another role, and a client leaves their
 * current studio.
 * @returns the role's id
 * @throws AppError ADDRESS_NOT_PROVEN, ROLE_EXISTS, LAST_ADMIN or CLIENT_ELSEWHERE
 */
export async function grantRole(tx: Tx, caller: Caller, grant: RoleGrant, now: Date): Promise<string> {
  const { user_id, role, studio_id } = grant
  if (trustedRoles.includes(role) && !(await queries.hasProvenAddress(tx, user_id))) fail('ADDRESS_NOT_PROVEN')
  const soleRoles = await lockAndListSoleAdminRoles(tx, caller, user_id)
  const existingRole = await queries.getRoleAt(tx, grant)
  if (existingRole?.status === 'active') fail('ROLE_EXISTS', { message: 'This person already has that role.' })
  requireNotLastAdmin(findEndedSoleAdminRoles(soleRoles, await getDecidingRole(tx, user_id)))
  if (role === 'client') {
    if (!grant.ends_client_role) await requireNoClientRole(tx, user_id)
    await closeClientRoles(tx, user_id)
  }
  if (existingRole) return ((await queries.activateRole(tx, existingRole.id, now)) ?? fail('ROLE_EXISTS')).id
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
  if (!(await queries.hasAccount(tx, grant.user_id)))
    fail('VALIDATION_FAILED', { fields: { owner_id: 'There is no such person.' } })
  return grantRole(tx, caller, { ...grant, role: 'studio_admin' }, now)
}

/** @throws AppError CLIENT_ELSEWHERE if the person is already a client, because that role would end */
async function requireNoClientRole(tx: Tx, user_id: string) {
  const clientRole = await queries.getActiveClientRole(tx, user_id)
  if (!clientRole) return
  fail('CLIENT_ELSEWHERE', {
    message: `This person is a client of ${clientRole.studio_name ?? 'no studio'}. Confirm that this role ends with the new one.`,
  })
}

/** Locks everything that could change a person's sole-admin roles, then lists them. Ends with the caller's rights. */
export async function lockAndListSoleAdminRoles(tx: Tx, caller: Caller, user_id: string): Promise<SoleAdminRole[]> {
  await lockAdminRoles(tx, user_id)
  await actAs(tx, 'system')
  const soleRoles = await listSoleAdminRoles(tx, user_id)
  await actAsCaller(tx, caller)
  return soleRoles
}

/** @throws AppError LAST_ADMIN if a studio or the platform would have no admin */
export function requireNotLastAdmin(endedRoles: readonly SoleAdminRole[], advice = 'Appoint another one first.') {
  const [ended] = endedRoles
  if (!ended) return
  const workplace = ended.role === 'super_admin' ? 'the platform' : (ended.studio_name ?? 'a studio')
  const title = ended.role === 'super_admin' ? 'operator' : 'administrator'
  fail('LAST_ADMIN', { message: `This person is the last ${title} of ${workplace}. ${advice}` })
}
