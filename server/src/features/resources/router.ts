import { authed } from '../../platform/http/rpc.ts'
import { listOpeningHours, listResources, listServices } from './service.ts'

export const resourcesRouter = {
  list: authed.resources.list.handler(({ input, context }) => listResources(context.caller, input)),
  listOpeningHours: authed.resources.listOpeningHours.handler(({ input, context }) =>
    listOpeningHours(context.caller, input.studio_id),
  ),
  listServices: authed.resources.listServices.handler(({ input, context }) => listServices(context.caller, input)),
}
