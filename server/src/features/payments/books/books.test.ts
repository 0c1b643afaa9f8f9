import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import type { CardProvider } from '@studiohub/testing/card-provider.ts'
import { startWithCards } from '@studiohub/testing/card-server.ts'
import { aStudioWithCards, countActions, runJob } from '@studiohub/testing/card-studios.ts'
import { StripeError, unixNow } from '@studiohub/testing/card-wire.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { anInvoice, balance } from '@studiohub/testing/invoices.ts'
import { aDeskPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import type { TestServer } from '@studiohub/testing/server.ts'
import { describe, expect, test, vi } from 'vitest'
import { compareWithProvider, comparisonJobs } from './comparison-jobs.ts'

let provider: CardProvider
let server: TestServer
const at = startWithCards((started) => {
  ;({ provider, server } = started)
})

const { payment, check, deliver, aPaidBooking, eventually } = at
const books = async ({ admin, studio }: StudioOfTest) => (await admin.get(`/studios/${studio.id}/card-books`)).body
const compare = ({ admin, studio }: StudioOfTest) => admin.post(`/studios/${studio.id}/card-books/compare`)
const aStudioOfCards = () => aStudioWithCards(server, provider, { auto_confirm: true })
const sums = async ({ studio }: StudioOfTest, ...accounts: string[]) =>
  Object.fromEntries(await Promise.all(accounts.map(async (account) => [account, await balance(studio.id, account)])))
/** Delivers the provider's events from index `firstEvent` on, in the opposite order and each twice. */
async function deliverSince(firstEvent: number) {
  const payloads = provider.sent.slice(firstEvent).map(({ payload }) => payload)
  const responses = await Promise.all([...payloads, ...payloads].toReversed().map((payload) => deliver(payload)))
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
}
/** A movement of a payout that the provider does not know. */
const addUnknownPayout = ({ account }: { account: string }, id: string) =>
  provider.balance.add(account, { type: 'payout', amount: -7, currency: 'usd', source: { id, object: 'payout' } })
const disputeNotices = async ({ admin }: StudioOfTest) =>
  (await admin.get('/notices')).body.items.filter(({ kind }: { kind: string }) => kind === 'dispute')

describe('a disputed payment', () => {
  test('is in the books once, even if events repeat or come late, and the admins get one notification', async () => {
    const fixture = await aStudioOfCards()
    const { id, intent } = await aPaidBooking(fixture)
    const firstEvent = provider.sent.length
    const dispute = provider.balance.dispute(intent)
    await deliverSince(firstEvent)
    await eventually(async () => expect((await books(fixture)).disputes).toHaveLength(1))
    expect((await books(fixture)).disputes[0]).toMatchObject({
      id: dispute,
      state: 'needs_response',
      amount_minor: 5_000,
      withdrawn_minor: 5_000,
      currency: 'USD',
      booking_id: id,
      client_name: fixture.client.full_name,
      reason: 'fraudulent',
      invoice_id: null,
      evidence_url: `https://dashboard.stripe.com/${fixture.account}/test/payments/${intent.id}`,
    })
    expect(await sums(fixture, 'disputes', 'deposits_held', 'card_clearing', 'processor_fees')).toEqual({
      disputes: 5_000,
      deposits_held: -5_000,
      card_clearing: -1_675,
      processor_fees: 1_675,
    })
    const [notice, ...others] = await disputeNotices(fixture)
    expect(others).toEqual([])
    expect(notice).toMatchObject({ link: '/studio/payments', data: { change: 'opened', amount: '$50' } })
    await eventually(async () => expect(await countActions(fixture.studio.id, 'payments.readDispute')).toBe(1))
  })

  test('returns with the fee of the dispute if the studio wins', async () => {
    const fixture = await aStudioOfCards()
    const { intent } = await aPaidBooking(fixture)
    const firstEvent = provider.sent.length
    const dispute = provider.balance.dispute(intent)
    provider.balance.decide(dispute, 'won')
    await deliverSince(firstEvent)
    await eventually(async () => expect((await books(fixture)).disputes[0]?.state).toBe('won'))
    expect(await sums(fixture, 'disputes', 'deposits_held', 'card_clearing', 'processor_fees')).toEqual({
      disputes: 0,
      deposits_held: -5_000,
      card_clearing: 4_825,
      processor_fees: 175,
    })
    expect((await disputeNotices(fixture)).at(0)?.data.change).toBe('won')
  })

  test('is no longer a deposit if the client wins, and the client owes the amount again', async () => {
    const fixture = await aStudioOfCards()
    const { id, intent } = await aPaidBooking(fixture)
    const firstEvent = provider.sent.length
    const dispute = provider.balance.dispute(intent)
    await deliverSince(firstEvent)
    await eventually(async () => expect(await balance(fixture.studio.id, 'disputes')).toBe(5_000))
    provider.balance.decide(dispute, 'lost')
    await deliverSince(firstEvent)
    await eventually(async () => expect((await books(fixture)).disputes[0]?.state).toBe('lost'))
    expect(await sums(fixture, 'disputes', 'deposits_held', 'write_off')).toEqual({
      disputes: 0,
      deposits_held: 0,
      write_off: 0,
    })
    expect((await fixture.client.get(`/bookings/${id}/money`)).body).toMatchObject({
      paid_minor: 0,
      owed_minor: 10_000,
    })
  })

  test('becomes a loss if it paid an invoice and the client wins, and the invoice still counts the payment', async () => {
    const fixture = await aStudioOfCards()
    const { id, intent } = await aPaidBooking(fixture)
    const { studio, admin, client } = fixture
    const invoice = await anInvoice(fixture, { client_id: client.id, booking_ids: [id], lines: [] })
    const firstEvent = provider.sent.length
    provider.balance.decide(provider.balance.dispute(intent), 'lost')
    await deliverSince(firstEvent)
    await eventually(async () => expect(await balance(studio.id, 'write_off')).toBe(5_000))
    expect((await admin.get(`/invoices/${invoice.id}`)).body).toMatchObject({ paid_minor: 5_000, open_minor: 5_000 })
    expect((await books(fixture)).disputes[0]).toMatchObject({ state: 'lost', invoice_id: invoice.id })
  })

  test('that was lost returns to where the loss was posted if the bank changes its decision', async () => {
    for (const isInvoiced of [false, true]) {
      const fixture = await aStudioOfCards()
      const { id, intent } = await aPaidBooking(fixture)
      const { studio, client } = fixture
      if (isInvoiced) await anInvoice(fixture, { client_id: client.id, booking_ids: [id], lines: [] })
      const accounts = ['disputes', 'deposits_held', 'write_off', 'card_clearing', 'processor_fees', 'receivable']
      const before = await sums(fixture, ...accounts)
      const firstEvent = provider.sent.length
      const dispute = provider.balance.dispute(intent)
      provider.balance.decide(dispute, 'lost')
      await deliverSince(firstEvent)
      await eventually(async () => expect((await books(fixture)).disputes[0]?.state).toBe('lost'))
      expect(await balance(studio.id, isInvoiced ? 'write_off' : 'deposits_held')).toBe(isInvoiced ? 5_000 : 0)
      provider.balance.decide(dispute, 'won')
      await deliverSince(firstEvent)
      await eventually(async () => expect((await books(fixture)).disputes[0]?.state).toBe('won'))
      expect(await sums(fixture, ...accounts)).toEqual(before)
    }
  })

  test('moves no money if the dispute is only an inquiry of the bank', async () => {
    const fixture = await aStudioOfCards()
    const { intent } = await aPaidBooking(fixture)
    const firstEvent = provider.sent.length
    const dispute = provider.balance.dispute(intent, { inquiry: true })
    await deliverSince(firstEvent)
    await eventually(async () => expect((await books(fixture)).disputes[0]?.state).toBe('needs_response'))
    provider.balance.decide(dispute, 'warning_closed')
    await deliverSince(firstEvent)
    await eventually(async () => expect((await books(fixture)).disputes[0]?.state).toBe('closed'))
    expect(await balance(fixture.studio.id, 'disputes')).toBe(0)
    expect((await disputeNotices(fixture)).map(({ data }: { data: { change: string } }) => data.change)).toEqual([
      'closed',
      'opened',
    ])
  })

  test('is refunded after a cancellation only when the dispute is won', async () => {
    const fixture = await aStudioOfCards()
    const { id, intent } = await aPaidBooking(fixture)
    const firstEvent = provider.sent.length
    const dispute = provider.balance.dispute(intent)
    await deliverSince(firstEvent)
    await eventually(async () => expect((await books(fixture)).disputes).toHaveLength(1))
    await fixture.client.post(`/bookings/${id}/cancel`, {})
    expect((await check(fixture.client, id)).body.state).toBe('paid')
    provider.balance.decide(dispute, 'won')
    await deliverSince(firstEvent)
    await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('refunded'))
    expect(intent.refunded).toBe(5_000)
  })
})

describe('a payout', () => {
  test('moves money from the provider to the bank, and back if the bank rejects it', async () => {
    const fixture = await aStudioOfCards()
    await aPaidBooking(fixture)
    const firstEvent = provider.sent.length
    const payout = provider.balance.payOut(fixture.account, 4_825)
    await deliverSince(firstEvent)
    await eventually(async () =>
      expect((await books(fixture)).payouts).toMatchObject([{ id: payout, state: 'on_its_way' }]),
    )
    expect(await sums(fixture, 'bank', 'card_clearing')).toEqual({ bank: 4_825, card_clearing: 0 })
    provider.balance.endPayout(payout, 'failed')
    await deliverSince(firstEvent)
    await eventually(async () => expect((await books(fixture)).payouts).toMatchObject([{ state: 'failed' }]))
    expect(await sums(fixture, 'bank', 'card_clearing')).toEqual({ bank: 0, card_clearing: 4_825 })
    expect((await books(fixture)).balances).toEqual([{ currency: 'USD', amount_minor: 4_825 }])
  })

  test('is posted once, even if many events come at the same time', async () => {
    const fixture = await aStudioOfCards()
    await aPaidBooking(fixture)
    const firstEvent = provider.sent.length
    const payout = provider.balance.payOut(fixture.account, 4_000)
    provider.balance.endPayout(payout, 'paid')
    await deliverSince(firstEvent)
    await eventually(async () => expect((await books(fixture)).payouts).toMatchObject([{ state: 'paid' }]))
    expect(await sums(fixture, 'bank', 'card_clearing')).toEqual({ bank: 4_000, card_clearing: 825 })
  })
})

describe('the comparison with the provider', () => {
  test('finds and resolves changes for which no event came', async () => {
    const fixture = await aStudioOfCards()
    const { intent } = await aPaidBooking(fixture)
    provider.balance.dispute(intent)
    provider.balance.payOut(fixture.account, 1_000)
    provider.balance.add(fixture.account, { type: 'stripe_fee', amount: -200, currency: 'usd' })
    const compared = await compare(fixture)
    expect(compared.status, compared.text).toBe(200)
    expect(compared.body).toMatchObject({ differences: [], failed_at: null, compared_at: expect.any(String) })
    expect(compared.body.disputes).toHaveLength(1)
    expect(compared.body.payouts).toHaveLength(1)
    expect(await sums(fixture, 'bank', 'disputes', 'processor_fees')).toEqual({
      bank: 1_000,
      disputes: 5_000,
      processor_fees: 1_875,
    })
    expect((await compare(fixture)).body.differences).toEqual([])
    expect(await countActions(fixture.studio.id, 'payments.compare')).toBe(2)
    expect(await balance(fixture.studio.id, 'processor_fees')).toBe(1_875)
  })

  test('lists differences with their amounts until they are resolved', async () => {
    const fixture = await aStudioOfCards()
    const { id, intent } = await aPaidBooking(fixture)
    const source = { id: 're_1', object: 'refund', payment_intent: intent.id }
    provider.balance.add(fixture.account, { type: 'refund', amount: -700, currency: 'usd', source })
    const { differences } = (await compare(fixture)).body
    expect(differences).toMatchObject([{ kind: 'payment', books_minor: 4_825, provider_minor: 4_125, booking_id: id }])
    const failure = { id: 're_1', object: 'refund', payment_intent: intent.id }
    provider.balance.add(fixture.account, { type: 'refund_failure', amount: 700, currency: 'usd', source: failure })
    await runJob(comparisonJobs[2] as never, {})
    await eventually(async () => expect((await books(fixture)).differences).toEqual([]))
  })

  test('lists sales outside StudioHub separately: in the balance, but not as differences', async () => {
    const fixture = await aStudioOfCards()
    await aPaidBooking(fixture)
    const sale = { type: 'charge', amount: 900, fee: 56, currency: 'usd' }
    const intent = { id: 'ch_shop', object: 'charge', payment_intent: 'pi_of_a_web_shop' }
    provider.balance.add(fixture.account, sale)
    provider.balance.add(fixture.account, { ...sale, source: intent })
    provider.balance.add(fixture.account, { type: 'refund', amount: -300, currency: 'usd' })
    provider.balance.add(fixture.account, { ...sale, currency: 'eur' })
    const { body } = await compare(fixture)
    expect(body).toMatchObject({
      differences: [],
      outside: [
        { currency: 'EUR', count: 1, amount_minor: 844 },
        { currency: 'USD', count: 3, amount_minor: 2 * 844 - 300, last_at: expect.any(String) },
      ],
      balances: [
        { currency: 'EUR', amount_minor: 844 },
        { currency: 'USD', amount_minor: 4_825 + 2 * 844 - 300 },
      ],
    })
    expect((await compare(fixture)).body.outside).toEqual(body.outside)
    expect(await balance(fixture.studio.id, 'card_clearing')).toBe(4_825)
  })

  test('reads all pages of a long history', async () => {
    const fixture = await aStudioOfCards()
    for (let fee = 0; fee < 230; fee += 1)
      provider.balance.add(fixture.account, { type: 'stripe_fee', amount: -1, currency: 'usd' })
    expect((await compare(fixture)).body.differences).toEqual([])
    expect(await balance(fixture.studio.id, 'processor_fees')).toBe(230)
  })

  test('stores that the provider did not answer, and tries again', async () => {
    const fixture = await aStudioOfCards()
    provider.down = true
    expectError(await compare(fixture), 'PAYMENTS_UNAVAILABLE')
    expect(await books(fixture)).toMatchObject({ compared_at: null, failed_at: expect.any(String) })
    provider.down = false
    await runJob(comparisonJobs[2] as never, {})
    await eventually(async () => expect(await books(fixture)).toMatchObject({ failed_at: null, differences: [] }))
  })

  test('stores that the provider stopped answering while it read a difference again', async () => {
    const fixture = await aStudioOfCards()
    provider.balance.payOut(fixture.account, 1_000)
    const readPayout = vi.spyOn(provider.balance, 'readPayout').mockImplementation(() => {
      provider.down = true
      throw new StripeError('api_error', 'down', 503)
    })
    expectError(await compare(fixture), 'PAYMENTS_UNAVAILABLE')
    readPayout.mockRestore()
    expect(await books(fixture)).toMatchObject({ compared_at: null, failed_at: expect.any(String) })
  })

  test('goes on if the provider does not know one object, and logs the error', async () => {
    const fixture = await aStudioOfCards()
    await aPaidBooking(fixture)
    const payout = provider.balance.payOut(fixture.account, 1_000)
    addUnknownPayout(fixture, 'po_unknown')
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    await compareWithProvider(fixture.studio.id, { now: new Date(), log })
    expect(log.error.mock.calls).toMatchObject([[{ subject: 'payout:po_unknown' }, expect.any(String)]])
    expect(await books(fixture)).toMatchObject({
      differences: [{ kind: 'payout', subject: 'po_unknown', books_minor: 0, provider_minor: -7 }],
      payouts: [{ id: payout, state: 'on_its_way' }],
      compared_at: expect.any(String),
      failed_at: null,
    })
    expect((await compare(fixture)).body.differences).toHaveLength(1)
  })

  test('goes on if the provider answers but cannot take the next step of one payment', async () => {
    const fixture = await aStudioOfCards()
    const { id, intent } = await aPaidBooking(fixture)
    provider.empty = true
    await fixture.client.post(`/bookings/${id}/cancel`, {})
    const source = { id: 're_1', object: 'refund', payment_intent: intent.id }
    provider.balance.add(fixture.account, { type: 'refund', amount: -700, currency: 'usd', source })
    const { body, text } = await compare(fixture)
    expect(body, text).toMatchObject({
      differences: [{ kind: 'payment', booking_id: id }],
      compared_at: expect.any(String),
      failed_at: null,
    })
    // The refund was tried, and rejected.
    expect(
      provider.calls.filter(({ path, account }) => path === '/v1/refunds' && account === fixture.account),
    ).not.toEqual([])
  })

  test('reads each difference again within some hours, even if there are many newer ones', async () => {
    const fixture = await aStudioOfCards()
    const payout = provider.balance.payOut(fixture.account, 1_000)
    const oldest = provider.balance.movements.find(({ source }) => source?.id === payout)
    Object.assign(oldest ?? {}, { created: unixNow() - 60 })
    for (let count = 0; count < 60; count += 1) addUnknownPayout(fixture, `po_unknown${count}`)
    for (const hour of [0, 1])
      await runJob(comparisonJobs[0] as never, { studio_id: fixture.studio.id }, new Date(Date.now() + hour * HOUR_MS))
    const { differences, payouts } = await books(fixture)
    expect(payouts).toMatchObject([{ id: payout }])
    expect(differences).toHaveLength(60)
  })
})

test('only admins of the studio can see disputes, payouts and differences, and compare the books', async () => {
  const fixture = await aStudioOfCards()
  const stranger = await aStudio(server)
  const path = `/studios/${fixture.studio.id}/card-books`
  for (const caller of [fixture.client, await aDeskPerson(server, fixture), stranger.admin]) {
    expectError(await caller.get(path), 'FORBIDDEN')
    expectError(await caller.post(`${path}/compare`), 'FORBIDDEN')
  }
  expectError(await callAs(server.url, null).get(path), 'UNAUTHENTICATED')
  const studioWithoutCards = await aStudio(server)
  expect(await books(studioWithoutCards)).toMatchObject({
    disputes: [],
    payouts: [],
    differences: [],
    outside: [],
    balances: [],
    can_compare: false,
  })
})
