import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { type CardPaymentRow, paymentColumns } from '../queries.ts'

/** The last card payment of an invoice, for its payer, and the data that decides whether another one is possible. */
export type InvoicePaymentRow = {
  invoice_id: string
  studio_id: string
  client_id: string | null
  currency: string
  open_minor: number
  takes_cards: boolean
  state: CardPaymentRow['state'] | null
  paid_minor: number | null
  excess_minor: number | null
}

const openMinor = sql`(select case when i.kind = 'invoice' and i.issued_at is not null and i.voided_at is null
    then coalesce(sum(e.amount_minor), 0) else 0 end
  from ledger_entries e where e.invoice_id = i.id and e.account = 'receivable')::bigint`

/** An invoice with its most relevant card payment: one that was paid, else the newest. */
export async function getInvoicePayment(tx: Tx, id: string): Promise<InvoicePaymentRow | undefined> {
  const { rows } = await sql<InvoicePaymentRow>`
    select i.id as invoice_id, i.studio_id, i.client_id, i.currency, ${openMinor} as open_minor,
      door.takes_cards(i.studio_id) as takes_cards, p.state, p.paid_minor, p.excess_minor
    from invoices i left join lateral (
      select * from card_payments c where c.invoice_id = i.id and c.state in ('open', 'paid', 'refunded')
      order by (c.state = 'open'), c.created_at desc limit 1) p on true
    where i.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

// The functions below require the system role.

/** The open amount of an invoice: 0 if it is void or a draft. */
export async function getOpenMinor(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ open_minor: number }>`
    select ${openMinor} as open_minor from invoices i where i.id = ${id}::uuid`.execute(tx)
  return rows[0]?.open_minor ?? 0
}

/** The data of an invoice for a new payment; undefined if its studio accepts no cards. */
export async function getInvoiceToPay(tx: Tx, id: string) {
  const { rows } = await sql<{
    studio_id: string
    client_id: string | null
    number: string
    currency: string
    open_minor: number
    account_id: string
    email: string | null
    studio: string
    brand_colors: unknown
    slug: string
    domain: string | null
  }>`
    select i.studio_id, i.client_id, i.number, i.currency, ${openMinor} as open_minor, a.account_id,
      nullif(i.buyer->>'email', '') as email, s.name as studio, s.brand_colors, s.slug,
      case when s.domain_verified_at is not null then s.custom_domain end as domain
    from invoices i join studios s on s.id = i.studio_id
    join card_accounts a on a.studio_id = i.studio_id and a.takes_cards
    where i.id = ${id}::uuid and i.issued_at is not null`.execute(tx)
  return rows[0]
}

type NewPayment = Pick<
  CardPaymentRow,
  'id' | 'studio_id' | 'client_id' | 'account_id' | 'amount_minor' | 'currency' | 'created_at'
> & { invoice_id: string; saved_card_id?: string }

/** Creates a payment unless the invoice has an open one. @returns the open payment, and whether it is new */
export async function getOrCreateInvoicePayment(tx: Tx, payment: NewPayment) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('card_payments')
    .values({ ...payment, is_authorized_first: false })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const { rows } = await sql<CardPaymentRow>`
    select ${paymentColumns} from card_payments where invoice_id = ${payment.invoice_id}::uuid and state = 'open'`.execute(
    tx,
  )
  return { row: rows[0], isNew: numInsertedOrUpdatedRows === 1n }
}

/** Stores the page of a payment. @returns false if the payment has ended. Then the page must not be shown */
export async function saveOpenCheckout(tx: Tx, id: string, page: { id: string; url: string }): Promise<boolean> {
  const { rows } = await sql`
    update card_payments set checkout_id = ${page.id}, checkout_url = ${page.url}
    where id = ${id}::uuid and state = 'open' and saved_card_id is null and coalesce(checkout_id, ${page.id}) = ${page.id} returning id`.execute(
    tx,
  )
  return rows.length > 0
}

const belongsToInvoice = (invoice_id: string) => sql`(p.invoice_id = ${invoice_id}::uuid or p.booking_id in (
  select l.booking_id from invoice_lines l where l.invoice_id = ${invoice_id}::uuid and l.is_billed))`

/** The card payments of an invoice and of its sessions that may need another step. */
export async function listUnsettledInvoicePayments(tx: Tx, invoice_id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from card_payments p where ${belongsToInvoice(invoice_id)}
      and ((p.state = 'open' and p.invoice_id is not null) or p.return_minor > p.refunded_minor)
    order by p.created_at`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * The card payments of an invoice and of its sessions that have money left to refund, newest first. Money that a dispute
 * withdrew is not left, because the bank has returned it. The caller must have the studio's lock on money.
 */
export async function listRefundable(tx: Tx, invoice_id: string) {
  const { rows } = await sql<{ id: string; left_minor: number }>`
    select id, left_minor from (
      select p.id, p.created_at, p.paid_minor - greatest(p.refunded_minor, p.return_minor)
        - coalesce((select sum(d.withdrawn_minor) from card_disputes d where d.payment_id = p.id), 0)::bigint as left_minor
      from card_payments p where ${belongsToInvoice(invoice_id)} and p.state = 'paid') refundable
    where left_minor > 0 order by created_at desc, id`.execute(tx)
  return rows
}

/** Adds to the amount of a payment that must be refunded to the card. A job makes the refund. */
export async function planCardRefund(tx: Tx, id: string, amount_minor: number) {
  await sql`update card_payments set return_minor = greatest(return_minor, refunded_minor) + ${amount_minor}::bigint
    where id = ${id}::uuid`.execute(tx)
}
