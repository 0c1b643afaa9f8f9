import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** A booking whose request has expired, at the version that this made. */
export type Expired = { id: string; studio_id: string; client_id: string | null; version: number }

const REASON = 'The studio did not answer in time.'

/** Cancels pending requests that expired by `now`, the oldest first; what they hold is free again. */
export async function expirePendingBookings(tx: Tx, now: Date, limit: number): Promise<Expired[]> {
  const { rows } = await sql<Expired>`
    update bookings set status = 'cancelled', cancelled_at = ${now.toISOString()}, cancel_reason = ${REASON},
      updated_at = ${now.toISOString()}, version = version + 1
    where status = 'pending' and id in (
      select id from bookings where status = 'pending' and expires_at <= ${now.toISOString()}
      order by expires_at limit ${limit} for update skip locked)
    returning id, studio_id, client_id, version`.execute(tx)
  return rows
}

/** Ends change requests that expired by `now`, the oldest first; their sessions stay as they are. */
export async function expireChangeRequests(tx: Tx, now: Date, limit: number): Promise<Expired[]> {
  // Sessions are locked before their requests, as everywhere: an answer, a cancellation and this never wait for each other.
  const { rows } = await sql<Expired>`
    with due as (
      select b.id from change_requests c join bookings b on b.id = c.booking_id
      where c.expires_at <= ${now.toISOString()} order by c.expires_at limit ${limit} for update of b skip locked
    ), ended as (
      delete from change_requests where booking_id in (select id from due) returning booking_id
    )
    update bookings set version = version + 1, updated_at = ${now.toISOString()}
    where id in (select booking_id from ended)
    returning id, studio_id, client_id, version`.execute(tx)
  return rows
}
