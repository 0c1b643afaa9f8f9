import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { asSystem } from '../platform/db/actor.ts'
import type { Call } from './calls.ts'

type InvoiceDemo = { call: Call; studio_id: string; zone: string; client_ids: readonly string[] }

/** Invoices in every state, of past sessions and of other work. */
export async function writeInvoices({ call, studio_id, zone, client_ids }: InvoiceDemo) {
  const today = todayIn(zone, new Date())
  const path = `/api/v1/studios/${studio_id}`
  await call(`${path}/invoice-settings`, settings, 'PATCH')
  const sessions = await Promise.all(client_ids.map((client_id) => listPastSessions(studio_id, client_id)))
  const draft = async (client: 0 | 1, input: object = {}) => {
    const id = sessions[client]?.pop()
    const booking_ids = id ? [id] : []
    const answer = await call(`${path}/invoices`, { client_id: client_ids[client], booking_ids, ...input })
    return `/api/v1/invoices/${answer.id}`
  }
  const issue = async (client: 0 | 1, input: object = {}) => {
    const invoice = await draft(client, input)
    await call(`${invoice}/issue`, {})
    return invoice
  }
  const bank = (amount_minor: number) => ({ amount_minor, method: 'bank' })

  const paid = await issue(0)
  await call(`${paid}/payments`, { ...bank(40_000), keep_rest_as_credit: true })
  await issue(0, { lines: [strings] })
  const late = await issue(1, { due_on: plusDays(today, -9) })
  await call(`${late}/payments`, bank(5_000))
  const part = await issue(1)
  await call(`${part}/payments`, { amount_minor: 10_000, method: 'cash' })
  await issue(1, { lines: [strings] })
  const refunded = await issue(0)
  await call(`${refunded}/payments`, bank(3_000))
  await call(`${refunded}/refunds`, { amount_minor: 1_000, method: 'cash', reason: 'The piano was out of tune' })
  await call(`${await issue(1)}/void`, { reason: 'Sent to the wrong client' })
  await call(`${await issue(1)}/write-off`, { reason: 'The company no longer exists' })
  await draft(1, { lines: [strings] })
  // Set after the payments above, so that they send no receipts.
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
const strings = { description: 'New strings', quantity: 2, unit_price_minor: 1_450, tax_rate_bp: 2_100 }

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
