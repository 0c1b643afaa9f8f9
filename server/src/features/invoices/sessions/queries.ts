import type { BillableSession } from '@studiohub/contract/features/invoices/schema.ts'
import type { PriceLine } from '@studiohub/contract/features/prices/schema.ts'
import { policySentence } from '@studiohub/contract/features/studios/cancellation/rules.ts'
import type { CancellationPolicy } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import type { BookingTax } from '@studiohub/contract/features/studios/taxes/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

type BillableFilter = {
  studio_id: string
  client_id: string
  ids?: readonly string[]
  invoice_id?: string | undefined
}

/** A session with the lines of its price. */
export type PricedSession = Omit<BillableSession, 'hour_minor' | 'tax_rate_bp'> & {
  price_lines: PriceLine[]
  tax: BookingTax | null
  has_fee: boolean
  /** The booked length. */
  minutes: number
}

/**
 * Sessions of a client that can be invoiced: confirmed or completed with a price, or with a fee, and on no other invoice. A
 * missed session without a fee is free.
 * @param ids limits the result to these sessions @param invoice_id also includes the sessions of this draft
 */
export async function listBillable(tx: Tx, { studio_id, client_id, ids, invoice_id }: BillableFilter) {
  const { rows } = await sql<PricedSession>`
    select b.id, b.booking_date, to_char(b.start_time, 'HH24:MI') as start_time, b.service_type,
      coalesce(s.label, b.service_type) as label, b.status, a.amount as price_minor,
      b.currency, b.price_lines, b.tax, b.fee is not null and b.fee->>'waived_at' is null as has_fee,
      (extract(epoch from b.ends_at - b.starts_at) / 60)::integer as minutes
    from bookings b left join studio_services s on s.studio_id = b.studio_id and s.key = b.service_type
    cross join lateral (select app.session_amount(b.status, b.no_show_at, b.price_minor, b.fee) as amount) a
    where b.studio_id = ${studio_id}::uuid and b.client_id = ${client_id}::uuid and b.booking_type = 'client_booking'
      and (b.no_show_at is null and b.status in ('confirmed', 'completed') or a.amount > 0) and b.status <> 'pending'
      and a.amount is not null and b.currency is not null
      and ${ids ? sql`b.id = any(${ids}::uuid[])` : sql`true`}
      and not exists (select from invoice_lines l where l.booking_id = b.id and l.is_billed
        and l.invoice_id is distinct from ${invoice_id ?? null}::uuid)
    order by b.booking_date, b.start_time, b.id`.execute(tx)
  return rows
}

/** The cancellation policies of sessions as sentences, each once. Leaves out policies without a fee. */
export async function listPolicies(tx: Tx, { studio_id, ids }: { studio_id: string; ids: readonly string[] }) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ policy: CancellationPolicy; cutoff_hours: number }>`
    select distinct b.cancellation_policy as policy, s.cancellation_cutoff_hours as cutoff_hours
    from bookings b join studios s on s.id = b.studio_id
    where b.studio_id = ${studio_id}::uuid and b.id = any(${ids}::uuid[]) and b.cancellation_policy is not null`.execute(
    tx,
  )
  return rows.flatMap(({ policy, cutoff_hours }) => policySentence(policy, cutoff_hours) ?? [])
}

type SessionMoneyRow = {
  booking_id: string
  client_id: string | null
  currency: string | null
  price_minor: number | null
  invoice_id: string | null
  invoice_number: string | null
  paid_minor: number
  owed_minor: number
}

/** The amounts paid and owed for a session; undefined if the actor may not see them. */
export async function getSessionMoney(tx: Tx, booking_id: string) {
  const { rows } = await sql<SessionMoneyRow>`
    select * from door.session_money(array[${booking_id}::uuid])`.execute(tx)
  return rows[0]
}
