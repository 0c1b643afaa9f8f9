import { fail } from '@studiohub/contract/errors.ts'
import { canManageAdmins } from '@studiohub/contract/features/crew/policy.ts'
import { authorize, requireRole, requireSecondFactor } from '#platform/auth/authorize.ts'
import { actAs, actAsCaller, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { queueAdminEmails } from '../emails/admin-jobs.ts'
import { endInvitationsOfPerson } from '../roles/grant-queries.ts'
import { recordRole } from '../roles/record-role.ts'
import { getDecidingRole } from '../roles/sole-admin-queries.ts'
import * as queries from './queries.ts'

/**
 * Makes a crew member an admin of the studio. A person whose newest role is at another studio is rejected, because the new
 * role would replace it. All admins get an email.
 */
export function createAdmin(caller: Caller, input: { studio_id: string; role_id: string }, now: Date) {
  const { studio_id, role_id } = input
  return asActor(caller, async (tx, actorBeforeLock) => {
    authorize(canManageAdmins(requireRole(actorBeforeLock), studio_id))
    await requireSecondFactor(tx, actorBeforeLock)
    const { user_id } = (await queries.getCrewMember(tx, input)) ?? fail('NOT_FOUND')
    await lock(tx, 'user', user_id)
    // While this call waited for the lock, the caller and the member may have been removed.
    await lock(tx, 'studio', studio_id)
    const actor = requireRole(await actAsCaller(tx, caller))
    authorize(canManageAdmins(actor, studio_id))
    if (!(await queries.getCrewMember(tx, input))) fail('NOT_FOUND')
    await actAs(tx, 'system')
    const newestRole = await getDecidingRole(tx, user_id)
    if (newestRole?.id !== role_id) {
      fail('ROLE_EXISTS', { message: 'This person has a newer role elsewhere. Invite them to your crew again first.' })
    }
    if (!(await queries.hasProvenAddress(tx, user_id))) fail('ADDRESS_NOT_PROVEN')
    const id = await queries.insertAdminRole(tx, { user_id, studio_id }, now)
    const after = { user_id, role: 'studio_admin' as const }
    await recordRole(tx, actor, { caller, action: 'crew.createAdmin', id, studio_id, after })
    // Otherwise accepting an open crew invitation would make them crew again.
    await endInvitationsOfPerson(tx, { user_id, studio_id }, now)
    await queueAdminEmails(tx, {
      studio_id,
      admin_id: user_id,
      by_id: actor.user_id,
      added: true,
      at: now.toISOString(),
    })
    return { id }
  })
}
