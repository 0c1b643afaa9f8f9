import type { CardProvider } from '@studiohub/testing/card-provider.ts'
import { startWithCards } from '@studiohub/testing/card-server.ts'
import { aStudioWithCards } from '@studiohub/testing/card-studios.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { anInvoice, balance } from '@studiohub/testing/invoices.ts'
import { aDeskPerson, type StudioOfTest } from '@studiohub/testing/people.ts'
import type { TestServer } from '@studiohub/testing/server.ts'
import { expect, test } from 'vitest'

let provider: CardProvider
let server: TestServer
const at = startWithCards((started) => {
  ;({ provider, server } = started)
})
const { deliver, eventually } = at

const refund = ({ admin }: StudioOfTest, id: string, overrides: object) =>
  admin.post(`/invoices/${id}/refunds`, {
    amount_minor: 5_000,
    method: 'card',
    reason: 'The heating failed',
    ...overrides,
  })

/** An invoice of 100.00 that was paid by card. */
async function aPaidInvoice(fixture: StudioOfTest) {
  const { id } = await anInvoice(fixture, { client_id: fixture.client.id })
  const { body } = await fixture.client.post(`/invoices/${id}/card-payment`)
  const intent = provider.pay(body.url)
  await fixture.client.post(`/invoices/${id}/card-payment/check`)
  return { id, intent }
}

test('a disputed payment cannot be refunded to the card, because the bank has returned the money', async () => {
  const fixture = await aStudioWithCards(server, provider)
  const { id, intent } = await aPaidInvoice(fixture)
  const firstEvent = provider.sent.length
  provider.balance.dispute(intent)
  for (const { payload } of provider.sent.slice(firstEvent)) await deliver(payload)
  await eventually(async () =>
    expect((await fixture.admin.get(`/studios/${fixture.studio.id}/card-books`)).body.disputes).toHaveLength(1),
  )
  expectError(await refund(fixture, id, {}), 'AMOUNT_NOT_POSSIBLE')
})

test('an invoice can be refunded partly to the card and partly as credit, which the next invoice uses', async () => {
  const fixture = await aStudioWithCards(server, provider)
  const { studio, admin, client } = fixture
  const { id, intent } = await aPaidInvoice(fixture)
  expect((await refund(fixture, id, {})).body).toMatchObject({
    state: 'paid',
    paid_minor: 5_000,
    credited_minor: 5_000,
    open_minor: 0,
  })
  await eventually(async () => expect(intent.refunded).toBe(5_000))
  expectError(await refund(fixture, id, { amount_minor: 5_001 }), 'AMOUNT_NOT_POSSIBLE')
  expect((await refund(fixture, id, { method: 'credit' })).body).toMatchObject({ state: 'void', paid_minor: 0 })
  expect(await balance(studio.id, 'credit')).toBe(-5_000)
  await eventually(async () => expect(await balance(studio.id, 'deposits_held')).toBe(0))
  expect(await balance(studio.id, 'card_clearing')).toBe(10_000 - 5_000 - 320)

  const next = await anInvoice(fixture, { client_id: client.id })
  expect((await admin.get(`/invoices/${next.id}`)).body).toMatchObject({ open_minor: 5_000, paid_minor: 5_000 })
  const page = await client.post(`/invoices/${next.id}/card-payment`)
  expect(provider.pay(page.body.url).amount).toBe(5_000)
})

test('concurrent refunds never return more than was paid', async () => {
  const fixture = await aStudioWithCards(server, provider)
  const { id, intent } = await aPaidInvoice(fixture)
  const responses = await Promise.all(Array.from({ length: 4 }, () => refund(fixture, id, { amount_minor: 4_000 })))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422])
  await eventually(async () => expect(intent.refunded).toBe(8_000))
  await eventually(async () => expect(await balance(fixture.studio.id, 'deposits_held')).toBe(0))
})

test('a deposit that paid an invoice can be refunded to its card', async () => {
  const fixture = await aStudioWithCards(server, provider, { auto_confirm: true })
  const { studio, admin, client } = fixture
  const { id: booking, intent } = await at.aPaidBooking(fixture)
  const draft = await admin.post(`/studios/${studio.id}/invoices`, { client_id: client.id, booking_ids: [booking] })
  expect((await admin.post(`/invoices/${draft.body.id}/issue`)).body.open_minor).toBe(5_000)
  expectError(await refund(fixture, draft.body.id, { amount_minor: 5_001 }), 'AMOUNT_NOT_POSSIBLE')
  await refund(fixture, draft.body.id, { amount_minor: 2_000 })
  await eventually(async () => expect(intent.refunded).toBe(2_000))
  await eventually(async () => expect(await balance(studio.id, 'deposits_held')).toBe(0))
})

test('a refund is made later if the account has no money', async () => {
  const fixture = await aStudioWithCards(server, provider)
  const { id, intent } = await aPaidInvoice(fixture)
  provider.empty = true
  expect((await refund(fixture, id, {})).status).toBe(201)
  // The check may fail or succeed, because the job may be trying at the same time.
  await fixture.client.post(`/invoices/${id}/card-payment/check`)
  expect(intent.refunded).toBe(0)
  expect(await balance(fixture.studio.id, 'deposits_held')).toBe(-5_000)
  provider.empty = false
  provider.clearKeyCache()
  await eventually(async () => {
    await fixture.client.post(`/invoices/${id}/card-payment/check`)
    expect(intent.refunded).toBe(5_000)
    expect(await balance(fixture.studio.id, 'deposits_held')).toBe(0)
  })
})

test('only admins can make refunds, and only to a card that paid', async () => {
  const fixture = await aStudioWithCards(server, provider)
  const { id, intent } = await aPaidInvoice(fixture)
  for (const caller of [await aDeskPerson(server, fixture), fixture.other, fixture.client]) {
    expect((await refund({ ...fixture, admin: caller }, id, {})).status).toBeGreaterThanOrEqual(403)
  }
  const cash = await anInvoice(fixture, { client_id: fixture.client.id })
  await fixture.admin.post(`/invoices/${cash.id}/payments`, { amount_minor: 10_000, method: 'cash' })
  expectError(await refund(fixture, cash.id, {}), 'AMOUNT_NOT_POSSIBLE')
  expect(intent.refunded).toBe(0)
})
