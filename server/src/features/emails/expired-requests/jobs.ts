import type { MessageKind } from '@studiohub/contract/features/messages/words.ts'
import type { AuditAction } from '@studiohub/contract/shared/audit-actions.ts'
import { z } from 'zod'
import { insertAuditEntry } from '#platform/audit/audit.ts'
import { asSystem } from '#platform/db/actor.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { defineJob, enqueue } from '#platform/jobs/jobs.ts'
import { publish } from '#platform/realtime/realtime.ts'
import { tellOfBooking } from '../bookings/jobs.ts'
import { type ExpiredRequest, expireChangeRequests, expirePendingBookings, listRequestsToRemind } from './queries.ts'

const REQUESTS_AT_ONCE = 500

/** Ends clients' requests that the studio did not answer, and emails the clients. The next run handles the remaining ones. */
const expireRequests = defineJob('bookings.expire-requests', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      for (const one of await expirePendingBookings(tx, now, REQUESTS_AT_ONCE)) {
        await recordExpiry(tx, one, { action: 'bookings.expire', kind: 'expired' })
      }
      for (const one of await expireChangeRequests(tx, now, REQUESTS_AT_ONCE)) {
        await recordExpiry(tx, one, { action: 'bookings.expireChange', kind: 'change_expired' })
      }
    }),
})

/** Reminds the studio of requests that expire soon, once each. */
const remindOfRequests = defineJob('bookings.remind-of-requests', {
  payload: z.object({}),
  every: '*/10 * * * *',
  run: (_payload, { now }) =>
    asSystem(async (tx) => {
      for (const due of await listRequestsToRemind(tx, now, REQUESTS_AT_ONCE)) {
        await enqueue(tx, tellOfBooking, { ...due, kind: 'expiring', actor_id: null })
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
  await enqueue(tx, tellOfBooking, { booking_id: id, kind, version, actor_id: null })
}
