import type { ClientRate } from '@studiohub/contract/features/clients/rates/schema.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { aBooking, aFixedClock, aSession, asPerson } from '@studiohub/testing/bookings.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aDeskPerson, aStudio, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

/** A studio whose services cost 60 per hour. */
async function anHourlyStudio(): Promise<StudioOfTest> {
  const fixture = await aStudio(server)
  const services = `/studios/${fixture.studio.id}/services`
  const { body } = await fixture.admin.get(services)
  const items = body.items.map(({ position, ...service }: StudioService) => ({
    ...service,
    price_minor: 6_000,
    min_minutes: 30,
    max_minutes: 600,
    pricing: { ...service.pricing, unit: 'hour' },
  }))
  expect((await fixture.admin.put(services, { items })).status).toBe(200)
  return fixture
}
const percent = (percent_off: number, service_type: string | null = null): ClientRate => ({
  service_type,
  percent_off,
  hour_minor: null,
})
const perHour = (hour_minor: number, service_type = 'recording'): ClientRate => ({
  service_type,
  percent_off: null,
  hour_minor,
})
const pathOf = ({ studio }: StudioOfTest, { id }: { id: string }) => `/studios/${studio.id}/clients/${id}`
async function giveRates(
  fixture: StudioOfTest,
  rates: ClientRate[],
  by: Pick<TestUser, 'get' | 'put'> = fixture.admin,
) {
  const { version = 1 } = (await fixture.admin.get(pathOf(fixture, fixture.client))).body
  return by.put(`${pathOf(fixture, fixture.client)}/rates`, { rates, version })
}

describe('rates of a client', () => {
  test('can only be set by admins', async () => {
    const fixture = await anHourlyStudio()
    const stranger = await aStudio(server)
    for (const caller of [
      fixture.client,
      await aCrewMember(server, fixture),
      await aDeskPerson(server, fixture),
      stranger.admin,
    ])
      expectError(await giveRates(fixture, [percent(10)], caller), 'FORBIDDEN')
    expectError(await giveRates(fixture, [percent(10)], callAs(server.url, null)), 'UNAUTHENTICATED')
    expectError(await giveRates(fixture, [percent(10), percent(20)]), 'VALIDATION_FAILED')
    expectError(await giveRates(fixture, [{ ...percent(10), hour_minor: 1 }]), 'VALIDATION_FAILED')
    const response = await giveRates(fixture, [percent(10), perHour(4_500)])
    expect(response.body.rates).toEqual([percent(10), perHour(4_500)])
    const stale = { rates: [], version: response.body.version - 1 }
    expectError(await fixture.admin.put(`${pathOf(fixture, fixture.client)}/rates`, stale), 'STALE_VERSION')
  })

  test('change the price of the quote and of the booking, only for their client', async () => {
    const fixture = await anHourlyStudio()
    await giveRates(fixture, [percent(15), perHour(4_500)])
    const quotes = `/studios/${fixture.studio.id}/quote`
    const { booking_type, ...session } = aSession(today)
    expect((await fixture.client.post(quotes, session)).body).toMatchObject({ total_minor: 9_000 })
    expect((await fixture.other.post(quotes, session)).body).toMatchObject({ total_minor: 12_000 })
    expect((await callAs(server.url, null).post(quotes, session)).body).toMatchObject({ total_minor: 12_000 })
    const forClient = { ...session, client_id: fixture.client.id }
    expect((await fixture.admin.post(quotes, forClient)).body).toMatchObject({ total_minor: 9_000 })
    expect((await fixture.other.post(quotes, forClient)).body).toMatchObject({ total_minor: 12_000 })
    const booked = await aBooking(fixture.client, fixture.studio.id, today)
    expect(booked).toMatchObject({ price_minor: 9_000, price_lines: [{ label: expect.stringContaining('your rate') }] })
    const mixing = { service_type: 'mixing', start_time: '14:00', end_time: '16:00' }
    expect(await aBooking(fixture.client, fixture.studio.id, today, mixing)).toMatchObject({
      price_minor: 10_200,
      price_lines: [{ amount_minor: 12_000 }, { kind: 'discount', key: 'rate', percent: 15, amount_minor: -1_800 }],
    })
    const other = { ...mixing, start_time: '16:00', end_time: '18:00' }
    expect(await aBooking(fixture.other, fixture.studio.id, today, other)).toMatchObject({ price_minor: 12_000 })
  })

  test('are visible to the client and the desk', async () => {
    const fixture = await anHourlyStudio()
    await giveRates(fixture, [perHour(4_500)])
    const path = `/studios/${fixture.studio.id}/reductions`
    const request = { service_type: 'recording' }
    const rate = { percent_off: null, hour_minor: 4_500 }
    expect((await fixture.client.post(path, request)).body).toMatchObject({ rate })
    expect((await fixture.other.post(path, { ...request, client_id: fixture.client.id })).body).toMatchObject({
      rate: null,
    })
    const desk = await aDeskPerson(server, fixture)
    expect((await desk.post(path, { ...request, client_id: fixture.client.id })).body).toMatchObject({ rate })
    expectError(await (await aCrewMember(server, fixture)).post(path, request), 'FORBIDDEN')
    expectError(await (await aStudio(server)).client.post(path, request), 'FORBIDDEN')
  })

  test('do not change the price of booked sessions; a longer session costs the new rate', async () => {
    const fixture = await anHourlyStudio()
    await giveRates(fixture, [percent(50)])
    const booked = await aBooking(fixture.client, fixture.studio.id, today)
    expect(booked.price_minor).toBe(6_000)
    await giveRates(fixture, [])
    const move = (change: object) => fixture.admin.patch(`/bookings/${booked.id}`, change)
    expect((await move({ start_time: '12:00', end_time: '14:00' })).body.price_minor).toBe(6_000)
    expect((await move({ end_time: '15:00' })).body.price_minor).toBe(18_000)
  })

  test('cannot be set by the desk or exceeded by a client with direct SQL', async () => {
    const fixture = await anHourlyStudio()
    await giveRates(fixture, [percent(10)])
    const booked = await aBooking(fixture.client, fixture.studio.id, today)
    const discount = (amount_minor: number) => [
      booked.price_lines[0],
      { ...booked.price_lines[1], unit_price_minor: amount_minor, amount_minor },
    ]
    const cheaper = sql`update bookings set price_lines = ${JSON.stringify(discount(-6_000))}::jsonb, price_minor = 6000
      where id = ${booked.id}::uuid`
    await expect(asPerson(fixture.client, (tx) => cheaper.execute(tx))).rejects.toMatchObject({ code: '42501' })
    const desk = await aDeskPerson(server, fixture)
    const ratesOfDesk = sql`update client_records set rates = '[]' || ${JSON.stringify([percent(90)])}::jsonb
      where studio_id = ${fixture.studio.id}::uuid`
    await expect(asPerson(desk, (tx) => ratesOfDesk.execute(tx))).rejects.toMatchObject({ code: '42501' })
  })
})
