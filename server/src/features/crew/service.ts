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
import { endAdminRole, endInvitationsOf } from '../roles/grant-queries.ts'
import { getRole, recordRole, removeRole } from '../roles/queries.ts'
import * as queries from './queries.ts'

type CrewQuery = { studio_id: string; cursor?: string | undefined; limit?: number | undefined }

/** A studio's crew; their telephone numbers are for its admins. */
export function listCrew(caller: Caller, query: CrewQuery) {
  const { after, limit, rows } = readPage(query)
  const { studio_id } = query
  return asActor(caller, async (tx, actor) => {
    authorize(canListCrew(requireRole(actor), studio_id))
    const found = await queries.listCrew(tx, studio_id, { after, limit: rows })
    const page = toPageByTime(found, limit, ({ role_id }) => role_id)
    if (canSeeCrewPhones(actor, studio_id)) return page
    return { ...page, items: page.items.map((member) => ({ ...member, phone: null })) }
  })
}

/** Gives a member of the crew a place at the desk, or takes it. It counts from their next call on. */
export function updateCrew(caller: Caller, change: { studio_id: string; role_id: string; at_desk: boolean }) {
  const { studio_id, role_id, at_desk } = change
  return asActor(caller, async (tx, actor) => {
    authorize(canUpdateCrew(requireRole(actor), studio_id))
    await requireSecondFactor(tx, actor)
    const before = (await queries.getCrewMember(tx, { studio_id, role_id })) ?? fail('NOT_FOUND')
    if (before.at_desk === at_desk) return before
    if (!(await queries.setAtDesk(tx, change))) fail('NOT_FOUND')
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

/** Ends somebody's place in the crew; what they did stays. */
export function removeCrew(caller: Caller, { studio_id, role_id }: { studio_id: string; role_id: string }, now: Date) {
  return asActor(caller, async (tx, entered) => {
    authorize(canRemoveCrew(requireRole(entered), studio_id))
    await requireSecondFactor(tx, entered)
    const role = (await getRole(tx, role_id)) ?? fail('NOT_FOUND')
    // An acceptance of the same moment comes before or after, never between.
    await lock(tx, 'user', role.user_id)
    // The caller may have left or been removed while this waited: then the other admin stays.
    await lock(tx, 'studio', studio_id)
    const actor = await actAsCaller(tx, caller)
    const { user_id } = requireRole(actor)
    authorize(canRemoveCrew(actor, studio_id))
    const ended = { id: role_id, studio_id, role: 'staff' as const, removed_by: user_id, now }
    const { id, user_id: removed } = (await removeRole(tx, ended)) ?? fail('NOT_FOUND')
    await recordRole(tx, actor, { caller, action: 'crew.remove', id, studio_id, before: { user_id: removed } })
    await actAs(tx, 'system')
    await endAdminRole(tx, { user_id: removed, studio_id, role_id: id, removed_by: user_id }, now)
    await endInvitationsOf(tx, { user_id: removed, studio_id }, now)
    return { id }
  })
}

/** A studio's admins, for its admins. */
export function listAdmins(caller: Caller, studio_id: string) {
  return asActor(caller, async (tx, actor) => {
    authorize(canManageAdmins(requireRole(actor), studio_id))
    return { items: await queries.listAdmins(tx, studio_id) }
  })
}

/** The assistants of the catalogue, and which of them the studio has. */
export function listAgents(caller: Caller, studio_id: string) {
  return asActor(caller, async (tx, actor) => {
    authorize(canListAgents(requireRole(actor), studio_id))
    return { items: await queries.listAgents(tx, studio_id) }
  })
}

/** Switches an assistant on or off at a studio. */
export function updateAgent(caller: Caller, wish: { studio_id: string; key: AgentKey; is_active: boolean }) {
  const { studio_id, key, is_active } = wish
  return asActor(caller, async (tx, actor) => {
    authorize(canSwitchAgents(requireRole(actor), studio_id))
    const { id } = (await queries.setAgent(tx, wish)) ?? fail('NOT_FOUND')
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
