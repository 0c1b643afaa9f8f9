import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { Attention } from './attention/schema.ts'
import { CardStudio, EventId, PlatformCards } from './cards/schema.ts'
import {
  Activity,
  ActivityQuery,
  AssignRoleInput,
  AuditEntry,
  AuditLogQuery,
  MessageQuery,
  PlatformMessage,
  PlatformStats,
  PlatformStudio,
  PlatformStudioChanges,
  RequestPage,
  RequestQuery,
  StudioPage,
  StudioQuery,
  Suspension,
  UserPage,
  UserQuery,
  UserRole,
} from './schema.ts'
import { StudioOverview } from './studio-overview/schema.ts'
import { NewLetter, TrialExtension } from './support/schema.ts'

const IdOnly = z.object({ id: Id })
const operatorErrors = pickErrors('FORBIDDEN')
const personErrors = pickErrors('FORBIDDEN', 'INSUFFICIENT_AAL', 'NOT_FOUND', 'LAST_ADMIN')

/** The platform area (spec section 2, super admin). Approving and rejecting role requests is in the roles feature. */
export const admin = {
  getStats: route.route({ method: 'GET', path: '/admin/stats' }).output(PlatformStats).errors(operatorErrors),
  /** Problems of the whole platform that need an operator: payments, trials, emails, domains, card webhooks and jobs. */
  getAttention: route.route({ method: 'GET', path: '/admin/attention' }).output(Attention).errors(operatorErrors),
  /** One studio with its admins, plan, sizes, domains, cards, failed emails and what needs attention. */
  getStudio: route
    .route({ method: 'GET', path: '/admin/studios/{studio_id}' })
    .input(z.strictObject({ studio_id: Id }))
    .output(StudioOverview)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Emails the admins of a studio in the name of the platform. Replies go to the operator. */
  writeToOwner: route
    .route({ method: 'POST', path: '/admin/studios/{studio_id}/letters', successStatus: 201 })
    .input(NewLetter.extend({ studio_id: Id }))
    .output(z.object({ id: Id, recipients: z.number().int() }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION')),
  /** Extends a free trial and tells the studio's admins. */
  extendTrial: route
    .route({ method: 'POST', path: '/admin/studios/{studio_id}/trial' })
    .input(TrialExtension.extend({ studio_id: Id }))
    .output(z.object({ ends_at: z.string() }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'STALE_VERSION')),
  /** For 30 minutes the caller's session sees the studio as its admin does, read only. The studio's admins are notified. */
  openView: route
    .route({ method: 'POST', path: '/admin/studios/{studio_id}/owner-view', successStatus: 201 })
    // No stored answer: after the call the session has other rights.
    .meta({ onRepeat: 'none' })
    .input(z.strictObject({ studio_id: Id }))
    .output(z.object({ ends_at: z.string() }))
    .errors(pickErrors('FORBIDDEN', 'FACTOR_REQUIRED', 'NOT_FOUND')),
  /** Ends the owner view of the caller's session before its 30 minutes are over. */
  endView: route
    .route({ method: 'DELETE', path: '/admin/owner-view' })
    .output(z.object({ studio_id: Id }))
    .errors(pickErrors('NOT_FOUND')),
  listUsers: route
    .route({ method: 'GET', path: '/admin/users' })
    .input(UserQuery)
    .output(UserPage)
    .errors(operatorErrors),
  /** Assigns a role to a person, or a former role again. It becomes their newest role, so it decides. */
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
  /** Open role requests of all studios, oldest first, or answered ones, the newest answer first. */
  listRoleRequests: route
    .route({ method: 'GET', path: '/admin/role-requests' })
    .input(RequestQuery)
    .output(RequestPage)
    .errors(operatorErrors),
  /** All studios with their plans, admins and what needs attention; by default those that need attention first. */
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
  /** Studios that have connected an account for cards, by name. */
  listCardStudios: route
    .route({ method: 'GET', path: '/admin/card-studios' })
    .input(PageQuery)
    .output(pageOf(CardStudio))
    .errors(operatorErrors),
  /** Card payments of clients of all studios, and the events of the payment provider that failed. */
  getPlatformCards: route
    .route({ method: 'GET', path: '/admin/card-payments' })
    .output(PlatformCards)
    .errors(operatorErrors),
  /** Processes a failed event again. */
  retryReport: route
    .route({ method: 'POST', path: '/admin/payment-reports/{id}/retry' })
    .input(EventId)
    .output(EventId)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION')),
  /** The audit log: completed and denied calls, newest first. */
  listTrail: route
    .route({ method: 'GET', path: '/admin/audit' })
    .input(AuditLogQuery)
    .output(pageOf(AuditEntry))
    .errors(operatorErrors),
  /** The activity of a studio, newest first. Denied calls and personal settings are left out. */
  listActivity: route
    .route({ method: 'GET', path: '/studios/{studio_id}/activity' })
    .input(ActivityQuery)
    .output(pageOf(Activity))
    .errors(pickErrors('FORBIDDEN')),
}
