import { authed } from '#platform/http/rpc.ts'
import { listMessages, retryMessage, sendTestMessage } from './messages/service.ts'
import * as people from './people/service.ts'
import { getStats } from './stats/service.ts'
import * as studios from './studios-service.ts'
import { listActivity, listTrail } from './trail/service.ts'

export const adminRouter = {
  getStats: authed.admin.getStats.handler(({ context }) => getStats(context.caller, context.clock.now())),
  listUsers: authed.admin.listUsers.handler(({ input, context }) => people.listUsers(context.caller, input)),
  assignRole: authed.admin.assignRole.handler(({ input, context }) =>
    people.assignRole(context.caller, input, context.clock.now()),
  ),
  removeRole: authed.admin.removeRole.handler(({ input, context }) =>
    people.removeRole(context.caller, input.id, context.clock.now()),
  ),
  suspendUser: authed.admin.suspendUser.handler(({ input, context }) =>
    people.suspendUser(context.caller, input, context.clock.now()),
  ),
  liftSuspension: authed.admin.liftSuspension.handler(({ input, context }) =>
    people.liftSuspension(context.caller, input.user_id, context.clock.now()),
  ),
  listRoleRequests: authed.admin.listRoleRequests.handler(({ input, context }) =>
    people.listRoleRequests(context.caller, input),
  ),
  listStudios: authed.admin.listStudios.handler(({ input, context }) => studios.listStudios(context.caller, input)),
  updateStudio: authed.admin.updateStudio.handler(({ input, context }) =>
    studios.updateStudio(context.caller, input, context.clock.now()),
  ),
  listMessages: authed.admin.listMessages.handler(({ input, context }) => listMessages(context.caller, input)),
  retryMessage: authed.admin.retryMessage.handler(({ input, context }) => retryMessage(context.caller, input.id)),
  sendTestMessage: authed.admin.sendTestMessage.handler(({ context }) =>
    sendTestMessage(context.caller, context.clock.now()),
  ),
  listTrail: authed.admin.listTrail.handler(({ input, context }) => listTrail(context.caller, input)),
  listActivity: authed.admin.listActivity.handler(({ input, context }) => listActivity(context.caller, input)),
}
