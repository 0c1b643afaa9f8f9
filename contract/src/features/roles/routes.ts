import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { NewRoleRequest, PendingRole, RoleRequest, StudioClient } from './schema.ts'

const RoleAnswer = z.object({ id: Id })

export const roles = {
  /** The caller's newest pending request, or null. */
  getRequest: route.route({ method: 'GET', path: '/me/role-request' }).output(PendingRole.nullable()),
  createRequest: route
    .route({ method: 'POST', path: '/me/role-request', successStatus: 201 })
    .input(NewRoleRequest)
    .output(PendingRole)
    .errors(pickErrors('ROLE_NOT_SELF_ASSIGNABLE', 'STUDIO_NOT_AVAILABLE', 'REQUEST_EXISTS', 'ROLE_EXISTS')),
  /** Withdraws all pending requests of the caller. */
  cancelRequest: route
    .route({ method: 'DELETE', path: '/me/role-request' })
    .output(z.object({ cancelled: z.number() }))
    .errors(pickErrors('NOT_FOUND')),
  listRequests: route
    .route({ method: 'GET', path: '/studios/{studio_id}/role-requests' })
    .input(PageQuery.extend({ studio_id: Id, role: z.enum(['client', 'staff']).optional() }))
    .output(pageOf(RoleRequest))
    .errors(pickErrors('FORBIDDEN')),
  approveRequest: route
    .route({ method: 'POST', path: '/role-requests/{id}/approve' })
    .input(z.strictObject({ id: Id }))
    .output(RoleAnswer)
    .errors({
      ...pickErrors('FORBIDDEN', 'INSUFFICIENT_AAL', 'NOT_FOUND', 'ROLE_EXISTS', 'STUDIO_NOT_AVAILABLE'),
      ...pickErrors('ADDRESS_NOT_PROVEN'),
    }),
  rejectRequest: route
    .route({ method: 'POST', path: '/role-requests/{id}/reject' })
    .input(z.strictObject({ id: Id }))
    .output(RoleAnswer)
    .errors(pickErrors('FORBIDDEN', 'INSUFFICIENT_AAL', 'NOT_FOUND')),
  listClients: route
    .route({ method: 'GET', path: '/studios/{studio_id}/clients' })
    .input(PageQuery.extend({ studio_id: Id, search: z.string().trim().max(120).optional() }))
    .output(pageOf(StudioClient))
    .errors(pickErrors('FORBIDDEN')),
  /** `role_id` is the id of the membership, or of the client record if there is no account. */
  removeClient: route
    .route({ method: 'DELETE', path: '/studios/{studio_id}/clients/{role_id}' })
    .input(z.object({ studio_id: Id, role_id: Id }))
    .output(RoleAnswer)
    .errors(pickErrors('FORBIDDEN', 'INSUFFICIENT_AAL', 'NOT_FOUND')),
}
