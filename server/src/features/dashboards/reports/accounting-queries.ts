import type { ReportPeriod } from '@studiohub/contract/features/dashboards/reports/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** Issued invoices and credit notes of a period, including those that became void. */
export async function listInvoices(tx: Tx, { studio_id, from, to }: ReportPeriod) {
  const { rows } = await sql<{
    number: string
    kind: 'invoice' | 'credit_note'
    corrects: string | null
    issued_on: string
    due_on: string | null
    is_void: boolean
    client: string | null
    company: string | null
    tax_number: string | null
    currency: string
    net_minor: number
    tax_minor: number
    total_minor: number
    open_minor: number
  }>`
    select i.number, i.kind, c.number as corrects, i.issued_on, i.due_on, i.voided_at is not null as is_void,
      i.buyer->>'name' as client, i.buyer->>'company' as company, i.buyer->>'tax_number' as tax_number, i.currency,
      i.net_minor, i.tax_minor, i.total_minor,
      coalesce((select sum(e.amount_minor) from ledger_entries e
        where e.invoice_id = i.id and e.account = 'receivable'), 0)::bigint as open_minor
    from invoices i left join invoices c on c.id = i.corrects_id
    where i.studio_id = ${studio_id}::uuid and i.issued_on between ${from}::date and ${to}::date
    order by i.kind desc, i.number_year, i.number_in_year`.execute(tx)
  return rows
}

/** Net amount and tax of each invoice and credit note by rate. Amounts of credit notes are negative; void ones are left out. */
export async function listTaxes(tx: Tx, { studio_id, from, to }: ReportPeriod) {
  const { rows } = await sql<{
    number: string
    issued_on: string
    tax_rate_bp: number
    currency: string
    net_minor: number
    tax_minor: number
  }>`
    select i.number, i.issued_on, l.tax_rate_bp, i.currency,
      sum(case when i.kind = 'credit_note' then -l.net_minor else l.net_minor end)::bigint as net_minor,
      sum(case when i.kind = 'credit_note' then -l.tax_minor else l.tax_minor end)::bigint as tax_minor
    from invoices i join invoice_lines l on l.invoice_id = i.id
    where i.studio_id = ${studio_id}::uuid and i.issued_on between ${from}::date and ${to}::date and i.voided_at is null
    group by i.id, l.tax_rate_bp order by i.kind desc, i.number_year, i.number_in_year, l.tax_rate_bp`.execute(tx)
  return rows
}

/** Payments and refunds of a period. */
export async function listPayments(tx: Tx, { studio_id, from, to }: ReportPeriod) {
  const { rows } = await sql<{
    paid_on: string
    kind: 'payment' | 'refund' | 'credit' | 'payout'
    method: string
    amount_minor: number
    currency: string
    invoice: string | null
    client: string | null
    note: string
  }>`
    select p.paid_on, p.kind, p.method, p.amount_minor, p.currency, i.number as invoice,
      coalesce(i.buyer->>'name', c.name) as client, p.note
    from payments p
    left join invoices i on i.id = p.invoice_id
    left join client_records c on c.studio_id = p.studio_id and c.id = p.client_id
    where p.studio_id = ${studio_id}::uuid and p.paid_on between ${from}::date and ${to}::date
    order by p.paid_on, p.created_at, p.id`.execute(tx)
  return rows
}

/** Every entry of the books in a period. */
export async function listEntries(tx: Tx, { studio_id, from, to }: ReportPeriod) {
  const { rows } = await sql<{
    occurred_on: string
    event_key: string
    kind: string
    account: string
    amount_minor: number
    currency: string
    invoice: string | null
  }>`
    select e.occurred_on, e.event_key, e.kind, e.account, e.amount_minor, e.currency, i.number as invoice
    from ledger_entries e left join invoices i on i.id = e.invoice_id
    where e.studio_id = ${studio_id}::uuid and e.occurred_on between ${from}::date and ${to}::date
    order by e.occurred_on, e.recorded_at, e.event_key, e.position`.execute(tx)
  return rows
}
