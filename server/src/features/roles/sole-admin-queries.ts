import { sql } from 'kysely'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'

/** The role of the platform's only operator or of a studio's only admin. It cannot end before another person has it. */
export type SoleAdminRole = {
  role: 'super_admin' | 'studio_admin'
  studio_id: string | null
  studio_name: string | null
  /** Whether an operator has deactivated this studio. */
  is_suspended: boolean
}

/**
 * Lists the admin and operator roles for which this person is the only one. Other people do not count if their newest active
 * role is another one, or if they are banned or deleted. Requires the system role, because it reads all studios.
 */
export async function listSoleAdminRoles(tx: Tx, user_id: string): Promise<SoleAdminRole[]> {
  const { rows } = await sql<SoleAdminRole>`
    select r.role, r.studio_id, s.name as studio_name, s.suspended_at is not null as is_suspended
    from user_roles r left join studios s on s.id = r.studio_id
    where r.user_id = ${user_id}::uuid and r.status = 'active'
      and (r.role = 'super_admin' or (r.role = 'studio_admin' and r.studio_id is not null))
      and not exists (
        select from user_roles o join auth.users u on u.id = o.user_id
        where o.role = r.role and o.studio_id is not distinct from r.studio_id and o.status = 'active'
          and o.user_id <> r.user_id and u.deleted_at is null and (u.banned_until is null or u.banned_until < now())
          and not exists (select from user_roles newer where newer.user_id = o.user_id and newer.status = 'active'
            and newer.activated_at > o.activated_at))
    order by r.role desc, s.name`.execute(tx)
  return rows
}

/** Lists the studios of which a person is an admin. Sorted, so that concurrent calls that lock them cannot deadlock. */
async function listAdministeredStudios(tx: Tx, user_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('user_roles')
    .select('studio_id')
    .where('user_id', '=', user_id)
    .where('role', '=', 'studio_admin')
    .where('status', '=', 'active')
    .orderBy('studio_id')
    .execute()
  return rows.flatMap(({ studio_id }) => studio_id ?? [])
}

/**
 * Locks the person, the platform, and every studio of which they are an admin. Call it before a change of admin roles, because
 * otherwise the last two admins could both leave.
 */
export async function lockAdminRoles(tx: Tx, user_id: string) {
  await lock(tx, 'user', user_id)
  await lock(tx, 'studio', 'platform')
  for (const studio_id of await listAdministeredStudios(tx, user_id)) await lock(tx, 'studio', studio_id)
}

/** A person's newest active role, which decides their rights; undefined if they have none. */
export function getDecidingRole(tx: Tx, user_id: string) {
  return tx
    .selectFrom('user_roles')
    .select(['id', 'role', 'studio_id'])
    .where('user_id', '=', user_id)
    .where('status', '=', 'active')
    .orderBy('activated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type RoleOfPerson = { role: string; studio_id: string | null }

/** Which of a person's sole-admin roles end with `role`, or when another role becomes the newest. */
export const findEndedSoleAdminRoles = (soleRoles: readonly SoleAdminRole[], role: RoleOfPerson | undefined) =>
  soleRoles.filter((soleRole) => soleRole.role === role?.role && soleRole.studio_id === role.studio_id)

/**
 * The error text if the only admin or operator wants to leave; null for others.
 * @param then their action, as the end of the sentence
 */
export function soleAdminMessage([first]: readonly SoleAdminRole[], then: string): string | null {
  if (!first) return null
  if (first.role === 'super_admin')
    return `You are the last operator of the platform. Appoint another one first, then ${then}.`
  return `You are the last administrator of ${first.studio_name ?? 'a studio'}. Hand it over to another person first, then ${then}.`
}
