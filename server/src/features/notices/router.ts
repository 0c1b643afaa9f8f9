import { authed } from '#platform/http/rpc.ts'
import * as service from './service.ts'

export const noticesRouter = {
  list: authed.notices.list.handler(({ input, context }) => service.listNotices(context.caller, input)),
  read: authed.notices.read.handler(({ input, context }) =>
    service.readNotice(context.caller, input.id, context.clock.now()),
  ),
  readAll: authed.notices.readAll.handler(({ context }) => service.readAllNotices(context.caller, context.clock.now())),
}
