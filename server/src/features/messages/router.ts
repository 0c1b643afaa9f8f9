import { authed } from '#platform/http/rpc.ts'
import { listMessages } from './service.ts'

export const messagesRouter = {
  list: authed.messages.list.handler(({ input, context }) => listMessages(context.caller, input)),
}
