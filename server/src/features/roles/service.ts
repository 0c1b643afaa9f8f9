import type { Actor, Role } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canRunPlatform } from '@studiohub/contract/features/admin/policy.ts'
import {
  canAskElsewhere,
  canAskFor,
  canDecideRequest,
  canListClients,
  canRemoveClient,
  canSeePhones,
  isRunning,
} from '@studiohub/contract/features/roles/policy.ts'
import {
  authorize,
  requireJoinable,
  requirePerson,
  requireRole,
  requireSecondFactor,
} from '#platform/auth/authorize.ts'
import { actAs, actAsCaller, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { summariesOf } from '../clients/queries.ts'
import { sendRequestAnswer } from '../emails/role-jobs.ts'
import { deleteNotices, noticeOfAnswer, noticeOfRequest } from '../notices/queries.ts'
import { getOpenStudio } from '../studios/queries.ts'
import { getDecidingRole } from './charge-queries.ts'
import { endInvitationsOf } from './grant-queries.ts'
import * as queries from './queries.ts'

type Paged = { cursor?: string | undefined; limit?: number | undefined }

/** One's own newest pending request, or null. */
export function getRequest(caller: Caller) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requirePerson(actor)
    if (actor.bound) requireJoinable(actor, actor.bound.studio_id)
    return (await queries.getPendingRole(tx, user_id)) ?? null
  })
}

/** Asks a studio to be taken in, as a client or as crew (decisions, Roles): its admin answers. */
export function createRequest(caller: Caller, wanted: { studio_id: string; role: Role }, now: Date) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requirePerson(actor)
    requireJoinable(actor, wanted.studio_id)
    const { role } = wanted
    if (!canAskFor(role)) fail('ROLE_NOT_SELF_ASSIGNABLE')
    authorize(canAskElsewhere(actor), 'ROLE_EXISTS')
    await lock(tx, 'user', user_id)
    const studio = (await getOpenStudio(tx, wanted.studio_id)) ?? fail('STUDIO_NOT_AVAILABLE')
    const own = await queries.listOwnRoles(tx, user_id)
    const same = own.find((row) => row.role === wanted.role && row.studio_id === studio.id)
    if (same?.status === 'active') fail('ROLE_EXISTS')
    if (same?.status === 'pending') fail('REQUEST_EXISTS')
    const { id } = same
      ? ((await queries.requestAgain(tx, same.id, now)) ?? fail('REQUEST_EXISTS'))
      : await queries.createRole(tx, { ...wanted, user_id, status: 'pending' })
    await queries.recordRole(tx, actor, { caller, action: 'roles.request', id, studio_id: studio.id, after: wanted })
    await noticeOfRequest(tx, { user_id, id, studio_id: studio.id, role })
    return (await queries.getPendingRole(tx, user_id)) ?? fail('NOT_FOUND')
  })
}

/** Withdraws one's own pending requests. */
export function cancelRequest(caller: Caller) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requirePerson(actor)
    if (actor.bound) requireJoinable(actor, actor.bound.studio_id)
    const withdrawn = await queries.closeRequests(tx, { user_id })
    if (withdrawn.length === 0) fail('NOT_FOUND')
    // With the request goes the right to write into that studio's trail.
    await actAs(tx, 'system')
    for (const { id, studio_id, role } of withdrawn) {
      await queries.recordRole(tx, actor, { caller, action: 'roles.cancel', id, studio_id, before: { role } })
    }
    // Who asks and withdraws again and again leaves a studio's admins nothing to clear away.
    for (const { id } of withdrawn) await deleteNotices(tx, id)
    return { cancelled: withdrawn.length }
  })
}

export function listRequests(caller: Caller, studio_id: string, query: Paged & { role?: Role | undefined }) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canDecideRequest(requireRole(actor), studio_id))
    const found = await queries.listRequests(tx, studio_id, { after, limit: rows, role: query.role })
    return toPageByTime(found, limit, ({ id }) => id)
  })
}

/**
 * Takes somebody in. Crew see other people's data, so they have confirmed their address before. A client is at one studio at a time: anyone who is taken in as one leaves, as by switching, where they
 * are now, and whatever else they do at the same moment waits. Who has come to run something since they asked stays there.
 */
export function approveRequest(caller: Caller, id: string, now: Date) {
  return decide({ caller, id, approved: true }, async (tx, { user_id, studio_id, role }, actor) => {
    await lock(tx, 'user', user_id)
    // A studio that is not open takes nobody in, also not those who asked while it was; an operator may.
    const isOpen = canRunPlatform(actor) || (await getOpenStudio(tx, studio_id ?? '')) !== undefined
    authorize(isOpen, 'STUDIO_NOT_AVAILABLE')
    if (role === 'staff') {
      const requester = await queries.getCrewRequester(tx, id)
      if (requester && !requester.email_proven) fail('ADDRESS_NOT_PROVEN')
    }
    // What they are elsewhere is not this studio's admin to see, nor to touch.
    await actAs(tx, 'system')
    const present = await getDecidingRole(tx, user_id)
    if (present && isRunning(present.role))
      fail('ROLE_EXISTS', { message: 'This person runs a studio or the platform.' })
    await actAsCaller(tx, caller)
    const approved = await queries.approveRole(tx, id, now)
    if (!approved) return approved
    await actAs(tx, 'system')
    if (approved.role === 'client') await queries.closeClientRoles(tx, user_id, id)
    // It has done its part, and would bring the person back after a removal.
    else await endInvitationsOf(tx, { user_id, studio_id }, now)
    await actAsCaller(tx, caller)
    return approved
  })
}

/** A rejected request leaves its trail and, unless the person was removed before, no row (spec section 4). */
export function rejectRequest(caller: Caller, id: string) {
  return decide({ caller, id, approved: false }, async (tx) => (await queries.closeRequests(tx, { id }))[0])
}

// The same for one that was answered meanwhile and for one that the asker may not see.
const NOT_OPEN = { message: 'This request is not open any more. It was answered, or withdrawn.' }

function decide(
  { caller, id, approved }: { caller: Caller; id: string; approved: boolean },
  change: (
    tx: Tx,
    request: { user_id: string; studio_id: string | null; role: string },
    actor: Actor,
  ) => Promise<{ id: string; studio_id: string | null } | undefined>,
) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const request = (await queries.getRole(tx, id)) ?? fail('NOT_FOUND', NOT_OPEN)
    authorize(canDecideRequest(actor, request.studio_id ?? ''))
    await requireSecondFactor(tx, actor)
    const decided = (await change(tx, request, actor)) ?? fail('NOT_FOUND', NOT_OPEN)
    const { studio_id } = request
    const action = approved ? 'roles.approve' : 'roles.reject'
    await queries.recordRole(tx, actor, { caller, action, id, studio_id, before: request })
    await actAs(tx, 'system')
    await tellOfAnswer(tx, { ...request, approved, by: user_id })
    return { id: decided.id }
  })
}

type Answered = { id: string; user_id: string; role: string; studio_id: string | null; approved: boolean; by: string }

// A request names a studio and one of the two roles that can be asked for, unless it was made before there was a rule.
async function tellOfAnswer(tx: Tx, { id, user_id, role, studio_id, approved, by }: Answered) {
  if (studio_id === null || (role !== 'client' && role !== 'staff')) return
  await noticeOfAnswer(tx, { id, user_id, studio_id, role, approved, by })
  await enqueue(tx, sendRequestAnswer, { user_id, studio_id, role, approved })
}

/** A studio's clients; crew see their names alone (safety T33). */
export function listClients(caller: Caller, studio_id: string, query: Paged & { search?: string | undefined }) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canListClients(requireRole(actor), studio_id))
    const found = await queries.listClients(tx, studio_id, { after, limit: rows, search: query.search ?? '' })
    const { items, next_cursor } = toPageByTime(found, limit, ({ role_id }) => role_id)
    if (!canSeePhones(actor, studio_id))
      return { items: items.map((client) => ({ ...client, phone: null, summary: null })), next_cursor }
    const ids = items.map(({ user_id }) => user_id)
    const summaries = await summariesOf(tx, studio_id, ids)
    const none = { sessions: 0, last_date: null, spend: [] }
    return {
      items: items.map((client) => ({ ...client, summary: summaries.get(client.user_id) ?? none })),
      next_cursor,
    }
  })
}

/** Ends a client's membership; their bookings and projects stay. */
export function removeClient(
  caller: Caller,
  { studio_id, role_id }: { studio_id: string; role_id: string },
  now: Date,
) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canRemoveClient(actor, studio_id))
    await requireSecondFactor(tx, actor)
    const ended = { id: role_id, studio_id, role: 'client' as const, removed_by: user_id, now }
    const removed = (await queries.removeRole(tx, ended)) ?? fail('NOT_FOUND')
    await queries.recordRole(tx, actor, {
      caller,
      action: 'roles.remove',
      id: removed.id,
      studio_id,
      before: { user_id: removed.user_id },
    })
    await actAs(tx, 'system')
    await endInvitationsOf(tx, { user_id: removed.user_id, studio_id }, now)
    return { id: removed.id }
  })
}
