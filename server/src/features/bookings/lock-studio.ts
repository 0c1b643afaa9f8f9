import { asActor, type Caller } from '#platform/db/actor.ts'
import { awaitLock } from '#platform/db/locks.ts'
import { getStudioOf } from './queries.ts'

/**
 * Runs `work`, a transaction that takes the studio's lock, when it is its turn at the studio of a booking. For a booking that
 * the caller cannot see, `work` runs at once and refuses.
 */
export async function awaitStudioOf<T>(caller: Caller, booking_id: string, work: () => Promise<T>): Promise<T> {
  const booking = await asActor({ ...caller, idempotency: undefined }, (tx) => getStudioOf(tx, booking_id))
  return booking ? awaitLock('studio', booking.studio_id, work) : work()
}
