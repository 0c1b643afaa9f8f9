import type { EarnedAmount, ReportPeriod, Reports } from '@studiohub/contract/features/dashboards/reports/schema.ts'
import type { WeeklyHours } from '@studiohub/contract/shared/opening-hours.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

const CLIENTS_SHOWN = 200

/** The entries of a period that count as earnings. Credits are negative. */
const earningsQuery = ({ studio_id, from, to }: ReportPeriod) => sql`
  ledger_entries e where e.studio_id = ${studio_id}::uuid and e.account in ('revenue', 'fees')
    and e.occurred_on between ${from}::date and ${to}::date`

/** Earnings, and payments less refunds, by month and currency. */
export async function listMonths(tx: Tx, { studio_id, from, to }: ReportPeriod) {
  const { rows } = await sql<Reports['by_month'][number]>`
    select to_char(occurred_on, 'YYYY-MM') as month, currency,
      coalesce(-sum(amount_minor) filter (where account in ('revenue', 'fees')), 0)::bigint as earned_minor,
      coalesce(sum(amount_minor) filter (where account in ('cash', 'bank', 'outside', 'card_clearing')
        and kind not in ('payout', 'processor_fee')), 0)::bigint as received_minor
    from ledger_entries
    where studio_id = ${studio_id}::uuid and occurred_on between ${from}::date and ${to}::date
    group by 1, 2
    having bool_or(account in ('revenue', 'fees', 'cash', 'bank', 'outside', 'card_clearing'))
    order by 1, 2`.execute(tx)
  return rows
}

async function listEarnings(tx: Tx, statement: RawBuilder<EarnedAmount>): Promise<EarnedAmount[]> {
  const { rows } = await sql<EarnedAmount>`
    select * from (${statement}) earnings where earned_minor <> 0
    order by earned_minor desc, name nulls last limit ${CLIENTS_SHOWN}`.execute(tx)
  return rows
}

/** Earnings of each service. Invoice lines without a session belong to no service. */
export const listByService = (tx: Tx, period: ReportPeriod) =>
  listEarnings(
    tx,
    sql<EarnedAmount>`
    select b.service_type as id, max(coalesce(s.label, b.service_type)) as name, x.currency,
      -sum(x.amount_minor)::bigint as earned_minor
    from (select e.booking_id, e.currency, e.amount_minor from ${earningsQuery(period)}) x
    left join bookings b on b.id = x.booking_id
    left join studio_services s on s.studio_id = b.studio_id and s.key = b.service_type
    group by b.service_type, x.currency`,
  )

/** Earnings of each room. A session in several rooms counts for each in equal parts; the first one gets the remainder. */
export const listByRoom = (tx: Tx, period: ReportPeriod) =>
  listEarnings(
    tx,
    sql<EarnedAmount>`
    select r.id, max(r.name) as name, x.currency,
      -sum(case when r.id is null then x.amount_minor
        else x.amount_minor / r.rooms + case when r.ordinal = 1 then x.amount_minor % r.rooms else 0 end end)::bigint as earned_minor
    from (select e.booking_id, e.currency, e.amount_minor from ${earningsQuery(period)}) x
    left join lateral (
      select o.id, o.name, row_number() over (order by o.position, o.id) as ordinal, count(*) over () as rooms
      from resources o where o.kind = 'room' and o.id in (
        select h.resource_id from reservations h where h.booking_id = x.booking_id and not h.requested)
    ) r on true
    group by r.id, x.currency`,
  )

/** Earnings with each client, the highest first. */
export const listByClient = (tx: Tx, period: ReportPeriod) =>
  listEarnings(
    tx,
    sql<EarnedAmount>`
    select c.id, max(coalesce(c.name, c.company)) as name, x.currency, -sum(x.amount_minor)::bigint as earned_minor
    from (select e.studio_id, e.client_id, e.currency, e.amount_minor from ${earningsQuery(period)}) x
    left join client_records c on c.studio_id = x.studio_id and c.id = x.client_id
    group by c.id, x.currency`,
  )

/** The rooms in use, how many minutes of each were booked, and their own week if they have one. */
export async function listRooms(tx: Tx, { studio_id, from, to }: ReportPeriod) {
  const { rows } = await sql<{ id: string; name: string; booked_minutes: number; own_week: WeeklyHours[] | null }>`
    select r.id, r.name, coalesce((
        select sum(extract(epoch from b.ends_at - b.starts_at) / 60) from bookings b
        where b.studio_id = r.studio_id and b.booking_type = 'client_booking' and b.status in ('confirmed', 'completed')
          and b.no_show_at is null and b.booking_date between ${from}::date and ${to}::date
          and exists (select from reservations h where h.booking_id = b.id and h.resource_id = r.id and not h.requested)
      ), 0)::integer as booked_minutes,
      case when r.has_own_hours then (select coalesce(json_agg(json_build_object('weekday', w.weekday,
          'opens', to_char(w.opens, 'HH24:MI'), 'closes', to_char(w.closes, 'HH24:MI'),
          'closes_next_day', w.closes_next_day)), '[]')
        from resource_hours w where w.resource_id = r.id) end as own_week
    from resources r
    where r.studio_id = ${studio_id}::uuid and r.kind = 'room' and r.is_active order by r.position, r.id`.execute(tx)
  return rows
}

/** The days of a period with exceptional hours. */
export async function listExceptions(tx: Tx, { studio_id, from, to }: ReportPeriod) {
  const { rows } = await sql<{ date: string; spans: WeeklyHours[] }>`
    select e.date::text as date, coalesce(json_agg(json_build_object('opens', to_char(e.opens, 'HH24:MI'),
        'closes', to_char(e.closes, 'HH24:MI'), 'closes_next_day', e.closes_next_day) order by e.position)
        filter (where e.opens is not null), '[]') as spans
    from opening_exceptions e
    where e.studio_id = ${studio_id}::uuid and e.date between ${from}::date - 1 and ${to}::date
    group by e.date`.execute(tx)
  return rows
}

/** Sessions by month: how many, how they ended, and how long before their start they were booked. */
export async function listSessions(tx: Tx, { studio_id, from, to }: ReportPeriod) {
  const { rows } = await sql<Reports['sessions'][number]>`
    select to_char(booking_date, 'YYYY-MM') as month, count(*)::integer as sessions,
      (count(*) filter (where status = 'cancelled'))::integer as cancelled,
      (count(*) filter (where no_show_at is not null))::integer as no_shows,
      (avg(greatest(extract(epoch from starts_at - created_at), 0)) / 60)::integer as lead_minutes
    from bookings
    where studio_id = ${studio_id}::uuid and booking_type = 'client_booking' and client_id is not null
      and booking_date between ${from}::date and ${to}::date
    group by 1 order by 1`.execute(tx)
  return rows
}

/** The open amounts of invoices, by how many days they are past due. */
export async function listOutstanding(tx: Tx, { studio_id, today }: { studio_id: string; today: string }) {
  const { rows } = await sql<Reports['outstanding'][number]>`
    select case when late <= 0 or late is null then 'not_due' when late <= 30 then 'to_30' when late <= 60 then 'to_60'
        when late <= 90 then 'to_90' else 'older' end as age,
      currency, count(*)::integer as invoices, sum(open_minor)::bigint as open_minor
    from (
      select e.currency, ${today}::date - i.due_on as late, sum(e.amount_minor) as open_minor
      from ledger_entries e join invoices i on i.id = e.invoice_id
      where e.studio_id = ${studio_id}::uuid and e.account = 'receivable'
      group by i.id, e.currency, i.due_on having sum(e.amount_minor) > 0) open_invoices
    group by 1, 2 order by 2, min(late) nulls first`.execute(tx)
  return rows
}
