import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { anInvoice, aSoldSession } from '@studiohub/testing/invoices.ts'
import { aDeskPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
const path = () => `/studios/${fixture.studio.id}/stats`

beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
})
afterAll(() => server.stop())

test('the month counts the prices of sessions until the first invoice, and the books from then on', async () => {
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
  const earned = (isThisMonth ? 10_000 : 0) + 10_000 - 1_000
  expect(after.revenue).toEqual([{ currency: 'USD', amount_minor: earned }])
  expect(after.collected).toEqual([{ currency: 'USD', amount_minor: 3_000 }])
  expect(after.months.at(-1)).toMatchObject({ month, revenue_minor: earned })
})

test('the desk and clients see no figures', async () => {
  const desk = await aDeskPerson(server, fixture)
  for (const person of [desk, fixture.client]) expectError(await person.get(path()), 'FORBIDDEN')
})
