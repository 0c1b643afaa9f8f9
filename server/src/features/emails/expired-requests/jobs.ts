import type { MessageKind } from '@studiohub/contract/features/messages/words.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { insertSystemAuditEntry } from '#platform/audit/audit.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { emailAboutBooking } from '../bookings/jobs.ts'
import { type ExpiredRequest, expireChangeRequests, expirePendingBookings, listRequestsToRemind } from './queries.ts'

const REQUESTS_AT_ONCE = 500

/** Ends requests that the studio did not answer in time, and queues emails to their clients. */
async function endRequests(tx: Tx, filter: Parameters<typeof expirePendingBookings>[1]) {
  for (const request of await expirePendingBookings(tx, filter))
    await recordExpiry(tx, request, { action: 'bookings.expire', kind: 'expired' })
  for (const request of await expireChangeRequests(tx, filter))
    await recordExpiry(tx, request, { action: 'bookings.expireChange', kind: 'change_expired' })
}

/** Ends the request of a booking. The job is queued for the time when the request expires. */
export const expireRequest = defineJob('bookings.expire-request', {
  payload: z.object({ booking_id: Id }),
  run: ({ booking_id }, { now }) =>
    // The job may start a little early, because the queue's clock may be ahead.
    asSystem((tx) => endRequests(tx, { now: new Date(now.getTime() + 2_000), limit: 1, id: booking_id })),
})

/**
 * Queues the job that ends a booking's request as soon as it expires, so that its time becomes free.
 * @param expires_in_ms the time until then
 */
export const queueExpiry = (tx: Tx, booking_id: string, expires_in_ms: number) =>
  // Uses the machine's clock, because the queue does too.
  enqueue(tx, expireRequest, { booking_id }, { startAfter: new Date(Date.now() + expires_in_ms) })

/** Ends expired requests whose own job did not run. If there are many, the next run continues. */
const expireRequests = defineJob('bookings.expire-requests', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) => asSystem((tx) => endRequests(tx, { now, limit: REQUESTS_AT_ONCE })),
})

/** Queues an email to the studio, once per request, about requests that expire soon. */
const remindOfRequests = defineJob('bookings.remind-of-requests', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      for (const request of await listRequestsToRemind(tx, now, REQUESTS_AT_ONCE)) {
        await enqueue(tx, emailAboutBooking, { ...request, kind: 'expiring', actor_id: null })
      }
    }),
})

export const expiredRequestsJobs = [expireRequests, remindOfRequests]

async function recordExpiry(
  tx: Tx,
  request: ExpiredRequest,
  { action, kind }: { action: AuditAction; kind: MessageKind },
) {
  const { id, studio_id, client_id, version } = request
  const isCancelled = kind === 'expired'
  await insertSystemAuditEntry(tx, {
    studio_id,
    action,
    object_type: 'booking',
    object_id: id,
    ...(isCancelled && { before: { status: 'pending' }, after: { status: 'cancelled' } }),
  })
  publish(tx, { studio_id, topic: 'bookings', id, client_id })
  await enqueue(tx, emailAboutBooking, { booking_id: id, kind, version, actor_id: null })
}
