import { authed } from '#platform/http/rpc.ts'
import { createOnboarding } from './service.ts'

export const onboardingRouter = {
  create: authed.onboarding.create.handler(({ input, context }) =>
    createOnboarding(context.caller, input, context.clock.now()),
  ),
}
