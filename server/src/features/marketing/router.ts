import { authed, publicRoute } from '#platform/http/rpc.ts'
import * as service from './service.ts'

export const marketingRouter = {
  createContactRequest: publicRoute.marketing.createContactRequest.handler(
    ({ input, context: { caller, clock, ip } }) =>
      service.createContactRequest(caller, input, { ip, now: clock.now() }),
  ),
  listContactRequests: authed.marketing.listContactRequests.handler(({ input, context }) =>
    service.listContactRequests(context.caller, input),
  ),
  createWebinarRegistration: publicRoute.marketing.createWebinarRegistration.handler(
    ({ input, context: { caller, clock, ip } }) =>
      service.createWebinarRegistration(caller, input, { ip, now: clock.now() }),
  ),
}
