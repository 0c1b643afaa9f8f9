import { fail } from '@studiohub/contract/errors.ts'
import { isChargeable, isTooSmall } from '@studiohub/contract/features/payments/invoices/rules.ts'
import type { InvoicePayment } from '@studiohub/contract/features/payments/invoices/schema.ts'
import { canPayInvoice } from '@studiohub/contract/features/payments/policy.ts'
import { requireLinkedInvoice } from '#features/invoices/links/service.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import type { RequestOrigin } from '#platform/http/request-origin.ts'
import { getCardProvider } from '#platform/payments/open.ts'
import { settleWithProvider } from '../settlement-jobs.ts'
import { createInvoiceCheckout } from './create-invoice-checkout.ts'
import * as queries from './queries.ts'

function toInvoicePayment(row: queries.InvoicePaymentRow): InvoicePayment {
  const { state, currency, open_minor, takes_cards } = row
  const isPaid = state === 'paid' || state === 'refunded'
  const canTakeCards = getCardProvider() !== null && takes_cards
  return {
    can_pay: canTakeCards && isChargeable(open_minor, currency),
    is_too_small: canTakeCards && isTooSmall(open_minor, currency),
    state: isPaid ? 'paid' : state === 'open' ? 'open' : 'none',
    paid_minor: isPaid ? row.paid_minor : null,
    excess_minor: isPaid ? (row.excess_minor ?? 0) : 0,
    currency,
  }
}

/** An invoice that the caller may pay as its client. @throws AppError NOT_FOUND, FORBIDDEN */
const requireOwnInvoice = (caller: Caller, id: string) =>
  asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const row = (await queries.getInvoicePayment(tx, id)) ?? fail('NOT_FOUND')
    authorize(canPayInvoice(actor, row))
    return { row, author: { actor_id: user_id, session_id: actor.session_id } }
  })

const settleInvoicePayments = async (invoice_id: string, now: Date) => {
  for (const id of await asSystem((tx) => queries.listUnsettledInvoicePayments(tx, invoice_id)))
    await settleWithProvider(id, now)
}

/** Whether a client can pay their invoice by card, and the state of the last payment. */
export const getPaymentOfInvoice = async (caller: Caller, id: string): Promise<InvoicePayment> =>
  toInvoicePayment((await requireOwnInvoice(caller, id)).row)

/** Reads the payment of an invoice from the provider, as if an event had come, and returns its state. */
export async function checkPaymentOfInvoice(caller: Caller, id: string, now: Date): Promise<InvoicePayment> {
  await requireOwnInvoice(caller, id)
  await settleInvoicePayments(id, now)
  return getPaymentOfInvoice(caller, id)
}

/** The provider's page for a client's invoice. */
export async function payInvoice(caller: Caller, id: string, now: Date): Promise<{ url: string }> {
  const { author } = await requireOwnInvoice(caller, id)
  return createInvoiceCheckout(id, { caller, author, return_path: (slug) => `/${slug}/invoices/${id}?paid=back` }, now)
}

/** Like `getPaymentOfInvoice`, for anyone with the link. */
export async function getPaymentOfLink(token: string, origin: RequestOrigin): Promise<InvoicePayment> {
  const invoice_id = await requireLinkedInvoice(token, origin)
  return toInvoicePayment((await asSystem((tx) => queries.getInvoicePayment(tx, invoice_id))) ?? fail('NOT_FOUND'))
}

/** Like `checkPaymentOfInvoice`, for anyone with the link. */
export async function checkPaymentOfLink(token: string, origin: RequestOrigin): Promise<InvoicePayment> {
  await settleInvoicePayments(await requireLinkedInvoice(token, origin), origin.now)
  return getPaymentOfLink(token, origin)
}

/** Like `payInvoice`, for anyone with the link. The browser stores the link's secret, so the provider never gets it. */
export async function payInvoiceByLink(caller: Caller, token: string, origin: RequestOrigin): Promise<{ url: string }> {
  const id = await requireLinkedInvoice(token, origin)
  const author = { actor_id: null, session_id: null }
  return createInvoiceCheckout(id, { caller, author, return_path: () => '/pay?paid=back' }, origin.now)
}
