import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canRunPlatform, canSuspend, isPlatformRole } from '@studiohub/contract/features/admin/policy.ts'
import type { AssignRoleInput, PlatformUser, RequestQuery } from '@studiohub/contract/features/admin/schema.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { deleteSessionsOf } from '#features/auth/sessions/ending-queries.ts'
import { endInvitationsOfPerson, endRole } from '#features/roles/grant-queries.ts'
import { grantRole, lockAndListSoleAdminRoles, requireNotLastAdmin } from '#features/roles/grant-role.ts'
import { getRole } from '#features/roles/queries.ts'
import { recordRole } from '#features/roles/record-role.ts'
import { findEndedSoleAdminRoles } from '#features/roles/sole-admin-queries.ts'
import { getStudio } from '#features/studios/queries.ts'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requireRole, requireSecondFactor } from '#platform/auth/authorize.ts'
import { actAs, asActor, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPage, toPageByTime } from '#platform/http/cursor.ts'
import { PLATFORM, publish } from '#platform/realtime/realtime.ts'
import * as queries from './queries.ts'

type PageInput = { cursor?: string | undefined; limit?: number | undefined }

/** The end date of a suspension without an end: a date that JSON and PostgreSQL can both represent. */
const UNTIL_LIFTED = '9999-12-31T00:00:00.000Z'

/** All people with an account and their roles, newest first. */
export function listUsers(caller: Caller, query: PageInput & { search?: string | undefined }) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    const people = await queries.listPeople(tx, { search: query.search, after, limit: rows })
    const page = toPage(people, limit, (row) => [row.created_at, row.id])
    const ids = page.items.map(({ id }) => id)
    const byPerson = Map.groupBy(await queries.listRolesOf(tx, ids), ({ user_id }) => user_id)
    const items = page.items.map(
      ({ total: _, ...person }): PlatformUser => ({
        ...person,
        roles: (byPerson.get(person.id) ?? []).map(({ user_id: _user_id, ...role }) => role),
      }),
    )
    return { ...page, items, total: people[0]?.total ?? 0 }
  })
}

/** Role requests of all studios: open ones, oldest first, or answered ones, the newest answer first. */
export function listRoleRequests(caller: Caller, { state, ...query }: RequestQuery) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    return state === 'open'
      ? listOpenRequests(tx, { after, limit, rows })
      : listAnsweredRequests(tx, { after, limit, rows })
  })
}

type PageToRead = ReturnType<typeof readPage>

async function listOpenRequests(tx: Tx, { after, limit, rows }: PageToRead) {
  const requests = await queries.listRequests(tx, { after, limit: rows })
  const page = toPageByTime(requests, limit, ({ id }) => id)
  const items = page.items.map(({ total: _, ...request }) => ({ ...request, answer: null }))
  return { ...page, items, total: requests[0]?.total ?? 0 }
}

async function listAnsweredRequests(tx: Tx, { after, limit, rows }: PageToRead) {
  const requests = await queries.listAnsweredRequests(tx, { after, limit: rows })
  const page = toPageByTime(requests, limit, ({ entry_id }) => entry_id)
  const items = page.items.map(({ total: _, entry_id: _id, outcome, answered_at, by_name, ...request }) => ({
    ...request,
    answer: { outcome, at: answered_at, by_name },
  }))
  return { ...page, items, total: requests[0]?.total ?? 0 }
}

/** Assigns a role (spec section 6). Studio admins cannot assign any. */
export function assignRole(caller: Caller, { user_id, ...input }: AssignRoleInput & { user_id: string }, now: Date) {
  const { role, studio_id = null, ends_client_role = false } = input
  return asActor(caller, async (tx, actor) => {
    const isStudioAdmin = requireRole(actor).role === 'studio_admin'
    authorize(canRunPlatform(actor), isStudioAdmin && isPlatformRole(role) ? 'ROLE_NOT_GRANTABLE' : 'FORBIDDEN')
    await requireSecondFactor(tx, actor)
    await requireAccount(tx, user_id)
    if (studio_id && !(await getStudio(tx, studio_id)))
      fail('VALIDATION_FAILED', { fields: { studio_id: 'This studio does not exist.' } })
    const id = await grantRole(tx, caller, { user_id, role, studio_id, ends_client_role }, now)
    await recordRole(tx, actor, {
      caller,
      action: 'roles.assign',
      id,
      studio_id,
      after: { user_id, role, status: 'active' },
    })
    return { id, role, studio_id }
  })
}

async function requireAccount(tx: Tx, user_id: string) {
  const [person] = await queries.listPeople(tx, { user_id, after: null, limit: 1 })
  return person ?? fail('NOT_FOUND')
}

/** Ends a role, but never that of the last admin or operator, even if two calls run at the same time. */
export function removeRole(caller: Caller, id: string, now: Date) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canRunPlatform(actor))
    await requireSecondFactor(tx, actor)
    const role = (await getRole(tx, id)) ?? fail('NOT_FOUND')
    const soleRoles = await lockAndListSoleAdminRoles(tx, caller, role.user_id)
    const endedRole = (await endRole(tx, { id, removed_by: user_id, now })) ?? fail('NOT_FOUND')
    requireNotLastAdmin(findEndedSoleAdminRoles(soleRoles, endedRole))
    await recordRole(tx, actor, { caller, action: 'roles.remove', id, studio_id: endedRole.studio_id, before: role })
    await actAs(tx, 'system')
    await endInvitationsOfPerson(tx, endedRole, now)
    return { id }
  })
}

/**
 * Suspends a person: all their sessions end, and they cannot sign in. The only admin of a studio cannot be suspended, unless
 * the studio is deactivated.
 * @param input.days the length; without it the suspension lasts until it is lifted
 */
export function suspendUser(caller: Caller, input: { user_id: string; days?: number | null | undefined }, now: Date) {
  const { user_id, days } = input
  return asActor(caller, async (tx, actor) => {
    authorize(canSuspend(requireRole(actor), user_id))
    await requireSecondFactor(tx, actor)
    const before = await requireAccount(tx, user_id)
    const soleRoles = await lockAndListSoleAdminRoles(tx, caller, user_id)
    const advice = 'Deactivate the studio, or add another admin first.'
    requireNotLastAdmin(
      soleRoles.filter((role) => !role.is_suspended),
      soleRoles[0]?.role === 'studio_admin' ? advice : undefined,
    )
    const banned_until = days ? new Date(now.getTime() + days * DAY_MS).toISOString() : UNTIL_LIFTED
    await actAs(tx, 'auth')
    if (!(await queries.setBan(tx, user_id, banned_until, now))) fail('NOT_FOUND')
    await deleteSessionsOf(tx, user_id)
    await recordBan(tx, actor, { caller, user_id, action: 'users.suspend', before, after: { banned_until } })
    return { id: user_id, banned_until }
  })
}

export function liftSuspension(caller: Caller, user_id: string, now: Date) {
  return asActor(caller, async (tx, actor) => {
    authorize(canRunPlatform(requireRole(actor)))
    await requireSecondFactor(tx, actor)
    const before = await requireAccount(tx, user_id)
    if (before.banned_until === null) fail('NOT_FOUND')
    await actAs(tx, 'auth')
    if (!(await queries.setBan(tx, user_id, null, now))) fail('NOT_FOUND')
    await recordBan(tx, actor, { caller, user_id, action: 'users.lift', before, after: { banned_until: null } })
    return { id: user_id }
  })
}

type BanChange = {
  caller: Caller
  user_id: string
  action: AuditAction
  before: { banned_until: string | null }
  after: { banned_until: string | null }
}

async function recordBan(tx: Tx, actor: Actor, { caller, user_id, action, before, after }: BanChange) {
  await audit(tx, actor, {
    studio_id: null,
    action,
    object_type: 'user',
    object_id: user_id,
    before: { banned_until: before.banned_until },
    after,
    request_id: caller.request_id,
  })
  publish(tx, { studio_id: PLATFORM, topic: 'roles', id: user_id })
}
