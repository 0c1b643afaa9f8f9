import { aBooking, aFixedClock, asPerson, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aDeskPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
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

const usual = { key: 'usual', name: 'VAT', rate_bp: 1_900 }
const reduced = { key: 'reduced', name: 'Reduced VAT', rate_bp: 700 }
const vat = { name: 'VAT', rate_bp: 1_900, included: true, reverse_charge: false }

/** A studio with two rates, whose services cost 119; mixing has the second rate. */
async function aTaxedStudio(prices_include_tax = true): Promise<StudioOfTest> {
  const fixture = await aStudio(server)
  const services = `/studios/${fixture.studio.id}/services`
  const { body } = await fixture.admin.get(services)
  const items = body.items.map(({ position, ...service }: { position: number; key: string }) => ({
    ...service,
    price_minor: 11_900,
    tax_key: service.key === 'mixing' ? 'reduced' : null,
  }))
  await fixture.admin.put(services, { items })
  await fixture.admin.patch(`/studios/${fixture.studio.id}`, { taxes: { prices_include_tax, rates: [usual, reduced] } })
  return fixture
}
const quoteFor = (service_type: string) => ({
  booking_date: today,
  start_time: '10:00',
  end_time: '12:00',
  service_type,
})

describe('the taxes of a studio', () => {
  test('can only be set by its admin', async () => {
    const fixture = await aStudio(server)
    const other = await aStudio(server)
    expect(fixture.studio.taxes).toEqual({ prices_include_tax: true, rates: [] })
    const path = `/studios/${fixture.studio.id}`
    const taxes = { prices_include_tax: false, rates: [usual] }
    const [crew, desk] = [await aCrewMember(server, fixture), await aDeskPerson(server, fixture)]
    for (const caller of [fixture.client, crew, desk, other.admin]) {
      expectError(await caller.patch(path, { taxes }), 'FORBIDDEN')
    }
    expectError(await callAs(server.url, null).patch(path, { taxes }), 'UNAUTHENTICATED')
    const tooHigh = { ...taxes, rates: [usual, { ...usual, rate_bp: 10_001 }] }
    expectError(await fixture.admin.patch(path, { taxes: tooHigh }), 'VALIDATION_FAILED')
    expect((await fixture.admin.patch(path, { taxes })).body.taxes).toEqual(taxes)
  })

  test('are shown in the quote and stored with the booking, by the rate of its service', async () => {
    const fixture = await aTaxedStudio()
    const quotes = `/studios/${fixture.studio.id}/quote`
    expect((await fixture.client.post(quotes, quoteFor('recording'))).body.tax).toEqual(vat)
    const booking = await aBooking(fixture.client, fixture.studio.id, today)
    expect(booking).toMatchObject({ price_minor: 11_900, tax: vat })
    expect((await fixture.client.get(`/bookings/${booking.id}`)).body.tax).toEqual(vat)
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, {
      taxes: { prices_include_tax: false, rates: [reduced] },
    })
    const moved = await fixture.admin.patch(`/bookings/${booking.id}`, { start_time: '12:00', end_time: '14:00' })
    expect(moved.body.tax).toEqual(vat)
    const mixing = await fixture.admin.patch(`/bookings/${booking.id}`, { service_type: 'mixing' })
    expect(mixing.body.tax).toMatchObject({ name: 'Reduced VAT', rate_bp: 700, included: false })
    expect(
      await aBooking(fixture.admin, fixture.studio.id, today, { start_time: '18:00', end_time: '20:00' }),
    ).toMatchObject({
      tax: null,
    })
  })

  test('are paid by the client itself if it is a business with a tax number', async () => {
    const fixture = await aTaxedStudio()
    const path = `/studios/${fixture.studio.id}/clients/${fixture.client.id}`
    expectError(await fixture.client.patch(path, { reverse_charge: true }), 'FORBIDDEN')
    await fixture.admin.patch(path, { reverse_charge: true })
    const withoutTaxNumber = await aBooking(fixture.client, fixture.studio.id, today)
    expect(withoutTaxNumber.tax).toEqual(vat)
    const client = await fixture.admin.patch(path, { tax_number: 'DE123456789' })
    expect(client.body).toMatchObject({ tax_number: 'DE123456789', reverse_charge: true })
    const booking = await aBooking(fixture.client, fixture.studio.id, today, { start_time: '14:00', end_time: '16:00' })
    expect(booking).toMatchObject({ price_minor: 11_900, tax: { ...vat, reverse_charge: true } })
    const quote = await fixture.client.post(`/studios/${fixture.studio.id}/quote`, quoteFor('recording'))
    expect(quote.body.tax).toMatchObject({ reverse_charge: true })
  })

  test.each([
    [true, {}, { net_minor: 10_000, tax_minor: 1_900, total_minor: 11_900, prices_include_tax: true }],
    [false, {}, { net_minor: 11_900, tax_minor: 2_261, total_minor: 14_161, prices_include_tax: false }],
    [
      ...([true, { tax_number: 'DE1', reverse_charge: true }] as const),
      { net_minor: 10_000, tax_minor: 0, total_minor: 10_000, prices_include_tax: true },
    ],
  ])('are on the invoice: prices with tax %s, client %j', async (included, client, sums) => {
    const fixture = await aTaxedStudio(included)
    await fixture.admin.patch(`/studios/${fixture.studio.id}/clients/${fixture.client.id}`, client)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    await confirmAsSeen(fixture.admin, id)
    const response = await fixture.admin.post(`/studios/${fixture.studio.id}/invoices`, {
      client_id: fixture.client.id,
      booking_ids: [id],
    })
    expect(response.status, response.text).toBe(201)
    expect(response.body).toMatchObject(sums)
  })
})

test('direct SQL cannot change the tax of a booking', async () => {
  const fixture = await aTaxedStudio()
  const booking = await aBooking(fixture.client, fixture.studio.id, today)
  const statement = sql`update bookings set tax = null where id = ${booking.id}::uuid`
  await expect(asPerson(fixture.client, (tx) => statement.execute(tx))).rejects.toMatchObject({ code: '42501' })
  await expect(asPerson(fixture.admin, (tx) => statement.execute(tx))).rejects.toMatchObject({ code: '42501' })
})
