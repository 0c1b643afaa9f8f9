import { expectError, retryUntilAnswered } from '@studiohub/testing/http.ts'
import { aDraft, anInvoice, balance, idempotent } from '@studiohub/testing/invoices.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
const year = new Date().getUTCFullYear()

beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
})
afterAll(() => server.stop())

const toClient = () => ({ client_id: fixture.client.id })
const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status).sort()

test('fifty concurrently issued invoices get fifty numbers without a gap', async () => {
  const drafts = await Promise.all(Array.from({ length: 50 }, () => aDraft(fixture, toClient())))
  const issued = await Promise.all(
    drafts.map(({ id }) => retryUntilAnswered(() => fixture.admin.post(`/invoices/${id}/issue`))),
  )
  const numbers = issued.map(({ body }) => body.number).sort()
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, index) => `${year}-${String(index + 1).padStart(4, '0')}`))
  expect(await balance(fixture.studio.id, 'receivable')).toBe(50 * 10_000)
})

test('an invoice issued by five concurrent calls has one number and is in the books once', async () => {
  const { id } = await aDraft(fixture, toClient())
  const before = await balance(fixture.studio.id, 'receivable')
  const key = idempotent()
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => fixture.admin.post(`/invoices/${id}/issue`, {}, key)),
  )
  expect(statuses(responses)).toEqual([200, 200, 200, 200, 200])
  for (const { body } of responses) expect(body).toEqual(responses[0]?.body)
  const repeats = await Promise.all([1, 2].map(() => fixture.admin.post(`/invoices/${id}/issue`)))
  for (const response of repeats) expectError(response, 'INVOICE_ISSUED')
  expect(await balance(fixture.studio.id, 'receivable')).toBe(before + 10_000)
})

test('concurrent payments of the full amount are recorded only once', async () => {
  const { id } = await anInvoice(fixture, toClient())
  const pay = () => fixture.admin.post(`/invoices/${id}/payments`, { amount_minor: 10_000, method: 'cash' })
  expect(statuses(await Promise.all([pay(), pay(), pay()]))).toEqual([201, 409, 409])
  expect((await fixture.admin.get(`/invoices/${id}`)).body).toMatchObject({ paid_minor: 10_000, open_minor: 0 })
})

test('only one of a concurrent payment and void succeeds', async () => {
  const { id } = await anInvoice(fixture, toClient())
  const responses = await Promise.all([
    fixture.admin.post(`/invoices/${id}/payments`, { amount_minor: 10_000, method: 'cash' }),
    fixture.admin.post(`/invoices/${id}/void`, { reason: 'Twice' }),
  ])
  expect(responses.filter(({ status }) => status < 300)).toHaveLength(1)
})

test('concurrent refunds never return more than was paid', async () => {
  const { id } = await anInvoice(fixture, toClient())
  await fixture.admin.post(`/invoices/${id}/payments`, { amount_minor: 10_000, method: 'bank' })
  const refund = () =>
    fixture.admin.post(`/invoices/${id}/refunds`, { amount_minor: 6_000, method: 'bank', reason: 'Late' })
  expect(statuses(await Promise.all([refund(), refund()]))).toEqual([201, 422])
})

test("two concurrently issued invoices use their client's credit once", async () => {
  const client_id = fixture.other.id
  const credits = `/studios/${fixture.studio.id}/clients/${client_id}/credits`
  await fixture.admin.post(credits, { amount_minor: 10_000, currency: 'USD', reason: 'Sorry' })
  const drafts = await Promise.all([aDraft(fixture, { client_id }), aDraft(fixture, { client_id })])
  const issued = await Promise.all(drafts.map(({ id }) => fixture.admin.post(`/invoices/${id}/issue`)))
  expect(issued.map(({ body }) => body.open_minor).sort()).toEqual([0, 10_000])
})
