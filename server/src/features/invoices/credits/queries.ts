import type { InvoiceBuyer, InvoiceSeller } from '@studiohub/contract/features/invoices/schema.ts'
import type { Tx } from '#platform/db/transaction.ts'

export type NewCreditNoteRow = {
  studio_id: string
  client_id: string | null
  corrects_id: string
  currency: string
  net_minor: number
  tax_minor: number
  total_minor: number
  reason: string
  seller: InvoiceSeller
  buyer: InvoiceBuyer
  created_at: string
}

/** Inserts a credit note that has no number yet, so that its lines can be written. @returns its id */
export async function insertCreditNote(tx: Tx, { seller: _, buyer, ...row }: NewCreditNoteRow): Promise<string> {
  const { id } = await tx
    .insertInto('invoices')
    .values({ ...row, kind: 'credit_note', prices_include_tax: true, buyer: JSON.stringify(buyer) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
