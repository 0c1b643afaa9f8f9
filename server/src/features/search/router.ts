import { authed } from '#platform/http/rpc.ts'
import { search } from './service.ts'

export const searchRouter = {
  list: authed.search.list.handler(({ input, context }) => search(context.caller, input.q, context.clock.now())),
}
