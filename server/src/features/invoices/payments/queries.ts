import { randomUUID } from 'node:crypto'
import type { Payment } from '@studiohub/contract/features/invoices/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

export type NewPaymentRow = {
  studio_id: string
  client_id: string | null
  invoice_id: string | null
  booking_id: string | null
  kind: Payment['kind']
  method: Payment['method']
  amount_minor: number
  currency: string
  paid_on: string
  note: string
  created_by: string | null
  created_at: string
}

/** Stores a payment. Makes the id here, because the desk may insert payments but not read them back. @returns the id */
export async function insertPayment(tx: Tx, payment: NewPaymentRow): Promise<string> {
  const id = randomUUID()
  await tx
    .insertInto('payments')
    .values({ id, ...payment })
    .execute()
  return id
}

/** The payments and refunds of an invoice, and the earlier payments for its sessions. */
export async function listPayments(tx: Tx, invoice_id: string): Promise<Payment[]> {
  const { rows } = await sql<Payment>`
    select id, kind, method, amount_minor, currency, paid_on, created_at from payments
    where invoice_id = ${invoice_id}::uuid or (invoice_id is null and kind in ('payment', 'refund') and booking_id in (
      select l.booking_id from invoice_lines l where l.invoice_id = ${invoice_id}::uuid and l.is_billed))
    order by created_at, id`.execute(tx)
  return rows
}
