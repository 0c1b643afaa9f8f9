import { authed } from '#platform/http/rpc.ts'
import { deleteAvatar, updateAvatar } from './avatar/service.ts'
import { deleteAccount, getDeletion } from './deletion/service.ts'
import { exportAccount } from './export/service.ts'
import * as service from './service.ts'
import * as sessions from './sessions/service.ts'

export const profileRouter = {
  get: authed.profile.get.handler(({ context }) => service.getMe(context.caller)),
  update: authed.profile.update.handler(({ input, context }) => service.updateProfile(context.caller, input)),
  listStudios: authed.profile.listStudios.handler(({ input, context }) => service.listStudios(context.caller, input)),
  switchStudio: authed.profile.switchStudio.handler(({ input, context }) =>
    service.switchStudio(context.caller, input.studio_id, context.clock.now()),
  ),
  listSessions: authed.profile.listSessions.handler(({ input, context }) =>
    sessions.listSessions(context.caller, input),
  ),
  deleteSession: authed.profile.deleteSession.handler(({ input, context }) =>
    sessions.deleteSession(context.caller, input.id, context.clock.now()),
  ),
  deleteOtherSessions: authed.profile.deleteOtherSessions.handler(({ context }) =>
    sessions.deleteOtherSessions(context.caller, context.clock.now()),
  ),
  export: authed.profile.export.handler(({ context }) => exportAccount(context.caller, context.clock.now())),
  getDeletion: authed.profile.getDeletion.handler(({ context }) => getDeletion(context.caller, context.clock.now())),
  delete: authed.profile.delete.handler(({ input, context }) =>
    deleteAccount(context.caller, input, context.clock.now()),
  ),
  updateAvatar: authed.profile.updateAvatar.handler(({ input, context }) =>
    updateAvatar(context.caller, input.file, context.clock.now()),
  ),
  deleteAvatar: authed.profile.deleteAvatar.handler(({ context }) => deleteAvatar(context.caller)),
}
