import { z } from 'zod'
import { asSystem } from '#platform/db/actor.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { completePastBookings, recordCompletion } from './steps/queries.ts'

const SESSIONS_AT_ONCE = 500

/** Completes confirmed sessions that are over; the next run continues where one stops. */
const completePastSessions = defineJob('bookings.complete-past', {
  payload: z.object({}),
  // Not more often, because each run writes, and each write is copied into a snapshot.
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      const completed = await completePastBookings(tx, now.toISOString(), SESSIONS_AT_ONCE)
      for (const booking of completed) await recordCompletion(tx, booking)
    }),
})

export const bookingsJobs = [completePastSessions]
