import { authed } from '#platform/http/rpc.ts'
import { createAdmin } from './create-admin.ts'
import { deleteAdmin } from './delete-admin.ts'
import * as service from './service.ts'

export const crewRouter = {
  list: authed.crew.list.handler(({ input, context }) => service.listCrew(context.caller, input)),
  update: authed.crew.update.handler(({ input, context }) => service.updateCrew(context.caller, input)),
  remove: authed.crew.remove.handler(({ input, context }) =>
    service.removeCrew(context.caller, input, context.clock.now()),
  ),
  listAdmins: authed.crew.listAdmins.handler(({ input, context }) =>
    service.listAdmins(context.caller, input.studio_id),
  ),
  createAdmin: authed.crew.createAdmin.handler(({ input, context }) =>
    createAdmin(context.caller, input, context.clock.now()),
  ),
  deleteAdmin: authed.crew.deleteAdmin.handler(({ input, context }) =>
    deleteAdmin(context.caller, input, context.clock.now()),
  ),
  listAgents: authed.crew.listAgents.handler(({ input, context }) =>
    service.listAgents(context.caller, input.studio_id),
  ),
  updateAgent: authed.crew.updateAgent.handler(({ input, context }) => service.updateAgent(context.caller, input)),
}
