import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** A booking whose request has expired, with its new version. */
export type ExpiredRequest = { id: string; studio_id: string; client_id: string | null; version: number }

const REASON = 'The studio did not answer in time.'

/** Cancels pending requests that expired by `now`, oldest first, which frees their resources. */
export async function expirePendingBookings(tx: Tx, now: Date, limit: number): Promise<ExpiredRequest[]> {
  const { rows } = await sql<ExpiredRequest>`
    update bookings set status = 'cancelled', cancelled_at = ${now.toISOString()}, cancel_reason = ${REASON},
      updated_at = ${now.toISOString()}, version = version + 1
    where status = 'pending' and id in (
      select id from bookings where status = 'pending' and expires_at <= ${now.toISOString()}
      order by expires_at limit ${limit} for update skip locked)
    returning id, studio_id, client_id, version`.execute(tx)
  return rows
}

/** Deletes change requests that expired by `now`, oldest first. Their bookings do not change. */
export async function expireChangeRequests(tx: Tx, now: Date, limit: number): Promise<ExpiredRequest[]> {
  // Locks bookings before their requests, as everywhere, so that an answer, a cancellation and this cannot deadlock.
  const { rows } = await sql<ExpiredRequest>`
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
