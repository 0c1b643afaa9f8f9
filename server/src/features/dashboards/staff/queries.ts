import { SESSION_DAYS_MAX } from '@studiohub/contract/features/bookings/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { waitsForStudio } from '../../bookings/lists/queries.ts'

type StaffWork = {
  sessions_today: number
  own_sessions_today: number
  pending_tasks: number
  overdue_tasks: number
  waiting_requests: number
  checked_in: number
}

const NO_WORK: StaffWork = {
  sessions_today: 0,
  own_sessions_today: 0,
  pending_tasks: 0,
  overdue_tasks: 0,
  waiting_requests: 0,
  checked_in: 0,
}

/**
 * Counts the studio's sessions of today (in its time zone), open requests and checked-in clients, and the sessions and tasks
 * of one crew member. Sessions that began earlier and end today are included.
 */
export async function countStaffWork(
  tx: Tx,
  { studio_id, user_id, now }: { studio_id: string; user_id: string; now: Date },
): Promise<StaffWork> {
  const { rows } = await sql<StaffWork>`
    with today as (
      select (${now.toISOString()}::timestamptz at time zone s.timezone)::date as day, s.timezone
      from studios s where s.id = ${studio_id}::uuid
    ), sessions as (
      select b.id from bookings b, today
      where b.studio_id = ${studio_id}::uuid and b.booking_date between today.day - ${SESSION_DAYS_MAX}::integer and today.day
        and (b.booking_date = today.day or b.days > 1 and b.booking_date + b.days - 1 + b.end_time > today.day)
        and b.booking_type = 'client_booking' and b.status <> 'cancelled'
    ), own_tasks as (
      select t.status, t.due_date from tasks t
      where t.studio_id = ${studio_id}::uuid and t.assigned_to = ${user_id}::uuid
        and t.status in ('pending', 'in_progress')
    )
    select (select count(*) from sessions)::integer as sessions_today,
      (select count(*) from sessions where exists (
        select from reservations h join resources r on r.id = h.resource_id
        where h.booking_id = sessions.id and not h.requested and r.user_id = ${user_id}::uuid))::integer as own_sessions_today,
      (select count(*) from own_tasks where status = 'pending')::integer as pending_tasks,
      (select count(*) from own_tasks where due_date < today.day)::integer as overdue_tasks,
      (select count(*) from bookings
        where bookings.studio_id = ${studio_id}::uuid and ${waitsForStudio(studio_id)})::integer as waiting_requests,
      (select count(*) from client_checkins c
        where c.studio_id = ${studio_id}::uuid and c.check_out_time is null)::integer as checked_in
    from today`.execute(tx)
  return rows[0] ?? NO_WORK
}
