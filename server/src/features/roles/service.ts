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
import { getClient, removeUnclaimed, summariesOf } from '../clients/queries.ts'
import { recordClient } from '../clients/record-client.ts'
import { sendRequestAnswer } from '../emails/role-jobs.ts'
import { createAnswerNotification, notifyAdminsOfRequest } from '../notices/jobs.ts'
import { deleteNotices } from '../notices/queries.ts'
import { getOpenStudio, getStudio } from '../studios/queries.ts'
import { getDecidingRole } from './charge-queries.ts'
import { endInvitationsOf } from './grant-queries.ts'
import * as queries from './queries.ts'
import { recordBulkReading } from './record-bulk-reading.ts'

type Paged = { cursor?: string | undefined; limit?: number | undefined }

/** The caller's newest pending request, or null. */
export function getRequest(caller: Caller) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requirePerson(actor)
    if (actor.bound) requireJoinable(actor, actor.bound.studio_id)
    return (await queries.getPendingRole(tx, user_id)) ?? null
  })
}

/** Sends a request to join a studio as a client or as crew (decisions, "Roles"). Its admin answers. */
export function createRequest(caller: Caller, input: { studio_id: string; role: Role }, now: Date) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requirePerson(actor)
    requireJoinable(actor, input.studio_id)
    const { role } = input
    if (!canRequestRole(role)) fail('ROLE_NOT_SELF_ASSIGNABLE')
    authorize(canRequestElsewhere(actor), 'ROLE_EXISTS')
    await lock(tx, 'user', user_id)
    const studio = (await getOpenStudio(tx, input.studio_id)) ?? fail('STUDIO_NOT_AVAILABLE')
    const own = await queries.listOwnRoles(tx, user_id)
    const same = own.find((row) => row.role === input.role && row.studio_id === studio.id)
    if (same?.status === 'active') fail('ROLE_EXISTS')
    if (same?.status === 'pending') fail('REQUEST_EXISTS')
    const { id } = same
      ? ((await queries.repeatRequest(tx, same.id, now)) ?? fail('REQUEST_EXISTS'))
      : await queries.createRole(tx, { ...input, user_id, status: 'pending' })
    await queries.recordRole(tx, actor, { caller, action: 'roles.request', id, studio_id: studio.id, after: input })
    await notifyAdminsOfRequest(tx, { user_id, id, studio_id: studio.id, role })
    return (await queries.getPendingRole(tx, user_id)) ?? fail('NOT_FOUND')
  })
}

/** Withdraws the caller's pending requests. */
export function cancelRequest(caller: Caller) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requirePerson(actor)
    if (actor.bound) requireJoinable(actor, actor.bound.studio_id)
    const withdrawn = await queries.closeRequests(tx, { user_id })
    if (withdrawn.length === 0) fail('NOT_FOUND')
    // Without the request, the caller may no longer write to the studio's audit log, so this comes first.
    await actAs(tx, 'system')
    for (const { id, studio_id, role } of withdrawn) {
      await queries.recordRole(tx, actor, { caller, action: 'roles.cancel', id, studio_id, before: { role } })
    }
    // Otherwise repeated requests would create many notifications for the studio's admins.
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
 * Approves a request. Crew see other people's data, so the person must have proven their address. A new client leaves their
 * current studio, as with a switch, because a client is at one studio at a time. A lock makes changes at the same time wait.
 * The role of a person who has become an admin in the meantime does not change.
 */
export function approveRequest(caller: Caller, id: string, now: Date) {
  return answerRequest({ caller, id, approved: true }, async (tx, { user_id, studio_id, role }, actor) => {
    await lock(tx, 'user', user_id)
    // A studio that is not active accepts nobody, even with an older request. An operator may still approve.
    const isOpen = canRunPlatform(actor) || (await getOpenStudio(tx, studio_id ?? '')) !== undefined
    authorize(isOpen, 'STUDIO_NOT_AVAILABLE')
    if (role === 'staff') {
      const requester = await queries.getCrewRequester(tx, id)
      if (requester && !requester.email_proven) fail('ADDRESS_NOT_PROVEN')
    }
    // The studio's admin may not read or change the person's roles elsewhere, so this needs other rights.
    await actAs(tx, 'system')
    const present = await getDecidingRole(tx, user_id)
    if (present && isRunning(present.role))
      fail('ROLE_EXISTS', { message: 'This person runs a studio or the platform.' })
    await actAsCaller(tx, caller)
    const approved = await queries.approveRole(tx, id, now)
    if (!approved) return approved
    await actAs(tx, 'system')
    if (approved.role === 'client') await queries.closeClientRoles(tx, user_id, id)
    // Open invitations are no longer needed. After a removal they could bring the person back.
    else await endInvitationsOf(tx, { user_id, studio_id }, now)
    await actAsCaller(tx, caller)
    return approved
  })
}

/**
 * Rejects a request. Its row is deleted, unless the person was removed before (spec section 4); the audit log still has it.
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
    const decided = (await change(tx, request, actor)) ?? fail('NOT_FOUND', REQUEST_NOT_OPEN)
    const { studio_id } = request
    const action = approved ? 'roles.approve' : 'roles.reject'
    await queries.recordRole(tx, actor, { caller, action, id, studio_id, before: request })
    await actAs(tx, 'system')
    await notifyOfAnswer(tx, { ...request, approved, by: user_id })
    return { id: decided.id }
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

// A request has a studio and one of these two roles. Older rows may not.
async function notifyOfAnswer(tx: Tx, { id, user_id, role, studio_id, approved, by }: RequestAnswer) {
  if (studio_id === null || (role !== 'client' && role !== 'staff')) return
  await createAnswerNotification(tx, { id, user_id, studio_id, role, approved, by })
  await enqueue(tx, sendRequestAnswer, { user_id, studio_id, role, approved })
}

const noContacts = { email: null, phone: null, company: null, tags: [] }

type ClientsQuery = Paged & { studio_id: string; search?: string | undefined }

/**
 * A studio's clients. Crew see only their names (safety T33), unless the studio shows them the contacts. Reading many
 * contacts is recorded.
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
    const found = await queries.listClients(tx, studio_id, { after, limit: rows, search, with_contacts })
    const { items, next_cursor } = toPageByTime(found, limit, ({ id }) => id)
    if (!canManageClients(actor, studio_id))
      return {
        items: items.map((client) => ({
          ...{ ...client, ...(!with_contacts && noContacts) },
          ...{ summary: null, email_bounced_at: null },
        })),
        ...{ next_cursor, with_contacts, user_id },
      }
    const ids = items.map(({ id }) => id)
    const summaries = await summariesOf(tx, studio_id, ids)
    const none = { sessions: 0, last_date: null, spend: [] }
    return {
      items: items.map((client) => ({ ...client, summary: summaries.get(client.id) ?? none })),
      ...{ next_cursor, with_contacts, user_id },
    }
  })
}

/** Ends a client's membership, or removes a client without an account. Their bookings and projects stay. */
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
    if (await removeUnclaimed(tx, studio_id, role_id, now)) {
      const after = (await getClient(tx, studio_id, role_id)) ?? fail('INTERNAL')
      await recordClient(tx, actor, { caller, action: 'clients.remove', after })
      return { id: role_id }
    }
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
