import { authed } from '#platform/http/rpc.ts'
import { getStaffStats } from './service.ts'

export const staffStatsRouter = {
  get: authed.staffStats.get.handler(({ context: { caller, clock } }) => getStaffStats(caller, clock.now())),
}
