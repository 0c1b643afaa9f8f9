import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { StudioService } from '@studiohub/contract/features/resources/services/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { type ApiResponse, callAs, expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
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

const firstDay = plusDays(today, 7)
const lockOut = { booking_date: firstDay, start_time: '10:00', end_time: '18:00', days: 3 }
const book = (person: TestUser, { studio }: StudioOfTest, fields: object = {}): Promise<ApiResponse> =>
  person.post(`/studios/${studio.id}/bookings`, aSession(today, { ...lockOut, ...fields }))
const listOf = async (person: TestUser, { studio }: StudioOfTest, from: string, to = from): Promise<Booking[]> =>
  (await person.get(`/studios/${studio.id}/bookings?from=${from}&to=${to}`)).body.items

/** A studio that sells recordings by the day, for up to three days. */
async function aLockOutStudio(fields: Partial<StudioService> = {}): Promise<StudioOfTest> {
  const fixture = await aStudio(server)
  const path = `/studios/${fixture.studio.id}/services`
  const { items } = (await fixture.admin.get(path)).body
  const services = items.map(({ position, ...service }: StudioService) =>
    service.key === 'recording'
      ? {
          ...service,
          default_minutes: 1_440,
          min_minutes: 60,
          step_minutes: 60,
          max_minutes: 4_320,
          price_minor: 40_000,
          pricing: { ...service.pricing, unit: 'day' },
          ...fields,
        }
      : service,
  )
  expect((await fixture.admin.put(path, { items: services })).status).toBe(200)
  return fixture
}

describe('a session of three days', () => {
  test('is one booking at the price of three days, listed on each of its days', async () => {
    const fixture = await aLockOutStudio()
    const response = await book(fixture.admin, fixture, { client_id: fixture.client.id })
    expect(response).toMatchObject({
      status: 201,
      body: { days: 3, ends_next_day: true, price_minor: 120_000, warnings: [], status: 'confirmed' },
    })
    expect(response.body.ends_at).toBe(`${plusDays(firstDay, 2)}T18:00:00.000Z`)
    for (const day of [firstDay, plusDays(firstDay, 1), plusDays(firstDay, 2)]) {
      for (const person of [fixture.admin, fixture.client]) {
        expect((await listOf(person, fixture, day)).map(({ id }) => id)).toEqual([response.body.id])
      }
    }
    expect(await listOf(fixture.admin, fixture, plusDays(firstDay, -3), plusDays(firstDay, -1))).toEqual([])
    expect(await listOf(fixture.admin, fixture, plusDays(firstDay, 3), plusDays(firstDay, 60))).toEqual([])
    const busy = await fixture.other.get(
      `/studios/${fixture.studio.id}/bookings?from=${firstDay}&to=${plusDays(firstDay, 2)}`,
    )
    expect(busy.body.items).toEqual([])
    expect(
      busy.body.busy.map(({ booking_date, start_time, end_time }: Booking) => [booking_date, start_time, end_time]),
    ).toEqual([
      [firstDay, '10:00', '00:00'],
      [plusDays(firstDay, 1), '00:00', '00:00'],
      [plusDays(firstDay, 2), '00:00', '18:00'],
    ])
  })

  test('occupies its room through the nights, and conflicts with a session on its second day', async () => {
    const fixture = await aLockOutStudio()
    const night = { booking_date: plusDays(firstDay, 1), start_time: '02:00', end_time: '04:00', days: 1 }
    expect((await book(fixture.admin, fixture)).status).toBe(201)
    expectError(await book(fixture.admin, fixture, night), 'BOOKING_CONFLICT')
    const afterIt = { booking_date: plusDays(firstDay, 2), start_time: '18:00', end_time: '20:00', days: 1 }
    expect((await book(fixture.admin, fixture, afterIt)).status).toBe(201)
    const rejection = await book(fixture.client, fixture, { booking_date: plusDays(firstDay, 1) })
    expectError(rejection, 'BOOKING_CONFLICT')
    const [nearest] = rejection.body.details.alternatives
    expect(Date.parse(nearest.booking_date)).toBeGreaterThan(Date.parse(plusDays(firstDay, 1)))
    const response = await book(fixture.client, fixture, { ...nearest, room_id: undefined })
    expect([201, 422]).toContain(response.status)
  })

  test('moves with all its days, and has a new price after it was shortened', async () => {
    const fixture = await aLockOutStudio()
    const { body } = await book(fixture.admin, fixture)
    const moved = await fixture.admin.patch(`/bookings/${body.id}`, { booking_date: plusDays(firstDay, 1) })
    expect(moved.body).toMatchObject({ days: 3, price_minor: 120_000 })
    expect(moved.body.ends_at).toBe(`${plusDays(firstDay, 3)}T18:00:00.000Z`)
    expect((await fixture.admin.patch(`/bookings/${body.id}`, { days: 2 })).body).toMatchObject({
      days: 2,
      ends_next_day: true,
      price_minor: 80_000,
    })
    expect((await fixture.admin.patch(`/bookings/${body.id}`, { ends_next_day: false })).body).toMatchObject({
      days: 1,
    })
    const history = (await fixture.admin.get(`/bookings/${body.id}/history`)).body.items
    expect(history[0]).toMatchObject({ event: 'moved', before: { days: 2 }, after: { days: 1 } })
    expectError(await fixture.admin.patch(`/bookings/${body.id}`, { days: 16 }), 'VALIDATION_FAILED')
    expectError(await fixture.admin.patch(`/bookings/${body.id}`, { days: 15, end_time: '18:30' }), 'RANGE_TOO_LONG')
  })

  test('can be booked by clients if the service allows it, and if it starts and ends in opening hours', async () => {
    const fixture = await aLockOutStudio()
    expectError(
      await book(fixture.client, fixture, { start_time: '10:30', end_time: '23:30' }),
      'OUTSIDE_OPENING_HOURS',
    )
    expectError(await book(fixture.client, fixture, { start_time: '07:00' }), 'OUTSIDE_OPENING_HOURS')
    expectError(await book(fixture.client, fixture, { days: 4 }), 'LENGTH_NOT_OFFERED')
    expectError(await book(fixture.client, fixture, { service_type: 'mixing', days: 3 }), 'LENGTH_NOT_OFFERED')
    expect((await book(fixture.client, fixture)).body).toMatchObject({
      status: 'pending',
      days: 3,
      price_minor: 120_000,
    })
    expect(
      (
        await book(fixture.admin, fixture, {
          booking_date: plusDays(firstDay, 9),
          start_time: '10:30',
          end_time: '23:30',
        })
      ).body.warnings,
    ).toEqual(['OUTSIDE_OPENING_HOURS'])
  })

  test('is offered if it is free on all its days, to clients and to visitors', async () => {
    const fixture = await aLockOutStudio()
    await book(fixture.admin, fixture, {
      booking_date: plusDays(firstDay, 3),
      start_time: '12:00',
      end_time: '14:00',
      days: 1,
    })
    const query = `availability?service=recording&minutes=2880&days=6&date=${firstDay}`
    const visitor = callAs(server.url, null)
    for (const response of [
      await fixture.client.get(`/studios/${fixture.studio.id}/${query}`),
      await visitor.get(`/public/studios/${fixture.studio.slug}/${query}`),
    ]) {
      const free = response.body.days.map(({ free }: { free: string[] }) => free.includes('13:00'))
      expect(free).toEqual([true, false, false, false, true, true])
      // It ends at the same time of day as it begins, and the studio must be open then.
      expect(response.body.days[0].free).toContain('22:45')
      expect(response.body.days[0].free).not.toContain('23:00')
    }
  })

  test('is booked by one of three concurrent calls whose days overlap', async () => {
    const fixture = await aLockOutStudio()
    const responses = await Promise.all(
      [0, 1, 2].map((days) => book(fixture.admin, fixture, { booking_date: plusDays(firstDay, days) })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  test('keeps its number of days in a change request', async () => {
    const fixture = await aLockOutStudio()
    const { body } = await book(fixture.client, fixture)
    await fixture.admin.post(`/bookings/${body.id}/confirm`, { version: body.version })
    const response = await fixture.client.patch(`/bookings/${body.id}`, { booking_date: plusDays(firstDay, 4) })
    expect(response.body).toMatchObject({
      booking_date: firstDay,
      change_request: { days: 3, booking_date: plusDays(firstDay, 4) },
    })
    const approved = await fixture.admin.post(`/bookings/${body.id}/change-request/approve`, {
      version: response.body.version,
    })
    expect(approved.body).toMatchObject({ days: 3, booking_date: plusDays(firstDay, 4) })
  })

  test("is counted among today's sessions on each day, and its client can be checked in several times", async () => {
    const fixture = await aLockOutStudio()
    const crew = await aCrewMember(server, fixture)
    const { body } = await book(fixture.admin, fixture, { booking_date: today, client_id: fixture.client.id })
    const yesterday = sql`with moved as (
        update bookings set booking_date = booking_date - 1, starts_at = starts_at - interval '1 day',
          ends_at = ends_at - interval '1 day' where id = ${body.id})
      update reservations set during = tstzrange(lower(during) - interval '1 day', upper(during) - interval '1 day')
      where booking_id = ${body.id}`
    await asLogin((tx) => yesterday.execute(tx))
    expect((await crew.get('/staff/stats')).body).toMatchObject({ sessions_today: 1 })
    for (const _ of ['first', 'second']) {
      const checkIn = await fixture.admin.post(`/studios/${fixture.studio.id}/checkins`, {
        client_id: fixture.client.id,
        booking_id: body.id,
      })
      expect(checkIn.status).toBe(201)
      expect((await fixture.admin.post(`/checkins/${checkIn.body.id}/checkout`)).status).toBe(200)
    }
  })

  test('cannot be a series', async () => {
    const fixture = await aLockOutStudio()
    const series = { ...aSession(today, lockOut), count: 2 }
    expectError(await fixture.admin.post(`/studios/${fixture.studio.id}/booking-series`, series), 'VALIDATION_FAILED')
  })
})

test('a block may last a week', async () => {
  const fixture = await aStudio(server)
  const block = { ...lockOut, days: 8, service_type: 'maintenance' }
  const response = await fixture.admin.post(`/studios/${fixture.studio.id}/blocks`, block)
  expect(response.body.block).toMatchObject({ days: 8 })
  expectError(
    await book(fixture.client, fixture, { booking_date: plusDays(firstDay, 5), days: 1, end_time: '12:00' }),
    'BOOKING_CONFLICT',
  )
})
