import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { epcText } from '@studiohub/contract/features/invoices/transfers/rules.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { type QrCode, qrCode } from '#platform/qr/qr-code.ts'
import { listPayments } from './payments/queries.ts'
import { getInvoice, listCreditNotes, listLines } from './queries.ts'

type TransferInvoice = Pick<InvoiceDetails, 'kind' | 'number' | 'currency' | 'open_minor' | 'seller'>

/** The QR code that bank apps read to pay the open amount. Null if the invoice is not in euros or nothing is open. */
export async function createTransferCode(invoice: TransferInvoice): Promise<QrCode | null> {
  const { kind, number, currency, open_minor, seller } = invoice
  if (kind !== 'invoice' || number === null) return null
  const { bank_holder: holder, iban, bic } = seller
  const text = epcText({ holder, iban, bic, amount_minor: open_minor, currency, reference: number })
  return text === null ? null : qrCode(text)
}

/** An issued invoice with its lines, payments and credit notes. Undefined if there is none or it is a draft. */
export async function getIssuedDetails(tx: Tx, id: string, today: string): Promise<InvoiceDetails | undefined> {
  const invoice = await getInvoice(tx, id, today)
  if (!invoice?.seller) return undefined
  const { seller } = invoice
  return {
    ...invoice,
    seller,
    lines: await listLines(tx, id),
    payments: await listPayments(tx, id),
    credit_notes: await listCreditNotes(tx, id),
    transfer_qr: await createTransferCode({ ...invoice, seller }),
    emails: [],
  }
}
