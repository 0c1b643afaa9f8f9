import type { MessageKind } from '@studiohub/contract/features/messages/words.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { Id } from '@studiohub/contract/shared/text.ts'
import { z } from 'zod'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { emailAboutBooking } from '../bookings/jobs.ts'
import { type ExpiredRequest, expireChangeRequests, expirePendingBookings, listRequestsToRemind } from './queries.ts'

const REQUESTS_AT_ONCE = 500

/** Ends requests that the studio did not answer, and emails the clients. */
async function expire(tx: Tx, expiring: Parameters<typeof expirePendingBookings>[1]) {
  for (const one of await expirePendingBookings(tx, expiring))
    await recordExpiry(tx, one, { action: 'bookings.expire', kind: 'expired' })
  for (const one of await expireChangeRequests(tx, expiring))
    await recordExpiry(tx, one, { action: 'bookings.expireChange', kind: 'change_expired' })
}

/** Ends the request of a booking. It is queued for the time when the request expires. */
export const expireRequest = defineJob('bookings.expire-request', {
  payload: z.object({ booking_id: Id }),
  run: ({ booking_id }, { now }) =>
    // The queue's clock may be a little ahead.
    asSystem((tx) => expire(tx, { now: new Date(now.getTime() + 2_000), limit: 1, id: booking_id })),
})

/**
 * Queues the end of a booking's request, so that its time becomes free immediately.
 * @param expires_in_ms the time until it expires
 */
export const queueExpiry = (tx: Tx, booking_id: string, expires_in_ms: number) =>
  // Uses the machine's clock, because the queue does too.
  enqueue(tx, expireRequest, { booking_id }, { startAfter: new Date(Date.now() + expires_in_ms) })

/** Ends requests that the queue has missed. The next run continues with the remaining ones. */
const expireRequests = defineJob('bookings.expire-requests', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) => asSystem((tx) => expire(tx, { now, limit: REQUESTS_AT_ONCE })),
})

/** Reminds the studio, once, of requests that expire soon. */
const remindOfRequests = defineJob('bookings.remind-of-requests', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      for (const due of await listRequestsToRemind(tx, now, REQUESTS_AT_ONCE)) {
        await enqueue(tx, emailAboutBooking, { ...due, kind: 'expiring', actor_id: null })
      }
    }),
})

export const expiredRequestsJobs = [expireRequests, remindOfRequests]

async function recordExpiry(
  tx: Tx,
  expired: ExpiredRequest,
  { action, kind }: { action: AuditAction; kind: MessageKind },
) {
  const { id, studio_id, client_id, version } = expired
  const isCancelled = kind === 'expired'
  await insertAuditEntry(tx, {
    actor_id: null,
    session_id: null,
    studio_id,
    action,
    object_type: 'booking',
    object_id: id,
    ...(isCancelled && { before: { status: 'pending' }, after: { status: 'cancelled' } }),
  })
  publish(tx, { studio_id, topic: 'bookings', id, client_id })
  await enqueue(tx, emailAboutBooking, { booking_id: id, kind, version, actor_id: null })
}
