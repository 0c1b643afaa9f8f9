import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { Id } from '../../shared/text.ts'
import { BookingPayment, CardAccount, PaymentOptions, ProviderPage } from './schema.ts'

const OneStudio = z.strictObject({ studio_id: Id })
const OneBooking = z.strictObject({ id: Id })

export const payments = {
  getAccount: route
    .route({ method: 'GET', path: '/studios/{studio_id}/card-account' })
    .input(OneStudio)
    .output(CardAccount)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Asks the provider again, after its page was used. */
  checkAccount: route
    .route({ method: 'POST', path: '/studios/{studio_id}/card-account/check' })
    .input(OneStudio)
    .output(CardAccount)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'PAYMENTS_UNAVAILABLE')),
  /** The provider's page on which the studio connects its account. Each call gives another page, which can be opened once. */
  createAccountLink: route
    .route({ method: 'POST', path: '/studios/{studio_id}/card-account/link' })
    .meta({ repeats: 'none' })
    .input(OneStudio)
    .output(ProviderPage)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CARDS_NOT_CONFIGURED', 'PAYMENTS_UNAVAILABLE')),
  getOptions: route
    .route({ method: 'GET', path: '/studios/{studio_id}/payment-options' })
    .input(OneStudio)
    .output(PaymentOptions)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  get: route
    .route({ method: 'GET', path: '/bookings/{id}/payment' })
    .input(OneBooking)
    .output(BookingPayment)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Asks the provider what became of the payment, after its page was used. */
  check: route
    .route({ method: 'POST', path: '/bookings/{id}/payment/check' })
    .meta({ repeats: 'none' })
    .input(OneBooking)
    .output(BookingPayment)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'PAYMENTS_UNAVAILABLE')),
  /** The provider's page for the deposit. A repeated call gives the same page. */
  createCheckout: route
    .route({ method: 'POST', path: '/bookings/{id}/payment' })
    .meta({ repeats: 'none' })
    .input(OneBooking)
    .output(ProviderPage)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'PAYMENT_TOO_LATE', 'CARDS_NOT_CONFIGURED', 'PAYMENTS_UNAVAILABLE')),
}
