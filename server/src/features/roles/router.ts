import { authed } from '#platform/http/rpc.ts'
import * as service from './service.ts'

export const rolesRouter = {
  getRequest: authed.roles.getRequest.handler(({ context }) => service.getRequest(context.caller)),
  createRequest: authed.roles.createRequest.handler(({ input, context }) =>
    service.createRequest(context.caller, input, context.clock.now()),
  ),
  cancelRequest: authed.roles.cancelRequest.handler(({ context }) => service.cancelRequest(context.caller)),
  listRequests: authed.roles.listRequests.handler(({ input, context }) =>
    service.listRequests(context.caller, input.studio_id, input),
  ),
  approveRequest: authed.roles.approveRequest.handler(({ input, context }) =>
    service.approveRequest(context.caller, input.id, context.clock.now()),
  ),
  rejectRequest: authed.roles.rejectRequest.handler(({ input, context }) =>
    service.rejectRequest(context.caller, input.id),
  ),
  listClients: authed.roles.listClients.handler(({ input, context }) =>
    service.listClients(context.caller, input, context.clock.now()),
  ),
  removeClient: authed.roles.removeClient.handler(({ input, context }) =>
    service.removeClient(context.caller, input, context.clock.now()),
  ),
}
