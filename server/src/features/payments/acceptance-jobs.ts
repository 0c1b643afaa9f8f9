import { isCancelledAsUnpaid } from '@studiohub/contract/features/payments/rules.ts'
import { emailAboutBooking } from '#features/emails/bookings/jobs.ts'
import { sendLatePayment } from '#features/emails/payment-jobs.ts'
import { getCredit } from '#features/invoices/ledger/queries.ts'
import { activateDraftProject } from '#features/projects/activation-jobs.ts'
import { insertSystemAuditEntry, systemAuthor } from '#platform/audit/audit.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { endPaymentWait, isTimeTaken, type PaidBookingRow } from './booking-queries.ts'
import { reserveCredit } from './credit-queries.ts'
import type { CardPaymentRow } from './queries.ts'

type AcceptedPayment = { payment: CardPaymentRow; now: Date }

/**
 * Turns a booking that waited for its payment into a request, or confirms it at once. Books a booking that was cancelled as unpaid
 * again if its time is still free. Otherwise emails the client, and the next step refunds the payment.
 */
export async function acceptPayment(tx: Tx, booking: PaidBookingRow, { payment, now }: AcceptedPayment) {
  const { id, studio_id, client_id, user_id, project_id, status: previousStatus } = booking
  const isLate = isCancelledAsUnpaid(booking)
  if (!isLate && !(previousStatus === 'pending' && booking.pay_by !== null)) return
  if (isLate && (Date.parse(booking.starts_at) <= now.getTime() || (await isTimeTaken(tx, id)))) {
    await enqueue(tx, sendLatePayment, { payment_id: payment.id })
    return
  }
  const status = booking.confirms_at_once ? 'confirmed' : 'pending'
  const version = await endPaymentWait(tx, { id, status, now })
  if (version === undefined) return
  if (isLate) await reserveCreditAgain(tx, booking, { payment, now })
  await insertSystemAuditEntry(tx, {
    studio_id,
    action: 'payments.settle',
    object_type: 'booking',
    object_id: id,
    before: { status: previousStatus },
    after: { status, is_paid: true },
  })
  publish(tx, { studio_id, topic: 'bookings', id, client_id })
  if (status === 'confirmed' && project_id !== null)
    await activateDraftProject(tx, systemAuthor, { project_id, at: now.toISOString() })
  const kind = status === 'confirmed' ? 'booked' : 'requested'
  await enqueue(tx, emailAboutBooking, { booking_id: id, kind, version, actor_id: user_id })
}

/**
 * Moves credit into the deposit again, because it was returned when the booking was cancelled as unpaid. If the client has
 * used some of it since, they owe that part on the invoice.
 */
async function reserveCreditAgain(tx: Tx, booking: PaidBookingRow, { payment, now }: AcceptedPayment) {
  const { id: booking_id, studio_id, client_id, deposit_minor, currency, held_deposit_minor } = booking
  if (client_id === null || deposit_minor === null || currency === null) return
  const missing = deposit_minor - payment.amount_minor - held_deposit_minor
  const amount_minor = Math.min(missing, await getCredit(tx, { studio_id, client_id, currency }))
  if (amount_minor <= 0) return
  await reserveCredit(tx, { studio_id, client_id, booking_id, currency, amount_minor, user_id: null, now })
}
