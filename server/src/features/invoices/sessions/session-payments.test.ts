import { expectError } from '@studiohub/testing/http.ts'
import { anInvoice, aSoldSession, balance } from '@studiohub/testing/invoices.ts'
import { aDeskPerson, aStudio, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let fixture: StudioOfTest
let desk: TestUser

beforeAll(async () => {
  server = await startServer()
  fixture = await aStudio(server)
  desk = await aDeskPerson(server, fixture)
})
afterAll(() => server.stop())

const setDeskTakesCash = (desk_takes_cash: boolean) =>
  fixture.admin.patch(`/studios/${fixture.studio.id}/invoice-settings`, { desk_takes_cash })
const cashPayment = (amount_minor: number) => ({ amount_minor, method: 'cash' })

test('the desk can record cash for a session, up to the owed amount, if the studio allows it', async () => {
  const { id } = await aSoldSession(fixture, { client_id: fixture.client.id, completed: false })
  const pay = (body: object) => desk.post(`/bookings/${id}/payments`, body)
  expect((await desk.get(`/bookings/${id}/money`)).body).toMatchObject({ owed_minor: 10_000, methods: [] })
  expectError(await pay(cashPayment(4_000)), 'FORBIDDEN')
  await setDeskTakesCash(true)
  expect((await desk.get(`/bookings/${id}/money`)).body.methods).toEqual(['cash'])
  expectError(await pay({ ...cashPayment(4_000), method: 'bank' }), 'FORBIDDEN')
  expectError(await pay(cashPayment(10_001)), 'AMOUNT_NOT_POSSIBLE')
  expect((await pay(cashPayment(4_000))).body).toMatchObject({ paid_minor: 4_000, owed_minor: 6_000, invoice_id: null })
  expect(await balance(fixture.studio.id, 'deposits_held')).toBe(-4_000)
  await setDeskTakesCash(false)
})

test('an earlier payment of a session pays its invoice, and the excess becomes credit', async () => {
  const { studio, admin, other } = fixture
  await setDeskTakesCash(true)
  const { id } = await aSoldSession(fixture, { client_id: other.id })
  await desk.post(`/bookings/${id}/payments`, cashPayment(3_000))
  const invoice = await anInvoice(fixture, { client_id: other.id, booking_ids: [id], lines: [] })
  expect(invoice).toMatchObject({ state: 'partly_paid', paid_minor: 3_000, open_minor: 7_000 })
  expect(invoice.payments).toMatchObject([{ method: 'cash', amount_minor: 3_000 }])
  const money = (await desk.get(`/bookings/${id}/money`)).body
  expect(money).toMatchObject({ paid_minor: 3_000, owed_minor: 7_000, invoice_id: null, invoice_number: null })
  expect((await admin.get(`/bookings/${id}/money`)).body).toMatchObject({ invoice_number: invoice.number })
  expect((await desk.post(`/bookings/${id}/payments`, cashPayment(7_000))).body).toMatchObject({
    owed_minor: 0,
    methods: [],
  })
  expect((await admin.get(`/invoices/${invoice.id}`)).body).toMatchObject({ state: 'paid' })
  const discounted = await aSoldSession(fixture, { client_id: other.id })
  await desk.post(`/bookings/${discounted.id}/payments`, cashPayment(10_000))
  const discount = [{ description: 'Discount', quantity: 1, unit_price_minor: -2_500 }]
  const cheaper = await anInvoice(fixture, { client_id: other.id, booking_ids: [discounted.id], lines: discount })
  expect(cheaper).toMatchObject({ state: 'paid', total_minor: 7_500, open_minor: 0 })
  expect((await admin.get(`/studios/${studio.id}/clients/${other.id}/balance`)).body.items).toMatchObject([
    { credit_minor: 2_500, open_minor: 0, unbilled_minor: 0 },
  ])
  await setDeskTakesCash(false)
})

test('credit needs a reason, and can be paid out up to its balance', async () => {
  const { studio, admin, client } = fixture
  const ofClient = `/studios/${studio.id}/clients/${client.id}`
  const credit = { amount_minor: 500, currency: 'USD', reason: 'Sorry for the noise' }
  expect((await admin.post(`${ofClient}/credits`, credit)).body.items).toMatchObject([{ credit_minor: 500 }])
  expectError(await admin.post(`${ofClient}/credits`, { ...credit, reason: '' }), 'VALIDATION_FAILED')
  const payout = { ...credit, method: 'bank', amount_minor: 501 }
  expectError(await admin.post(`${ofClient}/credit-payouts`, payout), 'AMOUNT_NOT_POSSIBLE')
  const paid = await admin.post(`${ofClient}/credit-payouts`, { ...payout, amount_minor: 500 })
  expect(paid.body.items).toMatchObject([{ credit_minor: 0 }])
})
