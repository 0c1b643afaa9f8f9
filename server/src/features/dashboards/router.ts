import { authed } from '#platform/http/rpc.ts'
import { getAccountingExport, getReports } from './reports/service.ts'
import { getStudioStats } from './service.ts'
import { getSetup, updateSetup } from './setup/service.ts'

export const dashboardsRouter = {
  getStudioStats: authed.dashboards.getStudioStats.handler(({ input, context }) =>
    getStudioStats(context.caller, input.studio_id, context.clock.now()),
  ),
  getReports: authed.dashboards.getReports.handler(({ input, context: { caller, clock } }) =>
    getReports(caller, input, clock.now()),
  ),
  getAccountingExport: authed.dashboards.getAccountingExport.handler(({ input, context }) =>
    getAccountingExport(context.caller, input),
  ),
  getSetup: authed.dashboards.getSetup.handler(({ input, context }) => getSetup(context.caller, input.studio_id)),
  updateSetup: authed.dashboards.updateSetup.handler(({ input, context }) =>
    updateSetup(context.caller, { ...input, now: context.clock.now() }),
  ),
}
