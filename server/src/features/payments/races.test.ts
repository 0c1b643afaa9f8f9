import type { CardProvider } from '@studiohub/testing/card-provider.ts'
import { startWithCards } from '@studiohub/testing/card-server.ts'
import { aStudioWithCards, runJob } from '@studiohub/testing/card-studios.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { balance } from '@studiohub/testing/invoices.ts'
import type { TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { settlementJobs } from './settlement-jobs.ts'

let provider: CardProvider
let server: TestServer
const at = startWithCards((started) => {
  ;({ provider, server } = started)
})

const { book, payment, check, openPage, deliver, aPaidBooking, confirm, listBookingEmails, eventually } = at
const settleAll = () => runJob(settlementJobs[2] as never, {}, new Date(Date.now() + 2 * 3_600_000))

describe('the settlement of payments', () => {
  test('records one payment, even if events repeat, come in any order and overlap with checks', async () => {
    const fixture = await aStudioWithCards(server, provider, { auto_confirm: true })
    const { id } = await book(fixture)
    const firstEvent = provider.sent.length
    provider.pay(await openPage(fixture, id))
    const payloads = provider.sent.slice(firstEvent).map(({ payload }) => payload)
    const shuffled = [...payloads, ...payloads, ...payloads].toReversed()
    const responses = await Promise.all([
      ...shuffled.map((payload) => deliver(payload)),
      ...Array.from({ length: 4 }, () => check(fixture.client, id)),
    ])
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
    await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('paid'))
    expect(await balance(fixture.studio.id, 'deposits_held')).toBe(-5_000)
    expect((await listBookingEmails(fixture.client)).length).toBe(1)
  })

  test('finds payments for which no event came', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id } = await book(fixture)
    provider.pay(await openPage(fixture, id))
    await settleAll()
    await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('authorized'))
  })

  test('never changes an imported payment, which has no page here', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id } = await aPaidBooking(fixture)
    await confirm(fixture, id)
    await check(fixture.client, id)
    await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('paid'))
    await asLogin((tx) =>
      sql`update card_payments set checkout_id = null, checkout_url = null where booking_id = ${id}::uuid`.execute(tx),
    )
    expect((await fixture.client.post(`/bookings/${id}/cancel`, {})).status).toBe(200)
    await settleAll()
    const { rows } = await asLogin((tx) =>
      sql`select state, paid_minor::integer, intent_id is not null as is_named from card_payments
        where booking_id = ${id}::uuid`.execute(tx),
    )
    expect(rows).toEqual([{ state: 'paid', paid_minor: 5_000, is_named: true }])
  })

  test('captures a deposit later if the provider does not answer when the booking is confirmed', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id, intent } = await aPaidBooking(fixture)
    provider.down = true
    expect((await confirm(fixture, id)).status).toBe(200)
    expectError(await check(fixture.client, id), 'PAYMENTS_UNAVAILABLE')
    provider.down = false
    await check(fixture.client, id)
    expect(intent.received).toBe(5_000)
  })

  test('takes the money once, even with concurrent captures', async () => {
    const fixture = await aStudioWithCards(server, provider)
    const { id, intent } = await aPaidBooking(fixture)
    await confirm(fixture, id)
    await Promise.all(Array.from({ length: 6 }, () => check(fixture.client, id)))
    await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('paid'))
    expect(intent.received).toBe(5_000)
    expect(await balance(fixture.studio.id, 'deposits_held')).toBe(-5_000)
  })

  test('returns the money if a capture and a cancellation happen at the same time', async () => {
    const fixture = await aStudioWithCards(server, provider)
    for (const hour of [8, 10, 12]) {
      const time = (hours: number) => `${String(hour + hours).padStart(2, '0')}:00`
      const { id, intent } = await aPaidBooking(fixture, { start_time: time(0), end_time: time(2) })
      await confirm(fixture, id)
      await Promise.all([
        check(fixture.client, id),
        fixture.client.post(`/bookings/${id}/cancel`, {}),
        check(fixture.client, id),
      ])
      await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('refunded'))
      expect(intent.received - intent.refunded).toBe(0)
    }
    expect(await balance(fixture.studio.id, 'deposits_held')).toBe(0)
  })

  test('makes a refund later if the account has no money', async () => {
    const fixture = await aStudioWithCards(server, provider, { auto_confirm: true })
    const { id, intent } = await aPaidBooking(fixture)
    provider.empty = true
    await fixture.client.post(`/bookings/${id}/cancel`, {})
    // The job of the cancellation may read the payment after the check has. Then the check leaves the refund to it.
    const { body } = await check(fixture.client, id)
    expect(['PAYMENTS_UNAVAILABLE', 'paid']).toContain(body.code ?? body.state)
    expect((await payment(fixture.client, id)).state).toBe('paid')
    provider.empty = false
    provider.clearKeyCache()
    await settleAll()
    await eventually(async () => expect(intent.refunded).toBe(5_000))
    await eventually(async () => expect((await payment(fixture.client, id)).state).toBe('refunded'))
  })
})
