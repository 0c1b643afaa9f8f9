import { randomUUID } from 'node:crypto'
import { fail } from '@studiohub/contract/errors.ts'
import { canPayByCard } from '@studiohub/contract/features/payments/policy.ts'
import { isAuthorizedFirst, isPayable } from '@studiohub/contract/features/payments/rules.ts'
import { splitDeposit } from '@studiohub/contract/features/prices/deposits/rules.ts'
import { getBooking } from '#features/bookings/queries.ts'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import { buildStudioOrigin } from '#platform/hosts/hosts.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { buildReturnUrl, getCardProvider } from '#platform/payments/open.ts'
import { brandOfPage } from '#platform/payments/page-brand.ts'
import { getReservedCredit } from './credit-queries.ts'
import * as queries from './queries.ts'
import { settlePayment } from './settlement-jobs.ts'

/**
 * The provider rejects pages that end within 30 minutes. Five more minutes allow for clocks that differ and for retries. We
 * end the page earlier, when the booking is cancelled as unpaid.
 */
const PAGE_MINUTES = 35
/** How long a payment can wait for its page. A retry after that needs a new payment. */
const RETRY_MINUTES = 4

/**
 * The provider's page for the deposit of a booking, minus the part that credit pays. Repeated calls return the same page,
 * because the payment's id is the idempotency key of every call to the provider. A payment that got no page for minutes is
 * replaced.
 * @throws AppError PAYMENT_TOO_LATE, CARDS_NOT_CONFIGURED, PAYMENTS_UNAVAILABLE
 */
export async function createCheckout(caller: Caller, id: string, now: Date): Promise<{ url: string }> {
  const { booking, author } = await asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const bookingRow = (await getBooking(tx, id)) ?? fail('NOT_FOUND')
    authorize(canPayByCard(actor, bookingRow))
    if (!isPayable(bookingRow, now)) fail('PAYMENT_TOO_LATE')
    return { booking: bookingRow, author: { actor_id: user_id, session_id: actor.session_id } }
  })
  const cards = getCardProvider() ?? fail('CARDS_NOT_CONFIGURED')
  const { studio_id, client_id, deposit_minor, currency, expires_at } = booking
  if (deposit_minor === null || currency === null) fail('PAYMENT_TOO_LATE')
  const { row, payer } = await asSystem(async (tx) => {
    const payer =
      (await queries.getPayer(tx, { booking_id: id, user_id: author.actor_id })) ?? fail('CARDS_NOT_CONFIGURED')
    const { account_id, confirms_at_once } = payer
    const credit_minor = await getReservedCredit(tx, id)
    const amount_minor = splitDeposit(deposit_minor, { credit_minor, currency }).rest_minor ?? fail('PAYMENT_TOO_LATE')
    await queries.expirePaymentWithoutPage(tx, { booking_id: id }, minutesBefore(now, RETRY_MINUTES))
    const { row, isNew } = await queries.getOrCreatePayment(tx, {
      id: randomUUID(),
      studio_id,
      client_id,
      booking_id: id,
      account_id,
      amount_minor,
      currency,
      is_authorized_first: isAuthorizedFirst({ confirms_at_once, expires_at }, now),
      created_at: now.toISOString(),
    })
    if (!row) fail('PAYMENT_TOO_LATE')
    if (isNew) {
      await insertAuditEntry(tx, {
        ...author,
        request_id: caller.request_id,
        studio_id,
        action: 'payments.createCheckout',
        object_type: 'card_payment',
        object_id: row.id,
        after: { booking_id: id, amount_minor, currency },
      })
    }
    return { row, payer }
  })
  if (row.checkout_url !== null) return { url: row.checkout_url }
  // A sign-in on the studio's own domain is not valid at the product's address, so the person must return to that domain.
  const ownDomain = caller.host_studio_id === studio_id ? payer.domain : null
  const page = await cards.createCheckout({
    payment_id: row.id,
    account: row.account_id,
    amount_minor: row.amount_minor,
    currency: row.currency,
    description: `${payer.service}, ${payer.studio}`,
    email: payer.email,
    brand: brandOfPage(payer.studio, payer.brand_colors),
    is_authorized_first: row.is_authorized_first,
    return_url: buildReturnUrlAt(`/${payer.slug}/bookings?booked=${id}&paid=back`, ownDomain),
    expires_at: new Date(Date.parse(row.created_at) + PAGE_MINUTES * 60_000),
  })
  await asSystem(async (tx) => {
    await queries.saveCheckout(tx, row.id, page)
    // The booking may have been cancelled as unpaid while we waited for the provider. Then this job ends the page.
    await enqueue(tx, settlePayment, { payment_id: row.id }, { startAfter: new Date(Date.now() + 60_000) })
  })
  return { url: page.url }
}

const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000)

const buildReturnUrlAt = (path: string, domain: string | null) =>
  domain === null ? buildReturnUrl(path) : new URL(path, buildStudioOrigin(domain)).href
