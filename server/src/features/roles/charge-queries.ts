import { sql } from 'kysely'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'

/** What would be left without anybody to run it. */
export type Charge = {
  role: 'super_admin' | 'studio_admin'
  studio_id: string | null
  studio_name: string | null
  /** Whether an operator keeps that studio closed. */
  is_suspended: boolean
}

/**
 * A person's places as an admin or operator that nobody else holds in effect: whose newest active role is another one
 * runs nothing with it, nor does who is shut out or gone. Asked in the rights of jobs, since it looks at all studios.
 */
export async function listSoleCharges(tx: Tx, user_id: string): Promise<Charge[]> {
  const { rows } = await sql<Charge>`
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

/** The studios that a person runs, in an order in which everybody locks them. */
async function listStudiosRun(tx: Tx, user_id: string): Promise<string[]> {
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

/** Anyone who changes what somebody runs locks first, so that the last two admins cannot both go at once. */
export async function lockCharges(tx: Tx, user_id: string) {
  await lock(tx, 'user', user_id)
  await lock(tx, 'studio', 'platform')
  for (const studio_id of await listStudiosRun(tx, user_id)) await lock(tx, 'studio', studio_id)
}

/** The role that decides who somebody is, or undefined where they have none. */
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

type HeldRole = { role: string; studio_id: string | null }

/** Of somebody's charges, the one that is this role of theirs: it is given up with the role, or where another becomes newer. */
export const heldBy = (charges: readonly Charge[], role: HeldRole | undefined) =>
  charges.filter((charge) => charge.role === role?.role && charge.studio_id === role.studio_id)

/** What keeps somebody from leaving what they alone run, in words to themselves. @param then what they were about to do */
export function ownRefusal([first]: readonly Charge[], then: string): string | null {
  if (!first) return null
  if (first.role === 'super_admin')
    return `You are the last operator of the platform. Appoint another one first, then ${then}.`
  return `You are the last administrator of ${first.studio_name ?? 'a studio'}. Hand it over to another person first, then ${then}.`
}
