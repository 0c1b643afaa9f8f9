import type { Actor, Role } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canRunPlatform } from '@studiohub/contract/features/admin/policy.ts'
import { canManageClients, canSeeContacts } from '@studiohub/contract/features/clients/policy.ts'
import {
  canDecideRequest,
  canListClients,
  canRemoveClient,
  canRequestElsewhere,
  canRequestRole,
  isRunning,
} from '@studiohub/contract/features/roles/policy.ts'
import { authorize, checkJoinable, requirePerson, requireRole, requireSecondFactor } from '#platform/auth/authorize.ts'
import { actAs, actAsCaller, asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { readPage, toPageByTime } from '#platform/http/cursor.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { getClient, listBookingSummaries, removeClientWithoutAccount } from '../clients/queries.ts'
import { recordClient } from '../clients/record-client.ts'
import { sendRequestAnswer } from '../emails/role-jobs.ts'
import { createAnswerNotification, deleteNotices, notifyAdminsOfRequest } from '../notices/jobs.ts'
import { getOpenStudio, getStudio } from '../studios/queries.ts'
import { endInvitationsOfPerson } from './grant-queries.ts'
import * as queries from './queries.ts'
import { recordBulkReading } from './record-bulk-reading.ts'
import { recordRole } from './record-role.ts'
import { getDecidingRole } from './sole-admin-queries.ts'

type PageInput = { cursor?: string | undefined; limit?: number | undefined }

/** The caller's newest pending request, or null. */
export function getRequest(caller: Caller) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requirePerson(actor)
    if (actor.bound_studio) checkJoinable(actor, actor.bound_studio.studio_id)
    return (await queries.getPendingRole(tx, user_id)) ?? null
  })
}

/** Requests to join a studio as a client or as crew (decisions, "Roles"). The studio's admin answers. */
export function createRequest(caller: Caller, input: { studio_id: string; role: Role }, now: Date) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requirePerson(actor)
    checkJoinable(actor, input.studio_id)
    const { role } = input
    if (!canRequestRole(role)) fail('ROLE_NOT_SELF_ASSIGNABLE')
    authorize(canRequestElsewhere(actor), 'ROLE_EXISTS')
    await lock(tx, 'user', user_id)
    const studio = (await getOpenStudio(tx, input.studio_id)) ?? fail('STUDIO_NOT_AVAILABLE')
    const ownRoles = await queries.listOwnRoles(tx, user_id)
    const roleToRequest = ownRoles.find((row) => row.role === input.role && row.studio_id === studio.id)
    if (roleToRequest?.status === 'active') fail('ROLE_EXISTS')
    if (roleToRequest?.status === 'pending') fail('REQUEST_EXISTS')
    const { id } = roleToRequest
      ? ((await queries.repeatRequest(tx, roleToRequest.id, now)) ?? fail('REQUEST_EXISTS'))
      : await queries.createRole(tx, { ...input, user_id, status: 'pending' })
    await recordRole(tx, actor, { caller, action: 'roles.request', id, studio_id: studio.id, after: input })
    await notifyAdminsOfRequest(tx, { user_id, id, studio_id: studio.id, role })
    return (await queries.getPendingRole(tx, user_id)) ?? fail('NOT_FOUND')
  })
}

/** Withdraws the caller's pending requests. */
export function cancelRequest(caller: Caller) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requirePerson(actor)
    if (actor.bound_studio) checkJoinable(actor, actor.bound_studio.studio_id)
    const closedRequests = await queries.closeRequests(tx, { user_id })
    if (closedRequests.length === 0) fail('NOT_FOUND')
    // Without the request, the caller may no longer write to the studio's audit log. The system role may.
    await actAs(tx, 'system')
    for (const { id, studio_id, role } of closedRequests) {
      await recordRole(tx, actor, { caller, action: 'roles.cancel', id, studio_id, before: { role } })
    }
    // Deletes the notifications, because repeated requests would otherwise create many for the studio's admins.
    for (const { id } of closedRequests) await deleteNotices(tx, id)
    return { cancelled: closedRequests.length }
  })
}

export function listRequests(caller: Caller, studio_id: string, query: PageInput & { role?: Role | undefined }) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    authorize(canDecideRequest(requireRole(actor), studio_id))
    const requests = await queries.listRequests(tx, studio_id, { after, limit: rows, role: query.role })
    return toPageByTime(requests, limit, ({ id }) => id)
  })
}

/**
 * Approves a request. Crew see other people's data, so a crew requester must have proven their address. A client has one
 * current studio, so a new client leaves the former one. The lock makes simultaneous changes of the person's roles wait.
 * @throws AppError ADDRESS_NOT_PROVEN, STUDIO_NOT_AVAILABLE, or ROLE_EXISTS if the person has become an admin or operator
 */
export function approveRequest(caller: Caller, id: string, now: Date) {
  return answerRequest({ caller, id, approved: true }, async (tx, { user_id, studio_id, role }, actor) => {
    await lock(tx, 'user', user_id)
    // A studio that is not active accepts no members, even by an older request. Operators may approve anyway.
    const isOpen = canRunPlatform(actor) || (await getOpenStudio(tx, studio_id ?? '')) !== undefined
    if (!isOpen) fail('STUDIO_NOT_AVAILABLE')
    if (role === 'staff') {
      const requester = await queries.getCrewRoleRequester(tx, id)
      if (requester && !requester.email_proven) fail('ADDRESS_NOT_PROVEN')
    }
    // The studio's admin may not read or change the person's roles at other studios, so this needs the system role.
    await actAs(tx, 'system')
    const currentRole = await getDecidingRole(tx, user_id)
    if (currentRole && isRunning(currentRole.role))
      fail('ROLE_EXISTS', { message: 'This person runs a studio or the platform.' })
    await actAsCaller(tx, caller)
    const approved = await queries.approveRole(tx, id, now)
    if (!approved) return approved
    await actAs(tx, 'system')
    if (approved.role === 'client') await queries.closeClientRoles(tx, user_id, id)
    // Ends open invitations, because a person who is removed later could return with them.
    else await endInvitationsOfPerson(tx, { user_id, studio_id }, now)
    await actAsCaller(tx, caller)
    return approved
  })
}

/**
 * Rejects a request. Deletes its row, unless the person was removed before (spec section 4). The audit log still has it.
 */
export function rejectRequest(caller: Caller, id: string) {
  return answerRequest({ caller, id, approved: false }, async (tx) => (await queries.closeRequests(tx, { id }))[0])
}

// The error is the same for an answered request and for one that the caller may not see.
const REQUEST_NOT_OPEN = { message: 'This request is no longer open. It was answered, or withdrawn.' }

function answerRequest(
  { caller, id, approved }: { caller: Caller; id: string; approved: boolean },
  change: (
    tx: Tx,
    request: { user_id: string; studio_id: string | null; role: string },
    actor: Actor,
  ) => Promise<{ id: string; studio_id: string | null } | undefined>,
) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const request = (await queries.getRole(tx, id)) ?? fail('NOT_FOUND', REQUEST_NOT_OPEN)
    authorize(canDecideRequest(actor, request.studio_id ?? ''))
    await requireSecondFactor(tx, actor)
    const changedRole = (await change(tx, request, actor)) ?? fail('NOT_FOUND', REQUEST_NOT_OPEN)
    const { studio_id } = request
    const action = approved ? 'roles.approve' : 'roles.reject'
    await recordRole(tx, actor, { caller, action, id, studio_id, before: request })
    await actAs(tx, 'system')
    await notifyOfAnswer(tx, { ...request, approved, by: user_id })
    return { id: changedRole.id }
  })
}

type RequestAnswer = {
  id: string
  user_id: string
  role: string
  studio_id: string | null
  approved: boolean
  by: string
}

// Older rows may have no studio or another role. They cause no notification.
async function notifyOfAnswer(tx: Tx, { id, user_id, role, studio_id, approved, by }: RequestAnswer) {
  if (studio_id === null || (role !== 'client' && role !== 'staff')) return
  await createAnswerNotification(tx, { id, user_id, studio_id, role, approved, by })
  await enqueue(tx, sendRequestAnswer, { user_id, studio_id, role, approved })
}

const noContacts = { email: null, phone: null, company: null, tags: [] }

type ClientsQuery = PageInput & { studio_id: string; search?: string | undefined }

/**
 * Lists a studio's clients. Crew see only their names, unless the studio shows them the contacts. Reading many
 * contacts is recorded in the audit log.
 */
export async function listClients(caller: Caller, query: ClientsQuery, now: Date) {
  const { with_contacts, user_id, ...page } = await readClients(caller, query)
  if (with_contacts) await recordBulkReading(caller, { ...query, user_id, rows: page.items.length }, now)
  return page
}

function readClients(caller: Caller, { studio_id, ...query }: ClientsQuery) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canListClients(actor, studio_id))
    const studio = (await getStudio(tx, studio_id)) ?? fail('FORBIDDEN')
    const with_contacts = canSeeContacts(actor, studio)
    const search = query.search ?? ''
    const clients = await queries.listClients(tx, studio_id, { after, limit: rows, search, with_contacts })
    const { items, next_cursor } = toPageByTime(clients, limit, ({ id }) => id)
    if (!canManageClients(actor, studio_id))
      return {
        items: items.map((client) => ({
          ...client,
          ...(!with_contacts && noContacts),
          summary: null,
          email_bounced_at: null,
        })),
        next_cursor,
        with_contacts,
        user_id,
      }
    const ids = items.map(({ id }) => id)
    const summaries = await listBookingSummaries(tx, studio_id, ids)
    const emptySummary = { sessions: 0, last_date: null, next_date: null, next_starts_at: null, spend: [] }
    return {
      items: items.map((client) => ({ ...client, summary: summaries.get(client.id) ?? emptySummary })),
      next_cursor,
      with_contacts,
      user_id,
    }
  })
}

/** Ends a client's role, or removes a client without an account. Their bookings and projects do not change. */
export function removeClient(
  caller: Caller,
  { studio_id, role_id }: { studio_id: string; role_id: string },
  now: Date,
) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    authorize(canRemoveClient(actor, studio_id))
    await requireSecondFactor(tx, actor)
    await lock(tx, 'studio', studio_id)
    if (await removeClientWithoutAccount(tx, studio_id, role_id, now)) {
      const after = (await getClient(tx, studio_id, role_id)) ?? fail('INTERNAL')
      await recordClient(tx, actor, { caller, action: 'clients.remove', after })
      return { id: role_id }
    }
    const removal = { id: role_id, studio_id, role: 'client' as const, removed_by: user_id, now }
    const removedRole = (await queries.removeRole(tx, removal)) ?? fail('NOT_FOUND')
    await recordRole(tx, actor, {
      caller,
      action: 'roles.remove',
      id: removedRole.id,
      studio_id,
      before: { user_id: removedRole.user_id },
    })
    await actAs(tx, 'system')
    await endInvitationsOfPerson(tx, { user_id: removedRole.user_id, studio_id }, now)
    return { id: removedRole.id }
  })
}
