import { fail } from '@studiohub/contract/errors.ts'
import type { Me, ProfileChanges } from '@studiohub/contract/features/profile/schema.ts'
import type { z } from 'zod'
import { audit } from '#platform/audit/audit.ts'
import { authorize, requirePerson, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { buildPublicFilePath } from '#platform/files/files.ts'
import { readPage, toPage } from '#platform/http/cursor.ts'
import { notifyAdminsOfRequest } from '../notices/jobs.ts'
import * as roles from '../roles/queries.ts'
import { recordRole } from '../roles/record-role.ts'
import { getOpenStudio, getStudio, listOpenStudios } from '../studios/queries.ts'
import * as queries from './queries.ts'

/** The signed-in person, with their deciding role, its studio and a pending request. */
export function getMe(caller: Caller): Promise<Me> {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requirePerson(actor)
    const { avatar_url, ...account } = (await queries.getAccount(tx)) ?? fail('UNAUTHENTICATED')
    const avatar = (await queries.getAvatar(tx, user_id)) ?? fail('NOT_FOUND')
    const profile = (await queries.getProfile(tx, user_id)) ?? fail('NOT_FOUND')
    const pending_role = actor.bound_studio?.has_other_roles
      ? null
      : ((await roles.getPendingRole(tx, user_id)) ?? null)
    // A studio's website must not get the phone number of a person who does not belong to the studio.
    const isStranger = actor.bound_studio !== undefined && actor.role === null && pending_role === null
    return {
      user: { id: user_id, ...account, avatar_url: chooseAvatar(avatar, avatar_url) },
      profile: isStranger ? { ...profile, phone: null } : profile,
      role: actor.role,
      at_desk: actor.at_desk ?? false,
      studio: actor.studio_id ? ((await getStudio(tx, actor.studio_id)) ?? null) : null,
      client_id: actor.client_id,
      reverse_charge: actor.client_id !== null && (await queries.hasReverseCharge(tx, actor)),
      pending_role,
      viewing: actor.owner_view ?? null,
    }
  })
}

type Avatar = NonNullable<Awaited<ReturnType<typeof queries.getAvatar>>>

// All features show this picture. The person can change the picture address from their sign-in provider, so it is checked.
function chooseAvatar({ avatar_source, avatar_key }: Avatar, providerAddress: string | null): string | null {
  if (avatar_key) return buildPublicFilePath(avatar_key)
  const isUsable =
    avatar_source === 'provider' && providerAddress?.startsWith('https://') && URL.canParse(providerAddress)
  return isUsable ? providerAddress : null
}

export function updateProfile(caller: Caller, changes: z.output<typeof ProfileChanges>) {
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requirePerson(actor)
    const before = (await queries.getProfile(tx, user_id)) ?? fail('NOT_FOUND')
    const profileChanges = {
      ...(changes.full_name !== undefined && { full_name: changes.full_name }),
      ...(changes.phone !== undefined && { phone: changes.phone || null }),
    }
    if (Object.keys(profileChanges).length === 0) return before
    const after = (await queries.updateProfile(tx, user_id, profileChanges)) ?? fail('NOT_FOUND')
    await audit(tx, actor, {
      studio_id: actor.studio_id,
      action: 'profile.update',
      object_type: 'profile',
      object_id: user_id,
      // Only the names of the fields, because the audit log is never erased.
      after: { changed: Object.keys(profileChanges) },
      request_id: caller.request_id,
    })
    return after
  })
}

/** Lists the active studios to which a client may switch. Marks those that they belong to or have asked to join. */
export function listStudios(caller: Caller, query: { cursor?: string | undefined; limit?: number | undefined }) {
  const { after, limit, rows } = readPage(query)
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requirePerson(actor)
    const openStudios = toPage(await listOpenStudios(tx, { after, limit: rows }), limit, (row) => [row.name, row.id])
    const ownRoles = await roles.listOwnRoles(tx, user_id)
    const joinedIds = new Set(
      ownRoles.filter((row) => row.role === 'client' && row.removed_at === null).map((row) => row.studio_id),
    )
    const items = openStudios.items.map((studio) => ({
      ...studio,
      joined: joinedIds.has(studio.id),
      current: studio.id === actor.studio_id,
    }))
    return { items, next_cursor: openStudios.next_cursor }
  })
}

/**
 * Switches a client to another studio (spec section 4). One transaction ends all client roles and activates one, so the
 * client always has a role. A studio that approves new clients gets a request instead, and the roles do not change.
 * @throws AppError NOT_FOUND for a studio that is not active or that removed the client
 */
export function switchStudio(caller: Caller, studio_id: string, now: Date) {
  return asActor(caller, async (tx, actor) => {
    const { user_id, role } = requireRole(actor)
    authorize(role === 'client')
    await lock(tx, 'user', user_id)
    const studio = (await getOpenStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    const ownRoles = await roles.listOwnRoles(tx, user_id)
    const membership = ownRoles.find((row) => row.role === 'client' && row.studio_id === studio_id)
    if (membership?.removed_at) fail('NOT_FOUND')
    if (membership?.status === 'pending') fail('REQUEST_EXISTS')
    const status = !membership && studio.approve_new_clients ? ('pending' as const) : ('active' as const)
    if (status === 'active') await roles.closeClientRoles(tx, user_id)
    const { id } = membership
      ? ((await roles.reopenRole(tx, membership.id, now)) ?? fail('NOT_FOUND'))
      : await roles.createRole(tx, { user_id, role: 'client', studio_id, status })
    if (status === 'pending') await notifyAdminsOfRequest(tx, { id, user_id, studio_id, role: 'client' })
    await recordRole(tx, actor, { caller, action: 'roles.switch', id, studio_id, after: { studio_id, status } })
    return { studio_id, studio_slug: studio.slug, status }
  })
}
