import { depositDue } from '@studiohub/contract/features/prices/deposits/rules.ts'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

/** A studio whose services cost 101 with this deposit. */
async function aStudioWithDeposit(deposit: object | null): Promise<StudioOfTest> {
  const fixture = await aStudio(server)
  await putServices(fixture, { price_minor: 10_100, deposit })
  return fixture
}

async function putServices({ studio, admin }: StudioOfTest, changes: object) {
  const path = `/studios/${studio.id}/services`
  const { body } = await admin.get(path)
  const items = body.items.map(({ position, ...service }: { position: number }) => ({ ...service, ...changes }))
  return admin.put(path, { items })
}

const half = { kind: 'percent', percent: 50 }

describe('the deposit of a service', () => {
  test('is shown by the quote and kept by the booking', async () => {
    const fixture = await aStudioWithDeposit(half)
    const { studio, client, admin } = fixture
    const session = { booking_date: today, start_time: '10:00', end_time: '12:00', service_type: 'recording' }
    expect((await client.post(`/studios/${studio.id}/quote`, session)).body.deposit_minor).toBe(5_050)
    const booking = await aBooking(client, studio.id, today)
    expect(booking).toMatchObject({ price_minor: 10_100, deposit_minor: 5_050 })
    await putServices(fixture, { deposit: { kind: 'full' } })
    expect((await client.get(`/bookings/${booking.id}`)).body.deposit_minor).toBe(5_050)
    const evening = { start_time: '18:00', end_time: '20:00', client_id: fixture.client.id }
    expect((await aBooking(admin, studio.id, today, evening)).deposit_minor).toBe(10_100)
  })

  test('includes tax that is added to the price', async () => {
    const fixture = await aStudioWithDeposit(half)
    const taxes = { prices_include_tax: false, rates: [{ key: 'usual', name: 'VAT', rate_bp: 2_000 }] }
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { taxes })
    expect((await aBooking(fixture.client, fixture.studio.id, today)).deposit_minor).toBe(6_060)
  })

  test('is not due for a session without a price or without a client', async () => {
    const fixture = await aStudioWithDeposit(half)
    expect((await aBooking(fixture.admin, fixture.studio.id, today)).deposit_minor).toBeNull()
    await putServices(fixture, { price_minor: null })
    const evening = { start_time: '18:00', end_time: '20:00' }
    expect((await aBooking(fixture.client, fixture.studio.id, today, evening)).deposit_minor).toBeNull()
  })

  test('can only be set by admins, between 1 and 100 percent or as an amount above zero', async () => {
    const fixture = await aStudioWithDeposit(null)
    expectError(await putServices(fixture, { deposit: { kind: 'percent', percent: 101 } }), 'VALIDATION_FAILED')
    expectError(await putServices(fixture, { deposit: { kind: 'fixed', amount_minor: 0 } }), 'VALIDATION_FAILED')
    expectError(await fixture.client.put(`/studios/${fixture.studio.id}/services`, { items: [] }), 'FORBIDDEN')
    expect((await putServices(fixture, { deposit: half })).status).toBe(200)
  })
})

test('the database computes every deposit as the contract does', async () => {
  const deposits = [
    ...[1, 33, 50, 99, 100].map((percent) => ({ kind: 'percent' as const, percent })),
    ...[1, 99, 5_000].map((amount_minor) => ({ kind: 'fixed' as const, amount_minor })),
    { kind: 'full' as const },
  ]
  const cases = deposits.flatMap((deposit) =>
    [0, 1, 49, 50, 99, 400, 10_001, 17_500, 1_999_999_999].flatMap((price) =>
      ['EUR', 'JPY', 'KWD', 'GBP', 'BGN', 'AED', 'PLN', 'DKK', 'SEK', 'HKD', 'THB', 'CZK', 'HUF', 'XAF'].map(
        (currency) => ({ deposit, price, currency }),
      ),
    ),
  )
  const { rows } = await asLogin((tx) =>
    sql<{ due: number | null }>`
      select app.deposit_due(c.deposit, c.price, c.currency) as due
      from json_to_recordset(${JSON.stringify(cases)}::json) as c (deposit jsonb, price bigint, currency text)`.execute(
      tx,
    ),
  )
  expect(rows.map(({ due }) => due)).toEqual(
    cases.map(({ deposit, price: price_minor, currency }) => depositDue(deposit, { price_minor, currency, tax: null })),
  )
})
