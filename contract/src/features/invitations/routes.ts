import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { PageQuery, pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { Invitation, InvitationOffer, InvitationToken, NewInvitation, OwnInvitation } from './schema.ts'

const Joined = z.object({ studio_id: Id, studio_name: z.string(), as: z.enum(['crew', 'client']) })
const WithToken = z.object({ token: InvitationToken })
const WithId = z.strictObject({ id: Id })

export const invitations = {
  /** A studio's open invitations, newest first, including expired ones. */
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/invitations' })
    .input(PageQuery.extend({ studio_id: Id }))
    .output(pageOf(Invitation))
    .errors(pickErrors('FORBIDDEN')),
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/invitations', successStatus: 201 })
    .input(NewInvitation.extend({ studio_id: Id }))
    .output(Invitation)
    .errors(pickErrors('FORBIDDEN', 'INSUFFICIENT_AAL', 'STUDIO_NOT_AVAILABLE')),
  /** Sends the invitation again with a new secret. The previous link stops working. */
  resend: route
    .route({ method: 'POST', path: '/invitations/{id}/resend' })
    .input(WithId)
    .output(Invitation)
    .errors(pickErrors('FORBIDDEN', 'INSUFFICIENT_AAL', 'NOT_FOUND')),
  revoke: route
    .route({ method: 'DELETE', path: '/invitations/{id}' })
    .input(WithId)
    .output(z.object({ id: Id }))
    .errors(pickErrors('FORBIDDEN', 'INSUFFICIENT_AAL', 'NOT_FOUND')),
  /** The data of an invitation, for everyone with the emailed link. */
  get: route
    .route({ method: 'GET', path: '/invitations/{token}' })
    .input(WithToken)
    .output(InvitationOffer)
    .errors(pickErrors('INVITATION_ENDED')),
  accept: route
    .route({ method: 'POST', path: '/invitations/{token}/accept' })
    .input(WithToken)
    .output(Joined)
    .errors(
      pickErrors(
        'INVITATION_ENDED',
        'INVITATION_FOR_ANOTHER',
        'INSUFFICIENT_AAL',
        'FACTOR_WAIT_RUNNING',
        'LAST_ADMIN',
        'ROLE_EXISTS',
        'ALREADY_CHECKED_IN',
        'NOT_FOUND',
      ),
    ),
  /** Open invitations to the caller's address that were sent after the caller had proven it. */
  listOwn: route.route({ method: 'GET', path: '/me/invitations' }).output(z.object({ items: z.array(OwnInvitation) })),
  acceptOwn: route
    .route({ method: 'POST', path: '/me/invitations/{id}/accept' })
    .input(WithId)
    .output(Joined)
    .errors(pickErrors('INVITATION_ENDED', 'INSUFFICIENT_AAL', 'LAST_ADMIN')),
  declineOwn: route
    .route({ method: 'POST', path: '/me/invitations/{id}/decline' })
    .input(WithId)
    .output(z.object({ id: Id }))
    .errors(pickErrors('INVITATION_ENDED')),
}
