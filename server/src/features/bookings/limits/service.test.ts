import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession, asPerson } from '@studiohub/testing/bookings.ts'
import { type ApiResponse, expectError } from '@studiohub/testing/http.ts'
import { aStudio, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lock } from '#platform/db/locks.ts'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const bookingsPath = ({ studio }: StudioOfTest) => `/studios/${studio.id}/bookings`
const hoursPath = ({ studio }: StudioOfTest) => `/studios/${studio.id}/opening-hours`
const onDay = (days: number, fields: object = {}) => aSession(today, { booking_date: plusDays(today, days), ...fields })
const book = (person: TestUser, fixture: StudioOfTest, days: number, fields: object = {}) =>
  person.post(bookingsPath(fixture), onDay(days, fields))
const bookSeries = (person: TestUser, { studio }: StudioOfTest, fields: object) =>
  person.post(`/studios/${studio.id}/booking-series`, { ...onDay(30), ...fields })
const setRules = async (fixture: StudioOfTest, rules: object) =>
  fixture.admin.put(hoursPath(fixture), { ...(await fixture.admin.get(hoursPath(fixture))).body, ...rules })

/** A studio that confirms bookings of clients automatically, so they are no requests. */
async function aStudioWithoutRequests(rules: object = {}) {
  const fixture = await aStudio(server, { limits: 'as new' })
  const path = `/studios/${fixture.studio.id}/services`
  const { items } = (await fixture.admin.get(path)).body
  const services = items.map(({ position, ...service }: { position: number }) => ({ ...service, auto_confirm: true }))
  expect((await fixture.admin.put(path, { items: services })).status).toBe(200)
  await setRules(fixture, rules)
  return fixture
}
const statuses = (responses: readonly ApiResponse[]) => responses.map(({ status }) => status).sort()

describe('open requests', () => {
  test('a new studio allows three for each client; an answer or a cancellation allows another one', async () => {
    const fixture = await aStudio(server, { limits: 'as new' })
    const responses = [
      await book(fixture.client, fixture, 7),
      await book(fixture.client, fixture, 8),
      await book(fixture.client, fixture, 9),
    ]
    expect(statuses(responses)).toEqual([201, 201, 201])
    const fourth = await book(fixture.client, fixture, 10)
    expectError(fourth, 'OPEN_REQUESTS_LIMIT')
    expect(fourth.body).toMatchObject({
      message:
        'This studio allows 3 open requests at a time, and you have that many. Wait for an answer, or cancel one of your requests.',
      details: { limit: 3, used: 3 },
    })
    expect((await book(fixture.other, fixture, 10)).status).toBe(201)
    const byStudio = { client_id: fixture.client.id, start_time: '13:00', end_time: '15:00' }
    expect((await book(fixture.admin, fixture, 11, byStudio)).status).toBe(201)
    await fixture.admin.post(`/bookings/${responses[0]?.body.id}/confirm`, { version: 1 })
    expect((await book(fixture.client, fixture, 12)).status).toBe(201)
    expectError(await book(fixture.client, fixture, 13), 'OPEN_REQUESTS_LIMIT')
    await fixture.client.post(`/bookings/${responses[1]?.body.id}/cancel`, {})
    expect((await book(fixture.client, fixture, 13)).status).toBe(201)
  })

  test('concurrent requests on different days do not exceed the limit', async () => {
    const fixture = await aStudio(server, { limits: 'as new' })
    await book(fixture.client, fixture, 7)
    const responses = await Promise.all([8, 9, 10, 11, 12, 13].map((days) => book(fixture.client, fixture, days)))
    expect(statuses(responses)).toEqual([201, 201, 403, 403, 403, 403])
  })

  test('a series counts as one request, and a client may book 12 sessions in one series', async () => {
    const fixture = await aStudio(server, { limits: 'as new' })
    const short = { start_time: '10:00', end_time: '11:00' }
    for (const tooMany of [{ count: 13 }, { until: plusDays(today, 30 + 7 * 12) }]) {
      const rejection = await bookSeries(fixture.client, fixture, { ...short, ...tooMany })
      expectError(rejection, 'VALIDATION_FAILED')
      expect(Object.values(rejection.body.fields)).toEqual(['A series has at most 12 sessions'])
    }
    expect((await bookSeries(fixture.client, fixture, { ...short, count: 12 })).body.bookings).toHaveLength(12)
    expect((await book(fixture.client, fixture, 7)).status).toBe(201)
    expect((await book(fixture.client, fixture, 8)).status).toBe(201)
    for (const on_conflict of ['refuse', 'skip']) {
      const second = await bookSeries(fixture.client, fixture, {
        count: 2,
        start_time: '15:00',
        end_time: '16:00',
        on_conflict,
      })
      expectError(second, 'OPEN_REQUESTS_LIMIT')
      expect(second.body.message).toMatch(/^This studio allows 3 open requests/)
    }
    expect(
      (await bookSeries(fixture.admin, fixture, { count: 13, start_time: '18:00', end_time: '19:00' })).status,
    ).toBe(201)
    const { body } = await fixture.admin.get(hoursPath(fixture))
    expect(body.series_sessions_max).toBe(12)
    expect((await fixture.admin.put(hoursPath(fixture), { ...body, series_sessions_max: 2 })).status).toBe(200)
    const three = await bookSeries(fixture.other, fixture, {
      ...short,
      start_time: '20:00',
      end_time: '20:30',
      count: 3,
    })
    expect(Object.values(three.body.fields)).toEqual(['A series has at most 2 sessions'])
  })
})

describe('a change request of a confirmed session', () => {
  const bookByStudio = (fixture: StudioOfTest, days: number) =>
    aBooking(fixture.admin, fixture.studio.id, today, {
      client_id: fixture.client.id,
      booking_date: plusDays(today, days),
      status: 'confirmed',
    })
  const requestChange = (fixture: StudioOfTest, { id }: { id: string }, body: object) =>
    fixture.client.patch(`/bookings/${id}`, body)
  async function answer(fixture: StudioOfTest, { id }: { id: string }, decision: 'approve' | 'decline') {
    const { version } = (await fixture.admin.get(`/bookings/${id}`)).body
    expect((await fixture.admin.post(`/bookings/${id}/change-request/${decision}`, { version })).status).toBe(200)
  }

  test('is an open request; another request for the same session replaces it', async () => {
    const fixture = await aStudio(server, { limits: 'as new' })
    const [first, second, third, fourth] = [
      await bookByStudio(fixture, 7),
      await bookByStudio(fixture, 8),
      await bookByStudio(fixture, 9),
      await bookByStudio(fixture, 10),
    ]
    const later = { start_time: '13:00', end_time: '15:00' }
    for (const session of [first, second, third])
      expect((await requestChange(fixture, session, later)).status).toBe(200)
    expectError(await requestChange(fixture, fourth, later), 'OPEN_REQUESTS_LIMIT')
    expectError(await book(fixture.client, fixture, 12), 'OPEN_REQUESTS_LIMIT')
    expect((await requestChange(fixture, first, { start_time: '14:00', end_time: '16:00' })).status).toBe(200)
    await answer(fixture, first, 'decline')
    expect((await requestChange(fixture, fourth, later)).status).toBe(200)
  })

  test('for a series of the studio counts its hours: a long series cannot be reserved twice', async () => {
    const fixture = await aStudio(server, { limits: 'as new' })
    const eightHours = { start_time: '10:00', end_time: '18:00', status: 'confirmed' }
    const rule = { every_weeks: 1, count: 12, on_conflict: 'skip', client_id: fixture.client.id }
    const fields = aSession(today, { booking_date: plusDays(today, 7), ...eightHours, ...rule })
    const created = await fixture.admin.post(`/studios/${fixture.studio.id}/booking-series`, fields)
    expect(created.status).toBe(201)
    const { id } = created.body.series
    expectError(await fixture.client.patch(`/booking-series/${id}`, { shift_days: 1 }), 'HOURS_AHEAD_LIMIT')
    expect((await fixture.client.patch(`/booking-series/${id}`, { shift_days: 1, on_conflict: 'skip' })).status).toBe(
      200,
    )
    const { bookings } = (await fixture.client.get(`/booking-series/${id}`)).body
    // Five times eight hours are the forty hours that a client may book ahead.
    expect(bookings.filter((booking: { change_request: object | null }) => booking.change_request)).toHaveLength(5)
  })

  test('for a longer session counts for the hours ahead while it is open and after an approval, but not if declined', async () => {
    const fixture = await aStudio(server, { limits: 'as new' })
    await setRules(fixture, { hours_ahead_max: 12 })
    const [first, second] = [await bookByStudio(fixture, 7), await bookByStudio(fixture, 8)]
    const tenHours = { start_time: '10:00', end_time: '20:00' }
    const responses = await Promise.all([
      requestChange(fixture, first, tenHours),
      requestChange(fixture, second, tenHours),
    ])
    expect(statuses(responses)).toEqual([200, 403])
    const [accepted, rejected] = responses[0].status === 200 ? [first, second] : [second, first]
    expect((await requestChange(fixture, rejected, tenHours)).body).toMatchObject({
      code: 'HOURS_AHEAD_LIMIT',
      details: { used: 10 },
    })
    await answer(fixture, accepted, 'decline')
    expect((await requestChange(fixture, rejected, tenHours)).status).toBe(200)
    await answer(fixture, rejected, 'approve')
    expect((await requestChange(fixture, accepted, { end_time: '13:00' })).body).toMatchObject({
      code: 'HOURS_AHEAD_LIMIT',
      details: { limit: 12, used: 10 },
    })
    expect((await book(fixture.client, fixture, 20)).status).toBe(201)
  })
})

describe('hours ahead', () => {
  const tenHours = { start_time: '10:00', end_time: '20:00' }

  test('a new studio allows forty, without the bookings that the studio makes; the error names the number', async () => {
    const fixture = await aStudioWithoutRequests()
    expect((await book(fixture.admin, fixture, 6, { client_id: fixture.client.id, ...tenHours })).status).toBe(201)
    for (const days of [7, 8, 9]) expect((await book(fixture.client, fixture, days, tenHours)).status).toBe(201)
    const responses = await Promise.all([10, 11, 12].map((days) => book(fixture.client, fixture, days, tenHours)))
    expect(statuses(responses)).toEqual([201, 403, 403])
    const rejection = responses.find(({ status }) => status === 403)
    expect(rejection?.body).toMatchObject({
      code: 'HOURS_AHEAD_LIMIT',
      message:
        'This studio allows 40 hours booked ahead, and you have 40. Choose a shorter time, cancel a session, or ask the studio to book it for you.',
      details: { limit: 40, used: 40 },
    })
    expect((await book(fixture.other, fixture, 20, tenHours)).status).toBe(201)
    expect((await book(fixture.admin, fixture, 21, { client_id: fixture.client.id, ...tenHours })).status).toBe(201)
  })

  test('a series above the limit is rejected completely, or its last sessions are skipped', async () => {
    const fixture = await aStudioWithoutRequests({ hours_ahead_max: 20 })
    expectError(await bookSeries(fixture.client, fixture, { ...tenHours, count: 3 }), 'HOURS_AHEAD_LIMIT')
    const skipping = await bookSeries(fixture.client, fixture, { ...tenHours, count: 3, on_conflict: 'skip' })
    expect(skipping.body.bookings).toHaveLength(2)
    expect(skipping.body.skipped).toMatchObject([{ code: 'HOURS_AHEAD_LIMIT' }])
  })

  test('a longer session counts, even if the studio booked it; moved and shorter sessions do not', async () => {
    const fixture = await aStudioWithoutRequests({ hours_ahead_max: 12 })
    const byClient = await aBooking(fixture.client, fixture.studio.id, today, tenHours)
    const fields = { client_id: fixture.client.id, booking_date: plusDays(today, 9), status: 'confirmed' }
    const byStudio = await aBooking(fixture.admin, fixture.studio.id, today, fields)
    const change = (id: string, body: object) => fixture.client.patch(`/bookings/${id}`, body)
    const responses = await Promise.all([
      change(byClient.id, { end_time: '22:30' }),
      change(byStudio.id, { end_time: '12:30' }),
    ])
    expect(responses.map(({ body }) => body.code)).toEqual(['HOURS_AHEAD_LIMIT', 'HOURS_AHEAD_LIMIT'])
    expect((await change(byClient.id, { booking_date: plusDays(today, 8) })).status).toBe(200)
    expect((await change(byClient.id, { end_time: '18:00' })).status).toBe(200)
    expect((await change(byStudio.id, { end_time: '13:00' })).status).toBe(200)
    // The studio's session counts since the client made it longer: 8 and 3 hours of 12.
    expect((await book(fixture.client, fixture, 20)).body).toMatchObject({
      code: 'HOURS_AHEAD_LIMIT',
      details: { used: 11 },
    })
    await fixture.client.post(`/bookings/${byClient.id}/cancel`, {})
    expect((await book(fixture.client, fixture, 20)).status).toBe(201)
  })

  test('a lower limit cancels no session, and clients can still shorten their sessions', async () => {
    const fixture = await aStudioWithoutRequests()
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, tenHours)
    await setRules(fixture, { hours_ahead_max: 4 })
    expect((await fixture.client.patch(`/bookings/${id}`, { end_time: '19:00' })).status).toBe(200)
    expectError(await fixture.client.patch(`/bookings/${id}`, { end_time: '20:00' }), 'HOURS_AHEAD_LIMIT')
  })
})

test("a series without a free date is rejected without the studio's lock", async () => {
  const fixture = await aStudio(server)
  const days = [0, 1, 2, 3, 4, 5, 6]
  expect((await bookSeries(fixture.other, fixture, { weekdays: days, count: 12 })).status).toBe(201)
  await asPerson(fixture.admin, async (tx) => {
    await lock(tx, 'studio', fixture.studio.id)
    await sql`select 1`.execute(tx)
    for (const on_conflict of ['refuse', 'skip']) {
      const rejection = await bookSeries(fixture.client, fixture, { weekdays: days, count: 12, on_conflict })
      expectError(rejection, 'BOOKING_CONFLICT')
      expect(rejection.body.details.skipped).toHaveLength(12)
    }
  })
})

test("a change of a series that changes nothing is rejected without the studio's lock", async () => {
  const fixture = await aStudio(server)
  const rule = { weekdays: [0, 1, 2, 3, 4, 5, 6], count: 12 }
  const { body } = await bookSeries(fixture.client, fixture, rule)
  await bookSeries(fixture.other, fixture, { ...rule, start_time: '14:00', end_time: '16:00' })
  await asPerson(fixture.admin, async (tx) => {
    await lock(tx, 'studio', fixture.studio.id)
    await sql`select 1`.execute(tx)
    for (const on_conflict of ['refuse', 'skip']) {
      const change = { start_time: '14:00', end_time: '16:00', on_conflict }
      const rejection = await fixture.client.patch(`/booking-series/${body.series.id}`, change)
      expectError(rejection, 'BOOKING_CONFLICT')
      expect(rejection.body.details.skipped).toHaveLength(12)
    }
  })
})

test('only admins can set the limits; calls without them, as by older API clients, leave them unchanged', async () => {
  const fixture = await aStudio(server, { limits: 'as new' })
  const { open_requests_max, hours_ahead_max, ...olderFields } = (await fixture.admin.get(hoursPath(fixture))).body
  expect({ open_requests_max, hours_ahead_max }).toEqual({ open_requests_max: 3, hours_ahead_max: 40 })
  expect((await setRules(fixture, { open_requests_max: 1, hours_ahead_max: 2 })).body).toMatchObject({
    hours_ahead_max: 2,
  })
  const { version, ...before } = olderFields
  expect((await fixture.admin.put(hoursPath(fixture), before)).body).toMatchObject({
    open_requests_max: 1,
    hours_ahead_max: 2,
  })
  for (const rules of [{ open_requests_max: 0 }, { hours_ahead_max: 0 }, { hours_ahead_max: 1.5 }]) {
    expectError(await setRules(fixture, rules), 'VALIDATION_FAILED')
  }
  expectError(await fixture.client.put(hoursPath(fixture), { ...before, open_requests_max: 100 }), 'FORBIDDEN')
  expect((await book(fixture.client, fixture, 7)).status).toBe(201)
  const second = await book(fixture.client, fixture, 8)
  expect(second.body.message).toBe(
    'This studio allows 1 open request at a time, and you have that many. Wait for an answer, or cancel one of your requests.',
  )
})

// This test starts a second server, which replaces the first one in this process. So it must be the last test.
test('a client can create and change 30 series in ten minutes; the studio has no limit', async () => {
  const limited = await startServer({ clock, env: { RATE_LIMIT: 'on' } })
  try {
    const fixture = await aStudio(limited)
    const { body } = await bookSeries(fixture.client, fixture, { count: 2 })
    const change = (person: TestUser, notes: string) => person.patch(`/booking-series/${body.series.id}`, { notes })
    for (let count = 1; count < 30; count += 1) expect((await change(fixture.client, `Take ${count}`)).status).toBe(200)
    expectError(await change(fixture.client, 'One more'), 'RATE_LIMITED')
    expectError(await bookSeries(fixture.client, fixture, { count: 2 }), 'RATE_LIMITED')
    for (let count = 0; count < 31; count += 1) expect((await change(fixture.admin, `Mix ${count}`)).status).toBe(200)
  } finally {
    await limited.stop()
  }
})
