import { DAY_MS, HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { z } from 'zod'
import { insertSystemAuditEntry } from '#platform/audit/audit.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { completePastBookings } from './steps/queries.ts'
import { deleteUndos } from './undos/queries.ts'

const SESSIONS_AT_ONCE = 500

/** Completes confirmed sessions that have ended; the next run continues where this one stops. */
const completePastSessions = defineJob('bookings.complete-past', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      const completed = await completePastBookings(tx, now.toISOString(), SESSIONS_AT_ONCE)
      for (const booking of completed) await recordCompletion(tx, booking)
    }),
})

/** Adds the audit row of a session that was completed automatically, and updates open screens. */
async function recordCompletion(
  tx: Tx,
  { id, studio_id, client_id }: { id: string; studio_id: string; client_id: string | null },
) {
  await insertSystemAuditEntry(tx, {
    studio_id,
    action: 'bookings.complete',
    object_type: 'booking',
    object_id: id,
    before: { status: 'confirmed' },
    after: { status: 'completed' },
  })
  publish(tx, { studio_id, topic: 'bookings', id, client_id })
}

/**
 * Deletes snapshots for undos after an hour. Whether a change was undone is stored for one more day, because emails about it may
 * still be queued.
 */
const deleteOldUndos = defineJob('bookings.forget-undos', {
  payload: z.object({}),
  every: 'hour',
  run: (_payload, { now }) => {
    const before = new Date(now.getTime() - HOUR_MS).toISOString()
    const expired_before = new Date(now.getTime() - DAY_MS - HOUR_MS).toISOString()
    return asSystem((tx) => deleteUndos(tx, { before, expired_before }))
  },
})

export const bookingsJobs = [completePastSessions, deleteOldUndos]
