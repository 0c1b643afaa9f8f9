import { randomUUID } from 'node:crypto'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { sql } from 'kysely'
import { aSession } from './bookings.ts'
import { asLogin } from './database-rows.ts'
import { retryUntilAnswered } from './http.ts'
import type { StudioOfTest } from './people.ts'

type StudioWithAdmin = Pick<StudioOfTest, 'studio' | 'admin'>
type PricedBooking = { client_id: string; price_minor?: number; completed?: boolean }

let hours = 0
/** Returns another hour for each session, so that none overlap. */
const nextHour = () => {
  hours += 1
  const start = 8 + (hours % 12)
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  return { days: 60 + Math.floor(hours / 12), start_time: clock(start), end_time: clock(start + 1) }
}

/** A confirmed session with a price; with `completed` it took place yesterday. */
export async function aSoldSession({ studio, admin }: StudioWithAdmin, session: PricedBooking): Promise<Booking> {
  const { client_id, price_minor = 10_000, completed = true } = session
  const { days, ...times } = nextHour()
  const today = todayIn('UTC', new Date())
  const input = { ...times, booking_date: plusDays(today, days), client_id, status: 'confirmed' }
  const price = { price_minor, price_reason: 'Agreed' }
  const response = await admin.post(`/studios/${studio.id}/bookings`, aSession(today, { ...input, ...price }))
  if (response.status !== 201) throw new Error(`booking failed: ${JSON.stringify(response.body)}`)
  const { warnings: _, ...booking } = response.body
  if (!completed) return booking
  const day = plusDays(today, -1)
  await asLogin((tx) =>
    sql`update bookings set booking_date = ${day}::date, starts_at = starts_at - ${`${days + 1} days`}::interval,
      ends_at = ends_at - ${`${days + 1} days`}::interval where id = ${booking.id}::uuid`.execute(tx),
  )
  const completion = await admin.post(`/bookings/${booking.id}/complete`)
  if (completion.status !== 200) throw new Error(`completing failed: ${JSON.stringify(completion.body)}`)
  return completion.body
}

/** A line that is not part of a session. */
export const aLine = (unit_price_minor: number, overrides: Record<string, unknown> = {}) => ({
  description: 'Mixing',
  quantity: 1,
  unit_price_minor,
  ...overrides,
})

/** A draft for a client, by default with one line. */
export async function aDraft(
  { studio, admin }: StudioWithAdmin,
  overrides: Record<string, unknown>,
): Promise<InvoiceDetails> {
  const path = `/studios/${studio.id}/invoices`
  const response = await retryUntilAnswered(() => admin.post(path, { lines: [aLine(10_000)], ...overrides }))
  if (response.status !== 201) throw new Error(`the draft failed: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body
}

/** An issued invoice for a client. */
export async function anInvoice(fixture: StudioWithAdmin, overrides: Record<string, unknown>): Promise<InvoiceDetails> {
  const { id } = await aDraft(fixture, overrides)
  const response = await fixture.admin.post(`/invoices/${id}/issue`)
  if (response.status !== 200) throw new Error(`issuing failed: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body
}

/** The sum of an account in a studio's books. */
export async function balance(studio_id: string, account: string): Promise<number> {
  const { rows } = await asLogin((tx) =>
    sql<{ sum: number }>`select coalesce(sum(amount_minor), 0)::bigint as sum from ledger_entries
      where studio_id = ${studio_id}::uuid and account = ${account}`.execute(tx),
  )
  return rows[0]?.sum ?? 0
}

/** An idempotency key, so that a repeated call has no effect. */
export const idempotent = (key = randomUUID()) => ({ headers: { 'idempotency-key': key } })
