import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { AgentKey, CrewMember, StudioAdmin, StudioAgent } from './schema.ts'

export const crew = {
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/crew' })
    .input(PageQuery.extend({ studio_id: Id }))
    .output(pageOf(CrewMember))
    .errors(pickErrors('FORBIDDEN')),
  /** Allows a crew member to work at the desk, or stops it. */
  update: route
    .route({ method: 'PATCH', path: '/studios/{studio_id}/crew/{role_id}' })
    .input(z.strictObject({ studio_id: Id, role_id: Id, at_desk: z.boolean() }))
    .output(CrewMember)
    .errors(pickErrors('FORBIDDEN', 'INSUFFICIENT_AAL', 'NOT_FOUND')),
  remove: route
    .route({ method: 'DELETE', path: '/studios/{studio_id}/crew/{role_id}' })
    .input(z.object({ studio_id: Id, role_id: Id }))
    .output(z.object({ id: Id }))
    .errors(pickErrors('FORBIDDEN', 'INSUFFICIENT_AAL', 'NOT_FOUND')),
  /** The studio's admins, longest-serving first. */
  listAdmins: route
    .route({ method: 'GET', path: '/studios/{studio_id}/admins' })
    .input(z.object({ studio_id: Id }))
    .output(z.object({ items: z.array(StudioAdmin) }))
    .errors(pickErrors('FORBIDDEN')),
  /** Makes a member of the crew an admin. */
  createAdmin: route
    .route({ method: 'POST', path: '/studios/{studio_id}/admins', successStatus: 201 })
    .input(z.strictObject({ studio_id: Id, role_id: Id }))
    .output(z.object({ id: Id }))
    .errors(pickErrors('FORBIDDEN', 'INSUFFICIENT_AAL', 'NOT_FOUND', 'ROLE_EXISTS', 'ADDRESS_NOT_PROVEN')),
  /** Ends an admin's role, even the caller's own, but never that of the last admin. */
  deleteAdmin: route
    .route({ method: 'DELETE', path: '/studios/{studio_id}/admins/{role_id}' })
    .input(z.object({ studio_id: Id, role_id: Id }))
    .output(z.object({ id: Id }))
    .errors(pickErrors('FORBIDDEN', 'INSUFFICIENT_AAL', 'NOT_FOUND', 'LAST_ADMIN')),
  /** All assistants of the catalog, in its order. */
  listAgents: route
    .route({ method: 'GET', path: '/studios/{studio_id}/ai-agents' })
    .input(z.object({ studio_id: Id }))
    .output(z.object({ items: z.array(StudioAgent) }))
    .errors(pickErrors('FORBIDDEN')),
  updateAgent: route
    .route({ method: 'PATCH', path: '/studios/{studio_id}/ai-agents/{key}' })
    .input(z.strictObject({ studio_id: Id, key: AgentKey, is_active: z.boolean() }))
    .output(StudioAgent)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
}
