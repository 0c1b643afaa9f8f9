import { fail } from '@studiohub/contract/errors.ts'
import { checkJoinable, requirePerson } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { closeClientRoles, listOwnRoles } from '../roles/queries.ts'
import { getOpenStudio } from '../studios/queries.ts'
import { joinStudio } from './service.ts'

const WORKS_ELSEWHERE =
  'Your account belongs to a studio or a partner, so it cannot book as a client. Use another email address.'

/**
 * Makes a person a client of a studio, so that they can book. If the studio approves new clients or has removed this person,
 * it only creates a request. Otherwise their other client roles end, as when a client switches studios. Does nothing for a
 * current client.
 * @throws AppError ROLE_EXISTS for people with another role
 */
export function createMembership(
  caller: Caller,
  studio_id: string,
  now: Date,
): Promise<{ status: 'active' | 'pending' }> {
  return asActor(caller, async (tx, actor) => {
    const person = requirePerson(actor)
    checkJoinable(actor, studio_id)
    if (actor.role === 'client' && actor.studio_id === studio_id) return { status: 'active' as const }
    await lock(tx, 'user', person.user_id)
    const roles = await listOwnRoles(tx, person.user_id)
    const activeRoles = roles.filter(({ status }) => status === 'active')
    if (activeRoles.some(({ role }) => role !== 'client')) fail('ROLE_EXISTS', { message: WORKS_ELSEWHERE })
    const roleHere = roles.find((row) => row.role === 'client' && row.studio_id === studio_id)
    if (roleHere?.status === 'pending') return { status: 'pending' as const }
    if (activeRoles.length === 0 && roles.some(({ status }) => status === 'pending')) fail('REQUEST_EXISTS')
    const studio = (await getOpenStudio(tx, studio_id)) ?? fail('STUDIO_NOT_AVAILABLE')
    const isRequest = roleHere ? roleHere.removed_at !== null : studio.approve_new_clients
    if (!isRequest) await closeClientRoles(tx, person.user_id)
    const { status } = await joinStudio(tx, { caller, person, studio_id, now })
    return { status }
  })
}
