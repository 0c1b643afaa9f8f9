import { asActor, type Caller } from '#platform/db/actor.ts'
import { queueForLock } from '#platform/db/locks.ts'
import { getStudioOfBooking } from './queries.ts'

/**
 * Queues `work`, a transaction that takes the lock of a booking's studio, behind other work for that studio. If the caller
 * cannot see the booking, `work` runs immediately and fails.
 */
export async function queueForBookingsStudio<T>(
  caller: Caller,
  booking_id: string,
  work: () => Promise<T>,
): Promise<T> {
  const booking = await asActor({ ...caller, idempotency: undefined }, (tx) => getStudioOfBooking(tx, booking_id))
  return booking ? queueForLock('studio', booking.studio_id, work) : work()
}
