import { authed } from '../../platform/http/rpc.ts'
import * as service from './service.ts'

export const profileRouter = {
  get: authed.profile.get.handler(({ context }) => service.getMe(context.caller)),
  update: authed.profile.update.handler(({ input, context }) => service.updateProfile(context.caller, input)),
  listStudios: authed.profile.listStudios.handler(({ input, context }) => service.listStudios(context.caller, input)),
  switchStudio: authed.profile.switchStudio.handler(({ input, context }) =>
    service.switchStudio(context.caller, input.studio_id, context.clock.now()),
  ),
}
