import { authed } from '#platform/http/rpc.ts'
import * as deliveries from './deliveries/service.ts'
import * as service from './service.ts'

const { webhooks } = authed

export const webhooksRouter = {
  list: webhooks.list.handler(({ input, context }) => service.listWebhooks(context.caller, input.studio_id)),
  create: webhooks.create.handler(({ input, context: { caller, clock } }) =>
    service.createWebhook(caller, input, clock.now()),
  ),
  update: webhooks.update.handler(({ input, context }) => service.updateWebhook(context.caller, input)),
  delete: webhooks.delete.handler(({ input, context }) => service.deleteWebhook(context.caller, input.id)),
  rotateSecret: webhooks.rotateSecret.handler(({ input, context: { caller, clock } }) =>
    service.rotateSecret(caller, input.id, clock.now()),
  ),
  test: webhooks.test.handler(({ input, context: { caller, clock } }) =>
    service.testWebhook(caller, input.id, clock.now()),
  ),
  listDeliveries: webhooks.listDeliveries.handler(({ input, context }) =>
    deliveries.listDeliveries(context.caller, input),
  ),
  getDelivery: webhooks.getDelivery.handler(({ input, context }) => deliveries.getDelivery(context.caller, input.id)),
  sendAgain: webhooks.sendAgain.handler(({ input, context }) => deliveries.resendDelivery(context.caller, input.id)),
}
