import { aBooking, aStandingClock, asPerson, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aDeskPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const clock = aStandingClock()
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
  const place = await aStudio(server)
  const services = `/studios/${place.studio.id}/services`
  const { body } = await place.admin.get(services)
  const items = body.items.map(({ position, ...service }: { position: number; key: string }) => ({
    ...service,
    price_minor: 11_900,
    tax_key: service.key === 'mixing' ? 'reduced' : null,
  }))
  await place.admin.put(services, { items })
  await place.admin.patch(`/studios/${place.studio.id}`, { taxes: { prices_include_tax, rates: [usual, reduced] } })
  return place
}
const quoteFor = (service_type: string) => ({
  ...{ booking_date: today, start_time: '10:00', end_time: '12:00', service_type },
})

describe('the taxes of a studio', () => {
  test('are set by its admin alone', async () => {
    const place = await aStudio(server)
    const other = await aStudio(server)
    expect(place.studio.taxes).toEqual({ prices_include_tax: true, rates: [] })
    const path = `/studios/${place.studio.id}`
    const taxes = { prices_include_tax: false, rates: [usual] }
    const [crew, desk] = [await aCrewMember(server, place), await aDeskPerson(server, place)]
    for (const caller of [place.client, crew, desk, other.admin]) {
      expectError(await caller.patch(path, { taxes }), 'FORBIDDEN')
    }
    expectError(await callAs(server.url, null).patch(path, { taxes }), 'UNAUTHENTICATED')
    const wrong = { ...taxes, rates: [usual, { ...usual, rate_bp: 10_001 }] }
    expectError(await place.admin.patch(path, { taxes: wrong }), 'VALIDATION_FAILED')
    expect((await place.admin.patch(path, { taxes })).body.taxes).toEqual(taxes)
  })

  test('are shown by the quote and kept by the booking, by the rate of its service', async () => {
    const place = await aTaxedStudio()
    const quotes = `/studios/${place.studio.id}/quote`
    expect((await place.client.post(quotes, quoteFor('recording'))).body.tax).toEqual(vat)
    const booking = await aBooking(place.client, place.studio.id, today)
    expect(booking).toMatchObject({ price_minor: 11_900, tax: vat })
    expect((await place.client.get(`/bookings/${booking.id}`)).body.tax).toEqual(vat)
    await place.admin.patch(`/studios/${place.studio.id}`, { taxes: { prices_include_tax: false, rates: [reduced] } })
    const moved = await place.admin.patch(`/bookings/${booking.id}`, { start_time: '12:00', end_time: '14:00' })
    expect(moved.body.tax).toEqual(vat)
    const mixing = await place.admin.patch(`/bookings/${booking.id}`, { service_type: 'mixing' })
    expect(mixing.body.tax).toMatchObject({ name: 'Reduced VAT', rate_bp: 700, included: false })
    expect(
      await aBooking(place.admin, place.studio.id, today, { start_time: '18:00', end_time: '20:00' }),
    ).toMatchObject({
      tax: null,
    })
  })

  test('of a business with a tax number are left to the business', async () => {
    const place = await aTaxedStudio()
    const path = `/studios/${place.studio.id}/clients/${place.client.id}`
    expectError(await place.client.patch(path, { reverse_charge: true }), 'FORBIDDEN')
    await place.admin.patch(path, { reverse_charge: true })
    const without = await aBooking(place.client, place.studio.id, today)
    expect(without.tax).toEqual(vat)
    const client = await place.admin.patch(path, { tax_number: 'DE123456789' })
    expect(client.body).toMatchObject({ tax_number: 'DE123456789', reverse_charge: true })
    const booking = await aBooking(place.client, place.studio.id, today, { start_time: '14:00', end_time: '16:00' })
    expect(booking).toMatchObject({ price_minor: 11_900, tax: { ...vat, reverse_charge: true } })
    const quote = await place.client.post(`/studios/${place.studio.id}/quote`, quoteFor('recording'))
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
    const place = await aTaxedStudio(included)
    await place.admin.patch(`/studios/${place.studio.id}/clients/${place.client.id}`, client)
    const { id } = await aBooking(place.client, place.studio.id, today)
    await confirmAsSeen(place.admin, id)
    const made = await place.admin.post(`/studios/${place.studio.id}/invoices`, {
      client_id: place.client.id,
      booking_ids: [id],
    })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject(sums)
  })
})

test('direct SQL of a client sets no tax', async () => {
  const place = await aTaxedStudio()
  const booking = await aBooking(place.client, place.studio.id, today)
  const statement = sql`update bookings set tax = null where id = ${booking.id}::uuid`
  await expect(asPerson(place.client, (tx) => statement.execute(tx))).rejects.toMatchObject({ code: '42501' })
  await expect(asPerson(place.admin, (tx) => statement.execute(tx))).rejects.toMatchObject({ code: '42501' })
})
