import { authed, open } from '../../platform/http/rpc.ts'
import * as service from './service.ts'

export const studiosRouter = {
  listPublic: open.studios.listPublic.handler(({ input, context }) => service.listPublicStudios(context.caller, input)),
  resolve: open.studios.resolve.handler(({ input, context }) => service.resolveStudio(context.caller, input)),
  list: authed.studios.list.handler(({ input, context }) => service.listStudios(context.caller, input)),
  create: authed.studios.create.handler(({ input, context }) =>
    service.createStudio(context.caller, input, context.clock.now()),
  ),
  get: authed.studios.get.handler(({ input, context }) => service.getStudio(context.caller, input.studio_id)),
  update: authed.studios.update.handler(({ input: { studio_id, ...changes }, context }) =>
    service.updateStudio(context.caller, studio_id, changes, context.clock.now()),
  ),
}
