import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { insertSystemAuditEntry } from '#platform/audit/audit.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { getCardProvider } from '#platform/payments/open.ts'
import { publish } from '#platform/realtime/realtime.ts'
import * as accounts from './accounts/queries.ts'
import { cancelUnpaid, type UnpaidBooking } from './booking-queries.ts'
import { settleBooking } from './settlement-jobs.ts'

/** Reads from the provider whether a studio can take cards, and stores the result. */
export async function readAccount(studio_id: string): Promise<void> {
  const cards = getCardProvider()
  if (!cards) return
  const reading = await asSystem((tx) => accounts.startReading(tx, studio_id))
  if (!reading) return
  const account = await cards.getAccount(reading.account_id)
  await asSystem(async (tx) => {
    const before = await accounts.getAccount(tx, studio_id)
    if (!before || !(await accounts.saveReading(tx, studio_id, reading.readings, account))) return
    if (before.takes_cards === account.takes_cards && before.pays_out === account.pays_out) return
    const { takes_cards, pays_out } = account
    await insertSystemAuditEntry(tx, {
      studio_id,
      action: 'payments.readAccount',
      object_type: 'card_account',
      object_id: studio_id,
      before: { takes_cards: before.takes_cards, pays_out: before.pays_out },
      after: { takes_cards, pays_out },
    })
    publish(tx, { studio_id, topic: 'invoices', id: studio_id })
  })
}

/** Releases an unpaid booking: cancels it, so that its time is free again. Queued at the time of booking, to run when the time to pay ends. */
export const releaseUnpaidBooking = defineJob('payments.let-go', {
  payload: z.object({ booking_id: Id }),
  run: ({ booking_id }, { now }) =>
    // The job may start a little early, because the queue's clock may be ahead.
    asSystem((tx) => releaseUnpaidBookings(tx, { now: new Date(now.getTime() + 2_000), limit: 1, id: booking_id })),
})

const BOOKINGS_AT_ONCE = 500

/** Releases unpaid bookings whose own job did not run. */
const releaseOverdueBookings = defineJob('payments.let-unpaid-go', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) => asSystem((tx) => releaseUnpaidBookings(tx, { now, limit: BOOKINGS_AT_ONCE })),
})

async function releaseUnpaidBookings(tx: Tx, filter: Parameters<typeof cancelUnpaid>[1]) {
  for (const booking of await cancelUnpaid(tx, filter)) await recordRelease(tx, booking)
}

async function recordRelease(tx: Tx, { id, studio_id, client_id }: UnpaidBooking) {
  await insertSystemAuditEntry(tx, {
    studio_id,
    action: 'bookings.letGo',
    object_type: 'booking',
    object_id: id,
    before: { status: 'pending' },
    after: { status: 'cancelled' },
  })
  publish(tx, { studio_id, topic: 'bookings', id, client_id })
  await enqueue(tx, settleBooking, { booking_id: id })
}

export const cardJobs = [releaseUnpaidBooking, releaseOverdueBookings]
