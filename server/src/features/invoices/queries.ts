import { type InvoiceFigures, invoiceState } from '@studiohub/contract/features/invoices/rules.ts'
import type {
  Invoice,
  InvoiceBuyer,
  InvoiceLine,
  InvoiceSeller,
  InvoiceTotals,
} from '@studiohub/contract/features/invoices/schema.ts'
import type { InvoiceState, InvoiceStateFilter } from '@studiohub/contract/features/invoices/words.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { type Page, pageParts } from '#platform/http/cursor.ts'

/** The open, paid, credited and written-off amounts of an invoice, from its entries in the books. */
const figuresSource = sql`
  lateral (
    select coalesce(sum(e.amount_minor), 0)::bigint as open_minor,
      coalesce(-sum(e.amount_minor) filter (where e.kind in ('payment_received', 'credit_used', 'deposit_applied',
        'payment_refunded')), 0)::bigint as paid_minor,
      coalesce(-sum(e.amount_minor) filter (where e.kind = 'credit_note_issued'), 0)::bigint as credited_minor,
      coalesce(-sum(e.amount_minor) filter (where e.kind = 'written_off'), 0)::bigint as written_off_minor
    from ledger_entries e where e.invoice_id = i.id and e.account = 'receivable'
  ) f`

const columns = sql`
  i.id, i.studio_id, i.client_id, coalesce(i.buyer->>'name', c.name) as client_name, i.kind, i.corrects_id, i.number,
  i.currency, i.prices_include_tax, i.net_minor, i.tax_minor, i.total_minor, f.paid_minor, f.credited_minor,
  f.written_off_minor, f.open_minor, i.issued_on, i.due_on, i.sent_at, i.voided_at, i.created_at, i.version,
  (select json_build_object('description', l.description, 'service_on', l.service_on) from invoice_lines l
    where l.invoice_id = i.id order by l.position limit 1) as first_line,
  (select count(*)::int from invoice_lines l where l.invoice_id = i.id) as line_count`

const invoiceSource = sql`
  invoices i left join client_records c on c.studio_id = i.studio_id and c.id = i.client_id cross join ${figuresSource}`

// The same rules as `invoiceState`, in SQL, so that lists can filter by state.
const isCredited = sql`(i.total_minor > 0 and f.credited_minor >= i.total_minor)`
const isLive = sql`(i.issued_at is not null and i.voided_at is null and not ${isCredited})`
const stateConditions = (today: string): Record<InvoiceStateFilter, RawBuilder<unknown>> => ({
  open: sql`(${isLive} and f.open_minor > 0)`,
  draft: sql`i.issued_at is null`,
  void: sql`(i.voided_at is not null or (i.issued_at is not null and ${isCredited}))`,
  paid: sql`(${isLive} and f.open_minor <= 0 and f.written_off_minor = 0)`,
  written_off: sql`(${isLive} and f.open_minor <= 0 and f.written_off_minor > 0)`,
  overdue: sql`(${isLive} and f.open_minor > 0 and i.due_on < ${today}::date)`,
  partly_paid: sql`(${isLive} and f.open_minor > 0 and f.paid_minor > 0 and (i.due_on < ${today}::date) is not true)`,
  sent: sql`(${isLive} and f.open_minor > 0 and f.paid_minor <= 0 and (i.due_on < ${today}::date) is not true)`,
})

type InvoiceRow = Omit<Invoice, 'state'>
const addState =
  (today: string) =>
  <Row extends InvoiceFigures>(row: Row): Row & { state: InvoiceState } => ({ ...row, state: invoiceState(row, today) })

type InvoiceFilter = {
  studio_id: string
  state?: InvoiceStateFilter | undefined
  client_id?: string | undefined
  search?: string | undefined
  today: string
}

/** The invoices of a studio that the actor may see, newest first. */
export async function listInvoices(tx: Tx, filter: InvoiceFilter, page: Page) {
  const { sortedBy, isBeyond, inOrder } = pageParts({ at: 'i.created_at', id: 'i.id', descends: true }, page)
  const pattern = `%${(filter.search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<InvoiceRow & { sorted_by: string }>`
    select ${columns}, ${sortedBy} from ${invoiceSource}
    where i.studio_id = ${filter.studio_id}::uuid and i.kind = 'invoice' and ${isBeyond}
      and ${filter.state ? stateConditions(filter.today)[filter.state] : sql`true`}
      and ${filter.client_id ? sql`i.client_id = ${filter.client_id}::uuid` : sql`true`}
      and ${filter.search ? sql`(i.number ilike ${pattern} or coalesce(i.buyer->>'name', c.name) ilike ${pattern})` : sql`true`}
    ${inOrder}`.execute(tx)
  return rows.map(addState(filter.today))
}

/** One invoice or credit note, or undefined if the actor may not see it. */
export async function getInvoice(tx: Tx, id: string, today: string) {
  const { rows } = await sql<
    InvoiceRow & { note: string; reason: string; seller: InvoiceSeller | null; buyer: InvoiceBuyer; policies: string[] }
  >`
    select ${columns}, i.note, i.reason, i.seller, i.buyer, i.policies from ${invoiceSource} where i.id = ${id}::uuid`.execute(
    tx,
  )
  return rows.map(addState(today))[0]
}

/** An invoice's studio and time zone; undefined if the actor may not see it. */
export function findInvoice(tx: Tx, id: string) {
  return tx
    .selectFrom('invoices')
    .innerJoin('studios', 'studios.id', 'invoices.studio_id')
    .select(['invoices.id', 'invoices.studio_id', 'studios.timezone'])
    .where('invoices.id', '=', id)
    .executeTakeFirst()
}

export async function listLines(tx: Tx, invoice_id: string): Promise<InvoiceLine[]> {
  const { rows } = await sql<InvoiceLine>`
    select position, booking_id, service_on, description, unit, quantity, unit_price_minor, amount_minor, tax_rate_bp,
      net_minor, tax_minor
    from invoice_lines where invoice_id = ${invoice_id}::uuid order by position`.execute(tx)
  return rows
}

export function listCreditNotes(tx: Tx, invoice_id: string) {
  return sql<{ id: string; number: string; issued_on: string; total_minor: number }>`
    select id, number, issued_on, total_minor from invoices
    where corrects_id = ${invoice_id}::uuid and number is not null order by created_at`
    .execute(tx)
    .then(({ rows }) => rows)
}

export type NewInvoiceRow = {
  studio_id: string
  client_id: string
  currency: string
  prices_include_tax: boolean
  net_minor: number
  tax_minor: number
  total_minor: number
  note: string
  due_on: string | null
  buyer: InvoiceBuyer
  created_at: string
}

export async function insertInvoice(tx: Tx, { buyer, ...row }: NewInvoiceRow): Promise<string> {
  const { id } = await tx
    .insertInto('invoices')
    .values({ ...row, buyer: JSON.stringify(buyer) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type NewLine = Omit<InvoiceLine, 'position'> & { booking_line: number | null }

/** Replaces the lines of a draft. */
export async function replaceLines(tx: Tx, invoice: { id: string; studio_id: string }, lines: readonly NewLine[]) {
  await tx.deleteFrom('invoice_lines').where('invoice_id', '=', invoice.id).execute()
  if (lines.length === 0) return
  const rows = lines.map((line, position) => ({
    ...line,
    position,
    invoice_id: invoice.id,
    studio_id: invoice.studio_id,
  }))
  await tx.insertInto('invoice_lines').values(rows).execute()
}

type DraftChanges = Pick<NewInvoiceRow, 'net_minor' | 'tax_minor' | 'total_minor' | 'note' | 'due_on' | 'buyer'>

/** @returns false if the invoice was issued or has another version */
export async function updateDraft(
  tx: Tx,
  { id, version }: { id: string; version: number | undefined },
  { buyer, ...changes }: DraftChanges,
) {
  const { numUpdatedRows } = await tx
    .updateTable('invoices')
    .set({ ...changes, buyer: JSON.stringify(buyer), version: sql`version + 1` })
    .where('id', '=', id)
    .where('issued_at', 'is', null)
    .$if(version !== undefined, (query) => query.where(sql<boolean>`version = ${version}`))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns false if the invoice was issued */
export async function deleteDraft(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invoices')
    .where('id', '=', id)
    .where('issued_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export type IssuedFields = {
  number: string
  number_year: number
  number_in_year: number
  issued_on: string
  issued_at: string
  due_on: string | null
  seller: InvoiceSeller
  buyer: InvoiceBuyer
  policies: string[]
}

/** @returns false if the invoice was already issued */
export async function issueDraft(tx: Tx, id: string, { seller, buyer, ...fields }: IssuedFields): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invoices')
    .set({ ...fields, seller: JSON.stringify(seller), buyer: JSON.stringify(buyer), version: sql`version + 1` })
    .where('id', '=', id)
    .where('issued_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns false if the invoice is already void */
export async function voidInvoice(tx: Tx, id: string, { reason, at }: { reason: string; at: string }) {
  const { numUpdatedRows } = await tx
    .updateTable('invoices')
    .set({ voided_at: at, closing_reason: reason, version: sql`version + 1` })
    .where('id', '=', id)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await tx.updateTable('invoice_lines').set({ is_billed: false }).where('invoice_id', '=', id).execute()
  return true
}

/** Saves the reason for a write-off. */
export async function saveClosingReason(tx: Tx, id: string, reason: string) {
  await tx
    .updateTable('invoices')
    .set({ closing_reason: reason, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** The last number of a year in one of the two series; 0 if there is none. */
export async function getLastNumber(tx: Tx, series: { studio_id: string; kind: Invoice['kind']; year: number }) {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(number_in_year), 0) as last from invoices
    where studio_id = ${series.studio_id}::uuid and kind = ${series.kind} and number_year = ${series.year}`.execute(tx)
  return rows[0]?.last ?? 0
}

/** Company, address and tax number of a client's newest invoice. */
export async function getLastBuyer(tx: Tx, { studio_id, client_id }: { studio_id: string; client_id: string }) {
  const { rows } = await sql<{ buyer: InvoiceBuyer }>`
    select buyer from invoices where studio_id = ${studio_id}::uuid and client_id = ${client_id}::uuid
    order by created_at desc limit 1`.execute(tx)
  return rows[0]?.buyer
}

/** A studio's drafts, open amounts and payments, by currency. @param query.since the first day from which payments count */
export async function listTotals(tx: Tx, query: { studio_id: string; today: string; since: string }) {
  const { studio_id, today, since } = query
  const { rows } = await sql<InvoiceTotals>`
    select t.currency, sum(t.draft)::bigint as draft_minor, sum(t.open)::bigint as open_minor,
      sum(t.overdue)::bigint as overdue_minor, sum(t.paid)::bigint as paid_minor
    from (
      select currency, total_minor as draft, 0 as open, 0 as overdue, 0 as paid from invoices
        where studio_id = ${studio_id}::uuid and issued_at is null
      union all
      select e.currency, 0, e.amount_minor, case when i.due_on < ${today}::date then e.amount_minor else 0 end, 0
        from ledger_entries e join invoices i on i.id = e.invoice_id
        where e.studio_id = ${studio_id}::uuid and e.account = 'receivable'
      union all
      select currency, 0, 0, 0, amount_minor from ledger_entries
        where studio_id = ${studio_id}::uuid and account in ('cash', 'bank', 'outside', 'card_clearing')
          and kind in ('payment_received', 'payment_refunded', 'deposit_held', 'deposit_returned', 'credit_paid_out',
            'dispute_opened', 'dispute_ended')
          and occurred_on >= ${since}::date
    ) t group by t.currency order by t.currency`.execute(tx)
  return rows
}
