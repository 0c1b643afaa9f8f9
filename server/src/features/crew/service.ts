import { fail } from '@studiohub/contract/errors.ts'
import type { AgentKey } from '@studiohub/contract/features/assistant/words.ts'
import {
  canListAgents,
  canListCrew,
  canManageAdmins,
  canRemoveCrew,
  canSeeCrewPhones,
  canSwitchAgents,
  canUpdateCrew,
} from '@studiohub/contract/features/crew/policy.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole, requireSecondFactor } from '#platform/auth/authorize.ts'
import { actAs, actAsCaller, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { endAdminRole, endInvitationsOfPerson } from '../roles/grant-queries.ts'
import { getRole, removeRole } from '../roles/queries.ts'
import { recordRole } from '../roles/record-role.ts'
import * as queries from './queries.ts'

type ListCrewInput = { studio_id: string; cursor?: string | undefined; limit?: number | undefined }

/** A studio's crew. Only its admins see phone numbers. */
export function listCrew(caller: Caller, query: ListCrewInput) {
  const { after, limit, rows } = readPage(query)
  const { studio_id } = query
  return asActor(caller, async (tx, actor) => {
    authorize(canListCrew(requireRole(actor), studio_id))
    const members = await queries.listCrew(tx, studio_id, { after, limit: rows })
    const page = toPageByTime(members, limit, ({ role_id }) => role_id)
    if (canSeeCrewPhones(actor, studio_id)) return page
    return { ...page, items: page.items.map((member) => ({ ...member, phone: null })) }
  })
}

/** Sets whether a crew member works at the desk, which applies from their next call. */
export function updateCrew(caller: Caller, input: { studio_id: string; role_id: string; at_desk: boolean }) {
  const { studio_id, role_id, at_desk } = input
  return asActor(caller, async (tx, actor) => {
    authorize(canUpdateCrew(requireRole(actor), studio_id))
    await requireSecondFactor(tx, actor)
    const before = (await queries.getCrewMember(tx, { studio_id, role_id })) ?? fail('NOT_FOUND')
    if (before.at_desk === at_desk) return before
    if (!(await queries.setAtDesk(tx, input))) fail('NOT_FOUND')
    const { user_id } = before
    await recordRole(tx, actor, {
      caller,
      action: 'crew.update',
      id: role_id,
      studio_id,
      before: { user_id, at_desk: before.at_desk },
      after: { user_id, at_desk },
    })
    return { ...before, at_desk }
  })
}

/** Ends a person's role in the crew; their work stays. */
export function removeCrew(caller: Caller, { studio_id, role_id }: { studio_id: string; role_id: string }, now: Date) {
  return asActor(caller, async (tx, actorBeforeLock) => {
    authorize(canRemoveCrew(requireRole(actorBeforeLock), studio_id))
    await requireSecondFactor(tx, actorBeforeLock)
    const role = (await getRole(tx, role_id)) ?? fail('NOT_FOUND')
    // The lock makes a simultaneous acceptance of an invitation run before or after this call.
    await lock(tx, 'user', role.user_id)
    // While this call waited for the lock, the caller may have lost their role.
    await lock(tx, 'studio', studio_id)
    const actor = await actAsCaller(tx, caller)
    const { user_id } = requireRole(actor)
    authorize(canRemoveCrew(actor, studio_id))
    const removal = { id: role_id, studio_id, role: 'staff' as const, removed_by: user_id, now }
    const { id, user_id: removedUserId } = (await removeRole(tx, removal)) ?? fail('NOT_FOUND')
    await recordRole(tx, actor, { caller, action: 'crew.remove', id, studio_id, before: { user_id: removedUserId } })
    await actAs(tx, 'system')
    await endAdminRole(tx, { user_id: removedUserId, studio_id, role_id: id, removed_by: user_id }, now)
    await endInvitationsOfPerson(tx, { user_id: removedUserId, studio_id }, now)
    return { id }
  })
}

/** A studio's admins; only admins may see the list. */
export function listAdmins(caller: Caller, studio_id: string) {
  return asActor(caller, async (tx, actor) => {
    authorize(canManageAdmins(requireRole(actor), studio_id))
    return { items: await queries.listAdmins(tx, studio_id) }
  })
}

/** All assistants of the catalog, and whether the studio has switched each one on. */
export function listAgents(caller: Caller, studio_id: string) {
  return asActor(caller, async (tx, actor) => {
    authorize(canListAgents(requireRole(actor), studio_id))
    return { items: await queries.listAgents(tx, studio_id) }
  })
}

/** Switches an assistant on or off at a studio. */
export function updateAgent(caller: Caller, input: { studio_id: string; key: AgentKey; is_active: boolean }) {
  const { studio_id, key, is_active } = input
  return asActor(caller, async (tx, actor) => {
    authorize(canSwitchAgents(requireRole(actor), studio_id))
    const { id } = (await queries.switchAgent(tx, input)) ?? fail('NOT_FOUND')
    await audit(tx, actor, {
      studio_id,
      action: 'crew.updateAgent',
      object_type: 'studio_ai_agent',
      object_id: id,
      after: { key, is_active },
      request_id: caller.request_id,
    })
    publish(tx, { studio_id, topic: 'agents', id })
    return (await queries.listAgents(tx, studio_id)).find((agent) => agent.key === key) ?? fail('NOT_FOUND')
  })
}
