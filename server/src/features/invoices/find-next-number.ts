import type { Invoice } from '@studiohub/contract/features/invoices/schema.ts'
import { formatInvoiceNumber } from '@studiohub/contract/features/invoices/settings/rules.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { getLastNumber } from './queries.ts'
import { getSettings } from './settings/queries.ts'

type NumberSeries = { studio_id: string; kind: Invoice['kind']; today: string }
export type InvoiceNumber = { number: string; number_year: number; number_in_year: number }

/** The next number of this year. The caller must have the studio's lock on money. */
export async function findNextNumber(tx: Tx, { studio_id, kind, today }: NumberSeries): Promise<InvoiceNumber> {
  const year = Number(today.slice(0, 4))
  const settings = await getSettings(tx, studio_id)
  const firstNumber = kind === 'invoice' && settings.first_number_year === year ? settings.first_number : 1
  const number_in_year = Math.max(firstNumber, (await getLastNumber(tx, { studio_id, kind, year })) + 1)
  const prefix = kind === 'invoice' ? settings.number_prefix : settings.credit_note_prefix
  return { number: formatInvoiceNumber(prefix, year, number_in_year), number_year: year, number_in_year }
}
