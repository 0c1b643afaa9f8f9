import type { BookedHours } from '@studiohub/contract/features/dashboards/rules.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

type StatsDay = { studio_id: string; today: string; now: Date }

/** Counts a studio's crew, clients, rooms, and open bookings of today and the next six days. */
export async function countStudio(tx: Tx, { studio_id, today, now }: StatsDay) {
  const { rows } = await sql<{ crew: number; clients: number; upcoming_bookings: number; rooms: number }>`
    select
      (select count(*) from user_roles where studio_id = ${studio_id}::uuid and role = 'staff' and status = 'active'
        and removed_at is null)::integer as crew,
      (select count(*) from client_records where studio_id = ${studio_id}::uuid and removed_at is null)::integer as clients,
      (select count(*) from bookings where studio_id = ${studio_id}::uuid and booking_type = 'client_booking'
        and status in ('pending', 'confirmed') and booking_date between ${today}::date and ${today}::date + 6
        and ends_at > ${now.toISOString()}::timestamptz)::integer as upcoming_bookings,
      (select count(*) from resources where studio_id = ${studio_id}::uuid and kind = 'room' and is_active)::integer
        as rooms`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the count of a studio returned no row')
  return row
}

/** Bookings and revenue by month and currency. @param from the first day of the first month */
export async function listMonths(tx: Tx, { studio_id, from }: { studio_id: string; from: string }) {
  const { rows } = await sql<{ month: string; currency: string | null; bookings: number; revenue_minor: number }>`
    select to_char(booking_date, 'YYYY-MM') as month, currency,
      (count(*) filter (where status <> 'cancelled'))::integer as bookings,
      coalesce(sum(price_minor) filter (where status in ('confirmed', 'completed')), 0)::float8 as revenue_minor
    from bookings
    where studio_id = ${studio_id}::uuid and booking_type = 'client_booking' and booking_date >= ${from}::date
    group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

/**
 * A studio's earnings and payments by its books, by month and currency. A fee for a coming session is earned on the day of the
 * session, so entries can lie in the future.
 * @param from the first day of the first month
 * @param to today
 */
export async function listBookedMonths(
  tx: Tx,
  { studio_id, from, to }: { studio_id: string; from: string; to: string },
) {
  const { rows } = await sql<{ month: string; currency: string; earned_minor: number; collected_minor: number }>`
    select to_char(occurred_on, 'YYYY-MM') as month, currency,
      coalesce(-sum(amount_minor) filter (where account in ('revenue', 'fees')), 0)::bigint as earned_minor,
      coalesce(sum(amount_minor) filter (where account in ('cash', 'bank', 'outside', 'card_clearing')
        and kind in ('payment_received', 'payment_refunded', 'deposit_held', 'deposit_returned', 'credit_paid_out', 'dispute_opened',
          'dispute_ended')), 0)::bigint
        as collected_minor
    from ledger_entries
    where studio_id = ${studio_id}::uuid and occurred_on between ${from}::date and ${to}::date
    group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

/** Whether a studio has issued an invoice, as far as the actor may know. */
export async function hasInvoices(tx: Tx, studio_id: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from invoices where studio_id = ${studio_id}::uuid and issued_at is not null) as exists`.execute(
    tx,
  )
  return rows[0]?.exists ?? false
}

/** Room hours of confirmed and completed bookings by weekday and hour, from `from` to the day before `to`. */
export async function listBookedHours(
  tx: Tx,
  { studio_id, from, to }: { studio_id: string; from: string; to: string },
): Promise<BookedHours[]> {
  const { rows } = await sql<BookedHours>`
    with sessions as (
      select b.booking_date + b.start_time as begins,
        b.booking_date + b.days - 1 + b.end_time as ends,
        (select count(distinct r.id) from reservations h join resources r on r.id = h.resource_id
          where h.booking_id = b.id and not h.requested and r.kind = 'room') as rooms
      from bookings b
      where b.studio_id = ${studio_id}::uuid and b.booking_type = 'client_booking'
        and b.status in ('confirmed', 'completed')
        and b.booking_date >= ${from}::date and b.booking_date < ${to}::date)
    select extract(dow from h.hour)::integer as weekday, extract(hour from h.hour)::integer as hour,
      sum(s.rooms * extract(epoch from least(s.ends, h.hour + interval '1 hour') - greatest(s.begins, h.hour)) / 3600)::float8
        as hours
    from sessions s
    cross join lateral generate_series(date_trunc('hour', s.begins), s.ends - interval '1 second', interval '1 hour') as h (hour)
    group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

/** The studio's regular opening hours. */
export function listOpeningHours(tx: Tx, studio_id: string) {
  return tx
    .selectFrom('opening_hours')
    .select(['weekday', 'opens', 'closes', 'closes_next_day'])
    .where('studio_id', '=', studio_id)
    .orderBy('weekday')
    .orderBy('opens')
    .execute()
}
