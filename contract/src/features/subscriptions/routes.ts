import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { Id } from '../../shared/text.ts'
import { PlanChange, ProviderPage, Purchase, Subscription } from './schema.ts'

const AtStudio = z.object({ studio_id: Id })
const path = '/studios/{studio_id}/subscription'
const changeErrors = pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'PAYMENTS_UNAVAILABLE')

// No stored answers: these calls talk to the payment provider.
const paidRoute = route.meta({ onRepeat: 'none' })

// The payment provider sends its events to `POST /webhooks/stripe`. That call is signed and not part of this contract.
export const subscriptions = {
  get: route
    .route({ method: 'GET', path })
    .input(AtStudio)
    .output(Subscription)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Changes the plan at once. If the platform takes payments, the studio's first paid plan needs a checkout. */
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
  /** Starts the purchase of a plan. Returns the provider's payment page. */
  createCheckout: paidRoute
    .route({ method: 'POST', path: `${path}/checkout`, successStatus: 201 })
    .input(Purchase.extend({ studio_id: Id }))
    .output(ProviderPage)
    .errors({ ...changeErrors, ...pickErrors('PLAN_NOT_SELECTABLE', 'PLAN_LIMIT_REACHED') }),
  /** The provider's page with invoices and cards. */
  createPortal: paidRoute
    .route({ method: 'POST', path: `${path}/portal`, successStatus: 201 })
    .input(AtStudio)
    .output(ProviderPage)
    .errors(changeErrors),
  /** Cancels the plan at the end of the current period. */
  cancel: paidRoute
    .route({ method: 'POST', path: `${path}/cancel` })
    .input(AtStudio)
    .output(Subscription)
    .errors(changeErrors),
  /** Withdraws a cancellation before the period ends. */
  resume: paidRoute
    .route({ method: 'POST', path: `${path}/resume` })
    .input(AtStudio)
    .output(Subscription)
    .errors(changeErrors),
}
