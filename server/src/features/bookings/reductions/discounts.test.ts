import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession, asPerson, confirmAsSeen } from '@studiohub/testing/bookings.ts'
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

/** A studio whose services cost 100, with its codes. */
async function aStudioWithCodes(...codes: Record<string, unknown>[]): Promise<StudioOfTest> {
  const fixture = await aStudio(server)
  const services = `/studios/${fixture.studio.id}/services`
  const { body } = await fixture.admin.get(services)
  const items = body.items.map(({ position, ...service }: StudioService) => ({ ...service, price_minor: 10_000 }))
  expect((await fixture.admin.put(services, { items })).status).toBe(200)
  for (const code of codes) expect((await fixture.admin.post(discounts(fixture), code)).status).toBe(201)
  return fixture
}
const discounts = ({ studio }: StudioOfTest) => `/studios/${studio.id}/discounts`
const usesOf = async (fixture: StudioOfTest) => (await fixture.admin.get(discounts(fixture))).body.items[0].uses
const two = (hour: number) => `${String(hour).padStart(2, '0')}:00`
/** The times of a session at this hour, some days from now. */
const at = (hour: number, days = 7) => ({
  booking_date: plusDays(today, days),
  start_time: two(hour),
  end_time: two(hour + 2),
})

describe('a discount code', () => {
  test('lowers the price of the quote and of the booking by a line', async () => {
    const fixture = await aStudioWithCodes({ code: 'TEN', percent: 10 }, { code: 'FLAT', amount_minor: 15_000 })
    const { booking_type, ...session } = aSession(today, { discount_code: ' ten ' })
    const quoted = await fixture.client.post(`/studios/${fixture.studio.id}/quote`, session)
    expect(quoted.body).toMatchObject({ total_minor: 9_000 })
    const reductions = { service_type: 'recording', discount_code: 'ten' }
    expect((await fixture.client.post(`/studios/${fixture.studio.id}/reductions`, reductions)).body).toMatchObject({
      discount: { code: 'TEN', percent: 10 },
    })
    const booked = await aBooking(fixture.client, fixture.studio.id, today, { discount_code: 'Ten' })
    expect(booked).toMatchObject({
      price_minor: 9_000,
      price_lines: [{ amount_minor: 10_000 }, { kind: 'discount', label: 'Code TEN, 10% off', amount_minor: -1_000 }],
    })
    const free = await aBooking(fixture.client, fixture.studio.id, today, { ...at(14), discount_code: 'FLAT' })
    expect(free).toMatchObject({ price_minor: 0, price_lines: [{}, { label: 'Code FLAT', amount_minor: -10_000 }] })
  })

  test.each([
    ['that does not exist', {}, 'NONE', 'This code is not valid. Check it and try again.'],
    ['that is switched off', { is_active: false }, 'TEN', 'This code is not valid. Check it and try again.'],
    ['for another service', { service_types: ['mixing'] }, 'TEN', 'This code is not valid for this service.'],
    ['that begins tomorrow', { first_date: plusDays(today, 1) }, 'TEN', 'This code is not valid yet.'],
    ['that ended yesterday', { last_date: plusDays(today, -1) }, 'TEN', 'This code is no longer valid.'],
  ])('%s is rejected with the reason', async (_, limits, discount_code, message) => {
    const fixture = await aStudioWithCodes({ code: 'TEN', percent: 10, ...limits })
    const response = await fixture.client.post(
      `/studios/${fixture.studio.id}/bookings`,
      aSession(today, { discount_code }),
    )
    expectError(response, 'DISCOUNT_NOT_VALID')
    expect(response.body.fields).toEqual({ discount_code: message })
    expect(await usesOf(fixture)).toBe(0)
  })

  test('of another studio is rejected', async () => {
    const fixture = await aStudioWithCodes({ code: 'TEN', percent: 10 })
    const stranger = await aStudioWithCodes()
    const response = await stranger.client.post(
      `/studios/${stranger.studio.id}/bookings`,
      aSession(today, { discount_code: 'TEN' }),
    )
    expectError(response, 'DISCOUNT_NOT_VALID')
    expect(await usesOf(fixture)).toBe(0)
  })

  test('is used once per booking, in total and for each client; a free cancellation gives the use back', async () => {
    const fixture = await aStudioWithCodes({ code: 'TEN', percent: 10, max_uses: 2, max_uses_per_client: 1 })
    const path = `/studios/${fixture.studio.id}/bookings`
    const booked = await aBooking(fixture.client, fixture.studio.id, today, { discount_code: 'TEN' })
    expect(await usesOf(fixture)).toBe(1)
    const secondUse = await fixture.client.post(path, aSession(today, { ...at(14), discount_code: 'TEN' }))
    expectError(secondUse, 'DISCOUNT_NOT_VALID')
    await aBooking(fixture.other, fixture.studio.id, today, { ...at(16), discount_code: 'TEN' })
    const thirdUse = await fixture.admin.post(path, aSession(today, { ...at(18), discount_code: 'TEN' }))
    expect(thirdUse.body.fields).toEqual({ discount_code: 'This code has been used up.' })
    await fixture.client.post(`/bookings/${booked.id}/cancel`, {})
    expect(await usesOf(fixture)).toBe(1)
    await aBooking(fixture.client, fixture.studio.id, today, { ...at(12), discount_code: 'TEN' })
    expect(await usesOf(fixture)).toBe(2)
  })

  test('stays used if cancelling costs something, until the fee is waived', async () => {
    const fixture = await aStudioWithCodes({ code: 'TEN', percent: 10 })
    const cancellation_policy = { steps: [{ hours: 72, percent: 0 }], late_percent: 50, no_show_percent: 50 }
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { cancellation_policy })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, { ...at(12, 2), discount_code: 'TEN' })
    await confirmAsSeen(fixture.admin, id)
    expect((await fixture.client.post(`/bookings/${id}/cancel`, {})).body.fee).toMatchObject({ amount_minor: 4_500 })
    expect(await usesOf(fixture)).toBe(1)
    expect((await fixture.admin.post(`/bookings/${id}/fee/waive`, { reason: 'Ill' })).status).toBe(200)
    expect(await usesOf(fixture)).toBe(0)
  })

  test('stays used if the session is changed; a price that is set by hand gives the use back', async () => {
    const fixture = await aStudioWithCodes({ code: 'TEN', percent: 10 })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, { discount_code: 'TEN' })
    const change = (input: object) => fixture.admin.patch(`/bookings/${id}`, input)
    expect((await change(at(14))).body).toMatchObject({ price_minor: 9_000 })
    expect(await usesOf(fixture)).toBe(1)
    expect((await change({ price_minor: 5_000, price_reason: 'Agreed' })).body).toMatchObject({ price_minor: 5_000 })
    expect(await usesOf(fixture)).toBe(0)
  })

  test.each([
    ['is switched off', { is_active: false }],
    ['is limited to other services', { service_types: ['mixing'] }],
  ])('stays on a session that its client changes after the code %s', async (_, limits) => {
    const fixture = await aStudioWithCodes({ code: 'TEN', percent: 10 })
    const services = `/studios/${fixture.studio.id}/services`
    const items = (await fixture.admin.get(services)).body.items.map(({ position, ...service }: StudioService) => ({
      ...service,
      min_minutes: 60,
      max_minutes: 480,
      pricing: { ...service.pricing, unit: 'hour' },
    }))
    expect((await fixture.admin.put(services, { items })).status).toBe(200)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, { discount_code: 'TEN' })
    const [{ id: code_id, version }] = (await fixture.admin.get(discounts(fixture))).body.items
    expect((await fixture.admin.patch(`/discounts/${code_id}`, { ...limits, version })).status).toBe(200)
    for (const [end_time, price_minor] of [
      ['13:00', 27_000],
      ['11:00', 9_000],
    ]) {
      const changed = await fixture.client.patch(`/bookings/${id}`, { end_time })
      expect(changed.status, changed.text).toBe(200)
      expect(changed.body).toMatchObject({ price_minor })
    }
    expect(await usesOf(fixture)).toBe(1)
  })

  test('cannot be restored by an undo if another booking has used it, and the error says what to do', async () => {
    const fixture = await aStudioWithCodes({ code: 'LAST', percent: 10, max_uses: 1 })
    const withCode = { client_id: fixture.client.id, discount_code: 'LAST' }
    const { id } = await aBooking(fixture.admin, fixture.studio.id, today, withCode)
    const cancelled = await fixture.admin.post(`/bookings/${id}/cancel`, {})
    await aBooking(fixture.admin, fixture.studio.id, today, { ...withCode, ...at(16) })
    const undo = await fixture.admin.post(`/bookings/${id}/undo`, { version: cancelled.body.version })
    expectError(undo, 'DISCOUNT_NOT_VALID')
    expect(undo.body.message).toBe(
      'Its discount code was used up in the meantime. Book the session again without the code.',
    )
    expect((await fixture.admin.get(`/bookings/${id}`)).body.status).toBe('cancelled')
  })

  test('with one use left is used by only one of twenty concurrent bookings', async () => {
    const fixture = await aStudioWithCodes({ code: 'LAST', percent: 10, max_uses: 1 })
    const path = `/studios/${fixture.studio.id}/bookings`
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const time = at(8 + 2 * (index % 5), 7 + Math.floor(index / 5))
        return fixture.admin.post(
          path,
          aSession(today, { ...time, discount_code: 'LAST', client_id: fixture.client.id }),
        )
      }),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const response of responses.filter(({ status }) => status !== 201)) expectError(response, 'DISCOUNT_NOT_VALID')
    expect(await usesOf(fixture)).toBe(1)
  })

  test('cannot be invented, exceeded or used again with direct SQL', async () => {
    const fixture = await aStudioWithCodes({ code: 'TEN', percent: 10, max_uses: 1 })
    const booked = await aBooking(fixture.client, fixture.studio.id, today, { discount_code: 'TEN' })
    const listed = await aBooking(fixture.client, fixture.studio.id, today, at(14))
    const write = (id: string, off: number, key: string | null | undefined) => {
      const line = { ...booked.price_lines[1], key, unit_price_minor: -off, amount_minor: -off }
      const lines = JSON.stringify([booked.price_lines[0], line])
      const change = sql`update bookings set price_lines = ${lines}::jsonb, price_minor = ${10_000 - off}::integer
        where id = ${id}::uuid`
      return asPerson(fixture.client, (tx) => change.execute(tx))
    }
    const key = booked.price_lines[1]?.key
    await expect(write(booked.id, 5_000, key)).rejects.toMatchObject({ code: '42501' })
    await expect(write(listed.id, 1_000, booked.id)).rejects.toMatchObject({ code: '42501' })
    await expect(write(listed.id, 1_000, key)).rejects.toMatchObject({ code: '23514' })
  })
})
