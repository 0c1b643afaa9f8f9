import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { asActor } from '@studiohub/server/platform/db/actor.ts'
import type { Tx } from '@studiohub/server/platform/db/transaction.ts'
import type { Clock } from '@studiohub/server/platform/process/clock.ts'
import type { Answer, Caller } from './http.ts'

/**
 * A clock for a server under test: it begins tomorrow at 10:00 UTC, so that a time of day does not depend on when the
 * tests run, and stands still until it is set. Never behind the real one, in whose terms access tokens expire.
 */
export function aStandingClock(): Clock & { today: string; set(time: string, days?: number): void } {
  const today = plusDays(todayIn('UTC', new Date()), 1)
  let now = new Date(`${today}T10:00:00Z`)
  return {
    today,
    now: () => now,
    set(time, days = 0) {
      now = new Date(`${plusDays(today, days)}T${time}:00Z`)
    },
  }
}

/** What the booking form sends: a recording session of two hours a week from now, unless said otherwise. */
export function aSession(today: string, given: Record<string, unknown> = {}) {
  return {
    booking_date: plusDays(today, 7),
    start_time: '10:00',
    end_time: '12:00',
    service_type: 'recording',
    booking_type: 'client_booking',
    ...given,
  }
}

/** The same for time that an admin blocks. */
export const aBlock = (today: string, given: Record<string, unknown> = {}) =>
  aSession(today, { booking_type: 'blocked_time', service_type: 'maintenance', ...given })

/** A booking that was made; anyone who calls makes it for themselves. */
export async function aBooking(
  caller: Caller,
  studio_id: string,
  today: string,
  given: Record<string, unknown> = {},
): Promise<Booking> {
  const answer = await caller.post(`/studios/${studio_id}/bookings`, aSession(today, given))
  if (answer.status !== 201) throw new Error(`booking failed: ${answer.status} ${JSON.stringify(answer.body)}`)
  const { warnings, ...booking } = answer.body
  return booking
}

/** Confirms a booking as it is now. */
export async function confirmAsSeen(caller: Caller, id: string): Promise<Answer> {
  const { body } = await caller.get(`/bookings/${id}`)
  return caller.post(`/bookings/${id}/confirm`, { version: body.version })
}

/** Declines a booking as it is now. */
export async function declineAsSeen(caller: Caller, id: string, reason: string): Promise<Answer> {
  const { body } = await caller.get(`/bookings/${id}`)
  return caller.post(`/bookings/${id}/decline`, { version: body.version, reason })
}

/** Works in the database in somebody's own rights, through the door of the server in this process. */
export function asPerson<T>({ token }: { token: string }, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { session_id } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
  return asActor({ session_id, request_id: 'test' }, work)
}
