import { authed, type Context } from '#platform/http/rpc.ts'
import * as service from './service.ts'

const asked = ({ caller, clock }: Context, { studio_id }: { studio_id: string }) => ({
  caller,
  studio_id,
  now: clock.now(),
})

export const subscriptionsRouter = {
  get: authed.subscriptions.get.handler(({ input, context }) => service.getSubscription(asked(context, input))),
  update: authed.subscriptions.update.handler(({ input, context }) =>
    service.updateSubscription(input, asked(context, input)),
  ),
  createCheckout: authed.subscriptions.createCheckout.handler(({ input, context }) =>
    service.createCheckout(input.tier, asked(context, input)),
  ),
  createPortal: authed.subscriptions.createPortal.handler(({ input, context }) =>
    service.createPortal(asked(context, input)),
  ),
  cancel: authed.subscriptions.cancel.handler(({ input, context }) =>
    service.cancelSubscription(asked(context, input)),
  ),
  resume: authed.subscriptions.resume.handler(({ input, context }) =>
    service.resumeSubscription(asked(context, input)),
  ),
}
