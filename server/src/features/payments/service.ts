import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { canSeePayment, canSeePaymentOptions } from '@studiohub/contract/features/payments/policy.ts'
import { bookingPaymentState } from '@studiohub/contract/features/payments/rules.ts'
import type { BookingPayment, PaymentOptions } from '@studiohub/contract/features/payments/schema.ts'
import { getBooking } from '#features/bookings/queries.ts'
import { getStudio } from '#features/studios/queries.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, asSystem, type Caller } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { theCards } from '#platform/payments/open.ts'
import * as queries from './queries.ts'
import { settle } from './settlement-jobs.ts'

/** How clients can pay a studio: by card, and to which bank account. */
export const getOptions = (caller: Caller, studio_id: string): Promise<PaymentOptions> =>
  asActor(caller, async (tx, actor) => {
    authorize(canSeePaymentOptions(requireRole(actor), studio_id))
    if (!(await getStudio(tx, studio_id))) fail('NOT_FOUND')
    return {
      cards: theCards() !== null && (await queries.takesCards(tx, studio_id)),
      bank: await queries.getBankDetails(tx, studio_id),
    }
  })

/** What became of the deposit of a booking. The desk learns the state, as the booking tells it the amount. */
export const getPayment = (caller: Caller, id: string): Promise<BookingPayment> =>
  asActor(caller, (tx, actor) => shownPayment(tx, actor, id))

async function shownPayment(tx: Tx, actor: Actor, id: string): Promise<BookingPayment> {
  const booking = (await requireVisible(tx, actor, id)) ?? fail('NOT_FOUND')
  const payment = await queries.getPaymentOfBooking(tx, id)
  return {
    booking_id: id,
    state: bookingPaymentState(booking, payment ?? null),
    amount_minor: payment?.amount_minor ?? booking.deposit_minor,
    refunded_minor: payment?.refunded_minor ?? 0,
    currency: payment?.currency ?? booking.currency,
    pay_by: booking.status === 'pending' ? booking.pay_by : null,
  }
}

async function requireVisible(tx: Tx, actor: Actor, id: string) {
  const booking = (await getBooking(tx, id)) ?? fail('NOT_FOUND')
  authorize(canSeePayment(requireRole(actor), booking))
  return booking
}

/** Asks the provider about the payment of a booking, as a report would, and says what became of it. */
export async function checkPayment(caller: Caller, id: string, now: Date): Promise<BookingPayment> {
  await asActor(caller, (tx, actor) => requireVisible(tx, actor, id))
  for (const payment_id of await asSystem((tx) => queries.listPaymentsInMotion(tx, id))) await settle(payment_id, now)
  return getPayment(caller, id)
}
