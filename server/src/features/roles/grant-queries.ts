import type { Role } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { sql } from 'kysely'
import { actAs, actAsCaller, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type Charge, getDecidingRole, heldBy, listSoleCharges, lockCharges } from './charge-queries.ts'
import { activatedAt, closeClientRoles, createRole } from './queries.ts'

/** Every row of a person for one role at one place, whatever its state; there is one at most. */
function getRoleAt(tx: Tx, at: { user_id: string; role: Role; studio_id: string | null }) {
  return tx
    .selectFrom('user_roles')
    .select(['id', 'status'])
    .where('user_id', '=', at.user_id)
    .where('role', '=', at.role)
    .where('studio_id', 'is not distinct from', at.studio_id)
    .executeTakeFirst()
}

/** Makes a role active again, in whatever state it is; it is then the newest. */
function activateRole(tx: Tx, id: string, now: Date) {
  return tx
    .updateTable('user_roles')
    .set({ ...activatedAt(now), removed_at: null, removed_by: null })
    .where('id', '=', id)
    .where('status', '!=', 'active')
    .returning('id')
    .executeTakeFirst()
}

/**
 * Ends the open invitations with which a removed person could come back: those that they sent, and those to their address.
 * In the rights of jobs.
 * @param left.studio_id null for an operator, whose invitations to every studio end
 */
export async function endInvitationsOf(
  tx: Tx,
  left: { user_id: string; studio_id: string | null },
  now: Date,
): Promise<void> {
  const { user_id, studio_id } = left
  await sql`update invitations set revoked_at = greatest(created_at, ${now.toISOString()}::timestamptz)
    where accepted_at is null and declined_at is null and revoked_at is null
      and case when ${studio_id}::uuid is null then invited_by = ${user_id}::uuid
        else studio_id = ${studio_id}::uuid and (invited_by = ${user_id}::uuid
          or email = (select email from auth.users where id = ${user_id}::uuid)) end`.execute(tx)
}

/**
 * Ends a role as admin that a removed member of the crew also has there, and that would come into force again. A role as
 * admin that is newer than the one in the crew decides, so only operators end it. Where nobody else runs the studio it stays.
 * In the rights of jobs, with the studio locked.
 * @param left.role_id the role in the crew that has just ended
 */
export async function endAdminRole(
  tx: Tx,
  left: { user_id: string; studio_id: string; role_id: string; removed_by: string },
  now: Date,
): Promise<void> {
  const { user_id, studio_id, role_id, removed_by } = left
  const role = 'studio_admin'
  if (heldBy(await listSoleCharges(tx, user_id), { role, studio_id }).length > 0) return
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

/** Ends a role that is not a request; the row stays, so that a removed person can only ask again. */
export function endRole(tx: Tx, ended: { id: string; removed_by: string; now: Date }) {
  return tx
    .updateTable('user_roles')
    .set({ status: 'inactive', removed_at: ended.now.toISOString(), removed_by: ended.removed_by })
    .where('id', '=', ended.id)
    .where('status', '!=', 'pending')
    .where('removed_at', 'is', null)
    .returning(['id', 'user_id', 'role', 'studio_id'])
    .executeTakeFirst()
}

/** Roles that see other people's data. They go to the owner of an address, not to someone who may only claim it. */
const rolesOfTrust: readonly Role[] = ['super_admin', 'studio_admin', 'staff']

async function hasProvenAddress(tx: Tx, user_id: string): Promise<boolean> {
  const { rows } = await sql<{ email_proven: boolean }>`
    select email_proven from door.people(${user_id}::uuid, null, null, null, 1)`.execute(tx)
  return rows[0]?.email_proven ?? false
}

type RoleGrant = { user_id: string; role: Role; studio_id: string | null; ends_client_role?: boolean }

/**
 * Gives a person a role, in the rights of the operator who calls; it is then the newest and decides. So anyone who is the
 * last to run a studio or the platform is given no other one, and a client leaves where they are now (safety T13, G22).
 * @returns the role's id
 * @throws AppError ADDRESS_NOT_PROVEN where the role needs a person who has confirmed their address
 */
export async function giveRole(tx: Tx, caller: Caller, wish: RoleGrant, now: Date): Promise<string> {
  const { user_id, role, studio_id } = wish
  if (rolesOfTrust.includes(role) && !(await hasProvenAddress(tx, user_id))) fail('ADDRESS_NOT_PROVEN')
  const charges = await soleChargesOf(tx, caller, user_id)
  const known = await getRoleAt(tx, wish)
  if (known?.status === 'active') fail('ROLE_EXISTS', { message: 'This person has that role already.' })
  refuseLoss(heldBy(charges, await getDecidingRole(tx, user_id)))
  if (role === 'client') {
    if (!wish.ends_client_role) await refuseSecondPlace(tx, user_id)
    await closeClientRoles(tx, user_id)
  }
  if (known) return ((await activateRole(tx, known.id, now)) ?? fail('ROLE_EXISTS')).id
  return (await createRole(tx, { user_id, role, studio_id, status: 'active' })).id
}

/**
 * Makes a person an admin of a studio, in the rights of the operator who calls.
 * @throws AppError VALIDATION_FAILED at `owner_id` where no account has this id, or it was deleted
 */
export async function giveStudio(tx: Tx, caller: Caller, wish: { user_id: string; studio_id: string }, now: Date) {
  const { rows } = await sql`select from door.people(${wish.user_id}::uuid, null, null, null, 1)`.execute(tx)
  if (rows.length === 0) fail('VALIDATION_FAILED', { fields: { owner_id: 'There is no such person.' } })
  return giveRole(tx, caller, { ...wish, role: 'studio_admin' }, now)
}

/** @throws AppError CLIENT_ELSEWHERE where the person is a client already: that role ends with a new one */
async function refuseSecondPlace(tx: Tx, user_id: string) {
  const place = await tx
    .selectFrom('user_roles as r')
    .leftJoin('studios as s', 's.id', 'r.studio_id')
    .select('s.name')
    .where('r.user_id', '=', user_id)
    .where('r.role', '=', 'client')
    .where('r.status', '=', 'active')
    .executeTakeFirst()
  if (!place) return
  fail('CLIENT_ELSEWHERE', {
    message: `This person is a client of ${place.name ?? 'no studio'}. Confirm that this role ends with the new one.`,
  })
}

/** What only this person runs, with everything locked that could change it; the caller's rights are as before. */
export async function soleChargesOf(tx: Tx, caller: Caller, user_id: string): Promise<Charge[]> {
  await lockCharges(tx, user_id)
  await actAs(tx, 'system')
  const charges = await listSoleCharges(tx, user_id)
  await actAsCaller(tx, caller)
  return charges
}

/** @throws AppError LAST_ADMIN where anything would be left without anybody to run it */
export function refuseLoss(lost: readonly Charge[], advice = 'Appoint another one first.') {
  const [first] = lost
  if (!first) return
  const what = first.role === 'super_admin' ? 'the platform' : (first.studio_name ?? 'a studio')
  const title = first.role === 'super_admin' ? 'operator' : 'administrator'
  fail('LAST_ADMIN', { message: `This person is the last ${title} of ${what}. ${advice}` })
}
