import { fail } from '@studiohub/contract/errors.ts'
import { buildDepositEntries, buildPaymentEntries } from '@studiohub/contract/features/invoices/ledger/rules.ts'
import { canSeeSessionMoney, canTakePayment } from '@studiohub/contract/features/invoices/policy.ts'
import type { NewPayment, SessionMoney } from '@studiohub/contract/features/invoices/schema.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { getBooking } from '#features/bookings/queries.ts'
import { getStudio } from '#features/studios/queries.ts'
import { authorize, requireRole } from '#platform/auth/authorize.ts'
import { asActor, type Caller } from '#platform/db/actor.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { sendReceipt } from '../emails/send-invoice.ts'
import { recordLedgerEvent } from '../ledger/record-ledger-event.ts'
import { insertPayment } from '../payments/queries.ts'
import { requirePaymentDay } from '../payments/require-payment-day.ts'
import { recordMoney } from '../record-invoice.ts'
import { getSettings } from '../settings/queries.ts'
import { getSessionMoney } from './queries.ts'
import { requireSessionMoney } from './service.ts'

export type CreateSessionPaymentInput = Omit<NewPayment, 'keep_rest_as_credit'> & { id: string }

/**
 * Records a payment for a session, up to the owed amount. It pays the session's invoice, or is a deposit if there is none. The
 * desk may record cash if the studio allows it.
 */
export function createSessionPayment(
  caller: Caller,
  input: CreateSessionPaymentInput,
  now: Date,
): Promise<SessionMoney> {
  const { id, method } = input
  return asActor(caller, async (tx, actor) => {
    const { user_id } = requireRole(actor)
    const booking = (await getBooking(tx, id)) ?? fail('NOT_FOUND')
    const { studio_id } = booking
    authorize(canSeeSessionMoney(actor, booking))
    const { desk_takes_cash } = await getSettings(tx, studio_id)
    authorize(canTakePayment(actor, studio_id, { method, desk_takes_cash }))
    const { timezone } = (await getStudio(tx, studio_id)) ?? fail('NOT_FOUND')
    const paid_on = requirePaymentDay(input.paid_on, todayIn(timezone, now))
    await lock(tx, 'money', studio_id)
    const payment = await postPayment(tx, { ...input, studio_id, user_id, paid_on, at: now.toISOString() })
    await recordMoney(tx, actor, {
      caller,
      action: 'invoices.createSessionPayment',
      object_type: 'payment',
      object_id: payment.id,
      studio_id,
      client_id: booking.client_id,
      ...(payment.invoice_id !== null && { invoice_id: payment.invoice_id }),
      after: { id: payment.id, booking_id: id, amount_minor: input.amount_minor, currency: booking.currency, method },
    })
    const money = await requireSessionMoney(tx, actor, id)
    const { client_id } = booking
    if (payment.invoice_id !== null) {
      const { invoice_id } = payment
      await sendReceipt(tx, { studio_id, client_id, invoice_id, payment_id: payment.id }, now)
    }
    return money
  })
}

type SessionPayment = Omit<CreateSessionPaymentInput, 'paid_on'> & {
  studio_id: string
  user_id: string
  paid_on: string
  at: string
}

async function postPayment(tx: Tx, { id: booking_id, amount_minor, method, note, ...payment }: SessionPayment) {
  const { studio_id, user_id, paid_on, at } = payment
  const money = (await getSessionMoney(tx, booking_id)) ?? fail('NOT_FOUND')
  const { client_id, currency, invoice_id, owed_minor } = money
  if (currency === null || client_id === null || amount_minor > owed_minor) {
    fail('AMOUNT_NOT_POSSIBLE', { fields: { amount_minor: 'This is more than the open amount.' } })
  }
  const id = await insertPayment(tx, {
    studio_id,
    client_id,
    invoice_id,
    booking_id,
    kind: 'payment',
    method,
    amount_minor,
    currency,
    paid_on,
    note,
    created_by: user_id,
    created_at: at,
  })
  const event = { studio_id, currency, occurred_on: paid_on, recorded_at: at, cause_id: id }
  const received = { account: method, amount_minor, open_minor: owed_minor }
  if (invoice_id !== null) {
    const entries = buildPaymentEntries({ client_id, invoice_id }, received)
    await recordLedgerEvent(tx, { ...event, kind: 'payment_received', event_key: `payment_received:${id}`, entries })
  } else {
    const entries = buildDepositEntries({ client_id, booking_id }, received)
    await recordLedgerEvent(tx, { ...event, kind: 'deposit_held', event_key: `deposit_held:${id}`, entries })
  }
  return { id, invoice_id }
}
