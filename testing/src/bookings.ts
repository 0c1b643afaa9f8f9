import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { asActor } from '@studiohub/server/platform/db/actor.ts'
import type { Tx } from '@studiohub/server/platform/db/transaction.ts'
import type { Clock } from '@studiohub/server/platform/process/clock.ts'
import type { ApiResponse, TestClient } from './http.ts'

/**
 * A clock for a server under test: starts tomorrow at 10:00 UTC, so that tests do not depend on the time of day, and
 * does not move until it is set. It is never behind the real clock, which access tokens use for their expiry.
 */
export function aFixedClock(): Clock & { today: string; set(time: string, days?: number): void } {
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

/** Input of a booking: by default a two-hour recording session one week from now. */
export function aSession(today: string, overrides: Record<string, unknown> = {}) {
  return {
    booking_date: plusDays(today, 7),
    start_time: '10:00',
    end_time: '12:00',
    service_type: 'recording',
    booking_type: 'client_booking',
    ...overrides,
  }
}

/** Input of blocked time. */
export const aBlock = (today: string, overrides: Record<string, unknown> = {}) =>
  aSession(today, { booking_type: 'blocked_time', service_type: 'maintenance', ...overrides })

/** Creates a booking; clients create it for themselves. */
export async function aBooking(
  caller: TestClient,
  studio_id: string,
  today: string,
  overrides: Record<string, unknown> = {},
): Promise<Booking> {
  const response = await caller.post(`/studios/${studio_id}/bookings`, aSession(today, overrides))
  if (response.status !== 201) throw new Error(`booking failed: ${response.status} ${JSON.stringify(response.body)}`)
  const { warnings, ...booking } = response.body
  return booking
}

/** Confirms a booking with its current version. */
export async function confirmAsSeen(caller: TestClient, id: string): Promise<ApiResponse> {
  const { body } = await caller.get(`/bookings/${id}`)
  return caller.post(`/bookings/${id}/confirm`, { version: body.version })
}

/** Declines a booking with its current version. */
export async function declineAsSeen(caller: TestClient, id: string, reason: string): Promise<ApiResponse> {
  const { body } = await caller.get(`/bookings/${id}`)
  return caller.post(`/bookings/${id}/decline`, { version: body.version, reason })
}

/** Runs `work` in the database with a user's rights, through the server's own `asActor`. */
export function asPerson<T>({ token }: { token: string }, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { session_id } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
  return asActor({ session_id, request_id: 'test' }, work)
}
