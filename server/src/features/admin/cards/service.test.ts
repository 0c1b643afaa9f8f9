import { CardProvider } from '@studiohub/testing/card-provider.ts'
import { aStudioWithCards, countActions, paymentActions } from '@studiohub/testing/card-studios.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aDeskPerson, aStudio, aSuperAdmin, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

let provider: CardProvider
let server: TestServer
let operator: TestUser

beforeAll(async () => {
  provider = await CardProvider.start()
  server = await startServer({ env: provider.env })
  operator = await aSuperAdmin(server)
})
afterAll(async () => {
  await server.stop()
  await provider.stop()
})

const at = paymentActions(() => ({ server, provider }))
const eventually = (work: () => Promise<void>) => vi.waitFor(work, { timeout: 30_000, interval: 100 })
const listFailedEvents = async (studio_id: string): Promise<{ id: string; type: string; error: string }[]> => {
  const { failed_reports } = (await operator.get('/admin/card-payments')).body
  return failed_reports.filter((event: { studio_id: string }) => event.studio_id === studio_id)
}

test('operators see which studios take cards, how much is paid, and how many amounts differ', async () => {
  const fixture = await aStudioWithCards(server, provider, { auto_confirm: true })
  const { id, intent } = await at.aPaidBooking(fixture)
  await fixture.client.post(`/bookings/${id}/cancel`, {})
  await eventually(async () => expect((await at.payment(fixture.client, id)).state).toBe('refunded'))
  const source = { id: 're_1', object: 'refund', payment_intent: intent.id }
  provider.balance.add(fixture.account, { type: 'refund', amount: -700, currency: 'usd', source })
  await fixture.admin.post(`/studios/${fixture.studio.id}/card-books/compare`)
  const incomplete = await aStudio(server)
  await incomplete.admin.post(`/studios/${incomplete.studio.id}/card-account/link`)

  const { items } = (await operator.get('/admin/card-studios')).body
  const rowOf = (studio_id: string) => items.find((row: { studio_id: string }) => row.studio_id === studio_id)
  expect(rowOf(fixture.studio.id)).toMatchObject({ state: 'ready', pays_out: true, differences: 1, failed_at: null })
  expect(rowOf(incomplete.studio.id)).toMatchObject({ state: 'incomplete', differences: 0, compared_at: null })
  expect(JSON.stringify(items)).not.toMatch(/minor|acct_/)
  const { volume } = (await operator.get('/admin/card-payments')).body
  const month = new Date().toISOString().slice(0, 7)
  expect(volume).toEqual([{ month, currency: 'USD', payments: 1, paid_minor: 5_000, refunded_minor: 5_000 }])

  const first = (await operator.get('/admin/card-studios?limit=1')).body
  const second = (await operator.get(`/admin/card-studios?limit=1&cursor=${first.next_cursor}`)).body
  const names = [fixture.studio.name, incomplete.studio.name].toSorted()
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(names)
})

test('an event that fails is listed with its error, and works when an operator tries again', async () => {
  const fixture = await aStudioWithCards(server, provider, { auto_confirm: true })
  await at.aPaidBooking(fixture)
  const sentBefore = provider.sent.length
  const payout = provider.balance.payOut(fixture.account, 1_000)
  provider.down = true
  for (const { payload } of provider.sent.slice(sentBefore)) await at.deliver(payload)
  await eventually(async () =>
    expect(await listFailedEvents(fixture.studio.id)).toMatchObject([
      { type: 'payout.created', error: 'PAYMENTS_UNAVAILABLE' },
    ]),
  )
  const [event] = await listFailedEvents(fixture.studio.id)
  const path = `/admin/payment-reports/${event?.id}/retry`
  for (const caller of [fixture.admin, fixture.client, await aDeskPerson(server, fixture)])
    expectError(await caller.post(path), 'FORBIDDEN')
  provider.down = false
  expect((await operator.post(path)).status).toBe(200)
  await eventually(async () =>
    expect((await fixture.admin.get(`/studios/${fixture.studio.id}/card-books`)).body.payouts).toMatchObject([
      { id: payout },
    ]),
  )
  await eventually(async () => expect(await listFailedEvents(fixture.studio.id)).toEqual([]))
  expectError(await operator.post(path), 'INVALID_TRANSITION')
  expectError(await operator.post('/admin/payment-reports/evt_unknown/retry'), 'NOT_FOUND')
  expect(await countActions(fixture.studio.id, 'admin.retryReport')).toBe(1)
})

test('only operators see the card payments of the platform', async () => {
  const fixture = await aStudio(server)
  for (const path of ['/admin/card-studios', '/admin/card-payments']) {
    for (const caller of [fixture.admin, fixture.client, await aDeskPerson(server, fixture)])
      expectError(await caller.get(path), 'FORBIDDEN')
    expectError(await callAs(server.url, null).get(path), 'UNAUTHENTICATED')
  }
})
