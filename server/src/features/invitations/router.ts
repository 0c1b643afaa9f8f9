import { authed, publicRoute } from '#platform/http/rpc.ts'
import { acceptInvitation, acceptOwnInvitation, declineOwnInvitation, listOwnInvitations } from './answer-invitation.ts'
import * as service from './service.ts'

export const invitationsRouter = {
  list: authed.invitations.list.handler(({ input, context }) =>
    service.listInvitations(context.caller, input, context.clock.now()),
  ),
  create: authed.invitations.create.handler(({ input, context }) =>
    service.createInvitation(context.caller, input, context.clock.now()),
  ),
  resend: authed.invitations.resend.handler(({ input, context }) =>
    service.resendInvitation(context.caller, input.id, context.clock.now()),
  ),
  revoke: authed.invitations.revoke.handler(({ input, context }) =>
    service.revokeInvitation(context.caller, input.id, context.clock.now()),
  ),
  get: publicRoute.invitations.get.handler(({ input, context }) =>
    service.getOffer(input.token, { ip: context.ip, now: context.clock.now() }),
  ),
  accept: authed.invitations.accept.handler(({ input, context }) =>
    acceptInvitation(context.caller, input.token, context.clock.now()),
  ),
  listOwn: authed.invitations.listOwn.handler(({ context }) => listOwnInvitations(context.caller, context.clock.now())),
  acceptOwn: authed.invitations.acceptOwn.handler(({ input, context }) =>
    acceptOwnInvitation(context.caller, input.id, context.clock.now()),
  ),
  declineOwn: authed.invitations.declineOwn.handler(({ input, context }) =>
    declineOwnInvitation(context.caller, input.id, context.clock.now()),
  ),
}
