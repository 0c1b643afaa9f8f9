import { authed, publicRoute } from '#platform/http/rpc.ts'
import { acceptPublicTerms, getPublicTerms } from './links/service.ts'
import * as service from './service.ts'

const { terms } = authed

export const termsRouter = {
  list: terms.list.handler(({ input, context }) => service.listTerms(context.caller, input.studio_id)),
  getCurrent: terms.getCurrent.handler(({ input, context }) =>
    service.getCurrentTerms(context.caller, input.studio_id),
  ),
  create: terms.create.handler(({ input, context: { caller, clock } }) =>
    service.createTerms(caller, input, clock.now()),
  ),
  end: terms.end.handler(({ input, context: { caller, clock } }) => service.endTerms(caller, input.id, clock.now())),
  getOfBooking: terms.getOfBooking.handler(({ input, context }) => service.getBookingTerms(context.caller, input.id)),
  accept: terms.accept.handler(({ input, context: { caller, ip, clock } }) =>
    service.acceptTerms(caller, input, { ip, now: clock.now() }),
  ),
  getAgreement: terms.getAgreement.handler(({ input, context }) => service.getAgreement(context.caller, input.id)),
  getPublic: publicRoute.terms.getPublic.handler(({ input, context: { caller, ip, clock } }) =>
    getPublicTerms(input.token, { ip, now: clock.now(), request_id: caller.request_id }),
  ),
  acceptPublic: publicRoute.terms.acceptPublic.handler(({ input, context: { caller, ip, clock } }) =>
    acceptPublicTerms(input, { ip, now: clock.now(), request_id: caller.request_id }),
  ),
}
