import { authed, publicRoute } from '#platform/http/rpc.ts'
import * as accounts from './accounts/service.ts'
import * as books from './books/service.ts'
import { createCheckout } from './create-checkout.ts'
import * as invoices from './invoices/service.ts'
import { createFeeCharge, getFeeToCharge } from './saved-cards/create-fee-charge.ts'
import * as cards from './saved-cards/service.ts'
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
  getBooks: payments.getBooks.handler(({ input, context }) => books.getBooks(context.caller, input.studio_id)),
  compareBooks: payments.compareBooks.handler(({ input, context: { caller, clock } }) =>
    books.compareBooks(caller, input.studio_id, clock.now()),
  ),
  getOptions: payments.getOptions.handler(({ input, context }) =>
    service.getPaymentOptions(context.caller, input.studio_id),
  ),
  get: payments.get.handler(({ input, context }) => service.getBookingPayment(context.caller, input.id)),
  check: payments.check.handler(({ input, context: { caller, clock } }) =>
    service.checkPayment(caller, input.id, clock.now()),
  ),
  createCheckout: payments.createCheckout.handler(({ input, context: { caller, clock } }) =>
    createCheckout(caller, input.id, clock.now()),
  ),
  getPaymentOfInvoice: payments.getPaymentOfInvoice.handler(({ input, context }) =>
    invoices.getPaymentOfInvoice(context.caller, input.id),
  ),
  checkPaymentOfInvoice: payments.checkPaymentOfInvoice.handler(({ input, context: { caller, clock } }) =>
    invoices.checkPaymentOfInvoice(caller, input.id, clock.now()),
  ),
  payInvoice: payments.payInvoice.handler(({ input, context: { caller, clock } }) =>
    invoices.payInvoice(caller, input.id, clock.now()),
  ),
  getPaymentOfLink: publicRoute.payments.getPaymentOfLink.handler(({ input, context: { ip, clock } }) =>
    invoices.getPaymentOfLink(input.token, { ip, now: clock.now() }),
  ),
  checkPaymentOfLink: publicRoute.payments.checkPaymentOfLink.handler(({ input, context: { ip, clock } }) =>
    invoices.checkPaymentOfLink(input.token, { ip, now: clock.now() }),
  ),
  payInvoiceByLink: publicRoute.payments.payInvoiceByLink.handler(({ input, context: { caller, ip, clock } }) =>
    invoices.payInvoiceByLink(caller, input.token, { ip, now: clock.now() }),
  ),
  getSavedCard: payments.getSavedCard.handler(({ input, context }) =>
    cards.getOwnCard(context.caller, input.studio_id),
  ),
  saveCard: payments.saveCard.handler(({ input, context: { caller, clock } }) =>
    cards.createCardPage(caller, input, clock.now()),
  ),
  checkSavedCard: payments.checkSavedCard.handler(({ input, context: { caller, clock } }) =>
    cards.checkOwnCard(caller, input.studio_id, clock.now()),
  ),
  removeSavedCard: payments.removeSavedCard.handler(({ input, context: { caller, clock } }) =>
    cards.removeCard(caller, input.id, clock.now()),
  ),
  getFeeToCharge: payments.getFeeToCharge.handler(({ input, context }) => getFeeToCharge(context.caller, input.id)),
  chargeFee: payments.chargeFee.handler(({ input, context: { caller, clock } }) =>
    createFeeCharge(caller, input.id, clock.now()),
  ),
}
