import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import {
  Activity,
  ActivityQuery,
  HeldRole,
  MessageQuery,
  PlatformMessage,
  PlatformStats,
  PlatformStudio,
  PlatformStudioChanges,
  RequestPage,
  RoleToGive,
  StudioPage,
  StudioQuery,
  Suspension,
  TrailEntry,
  TrailQuery,
  UserPage,
  UserQuery,
} from './schema.ts'

const Done = z.object({ id: Id })
const operators = pickErrors('FORBIDDEN')
const ofPeople = pickErrors('FORBIDDEN', 'INSUFFICIENT_AAL', 'NOT_FOUND', 'LAST_ADMIN')

/** Running the platform (spec section 2, super-admin area). Approving and rejecting requests is the roles room's. */
export const admin = {
  getStats: route.route({ method: 'GET', path: '/admin/stats' }).output(PlatformStats).errors(operators),
  listUsers: route.route({ method: 'GET', path: '/admin/users' }).input(UserQuery).output(UserPage).errors(operators),
  /** Gives a role, or gives back one that was ended: it is then the newest, and decides. */
  assignRole: route
    .route({ method: 'POST', path: '/admin/users/{user_id}/roles', successStatus: 201 })
    .input(RoleToGive.safeExtend({ user_id: Id }))
    .output(HeldRole.pick({ id: true, role: true, studio_id: true }))
    .errors({
      ...ofPeople,
      ...pickErrors('ROLE_NOT_GRANTABLE', 'ROLE_EXISTS', 'ADDRESS_NOT_PROVEN', 'CLIENT_ELSEWHERE'),
    }),
  /** Ends a role; what its holder did stays. */
  removeRole: route
    .route({ method: 'DELETE', path: '/admin/roles/{id}' })
    .input(z.strictObject({ id: Id }))
    .output(Done)
    .errors(ofPeople),
  /** Shuts somebody out: their sessions end, and they cannot sign in until then. */
  suspendUser: route
    .route({ method: 'POST', path: '/admin/users/{user_id}/suspend' })
    .input(Suspension.extend({ user_id: Id }))
    .output(z.object({ id: Id, banned_until: z.string() }))
    .errors(ofPeople),
  liftSuspension: route
    .route({ method: 'POST', path: '/admin/users/{user_id}/lift' })
    .input(z.strictObject({ user_id: Id }))
    .output(Done)
    .errors(ofPeople),
  /** All open requests, the oldest first. */
  listRoleRequests: route
    .route({ method: 'GET', path: '/admin/role-requests' })
    .input(PageQuery)
    .output(RequestPage)
    .errors(operators),
  listStudios: route
    .route({ method: 'GET', path: '/admin/studios' })
    .input(StudioQuery)
    .output(StudioPage)
    .errors(operators),
  /** Also opens a studio, or deactivates it so that it cannot open itself again. */
  updateStudio: route
    .route({ method: 'PATCH', path: '/admin/studios/{studio_id}' })
    .input(PlatformStudioChanges.extend({ studio_id: Id }))
    .output(PlatformStudio)
    .errors({ ...ofPeople, ...pickErrors('SLUG_TAKEN', 'SLUG_RESERVED', 'ROLE_EXISTS', 'ADDRESS_NOT_PROVEN') }),
  /** What was mailed, but for what the authentication service mails, the newest first. */
  listMessages: route
    .route({ method: 'GET', path: '/admin/messages' })
    .input(MessageQuery)
    .output(pageOf(PlatformMessage))
    .errors(operators),
  /** Sends a mail again that could not be sent, with the words that hold now. */
  retryMessage: route
    .route({ method: 'POST', path: '/admin/messages/{id}/retry' })
    .input(z.strictObject({ id: Id }))
    .output(Done)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION')),
  /** Mails the operator who calls; the list of mails says whether it left, and why not. */
  sendTestMessage: route
    .route({ method: 'POST', path: '/admin/messages/test', successStatus: 201 })
    .output(Done)
    .errors(operators),
  /** What was done and refused, the newest first. */
  listTrail: route
    .route({ method: 'GET', path: '/admin/audit' })
    .input(TrailQuery)
    .output(pageOf(TrailEntry))
    .errors(operators),
  /** Who did what at a studio, the newest first. Refused calls and people's own settings are not in it. */
  listActivity: route
    .route({ method: 'GET', path: '/studios/{studio_id}/activity' })
    .input(ActivityQuery)
    .output(pageOf(Activity))
    .errors(pickErrors('FORBIDDEN')),
}
