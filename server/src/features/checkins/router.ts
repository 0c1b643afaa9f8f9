import { authed } from '#platform/http/rpc.ts'
import * as service from './service.ts'

const { checkins } = authed

export const checkinsRouter = {
  list: checkins.list.handler(({ input, context: { caller, clock } }) =>
    service.listCheckins(caller, input, clock.now()),
  ),
  create: checkins.create.handler(({ input, context: { caller, clock } }) =>
    service.createCheckin(caller, input, clock.now()),
  ),
  checkout: checkins.checkout.handler(({ input, context: { caller, clock } }) =>
    service.checkoutCheckin(caller, input.id, clock.now()),
  ),
  undo: checkins.undo.handler(({ input, context: { caller, clock } }) =>
    service.undoCheckin(caller, input, clock.now()),
  ),
}
