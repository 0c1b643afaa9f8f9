import { authed } from '#platform/http/rpc.ts'
import { getStudioStats } from './service.ts'
import { getSetup, updateSetup } from './setup/service.ts'

export const dashboardsRouter = {
  getStudioStats: authed.dashboards.getStudioStats.handler(({ input, context }) =>
    getStudioStats(context.caller, input.studio_id, context.clock.now()),
  ),
  getSetup: authed.dashboards.getSetup.handler(({ input, context }) => getSetup(context.caller, input.studio_id)),
  updateSetup: authed.dashboards.updateSetup.handler(({ input, context }) =>
    updateSetup(context.caller, { ...input, now: context.clock.now() }),
  ),
}
