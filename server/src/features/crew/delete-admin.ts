import { fail } from '@studiohub/contract/errors.ts'
import { canManageAdmins } from '@studiohub/contract/features/crew/policy.ts'
import { authorize, requireRole, requireSecondFactor } from '#platform/auth/authorize.ts'
import { actAs, actAsCaller, asActor, type Caller } from '#platform/db/actor.ts'
import { queueAdminEmails } from '../emails/admin-jobs.ts'
import { endInvitationsOfPerson, endRole } from '../roles/grant-queries.ts'
import { requireNotLastAdmin } from '../roles/grant-role.ts'
import { getRole } from '../roles/queries.ts'
import { recordRole } from '../roles/record-role.ts'
import { findEndedSoleAdminRoles, listSoleAdminRoles, lockAdminRoles } from '../roles/sole-admin-queries.ts'

/** Ends an admin's role, even the caller's own, but never the last admin's. All admins get an email. */
export function deleteAdmin(caller: Caller, { studio_id, role_id }: { studio_id: string; role_id: string }, now: Date) {
  return asActor(caller, async (tx, actorBeforeLock) => {
    authorize(canManageAdmins(requireRole(actorBeforeLock), studio_id))
    await requireSecondFactor(tx, actorBeforeLock)
    const role = (await getRole(tx, role_id)) ?? fail('NOT_FOUND')
    if (role.role !== 'studio_admin' || role.studio_id !== studio_id) fail('NOT_FOUND')
    const { user_id } = role
    // If two admins remove each other at the same time, the second waits here, and then is no longer an admin.
    await lockAdminRoles(tx, user_id)
    const actor = requireRole(await actAsCaller(tx, caller))
    authorize(canManageAdmins(actor, studio_id))
    await actAs(tx, 'system')
    requireNotLastAdmin(findEndedSoleAdminRoles(await listSoleAdminRoles(tx, user_id), role))
    const { id } = (await endRole(tx, { id: role_id, removed_by: actor.user_id, now })) ?? fail('NOT_FOUND')
    const before = { user_id, role: 'studio_admin' as const }
    await recordRole(tx, actor, { caller, action: 'crew.deleteAdmin', id, studio_id, before })
    await endInvitationsOfPerson(tx, { user_id, studio_id }, now)
    await queueAdminEmails(tx, {
      studio_id,
      admin_id: user_id,
      by_id: actor.user_id,
      added: false,
      at: now.toISOString(),
    })
    return { id }
  })
}
