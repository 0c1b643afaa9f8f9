import type { InvoiceDetails } from '@studiohub/contract/features/invoices/schema.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { aLine, anInvoice, aSoldSession } from '@studiohub/testing/invoices.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The rules of the books have their own property test. This one runs random histories through the API and the database.

const RUNS = 2
const STEPS = 15
const today = todayIn('UTC', new Date())
let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

type Step = { kind: string; pick: number; amount: number }
type History = { fixture: StudioOfTest; invoices: string[]; sessions: string[]; received: number; returned: number }

const pick = <Each>(items: readonly Each[], { pick: at }: Step) => items[at % Math.max(1, items.length)]
const readInvoice = async ({ fixture }: History, id: string): Promise<InvoiceDetails> =>
  (await fixture.admin.get(`/invoices/${id}`)).body

/** The server may reject a step. Then the step must not have changed anything. */
const steps: Record<string, (history: History, step: Step) => Promise<void>> = {
  async session({ fixture, sessions }, { amount }) {
    const { id } = await aSoldSession(fixture, { client_id: fixture.client.id, price_minor: amount })
    sessions.push(id)
  },
  async deposit(history, step) {
    const id = pick(history.sessions, step)
    const { status } = await history.fixture.admin.post(`/bookings/${id}/payments`, {
      amount_minor: step.amount,
      method: 'cash',
    })
    if (status === 201) history.received += step.amount
  },
  async invoice({ fixture, invoices, sessions }, step) {
    const session = step.pick % 2 === 0 ? sessions.shift() : undefined
    const lines = [aLine(step.amount, { tax_rate_bp: step.pick % 3 === 0 ? 1_900 : 0 })]
    const booking_ids = session ? [session] : []
    const { id } = await anInvoice(fixture, { client_id: fixture.client.id, booking_ids, lines })
    invoices.push(id)
  },
  async pay(history, step) {
    const body = { amount_minor: step.amount, method: 'bank', keep_rest_as_credit: step.pick % 2 === 0 }
    const { status } = await history.fixture.admin.post(`/invoices/${pick(history.invoices, step)}/payments`, body)
    if (status === 201) history.received += step.amount
  },
  async refund(history, step) {
    const method = step.pick % 2 === 0 ? 'credit' : 'cash'
    const body = { amount_minor: step.amount, method, reason: 'Late', with_credit_note: step.pick % 3 === 0 }
    const { status } = await history.fixture.admin.post(`/invoices/${pick(history.invoices, step)}/refunds`, body)
    if (status === 201 && method === 'cash') history.returned += step.amount
  },
  async correct(history, step) {
    const body = { amount_minor: step.amount, reason: 'Late' }
    await history.fixture.admin.post(`/invoices/${pick(history.invoices, step)}/credit-notes`, body)
  },
  async end(history, step) {
    const action = step.pick % 2 === 0 ? 'void' : 'write-off'
    await history.fixture.admin.post(`/invoices/${pick(history.invoices, step)}/${action}`, { reason: 'Lost' })
  },
  async payOut(history, step) {
    const { studio, client, admin } = history.fixture
    const body = { amount_minor: step.amount, currency: 'USD', method: 'cash', reason: 'Asked for it' }
    const { status } = await admin.post(`/studios/${studio.id}/clients/${client.id}/credit-payouts`, body)
    if (status === 201) history.returned += step.amount
  },
}

const anyHistory = fc.array(
  fc.record({
    kind: fc.constantFrom(...Object.keys(steps)),
    pick: fc.nat(50),
    amount: fc.integer({ min: 1, max: 500 }),
  }),
  { minLength: STEPS, maxLength: STEPS },
)

const sumsOf = async (studio_id: string) =>
  (
    await asLogin((tx) =>
      sql<{ account: string; sum: number }>`select account, sum(amount_minor)::bigint as sum from ledger_entries
        where studio_id = ${studio_id}::uuid group by account`.execute(tx),
    )
  ).rows.reduce((sums, { account, sum }) => sums.set(account, Number(sum)), new Map<string, number>())

test('after any sequence of API calls, the books agree with the money paid and with every invoice', async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async (commands) => {
      const fixture = await aStudio(server)
      const history: History = { fixture, invoices: [], sessions: [], received: 0, returned: 0 }
      for (const command of commands) await steps[command.kind]?.(history, command)
      const { studio, admin, client } = fixture

      const unbalanced = await asLogin((tx) =>
        sql`select event_key from ledger_entries where studio_id = ${studio.id}::uuid
          group by event_key having sum(amount_minor) <> 0`.execute(tx),
      )
      expect(unbalanced.rows).toEqual([])
      const sums = await sumsOf(studio.id)
      const inHand = (sums.get('cash') ?? 0) + (sums.get('bank') ?? 0)
      expect(inHand).toBe(history.received - history.returned)

      const invoices = await Promise.all(history.invoices.map((id) => readInvoice(history, id)))
      for (const invoice of invoices.filter(({ voided_at }) => voided_at === null)) {
        const { total_minor, open_minor, paid_minor, credited_minor, written_off_minor } = invoice
        expect(open_minor).toBeGreaterThanOrEqual(0)
        expect(paid_minor + open_minor + credited_minor + written_off_minor).toBe(total_minor)
      }
      const open = invoices.reduce((sum, { open_minor }) => sum + open_minor, 0)
      expect(sums.get('receivable') ?? 0).toBe(open)
      const paid = invoices.reduce((sum, { paid_minor }) => sum + paid_minor, 0)
      const paidWithMoney = paid - (sums.get('credit') ?? 0) - (sums.get('deposits_held') ?? 0)
      expect(paidWithMoney).toBe(inHand)

      const { items } = (await admin.get(`/studios/${studio.id}/clients/${client.id}/balance`)).body
      expect(items[0]?.credit_minor ?? 0).toBe(0 - (sums.get('credit') ?? 0))
      expect(items[0]?.open_minor ?? 0).toBe(open)
      const period = `from=${plusDays(today, -7)}&to=${plusDays(today, 1)}`
      const { by_month } = (await admin.get(`/studios/${studio.id}/reports?${period}`)).body
      const received = by_month.reduce((sum: number, row: { received_minor: number }) => sum + row.received_minor, 0)
      expect(received).toBe(inHand)
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
}, 120_000)
