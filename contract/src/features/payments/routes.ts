import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { Id } from '../../shared/text.ts'
import { CardBooks } from './books/schema.ts'
import { InvoicePayment, LinkedInvoice } from './invoices/schema.ts'
import { Agreement, CardOnFile, ChargedFee, FeeToCharge } from './saved-cards/schema.ts'
import { BookingPayment, CardAccount, PaymentOptions, ProviderPage } from './schema.ts'

const OneStudio = z.strictObject({ studio_id: Id })
const OneInvoice = z.strictObject({ id: Id })
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
    .meta({ onRepeat: 'none' })
    .input(OneStudio)
    .output(CardAccount)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'PAYMENTS_UNAVAILABLE')),
  /**
   * The provider's page on which the studio connects its account. Each call returns a new page, which can be opened once.
   */
  createAccountLink: route
    .route({ method: 'POST', path: '/studios/{studio_id}/card-account/link' })
    .meta({ onRepeat: 'none' })
    .input(OneStudio)
    .output(ProviderPage)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'CARDS_NOT_CONFIGURED', 'PAYMENTS_UNAVAILABLE')),
  /** Disputes, payouts, and differences between the books and the provider. */
  getBooks: route
    .route({ method: 'GET', path: '/studios/{studio_id}/card-books' })
    .input(OneStudio)
    .output(CardBooks)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Compares the books with the provider now, instead of at night. */
  compareBooks: route
    .route({ method: 'POST', path: '/studios/{studio_id}/card-books/compare' })
    .meta({ onRepeat: 'none' })
    .input(OneStudio)
    .output(CardBooks)
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
  /** Reads the payment's state from the provider, after its page was used. */
  check: route
    .route({ method: 'POST', path: '/bookings/{id}/payment/check' })
    .meta({ onRepeat: 'none' })
    .input(OneBooking)
    .output(BookingPayment)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'PAYMENTS_UNAVAILABLE')),
  /** The provider's payment page for the deposit. Repeating the call returns the same page. */
  createCheckout: route
    .route({ method: 'POST', path: '/bookings/{id}/payment' })
    .meta({ onRepeat: 'none' })
    .input(OneBooking)
    .output(ProviderPage)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'PAYMENT_TOO_LATE', 'CARDS_NOT_CONFIGURED', 'PAYMENTS_UNAVAILABLE')),
  getPaymentOfInvoice: route
    .route({ method: 'GET', path: '/invoices/{id}/card-payment' })
    .input(OneInvoice)
    .output(InvoicePayment)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Reads the state of an invoice's payment from the provider, after its page was used. */
  checkPaymentOfInvoice: route
    .route({ method: 'POST', path: '/invoices/{id}/card-payment/check' })
    .meta({ onRepeat: 'none' })
    .input(OneInvoice)
    .output(InvoicePayment)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'PAYMENTS_UNAVAILABLE')),
  /**
   * The provider's payment page for the open amount of an invoice. While the amount is the same, repeating the call returns
   * the same page.
   */
  payInvoice: route
    .route({ method: 'POST', path: '/invoices/{id}/card-payment' })
    .meta({ onRepeat: 'none' })
    .input(OneInvoice)
    .output(ProviderPage)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVOICE_SETTLED', 'CARDS_NOT_CONFIGURED', 'PAYMENTS_UNAVAILABLE')),
  getPaymentOfLink: route
    .route({ method: 'POST', path: '/public/invoices/card-payment' })
    .meta({ onRepeat: 'none' })
    .input(LinkedInvoice)
    .output(InvoicePayment)
    .errors(pickErrors('NOT_FOUND')),
  checkPaymentOfLink: route
    .route({ method: 'POST', path: '/public/invoices/card-payment/check' })
    .meta({ onRepeat: 'none' })
    .input(LinkedInvoice)
    .output(InvoicePayment)
    .errors(pickErrors('NOT_FOUND', 'PAYMENTS_UNAVAILABLE')),
  /** Like `payInvoice`, for everyone with the link. */
  payInvoiceByLink: route
    .route({ method: 'POST', path: '/public/invoices/card-payment/page' })
    .meta({ onRepeat: 'none' })
    .input(LinkedInvoice)
    .output(ProviderPage)
    .errors(pickErrors('NOT_FOUND', 'INVOICE_SETTLED', 'CARDS_NOT_CONFIGURED', 'PAYMENTS_UNAVAILABLE')),
  /** The caller's saved card for fees. */
  getSavedCard: route
    .route({ method: 'GET', path: '/studios/{studio_id}/saved-card' })
    .input(OneStudio)
    .output(CardOnFile)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** The provider's page on which a client leaves a card. They must have agreed to the current text. */
  saveCard: route
    .route({ method: 'POST', path: '/studios/{studio_id}/saved-card' })
    .meta({ onRepeat: 'none' })
    .input(Agreement.extend({ studio_id: Id }))
    .output(ProviderPage)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'STALE_VERSION', 'CARDS_NOT_CONFIGURED', 'PAYMENTS_UNAVAILABLE')),
  /** Asks the provider whether the client left a card, after its page was used. */
  checkSavedCard: route
    .route({ method: 'POST', path: '/studios/{studio_id}/saved-card/check' })
    .meta({ onRepeat: 'none' })
    .input(OneStudio)
    .output(CardOnFile)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'PAYMENTS_UNAVAILABLE')),
  removeSavedCard: route
    .route({ method: 'DELETE', path: '/saved-cards/{id}' })
    .input(z.strictObject({ id: Id }))
    .output(z.object({ id: Id }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  getFeeToCharge: route
    .route({ method: 'GET', path: '/bookings/{id}/fee-charge' })
    .input(OneBooking)
    .output(FeeToCharge)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  /** Invoices the fee of a session and charges it to the client's card. Without a card it emails a payment link. */
  chargeFee: route
    .route({ method: 'POST', path: '/bookings/{id}/fee-charge' })
    .meta({ onRepeat: 'none' })
    .input(OneBooking)
    .output(ChargedFee)
    .errors(
      pickErrors(
        'FORBIDDEN',
        'NOT_FOUND',
        'INVALID_TRANSITION',
        'SESSION_NOT_BILLABLE',
        'NO_EMAIL_ADDRESS',
        'PAYMENTS_UNAVAILABLE',
      ),
    ),
}
