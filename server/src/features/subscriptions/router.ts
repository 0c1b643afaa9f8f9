import { authed, type HandlerContext } from '#platform/http/rpc.ts'
import * as service from './service.ts'

const toPlanCall = ({ caller, clock }: HandlerContext, { studio_id }: { studio_id: string }) => ({
  caller,
  studio_id,
  now: clock.now(),
})

export const subscriptionsRouter = {
  get: authed.subscriptions.get.handler(({ input, context }) => service.getSubscription(toPlanCall(context, input))),
  update: authed.subscriptions.update.handler(({ input, context }) =>
    service.updateSubscription(input, toPlanCall(context, input)),
  ),
  createCheckout: authed.subscriptions.createCheckout.handler(({ input, context }) =>
    service.createCheckout(input.tier, toPlanCall(context, input)),
  ),
  createPortal: authed.subscriptions.createPortal.handler(({ input, context }) =>
    service.createPortal(toPlanCall(context, input)),
  ),
  cancel: authed.subscriptions.cancel.handler(({ input, context }) =>
    service.cancelSubscription(toPlanCall(context, input)),
  ),
  resume: authed.subscriptions.resume.handler(({ input, context }) =>
    service.resumeSubscription(toPlanCall(context, input)),
  ),
}
