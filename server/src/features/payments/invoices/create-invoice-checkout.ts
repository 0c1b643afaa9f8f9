import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { fail } from '@studiohub/contract/errors.ts'
import { isChargeable, isPageCurrent, isTooSmall } from '@studiohub/contract/features/payments/invoices/rules.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { asSystem, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import { buildStudioOrigin } from '#platform/hosts/hosts.ts'
import { buildReturnUrl, getCardProvider } from '#platform/payments/open.ts'
import { brandOfPage } from '#platform/payments/page-brand.ts'
import { expirePaymentWithoutPage } from '../queries.ts'
import { settleWithProvider } from '../settlement-jobs.ts'
import * as queries from './queries.ts'

/** When the provider ends the page. We replace the page earlier. */
const PAGE_MINUTES = 60
/** How long a payment can wait for its page. The provider rejects pages that end within 30 minutes. */
const RETRY_MINUTES = 25

// An old page must end before a new one opens. If another call is ending it, the next round waits for that call.
const ROUNDS_MAX = 6
const WAIT_MS = 150

const TOO_SMALL = 'The open amount is too small for a card. Please pay it in another way.'

type Payer = {
  caller: Caller
  /** The signed-in person. Both are null for a person who has only the link. */
  author: { actor_id: string | null; session_id: string | null }
  /** The page to which the provider's page returns. */
  return_path: (slug: string) => string
}

/**
 * The provider's page for the open amount of an invoice. An invoice has one open payment with one page, so two tabs get the same
 * page. If the open amount has changed, the old page ends first.
 * @throws AppError INVOICE_SETTLED, CARDS_NOT_CONFIGURED, PAYMENTS_UNAVAILABLE
 */
export async function createInvoiceCheckout(invoice_id: string, payer: Payer, now: Date): Promise<{ url: string }> {
  const cards = getCardProvider() ?? fail('CARDS_NOT_CONFIGURED')
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { invoice, row } = await asSystem((tx) => getOrCreatePayment(tx, { invoice_id, payer, now }))
    // A charge of a saved card has no page. It must end first.
    if (row.saved_card_id !== null || !isPageCurrent(row, invoice.open_minor, now)) {
      if (round > 0) await setTimeout(round * WAIT_MS)
      await settleWithProvider(row.id, now)
      continue
    }
    if (row.checkout_url !== null) return { url: row.checkout_url }
    const { slug, studio, number, email, domain, studio_id } = invoice
    const path = payer.return_path(slug)
    // A sign-in on the studio's own domain is not valid at the product's address, so the person must return to that domain.
    const isOwnDomain = payer.caller.host_studio_id === studio_id && domain !== null
    const page = await cards.createCheckout({
      payment_id: row.id,
      account: row.account_id,
      amount_minor: row.amount_minor,
      currency: row.currency,
      description: `Invoice ${number}, ${studio}`,
      email,
      is_authorized_first: false,
      brand: brandOfPage(studio, invoice.brand_colors),
      return_url: isOwnDomain ? new URL(path, buildStudioOrigin(domain)).href : buildReturnUrl(path),
      expires_at: new Date(Date.parse(row.created_at) + PAGE_MINUTES * 60_000),
    })
    if (await asSystem((tx) => queries.saveOpenCheckout(tx, row.id, page))) return { url: page.url }
    // The open amount changed while we waited for the provider. This page was never shown, so it can end.
    await cards.expireCheckout({ payment_id: row.id, account: row.account_id, checkout_id: page.id })
  }
  fail('PAYMENTS_UNAVAILABLE')
}

type PaymentOpening = { invoice_id: string; payer: Payer; now: Date }

async function getOrCreatePayment(
  tx: Parameters<typeof queries.getInvoiceToPay>[0],
  { invoice_id, payer, now }: PaymentOpening,
) {
  const invoice = (await queries.getInvoiceToPay(tx, invoice_id)) ?? fail('CARDS_NOT_CONFIGURED')
  await lock(tx, 'money', invoice.studio_id)
  const open_minor = await queries.getOpenMinor(tx, invoice_id)
  if (open_minor <= 0) fail('INVOICE_SETTLED', { message: "This invoice has no open amount. You don't need to pay." })
  const { studio_id, client_id, account_id, currency } = invoice
  if (isTooSmall(open_minor, currency)) fail('CARDS_NOT_CONFIGURED', { message: TOO_SMALL })
  if (!isChargeable(open_minor, currency)) fail('CARDS_NOT_CONFIGURED')
  await expirePaymentWithoutPage(tx, { invoice_id }, new Date(now.getTime() - RETRY_MINUTES * 60_000))
  const { row, isNew } = await queries.getOrCreateInvoicePayment(tx, {
    id: randomUUID(),
    studio_id,
    client_id,
    invoice_id,
    account_id,
    amount_minor: open_minor,
    currency,
    created_at: now.toISOString(),
  })
  if (!row) throw new Error('the payment was not written')
  if (isNew) {
    await insertAuditEntry(tx, {
      ...payer.author,
      request_id: payer.caller.request_id,
      studio_id,
      action: 'payments.createCheckout',
      object_type: 'card_payment',
      object_id: row.id,
      after: { invoice_id, amount_minor: open_minor, currency },
    })
  }
  return { invoice: { ...invoice, open_minor }, row }
}
