import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import {
  Activity,
  ActivityQuery,
  AssignRoleInput,
  MessageQuery,
  PlatformMessage,
  PlatformStats,
  PlatformStudio,
  PlatformStudioChanges,
  RequestPage,
  StudioPage,
  StudioQuery,
  Suspension,
  TrailEntry,
  TrailQuery,
  UserPage,
  UserQuery,
  UserRole,
} from './schema.ts'

const IdOnly = z.object({ id: Id })
const operatorErrors = pickErrors('FORBIDDEN')
const personErrors = pickErrors('FORBIDDEN', 'INSUFFICIENT_AAL', 'NOT_FOUND', 'LAST_ADMIN')

/** The platform area (spec section 2, super admin). Approving and rejecting role requests is in the roles feature. */
export const admin = {
  getStats: route.route({ method: 'GET', path: '/admin/stats' }).output(PlatformStats).errors(operatorErrors),
  listUsers: route
    .route({ method: 'GET', path: '/admin/users' })
    .input(UserQuery)
    .output(UserPage)
    .errors(operatorErrors),
  /** Assigns a role, or a former one again. It becomes the newest role, which decides. */
  assignRole: route
    .route({ method: 'POST', path: '/admin/users/{user_id}/roles', successStatus: 201 })
    .input(AssignRoleInput.safeExtend({ user_id: Id }))
    .output(UserRole.pick({ id: true, role: true, studio_id: true }))
    .errors({
      ...personErrors,
      ...pickErrors('ROLE_NOT_GRANTABLE', 'ROLE_EXISTS', 'ADDRESS_NOT_PROVEN', 'CLIENT_ELSEWHERE'),
    }),
  /** Ends a role; the person's work stays. */
  removeRole: route
    .route({ method: 'DELETE', path: '/admin/roles/{id}' })
    .input(z.strictObject({ id: Id }))
    .output(IdOnly)
    .errors(personErrors),
  /** Suspends a person: their sessions end, and they cannot sign in until `banned_until`. */
  suspendUser: route
    .route({ method: 'POST', path: '/admin/users/{user_id}/suspend' })
    .input(Suspension.extend({ user_id: Id }))
    .output(z.object({ id: Id, banned_until: z.string() }))
    .errors(personErrors),
  liftSuspension: route
    .route({ method: 'POST', path: '/admin/users/{user_id}/lift' })
    .input(z.strictObject({ user_id: Id }))
    .output(IdOnly)
    .errors(personErrors),
  /** All open role requests, oldest first. */
  listRoleRequests: route
    .route({ method: 'GET', path: '/admin/role-requests' })
    .input(PageQuery)
    .output(RequestPage)
    .errors(operatorErrors),
  listStudios: route
    .route({ method: 'GET', path: '/admin/studios' })
    .input(StudioQuery)
    .output(StudioPage)
    .errors(operatorErrors),
  /** Can also activate a studio, or deactivate it so that its admin cannot activate it again. */
  updateStudio: route
    .route({ method: 'PATCH', path: '/admin/studios/{studio_id}' })
    .input(PlatformStudioChanges.extend({ studio_id: Id }))
    .output(PlatformStudio)
    .errors({ ...personErrors, ...pickErrors('SLUG_TAKEN', 'SLUG_RESERVED', 'ROLE_EXISTS', 'ADDRESS_NOT_PROVEN') }),
  /** All emails except those of the authentication service, newest first. */
  listMessages: route
    .route({ method: 'GET', path: '/admin/messages' })
    .input(MessageQuery)
    .output(pageOf(PlatformMessage))
    .errors(operatorErrors),
  /** Sends a failed email again, with its current content. */
  retryMessage: route
    .route({ method: 'POST', path: '/admin/messages/{id}/retry' })
    .input(z.strictObject({ id: Id }))
    .output(IdOnly)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION')),
  /** Sends a test email to the operator who calls. The email list shows whether it was sent, and the error if not. */
  sendTestMessage: route
    .route({ method: 'POST', path: '/admin/messages/test', successStatus: 201 })
    .output(IdOnly)
    .errors(operatorErrors),
  /** The audit log: done and denied calls, newest first. */
  listTrail: route
    .route({ method: 'GET', path: '/admin/audit' })
    .input(TrailQuery)
    .output(pageOf(TrailEntry))
    .errors(operatorErrors),
  /** Who did what at a studio, newest first. Denied calls and personal settings are left out. */
  listActivity: route
    .route({ method: 'GET', path: '/studios/{studio_id}/activity' })
    .input(ActivityQuery)
    .output(pageOf(Activity))
    .errors(pickErrors('FORBIDDEN')),
}
