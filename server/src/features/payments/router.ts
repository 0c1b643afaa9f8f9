import { authed } from '#platform/http/rpc.ts'
import * as accounts from './accounts/service.ts'
import { createCheckout } from './create-checkout.ts'
import * as service from './service.ts'

const { payments } = authed

export const paymentsRouter = {
  getAccount: payments.getAccount.handler(({ input, context }) => accounts.getAccount(context.caller, input.studio_id)),
  checkAccount: payments.checkAccount.handler(({ input, context }) =>
    accounts.checkAccount(context.caller, input.studio_id),
  ),
  createAccountLink: payments.createAccountLink.handler(({ input, context }) =>
    accounts.createAccountLink(context.caller, input.studio_id),
  ),
  getOptions: payments.getOptions.handler(({ input, context }) => service.getOptions(context.caller, input.studio_id)),
  get: payments.get.handler(({ input, context }) => service.getPayment(context.caller, input.id)),
  check: payments.check.handler(({ input, context: { caller, clock } }) =>
    service.checkPayment(caller, input.id, clock.now()),
  ),
  createCheckout: payments.createCheckout.handler(({ input, context: { caller, clock } }) =>
    createCheckout(caller, input.id, clock.now()),
  ),
}
