import { z } from 'zod'
import { pickErrors, route } from '../../route.ts'
import { pageOf } from '../../shared/page.ts'
import { Id } from '../../shared/text.ts'
import { PayLink, PaySecret, PublicInvoice } from './links/schema.ts'
import {
  BillableSession,
  ClientBalance,
  CreditPayout,
  Invoice,
  InvoiceChanges,
  InvoiceDetails,
  InvoicesQuery,
  InvoiceTotals,
  MoneyReason,
  NewCredit,
  NewCreditNote,
  NewInvoice,
  NewPayment,
  NewRefund,
  OwnCredit,
  SessionMoney,
} from './schema.ts'
import { InvoiceSettings, InvoiceSettingsChanges } from './settings/schema.ts'

const OneInvoice = z.strictObject({ id: Id })
const ClientOfStudio = z.strictObject({ studio_id: Id, client_id: Id })
const balances = z.object({ items: z.array(ClientBalance) })

export const invoices = {
  getSettings: route
    .route({ method: 'GET', path: '/studios/{studio_id}/invoice-settings' })
    .input(z.strictObject({ studio_id: Id }))
    .output(InvoiceSettings)
    .errors(pickErrors('FORBIDDEN')),
  updateSettings: route
    .route({ method: 'PATCH', path: '/studios/{studio_id}/invoice-settings' })
    .input(InvoiceSettingsChanges.safeExtend({ studio_id: Id }))
    .output(InvoiceSettings)
    .errors(pickErrors('FORBIDDEN', 'STALE_VERSION', 'NUMBERS_BEGUN')),
  list: route
    .route({ method: 'GET', path: '/studios/{studio_id}/invoices' })
    .input(InvoicesQuery)
    .output(pageOf(Invoice))
    .errors(pickErrors('FORBIDDEN')),
  getTotals: route
    .route({ method: 'GET', path: '/studios/{studio_id}/invoice-totals' })
    .input(z.strictObject({ studio_id: Id }))
    .output(z.object({ items: z.array(InvoiceTotals) }))
    .errors(pickErrors('FORBIDDEN')),
  create: route
    .route({ method: 'POST', path: '/studios/{studio_id}/invoices', successStatus: 201 })
    .input(NewInvoice.extend({ studio_id: Id }))
    .output(InvoiceDetails)
    .errors(pickErrors('FORBIDDEN', 'CLIENT_NOT_IN_STUDIO', 'SESSION_NOT_BILLABLE', 'AMOUNT_NOT_POSSIBLE')),
  get: route
    .route({ method: 'GET', path: '/invoices/{id}' })
    .input(OneInvoice)
    .output(InvoiceDetails)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  getPdf: route
    .route({ method: 'GET', path: '/invoices/{id}/pdf' })
    .input(OneInvoice)
    .output(z.file())
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVOICE_NOT_ISSUED')),
  update: route
    .route({ method: 'PUT', path: '/invoices/{id}' })
    .input(InvoiceChanges.extend({ id: Id }))
    .output(InvoiceDetails)
    .errors(
      pickErrors(
        'FORBIDDEN',
        'NOT_FOUND',
        'STALE_VERSION',
        'INVOICE_ISSUED',
        'SESSION_NOT_BILLABLE',
        'AMOUNT_NOT_POSSIBLE',
      ),
    ),
  delete: route
    .route({ method: 'DELETE', path: '/invoices/{id}' })
    .input(OneInvoice)
    .output(z.object({ id: Id }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVOICE_ISSUED')),
  issue: route
    .route({ method: 'POST', path: '/invoices/{id}/issue' })
    .input(z.strictObject({ id: Id, version: z.number().int().optional() }))
    .output(InvoiceDetails)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'STALE_VERSION', 'INVOICE_ISSUED', 'INVOICE_EMPTY')),
  /** Emails the invoice to its client. */
  send: route
    .route({ method: 'POST', path: '/invoices/{id}/send' })
    .input(OneInvoice)
    .output(InvoiceDetails)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVOICE_SETTLED', 'NO_EMAIL_ADDRESS')),
  /** Reminds the client by email that the invoice is not paid. */
  remind: route
    .route({ method: 'POST', path: '/invoices/{id}/remind' })
    .input(OneInvoice)
    .output(InvoiceDetails)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVOICE_SETTLED', 'NO_EMAIL_ADDRESS')),
  /** Creates the link to the invoice's public page. It works without signing in, until it expires or is revoked. */
  createPayLink: route
    .route({ method: 'POST', path: '/invoices/{id}/pay-link' })
    .input(OneInvoice)
    .output(PayLink)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVOICE_SETTLED')),
  revokePayLink: route
    .route({ method: 'DELETE', path: '/invoices/{id}/pay-link' })
    .input(OneInvoice)
    .output(z.object({ id: Id }))
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVOICE_SETTLED')),
  /** The invoice of a link, for everyone who has it. */
  getPublic: route
    .route({ method: 'POST', path: '/public/invoices' })
    .meta({ onRepeat: 'none' })
    .input(PaySecret)
    .output(PublicInvoice)
    .errors(pickErrors('NOT_FOUND')),
  getPublicPdf: route
    .route({ method: 'POST', path: '/public/invoices/pdf' })
    .meta({ onRepeat: 'none' })
    .input(PaySecret)
    .output(z.file())
    .errors(pickErrors('NOT_FOUND')),
  void: route
    .route({ method: 'POST', path: '/invoices/{id}/void' })
    .input(MoneyReason.extend({ id: Id }))
    .output(InvoiceDetails)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVOICE_SETTLED')),
  writeOff: route
    .route({ method: 'POST', path: '/invoices/{id}/write-off' })
    .input(MoneyReason.extend({ id: Id }))
    .output(InvoiceDetails)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVOICE_SETTLED')),
  createPayment: route
    .route({ method: 'POST', path: '/invoices/{id}/payments', successStatus: 201 })
    .input(NewPayment.extend({ id: Id }))
    .output(InvoiceDetails)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVOICE_SETTLED', 'AMOUNT_NOT_POSSIBLE')),
  createRefund: route
    .route({ method: 'POST', path: '/invoices/{id}/refunds', successStatus: 201 })
    .input(NewRefund.extend({ id: Id }))
    .output(InvoiceDetails)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'AMOUNT_NOT_POSSIBLE')),
  createCreditNote: route
    .route({ method: 'POST', path: '/invoices/{id}/credit-notes', successStatus: 201 })
    .input(NewCreditNote.extend({ id: Id }))
    .output(InvoiceDetails)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'INVOICE_SETTLED', 'AMOUNT_NOT_POSSIBLE')),
  listBillable: route
    .route({ method: 'GET', path: '/studios/{studio_id}/clients/{client_id}/billable-sessions' })
    // With `draft_id`, the sessions of this draft are included.
    .input(ClientOfStudio.extend({ draft_id: Id.optional() }))
    .output(z.object({ items: z.array(BillableSession) }))
    .errors(pickErrors('FORBIDDEN')),
  getBalance: route
    .route({ method: 'GET', path: '/studios/{studio_id}/clients/{client_id}/balance' })
    .input(ClientOfStudio)
    .output(balances)
    .errors(pickErrors('FORBIDDEN')),
  /** The caller's credit at the studio. Their next booking uses it. */
  getOwnCredit: route
    .route({ method: 'GET', path: '/studios/{studio_id}/own-credit' })
    .input(z.object({ studio_id: Id }))
    .output(z.object({ items: z.array(OwnCredit) }))
    .errors(pickErrors('FORBIDDEN')),
  createCredit: route
    .route({ method: 'POST', path: '/studios/{studio_id}/clients/{client_id}/credits', successStatus: 201 })
    .input(NewCredit.extend({ studio_id: Id, client_id: Id }))
    .output(balances)
    .errors(pickErrors('FORBIDDEN', 'CLIENT_NOT_IN_STUDIO')),
  payOutCredit: route
    .route({ method: 'POST', path: '/studios/{studio_id}/clients/{client_id}/credit-payouts', successStatus: 201 })
    .input(CreditPayout.extend({ studio_id: Id, client_id: Id }))
    .output(balances)
    .errors(pickErrors('FORBIDDEN', 'CLIENT_NOT_IN_STUDIO', 'AMOUNT_NOT_POSSIBLE')),
  getSessionMoney: route
    .route({ method: 'GET', path: '/bookings/{id}/money' })
    .input(OneInvoice)
    .output(SessionMoney)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND')),
  createSessionPayment: route
    .route({ method: 'POST', path: '/bookings/{id}/payments', successStatus: 201 })
    .input(NewPayment.omit({ keep_rest_as_credit: true }).extend({ id: Id }))
    .output(SessionMoney)
    .errors(pickErrors('FORBIDDEN', 'NOT_FOUND', 'AMOUNT_NOT_POSSIBLE')),
}
