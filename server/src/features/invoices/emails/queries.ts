import type { InvoiceEmail } from '@studiohub/contract/features/invoices/emails/schema.ts'
import type { InvoiceEmailKind } from '@studiohub/contract/features/invoices/words.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/** The emails about an invoice, newest first. */
export async function listEmails(tx: Tx, invoice_id: string): Promise<InvoiceEmail[]> {
  const { rows } = await sql<InvoiceEmail>`
    select e.kind, d.state, e.created_at, d.sent_at, d.last_error
    from invoice_emails e join mail_deliveries d on d.id = e.delivery_id
    where e.invoice_id = ${invoice_id}::uuid order by e.created_at desc, e.id limit 50`.execute(tx)
  return rows
}

export type NewInvoiceEmail = {
  studio_id: string
  invoice_id: string
  kind: InvoiceEmailKind
  /** For an automatic reminder: how many days the invoice is past due. */
  days?: number
  payment_id?: string
  created_at: string
}

/** Stores an email about an invoice. @returns its id, or null if this reminder or receipt was queued before */
export async function insertInvoiceEmail(tx: Tx, email: NewInvoiceEmail): Promise<string | null> {
  const row = await tx
    .insertInto('invoice_emails')
    .values(email)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Links the email to its delivery, which has the state. */
export async function updateInvoiceEmail(tx: Tx, id: string, delivery_id: string) {
  await tx.updateTable('invoice_emails').set({ delivery_id }).where('id', '=', id).execute()
}
