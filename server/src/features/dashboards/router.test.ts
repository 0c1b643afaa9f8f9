import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { anInvoice, aSoldSession } from '@studiohub/testing/invoices.ts'
import { aDeskPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
const path = () => `/studios/${fixture.studio.id}/stats`

beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
})
afterAll(() => server.stop())

test('revenue is the sum of session prices until the first invoice, and comes from the ledger afterwards', async () => {
  const { admin, client } = fixture
  const month = todayIn('UTC', new Date()).slice(0, 7)
  const session = await aSoldSession(fixture, { client_id: client.id })
  const isThisMonth = session.booking_date.startsWith(month)
  const before = (await admin.get(path())).body
  expect(before).toMatchObject({ collected: null, revenue: [{ amount_minor: isThisMonth ? 10_000 : 0 }] })
  const { id } = await anInvoice(fixture, { client_id: client.id, booking_ids: [session.id] })
  await admin.post(`/invoices/${id}/payments`, { amount_minor: 4_000, method: 'cash' })
  await admin.post(`/invoices/${id}/refunds`, { amount_minor: 1_000, method: 'cash', reason: 'Late' })
  const after = (await admin.get(path())).body
  // The session, a manual line with the same amount, and the credit note of the refund.
  const expectedRevenue = (isThisMonth ? 10_000 : 0) + 10_000 - 1_000
  expect(after.revenue).toEqual([{ currency: 'USD', amount_minor: expectedRevenue }])
  expect(after.collected).toEqual([{ currency: 'USD', amount_minor: 3_000 }])
  expect(after.months.at(-1)).toMatchObject({ month, revenue_minor: expectedRevenue })
})

test('an entry of a coming day counts from that day on, here and in the reports', async () => {
  const { studio, admin } = fixture
  const today = todayIn('UTC', new Date())
  const before = (await admin.get(path())).body
  await asLogin((tx) =>
    sql`insert into ledger_entries (studio_id, event_key, position, kind, cause_id, currency, occurred_on, recorded_at,
        account, amount_minor)
      select ${studio.id}::uuid, 'adjustment:' || cause, place, 'adjustment', cause, 'USD', ${plusDays(today, 1)}::date, now(),
        account, amount
      from gen_random_uuid() cause, (values (1, 'revenue', -700), (2, 'unbilled', 700)) entries (place, account, amount)`.execute(
      tx,
    ),
  )
  expect((await admin.get(path())).body.revenue).toEqual(before.revenue)
  const period = `from=${before.months[0].month}-01&to=${today}`
  const reports = (await admin.get(`/studios/${studio.id}/reports?${period}`)).body
  const earned = reports.by_month.reduce((sum: number, row: { earned_minor: number }) => sum + row.earned_minor, 0)
  const shown = before.months.reduce((sum: number, row: { revenue_minor: number }) => sum + row.revenue_minor, 0)
  expect(earned).toBe(shown)
})

test('the desk and clients cannot read the figures', async () => {
  const desk = await aDeskPerson(server, fixture)
  for (const person of [desk, fixture.client]) expectError(await person.get(path()), 'FORBIDDEN')
})
