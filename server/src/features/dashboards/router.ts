import { authed } from '#platform/http/rpc.ts'
import { getStudioStats } from './service.ts'

export const dashboardsRouter = {
  getStudioStats: authed.dashboards.getStudioStats.handler(({ input, context }) =>
    getStudioStats(context.caller, input.studio_id, context.clock.now()),
  ),
}
