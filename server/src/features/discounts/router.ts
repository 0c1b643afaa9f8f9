import { authed } from '#platform/http/rpc.ts'
import * as service from './service.ts'

const { discounts } = authed

export const discountsRouter = {
  list: discounts.list.handler(({ input, context }) => service.listDiscounts(context.caller, input.studio_id)),
  create: discounts.create.handler(({ input, context: { caller, clock } }) =>
    service.createDiscount(caller, input, clock.now()),
  ),
  update: discounts.update.handler(({ input, context }) => service.updateDiscount(context.caller, input)),
}
