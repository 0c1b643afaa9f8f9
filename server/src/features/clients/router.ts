import { authed } from '#platform/http/rpc.ts'
import { getHistory } from './service.ts'

export const clientsRouter = {
  getHistory: authed.clients.getHistory.handler(({ input, context }) => getHistory(context.caller, input)),
}
