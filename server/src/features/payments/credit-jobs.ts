import { computeCreditToReturn } from '@studiohub/contract/features/payments/rules.ts'
import { insertSystemAuditEntry } from '#platform/audit/audit.ts'
import { lock } from '#platform/db/locks.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { lockBooking } from './booking-queries.ts'
import { findStudioOfCredit, getReservedCredit, returnCredit } from './credit-queries.ts'

/** Returns the credit that a cancelled booking does not need. It may run at any time and in parallel with itself. */
export async function settleCredit(tx: Tx, booking_id: string, now: Date) {
  const studio_id = await findStudioOfCredit(tx, booking_id)
  if (studio_id === undefined) return
  await lock(tx, 'money', studio_id)
  const booking = await lockBooking(tx, booking_id)
  if (!booking || booking.currency === null) return
  const { client_id, currency } = booking
  const amount_minor = computeCreditToReturn({ ...booking, credit_minor: await getReservedCredit(tx, booking_id) })
  if (amount_minor === 0) return
  await returnCredit(tx, { studio_id, client_id, booking_id, currency, amount_minor, user_id: null, now })
  await insertSystemAuditEntry(tx, {
    studio_id,
    action: 'payments.settle',
    object_type: 'booking',
    object_id: booking_id,
    after: { credit_returned_minor: amount_minor, currency },
  })
  publish(tx, { studio_id, topic: 'bookings', id: booking_id, client_id })
}
