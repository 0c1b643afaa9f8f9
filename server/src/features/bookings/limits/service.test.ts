import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession, asPerson } from '@studiohub/testing/bookings.ts'
import { type Answer, expectError } from '@studiohub/testing/http.ts'
import { aStudio, type Person, type StudioOfTest } from '@studiohub/testing/people.ts'
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

const bookings = ({ studio }: StudioOfTest) => `/studios/${studio.id}/bookings`
const hours = ({ studio }: StudioOfTest) => `/studios/${studio.id}/opening-hours`
const onDay = (days: number, given: object = {}) => aSession(today, { booking_date: plusDays(today, days), ...given })
const request = (person: Person, fixture: StudioOfTest, days: number, given: object = {}) =>
  person.post(bookings(fixture), onDay(days, given))
const series = (person: Person, { studio }: StudioOfTest, given: object) =>
  person.post(`/studios/${studio.id}/booking-series`, { ...onDay(30), ...given })
const setRules = async (fixture: StudioOfTest, rules: object) =>
  fixture.admin.put(hours(fixture), { ...(await fixture.admin.get(hours(fixture))).body, ...rules })

/** A studio that confirms recording sessions at once: nothing that its clients book there is a request. */
async function aQuickStudio(rules: object = {}) {
  const fixture = await aStudio(server, { limits: 'as new' })
  const path = `/studios/${fixture.studio.id}/services`
  const { items } = (await fixture.admin.get(path)).body
  const quick = items.map(({ position, ...service }: { position: number }) => ({ ...service, auto_confirm: true }))
  expect((await fixture.admin.put(path, { items: quick })).status).toBe(200)
  await setRules(fixture, rules)
  return fixture
}
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort()

describe('open requests', () => {
  test('a new studio allows three per client; the error says so; an answer or a cancellation makes room', async () => {
    const fixture = await aStudio(server, { limits: 'as new' })
    const made = [
      await request(fixture.client, fixture, 7),
      await request(fixture.client, fixture, 8),
      await request(fixture.client, fixture, 9),
    ]
    expect(statuses(made)).toEqual([201, 201, 201])
    const fourth = await request(fixture.client, fixture, 10)
    expectError(fourth, 'OPEN_REQUESTS_LIMIT')
    expect(fourth.body).toMatchObject({
      message:
        'This studio allows 3 open requests at a time, and you have that many. Wait for an answer, or cancel one of your requests.',
      details: { limit: 3, used: 3 },
    })
    expect((await request(fixture.other, fixture, 10)).status).toBe(201)
    const theirs = { client_id: fixture.client.id, start_time: '13:00', end_time: '15:00' }
    expect((await request(fixture.admin, fixture, 11, theirs)).status).toBe(201)
    await fixture.admin.post(`/bookings/${made[0]?.body.id}/confirm`, { version: 1 })
    expect((await request(fixture.client, fixture, 12)).status).toBe(201)
    expectError(await request(fixture.client, fixture, 13), 'OPEN_REQUESTS_LIMIT')
    await fixture.client.post(`/bookings/${made[1]?.body.id}/cancel`, {})
    expect((await request(fixture.client, fixture, 13)).status).toBe(201)
  })

  test('concurrent ones in different weeks and rooms do not exceed the limit', async () => {
    const fixture = await aStudio(server, { limits: 'as new' })
    await request(fixture.client, fixture, 7)
    const rush = await Promise.all([8, 9, 10, 11, 12, 13].map((days) => request(fixture.client, fixture, days)))
    expect(statuses(rush)).toEqual([201, 201, 403, 403, 403, 403])
  })

  test('a series is one request, and a client may request 12 sessions in one', async () => {
    const fixture = await aStudio(server, { limits: 'as new' })
    const short = { start_time: '10:00', end_time: '11:00' }
    for (const given of [{ count: 13 }, { until: plusDays(today, 30 + 7 * 12) }]) {
      const long = await series(fixture.client, fixture, { ...short, ...given })
      expectError(long, 'VALIDATION_FAILED')
      expect(Object.values(long.body.fields)).toEqual(['A series has at most 12 sessions'])
    }
    expect((await series(fixture.client, fixture, { ...short, count: 12 })).body.bookings).toHaveLength(12)
    expect((await request(fixture.client, fixture, 7)).status).toBe(201)
    expect((await request(fixture.client, fixture, 8)).status).toBe(201)
    for (const on_conflict of ['refuse', 'skip']) {
      const second = await series(fixture.client, fixture, {
        count: 2,
        start_time: '15:00',
        end_time: '16:00',
        on_conflict,
      })
      expectError(second, 'OPEN_REQUESTS_LIMIT')
      expect(second.body.message).toMatch(/^This studio allows 3 open requests/)
    }
    expect((await series(fixture.admin, fixture, { count: 13, start_time: '18:00', end_time: '19:00' })).status).toBe(
      201,
    )
    const hours = `/studios/${fixture.studio.id}/opening-hours`
    const { body } = await fixture.admin.get(hours)
    expect(body.series_sessions_max).toBe(12)
    expect((await fixture.admin.put(hours, { ...body, series_sessions_max: 2 })).status).toBe(200)
    const three = await series(fixture.other, fixture, { ...short, start_time: '20:00', end_time: '20:30', count: 3 })
    expect(Object.values(three.body.fields)).toEqual(['A series has at most 2 sessions'])
  })
})

describe('a change request of a confirmed session', () => {
  const theirs = (fixture: StudioOfTest, days: number) =>
    aBooking(fixture.admin, fixture.studio.id, today, {
      client_id: fixture.client.id,
      booking_date: plusDays(today, days),
      status: 'confirmed',
    })
  const ask = (fixture: StudioOfTest, { id }: { id: string }, body: object) =>
    fixture.client.patch(`/bookings/${id}`, body)
  async function answer(fixture: StudioOfTest, { id }: { id: string }, what: 'approve' | 'decline') {
    const { version } = (await fixture.admin.get(`/bookings/${id}`)).body
    expect((await fixture.admin.post(`/bookings/${id}/change-request/${what}`, { version })).status).toBe(200)
  }

  test('is an open request; another one for the same session replaces it', async () => {
    const fixture = await aStudio(server, { limits: 'as new' })
    const [first, second, third, fourth] = [
      await theirs(fixture, 7),
      await theirs(fixture, 8),
      await theirs(fixture, 9),
      await theirs(fixture, 10),
    ]
    const later = { start_time: '13:00', end_time: '15:00' }
    for (const one of [first, second, third]) expect((await ask(fixture, one, later)).status).toBe(200)
    expectError(await ask(fixture, fourth, later), 'OPEN_REQUESTS_LIMIT')
    expectError(await request(fixture.client, fixture, 12), 'OPEN_REQUESTS_LIMIT')
    expect((await ask(fixture, first, { start_time: '14:00', end_time: '16:00' })).status).toBe(200)
    await answer(fixture, first, 'decline')
    expect((await ask(fixture, fourth, later)).status).toBe(200)
  })

  test("of the studio's own sessions counts by its hours: a long series is not reserved twice", async () => {
    const fixture = await aStudio(server, { limits: 'as new' })
    const eightHours = { start_time: '10:00', end_time: '18:00', status: 'confirmed' }
    const rule = { every_weeks: 1, count: 12, on_conflict: 'skip', client_id: fixture.client.id }
    const series = aSession(today, { booking_date: plusDays(today, 7), ...eightHours, ...rule })
    const made = await fixture.admin.post(`/studios/${fixture.studio.id}/booking-series`, series)
    expect(made.status).toBe(201)
    const { id } = made.body.series
    expectError(await fixture.client.patch(`/booking-series/${id}`, { shift_days: 1 }), 'HOURS_AHEAD_LIMIT')
    expect((await fixture.client.patch(`/booking-series/${id}`, { shift_days: 1, on_conflict: 'skip' })).status).toBe(
      200,
    )
    const { bookings } = (await fixture.client.get(`/booking-series/${id}`)).body
    // Five times eight hours are the forty that a client may hold.
    expect(bookings.filter((one: { change_request: object | null }) => one.change_request)).toHaveLength(5)
  })

  test('that makes it longer counts for the hours ahead at once, not after a decline, and after an approval', async () => {
    const fixture = await aStudio(server, { limits: 'as new' })
    await setRules(fixture, { hours_ahead_max: 12 })
    const [first, second] = [await theirs(fixture, 7), await theirs(fixture, 8)]
    const tenHours = { start_time: '10:00', end_time: '20:00' }
    const [asked, other] = await Promise.all([ask(fixture, first, tenHours), ask(fixture, second, tenHours)])
    expect(statuses([asked, other])).toEqual([200, 403])
    const [one, two] = asked.status === 200 ? [first, second] : [second, first]
    expect((await ask(fixture, two, tenHours)).body).toMatchObject({ code: 'HOURS_AHEAD_LIMIT', details: { used: 10 } })
    await answer(fixture, one, 'decline')
    expect((await ask(fixture, two, tenHours)).status).toBe(200)
    await answer(fixture, two, 'approve')
    expect((await ask(fixture, one, { end_time: '13:00' })).body).toMatchObject({
      code: 'HOURS_AHEAD_LIMIT',
      details: { limit: 12, used: 10 },
    })
    expect((await request(fixture.client, fixture, 20)).status).toBe(201)
  })
})

describe('hours ahead', () => {
  const tenHours = { start_time: '10:00', end_time: '20:00' }

  test('a new studio allows forty besides its own bookings; the error names the number', async () => {
    const fixture = await aQuickStudio()
    expect((await request(fixture.admin, fixture, 6, { client_id: fixture.client.id, ...tenHours })).status).toBe(201)
    for (const days of [7, 8, 9]) expect((await request(fixture.client, fixture, days, tenHours)).status).toBe(201)
    const rush = await Promise.all([10, 11, 12].map((days) => request(fixture.client, fixture, days, tenHours)))
    expect(statuses(rush)).toEqual([201, 403, 403])
    const rejection = rush.find(({ status }) => status === 403)
    expect(rejection?.body).toMatchObject({
      code: 'HOURS_AHEAD_LIMIT',
      message:
        'This studio allows 40 hours booked ahead, and you have 40. Choose a shorter time, cancel a session, or ask the studio to book it for you.',
      details: { limit: 40, used: 40 },
    })
    expect((await request(fixture.other, fixture, 20, tenHours)).status).toBe(201)
    expect((await request(fixture.admin, fixture, 21, { client_id: fixture.client.id, ...tenHours })).status).toBe(201)
  })

  test('a series counts all its sessions: it is rejected completely, or ends at the limit', async () => {
    const fixture = await aQuickStudio({ hours_ahead_max: 20 })
    expectError(await series(fixture.client, fixture, { ...tenHours, count: 3 }), 'HOURS_AHEAD_LIMIT')
    const some = await series(fixture.client, fixture, { ...tenHours, count: 3, on_conflict: 'skip' })
    expect(some.body.bookings).toHaveLength(2)
    expect(some.body.skipped).toMatchObject([{ code: 'HOURS_AHEAD_LIMIT' }])
  })

  test('a longer session counts, also one that the studio booked; moving and shortening do not', async () => {
    const fixture = await aQuickStudio({ hours_ahead_max: 12 })
    const own = await aBooking(fixture.client, fixture.studio.id, today, tenHours)
    const given = { client_id: fixture.client.id, booking_date: plusDays(today, 9), status: 'confirmed' }
    const studios = await aBooking(fixture.admin, fixture.studio.id, today, given)
    const change = (id: string, body: object) => fixture.client.patch(`/bookings/${id}`, body)
    const lengthen = await Promise.all([
      change(own.id, { end_time: '22:30' }),
      change(studios.id, { end_time: '12:30' }),
    ])
    expect(lengthen.map(({ body }) => body.code)).toEqual(['HOURS_AHEAD_LIMIT', 'HOURS_AHEAD_LIMIT'])
    expect((await change(own.id, { booking_date: plusDays(today, 8) })).status).toBe(200)
    expect((await change(own.id, { end_time: '18:00' })).status).toBe(200)
    expect((await change(studios.id, { end_time: '13:00' })).status).toBe(200)
    // The lengthened session of the studio has joined the count: 8 and 3 hours of 12.
    expect((await request(fixture.client, fixture, 20)).body).toMatchObject({
      code: 'HOURS_AHEAD_LIMIT',
      details: { used: 11 },
    })
    await fixture.client.post(`/bookings/${own.id}/cancel`, {})
    expect((await request(fixture.client, fixture, 20)).status).toBe(201)
  })

  test('a lowered limit ends no session, and lets a client shorten theirs', async () => {
    const fixture = await aQuickStudio()
    const { id } = await aBooking(fixture.client, fixture.studio.id, today, tenHours)
    await setRules(fixture, { hours_ahead_max: 4 })
    expect((await fixture.client.patch(`/bookings/${id}`, { end_time: '19:00' })).status).toBe(200)
    expectError(await fixture.client.patch(`/bookings/${id}`, { end_time: '20:00' }), 'HOURS_AHEAD_LIMIT')
  })
})

test("a series without a free date is rejected without the studio's lock", async () => {
  const fixture = await aStudio(server)
  const days = [0, 1, 2, 3, 4, 5, 6]
  expect((await series(fixture.other, fixture, { weekdays: days, count: 12 })).status).toBe(201)
  await asPerson(fixture.admin, async (tx) => {
    await lock(tx, 'studio', fixture.studio.id)
    await sql`select 1`.execute(tx)
    for (const on_conflict of ['refuse', 'skip']) {
      const rejection = await series(fixture.client, fixture, { weekdays: days, count: 12, on_conflict })
      expectError(rejection, 'BOOKING_CONFLICT')
      expect(rejection.body.details.skipped).toHaveLength(12)
    }
  })
})

// R8
test("a change of a series that changes nothing is rejected without the studio's lock", async () => {
  const fixture = await aStudio(server)
  const rule = { weekdays: [0, 1, 2, 3, 4, 5, 6], count: 12 }
  const { body } = await series(fixture.client, fixture, rule)
  await series(fixture.other, fixture, { ...rule, start_time: '14:00', end_time: '16:00' })
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

test('the limits are studio settings: its admin sets them, and older clients of the API leave them unchanged', async () => {
  const fixture = await aStudio(server, { limits: 'as new' })
  const { open_requests_max, hours_ahead_max, ...older } = (await fixture.admin.get(hours(fixture))).body
  expect({ open_requests_max, hours_ahead_max }).toEqual({ open_requests_max: 3, hours_ahead_max: 40 })
  expect((await setRules(fixture, { open_requests_max: 1, hours_ahead_max: 2 })).body).toMatchObject({
    hours_ahead_max: 2,
  })
  const { version, ...before } = older
  expect((await fixture.admin.put(hours(fixture), before)).body).toMatchObject({
    open_requests_max: 1,
    hours_ahead_max: 2,
  })
  for (const rules of [{ open_requests_max: 0 }, { hours_ahead_max: 0 }, { hours_ahead_max: 1.5 }]) {
    expectError(await setRules(fixture, rules), 'VALIDATION_FAILED')
  }
  expectError(await fixture.client.put(hours(fixture), { ...before, open_requests_max: 100 }), 'FORBIDDEN')
  expect((await request(fixture.client, fixture, 7)).status).toBe(201)
  const second = await request(fixture.client, fixture, 8)
  expect(second.body.message).toBe(
    'This studio allows 1 open request at a time, and you have that many. Wait for an answer, or cancel one of your requests.',
  )
})

// Another server in this process replaces the first, so this test is the last.
test('a client creates and changes 30 series in ten minutes, the studio any number', async () => {
  const limited = await startServer({ clock, env: { RATE_LIMIT: 'on' } })
  try {
    const fixture = await aStudio(limited)
    const { body } = await series(fixture.client, fixture, { count: 2 })
    const change = (person: Person, notes: string) => person.patch(`/booking-series/${body.series.id}`, { notes })
    for (let nth = 1; nth < 30; nth += 1) expect((await change(fixture.client, `Take ${nth}`)).status).toBe(200)
    expectError(await change(fixture.client, 'One more'), 'RATE_LIMITED')
    expectError(await series(fixture.client, fixture, { count: 2 }), 'RATE_LIMITED')
    for (let nth = 0; nth < 31; nth += 1) expect((await change(fixture.admin, `Mix ${nth}`)).status).toBe(200)
  } finally {
    await limited.stop()
  }
})
