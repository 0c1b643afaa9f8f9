import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { asSystem } from '../platform/db/actor.ts'
import type { Call } from './calls.ts'

type InvoiceDemo = { call: Call; studio_id: string; zone: string; client_ids: readonly string[] }

/** Creates invoices in every state, for past sessions and other items. */
export async function writeInvoices({ call, studio_id, zone, client_ids }: InvoiceDemo) {
  const today = todayIn(zone, new Date())
  const path = `/api/v1/studios/${studio_id}`
  await call(`${path}/invoice-settings`, settings, 'PATCH')
  const sessions = await Promise.all(client_ids.map((client_id) => listPastSessions(studio_id, client_id)))
  const createDraft = async (client: 0 | 1, input: object = {}) => {
    const id = sessions[client]?.pop()
    const booking_ids = id ? [id] : []
    const invoice = await call(`${path}/invoices`, { client_id: client_ids[client], booking_ids, ...input })
    return `/api/v1/invoices/${invoice.id}`
  }
  const issueInvoice = async (client: 0 | 1, input: object = {}) => {
    const invoice = await createDraft(client, input)
    await call(`${invoice}/issue`, {})
    return invoice
  }
  const payByBank = (amount_minor: number) => ({ amount_minor, method: 'bank' })

  const paidInvoice = await issueInvoice(0)
  await call(`${paidInvoice}/payments`, { ...payByBank(40_000), keep_rest_as_credit: true })
  await issueInvoice(0, { lines: [stringsLine] })
  const overdueInvoice = await issueInvoice(1, { due_on: plusDays(today, -9) })
  await call(`${overdueInvoice}/payments`, payByBank(5_000))
  const partlyPaidInvoice = await issueInvoice(1)
  await call(`${partlyPaidInvoice}/payments`, { amount_minor: 10_000, method: 'cash' })
  await issueInvoice(1, { lines: [stringsLine] })
  const refundedInvoice = await issueInvoice(0)
  await call(`${refundedInvoice}/payments`, payByBank(3_000))
  await call(`${refundedInvoice}/refunds`, { amount_minor: 1_000, method: 'cash', reason: 'The piano was out of tune' })
  await call(`${await issueInvoice(1)}/void`, { reason: 'Sent to the wrong client' })
  await call(`${await issueInvoice(1)}/write-off`, { reason: 'The company no longer exists' })
  await createDraft(1, { lines: [stringsLine] })
  // Receipts are switched on after the payments above, so that those send none.
  await call(`${path}/invoice-settings`, { sends_receipts: true }, 'PATCH')
}

const settings = {
  legal_name: 'Northlight Recording B.V.',
  address: 'Kanalstraat 12\n3011 AB Rotterdam\nNetherlands',
  tax_number: 'NL000099998B57',
  iban: 'NL91 ABNA 0417 1643 00',
  bic: 'ABNANL2A',
  footer: 'Thank you for recording with us.',
  desk_takes_cash: true,
  sends_receipts: false,
}
const stringsLine = { description: 'New strings', quantity: 2, unit_price_minor: 1_450, tax_rate_bp: 2_100 }

async function listPastSessions(studio_id: string, client_id: string): Promise<string[]> {
  const rows = await asSystem((tx) =>
    tx
      .selectFrom('bookings')
      .select('id')
      .where('studio_id', '=', studio_id)
      .where('client_id', '=', client_id)
      .where('status', '=', 'completed')
      .orderBy('booking_date')
      .orderBy('start_time')
      .execute(),
  )
  return rows.map(({ id }) => id)
}
