import type { Tier } from '@studiohub/contract/features/subscriptions/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** Current numbers of studios, bookings and requests. */
export async function getCounts(tx: Tx, now: Date) {
  const { rows } = await sql<{
    studios: number
    active_studios: number
    active_bookings: number
    pending_requests: number
    pending_requests_since: string | null
  }>`
    select (select count(*) from studios) as studios, (select count(*) from studios where is_active) as active_studios,
      (select count(*) from bookings where booking_type = 'client_booking' and status in ('pending', 'confirmed')
        and ends_at > ${now.toISOString()}::timestamptz) as active_bookings,
      (select count(*) from user_roles where status = 'pending') as pending_requests,
      (select min(requested_at) from user_roles where status = 'pending') as pending_requests_since`.execute(tx)
  return rows[0]
}

/**
 * The partnership applications whose sender is not a partner yet: their number, and when the oldest was sent. An account with
 * the email of an application counts only if its address is proven. Requires the system role, which may read emails.
 */
export async function getPendingApplications(tx: Tx) {
  const { rows } = await sql<{ count: number; since: string | null }>`
    select count(*) as count, min(a.created_at) as since from partnership_applications a
    where not exists (
      select from auth.users u join user_roles r on r.user_id = u.id and r.role = 'partner' and r.status = 'active'
      where (u.id = a.user_id or (u.email_proven and lower(u.email) = lower(a.email))) and u.deleted_at is null
    )`.execute(tx)
  return rows[0] ?? { count: 0, since: null }
}

/** For each plan, the number of studios and how many of them are active. */
export async function listPlans(tx: Tx) {
  const { rows } = await sql<{ tier: Tier; studios: number; active: number }>`
    select tier, count(*) as studios, count(*) filter (where status = 'active') as active
    from studio_subscriptions group by tier`.execute(tx)
  return rows
}

/** The number of new accounts for each month; empty unless the caller is an operator. */
export async function listSignupMonths(tx: Tx) {
  const { rows } = await sql<{ month: string; people: number }>`select month, people from door.arrivals()`.execute(tx)
  return rows
}

/** The number of new studios for each month. @param from_month `yyyy-MM` */
export async function listStudioMonths(tx: Tx, from_month: string) {
  const { rows } = await sql<{ month: string; studios: number }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, count(*) as studios
    from studios where created_at >= (${`${from_month}-01`})::date group by 1`.execute(tx)
  return rows
}

/** The number of client bookings for each week, by its Monday. @param to the last day, `yyyy-MM-dd` */
export async function listBookingWeeks(tx: Tx, from: string, to: string) {
  const { rows } = await sql<{ week: string; bookings: number }>`
    select to_char(date_trunc('week', booking_date), 'YYYY-MM-DD') as week, count(*) as bookings
    from bookings
    where booking_type = 'client_booking' and status <> 'cancelled' and booking_date between ${from}::date and ${to}::date
    group by 1`.execute(tx)
  return rows
}
