import { authed } from '#platform/http/rpc.ts'
import { getAttention } from './attention/service.ts'
import { listActivity, listAuditEntries } from './audit-log/service.ts'
import { getPlatformCards, listCardStudios, retryReport } from './cards/service.ts'
import { listMessages, retryMessage, sendTestMessage } from './messages/service.ts'
import { endOwnerView } from './owner-view/end-owner-view.ts'
import { openOwnerView } from './owner-view/open-owner-view.ts'
import * as people from './people/service.ts'
import { getStats } from './stats/service.ts'
import { getStudioOverview } from './studio-overview/service.ts'
import * as studios from './studios-service.ts'
import { sendLetter } from './support/send-letter.ts'
import { extendTrial } from './support/update-trial.ts'

export const adminRouter = {
  getStats: authed.admin.getStats.handler(({ context }) => getStats(context.caller, context.clock.now())),
  getAttention: authed.admin.getAttention.handler(({ context }) => getAttention(context.caller, context.clock.now())),
  getStudio: authed.admin.getStudio.handler(({ input, context }) =>
    getStudioOverview(context.caller, input.studio_id, context.clock.now()),
  ),
  writeToOwner: authed.admin.writeToOwner.handler(({ input, context }) =>
    sendLetter(context.caller, input, context.clock.now()),
  ),
  extendTrial: authed.admin.extendTrial.handler(({ input, context }) =>
    extendTrial(context.caller, input, context.clock.now()),
  ),
  openView: authed.admin.openView.handler(({ input, context }) =>
    openOwnerView(context.caller, input.studio_id, context.clock.now()),
  ),
  endView: authed.admin.endView.handler(({ context }) => endOwnerView(context.caller)),
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
  listStudios: authed.admin.listStudios.handler(({ input, context }) =>
    studios.listStudios(context.caller, input, context.clock.now()),
  ),
  updateStudio: authed.admin.updateStudio.handler(({ input, context }) =>
    studios.updateStudio(context.caller, input, context.clock.now()),
  ),
  listMessages: authed.admin.listMessages.handler(({ input, context }) => listMessages(context.caller, input)),
  retryMessage: authed.admin.retryMessage.handler(({ input, context }) => retryMessage(context.caller, input.id)),
  sendTestMessage: authed.admin.sendTestMessage.handler(({ context }) =>
    sendTestMessage(context.caller, context.clock.now()),
  ),
  listCardStudios: authed.admin.listCardStudios.handler(({ input, context }) => listCardStudios(context.caller, input)),
  getPlatformCards: authed.admin.getPlatformCards.handler(({ context }) =>
    getPlatformCards(context.caller, context.clock.now()),
  ),
  retryReport: authed.admin.retryReport.handler(({ input, context }) => retryReport(context.caller, input.id)),
  listTrail: authed.admin.listTrail.handler(({ input, context }) => listAuditEntries(context.caller, input)),
  listActivity: authed.admin.listActivity.handler(({ input, context }) => listActivity(context.caller, input)),
}
