import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { Id } from '../../shared/text.ts'
import { PlanChange, ProviderPage, Purchase, Subscription } from './schema.ts'

const AtStudio = z.object({ studio_id: Id })
const path = '/studios/{studio_id}/subscription'
const steps = pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'PAYMENTS_UNAVAILABLE')

// Changes of a plan talk to the payment provider, so no answer of ours is kept.
const paidRoute = route.meta({ repeats: 'none' })

// The payment provider reports what was paid to `POST /webhooks/stripe`, which is signed and no call of this list.
export const subscriptions = {
  get: route
    .route({ method: 'GET', path })
    .input(AtStudio)
    .output(Subscription)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Another plan, at once. Where plans are paid for and this studio has not yet begun to, it has to buy one first. */
  update: paidRoute
    .route({ method: 'PUT', path })
    .input(PlanChange.extend({ studio_id: Id }))
    .output(Subscription)
    .errors(
      pickErrors(
        'FORBIDDEN',
        'NOT_FOUND',
        'PLAN_NOT_SELECTABLE',
        'PAYMENT_REQUIRED_FIRST',
        'PLAN_LIMIT_REACHED',
        'STALE_VERSION',
        'PAYMENTS_UNAVAILABLE',
      ),
    ),
  /** Begins to buy a plan: answers the provider's page, on which it is paid. */
  createCheckout: paidRoute
    .route({ method: 'POST', path: `${path}/checkout`, successStatus: 201 })
    .input(Purchase.extend({ studio_id: Id }))
    .output(ProviderPage)
    .errors({ ...steps, ...pickErrors('PLAN_NOT_SELECTABLE', 'PLAN_LIMIT_REACHED') }),
  /** The provider's page with invoices and cards. */
  createPortal: paidRoute
    .route({ method: 'POST', path: `${path}/portal`, successStatus: 201 })
    .input(AtStudio)
    .output(ProviderPage)
    .errors(steps),
  /** Ends the plan with the period that is paid for; until then nothing changes. */
  cancel: paidRoute
    .route({ method: 'POST', path: `${path}/cancel` })
    .input(AtStudio)
    .output(Subscription)
    .errors(steps),
  /** Takes a cancellation back while the period still runs. */
  resume: paidRoute
    .route({ method: 'POST', path: `${path}/resume` })
    .input(AtStudio)
    .output(Subscription)
    .errors(steps),
}
