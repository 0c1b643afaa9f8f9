import { authed } from '#platform/http/rpc.ts'
import * as service from './service.ts'

export const chatRouter = {
  list: authed.chat.list.handler(({ input, context }) => service.listMessages(context.caller, input)),
  create: authed.chat.create.handler(({ input, context }) =>
    service.createMessage(context.caller, input, context.clock.now()),
  ),
}
