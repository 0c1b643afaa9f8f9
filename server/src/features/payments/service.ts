import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canSeePayment, canSeePaymentOptions } from '@studiohub/contract/features/payments/policy.ts'
import { getBookingPaymentState } from '@studiohub/contract/features/payments/rules.ts'
import type { BookingPayment, PaymentOptions } from '@studiohub/contract/features/payments/schema.ts'
import { splitDeposit } from '@studiohub/contract/features/prices/deposits/rules.ts'
import { getBooking } from '#features/bookings/queries.ts'
import { getStudio } from '#features/studios/queries.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { actAs, asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getCardProvider } from '#platform/payments/open.ts'
import { getReservedCredit } from './credit-queries.ts'
import * as queries from './queries.ts'
import { settleWithProvider } from './settlement-jobs.ts'

/** How clients can pay a studio: whether by card, and to which bank account. */
export const getPaymentOptions = (caller: Caller, studio_id: string): Promise<PaymentOptions> =>
  asActor(caller, async (tx, actor) => {
    authorize(canSeePaymentOptions(requireRole(actor), studio_id))
    if (!(await getStudio(tx, studio_id))) fail('NOT_FOUND')
    return {
      cards: getCardProvider() !== null && (await queries.takesCards(tx, studio_id)),
      bank: await queries.getBankDetails(tx, studio_id),
    }
  })

/** The state of a booking's deposit, for its client and the desk. */
export const getBookingPayment = (caller: Caller, id: string): Promise<BookingPayment> =>
  asActor(caller, (tx, actor) => toBookingPayment(tx, actor, id))

async function toBookingPayment(tx: Tx, actor: Actor, id: string): Promise<BookingPayment> {
  const booking = await requireVisibleBooking(tx, actor, id)
  const payment = await queries.getPaymentOfBooking(tx, id)
  // The desk may not read the books, so the rest runs with the rights of the system.
  await actAs(tx, 'system')
  const credit_minor = await getReservedCredit(tx, id)
  const { deposit_minor, currency } = booking
  const hasDeposit = deposit_minor !== null && currency !== null
  const rest_minor = hasDeposit ? (splitDeposit(deposit_minor, { credit_minor, currency }).rest_minor ?? 0) : null
  return {
    booking_id: id,
    state: getBookingPaymentState(booking, payment ?? null),
    amount_minor: payment?.amount_minor ?? rest_minor,
    credit_minor,
    refunded_minor: payment?.refunded_minor ?? 0,
    currency: payment?.currency ?? currency,
    pay_by: booking.status === 'pending' ? booking.pay_by : null,
  }
}

async function requireVisibleBooking(tx: Tx, actor: Actor, id: string) {
  const booking = (await getBooking(tx, id)) ?? fail('NOT_FOUND')
  authorize(canSeePayment(requireRole(actor), booking))
  return booking
}

/** Reads the payment of a booking from the provider, as if an event had come, and returns its state. */
export async function checkPayment(caller: Caller, id: string, now: Date): Promise<BookingPayment> {
  await asActor(caller, (tx, actor) => requireVisibleBooking(tx, actor, id))
  for (const card_payment_id of await asSystem((tx) => queries.listUnsettledPayments(tx, id)))
    await settleWithProvider(card_payment_id, now)
  return getBookingPayment(caller, id)
}
