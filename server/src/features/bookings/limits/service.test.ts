import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aSession, aStandingClock, asPerson } from '@studiohub/testing/bookings.ts'
import { type Answer, expectError } from '@studiohub/testing/http.ts'
import { aStudio, type Person, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lock } from '#platform/db/locks.ts'

const clock = aStandingClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const bookings = ({ studio }: StudioOfTest) => `/studios/${studio.id}/bookings`
const hours = ({ studio }: StudioOfTest) => `/studios/${studio.id}/opening-hours`
const onDay = (days: number, given: object = {}) => aSession(today, { booking_date: plusDays(today, days), ...given })
const request = (person: Person, place: StudioOfTest, days: number, given: object = {}) =>
  person.post(bookings(place), onDay(days, given))
const series = (person: Person, { studio }: StudioOfTest, given: object) =>
  person.post(`/studios/${studio.id}/booking-series`, { ...onDay(30), ...given })
const setRules = async (place: StudioOfTest, rules: object) =>
  place.admin.put(hours(place), { ...(await place.admin.get(hours(place))).body, ...rules })

/** A studio that confirms recording sessions at once: nothing that its clients book there is a request. */
async function aQuickStudio(rules: object = {}) {
  const place = await aStudio(server, { limits: 'as new' })
  const path = `/studios/${place.studio.id}/services`
  const { items } = (await place.admin.get(path)).body
  const quick = items.map(({ position, ...service }: { position: number }) => ({ ...service, auto_confirm: true }))
  expect((await place.admin.put(path, { items: quick })).status).toBe(200)
  await setRules(place, rules)
  return place
}
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort()

describe('R3: open requests', () => {
  test('a new studio allows three per client; the refusal says so; an answer or a cancellation makes room', async () => {
    const place = await aStudio(server, { limits: 'as new' })
    const made = [
      await request(place.client, place, 7),
      await request(place.client, place, 8),
      await request(place.client, place, 9),
    ]
    expect(statuses(made)).toEqual([201, 201, 201])
    const fourth = await request(place.client, place, 10)
    expectError(fourth, 'OPEN_REQUESTS_LIMIT')
    expect(fourth.body).toMatchObject({
      message:
        'This studio allows 3 open requests at a time, and you have that many. Wait for an answer, or cancel one of your requests.',
      details: { limit: 3, used: 3 },
    })
    expect((await request(place.other, place, 10)).status).toBe(201)
    const theirs = { client_id: place.client.id, start_time: '13:00', end_time: '15:00' }
    expect((await request(place.admin, place, 11, theirs)).status).toBe(201)
    await place.admin.post(`/bookings/${made[0]?.body.id}/confirm`, { version: 1 })
    expect((await request(place.client, place, 12)).status).toBe(201)
    expectError(await request(place.client, place, 13), 'OPEN_REQUESTS_LIMIT')
    await place.client.post(`/bookings/${made[1]?.body.id}/cancel`, {})
    expect((await request(place.client, place, 13)).status).toBe(201)
  })

  test('at once, in different weeks and rooms: no more than are allowed get through', async () => {
    const place = await aStudio(server, { limits: 'as new' })
    await request(place.client, place, 7)
    const rush = await Promise.all([8, 9, 10, 11, 12, 13].map((days) => request(place.client, place, days)))
    expect(statuses(rush)).toEqual([201, 201, 403, 403, 403, 403])
  })

  test('a series is one request, and a client may ask for 12 sessions in one', async () => {
    const place = await aStudio(server, { limits: 'as new' })
    const short = { start_time: '10:00', end_time: '11:00' }
    for (const given of [{ count: 13 }, { until: plusDays(today, 30 + 7 * 12) }]) {
      const long = await series(place.client, place, { ...short, ...given })
      expectError(long, 'VALIDATION_FAILED')
      expect(Object.values(long.body.fields)).toEqual(['A series has at most 12 sessions'])
    }
    expect((await series(place.client, place, { ...short, count: 12 })).body.bookings).toHaveLength(12)
    expect((await request(place.client, place, 7)).status).toBe(201)
    expect((await request(place.client, place, 8)).status).toBe(201)
    for (const on_conflict of ['refuse', 'skip']) {
      const second = await series(place.client, place, {
        count: 2,
        start_time: '15:00',
        end_time: '16:00',
        on_conflict,
      })
      expectError(second, 'OPEN_REQUESTS_LIMIT')
      expect(second.body.message).toMatch(/^This studio allows 3 open requests/)
    }
    expect((await series(place.admin, place, { count: 13, start_time: '18:00', end_time: '19:00' })).status).toBe(201)
    const hours = `/studios/${place.studio.id}/opening-hours`
    const { body } = await place.admin.get(hours)
    expect(body.series_sessions_max).toBe(12)
    expect((await place.admin.put(hours, { ...body, series_sessions_max: 2 })).status).toBe(200)
    const three = await series(place.other, place, { ...short, start_time: '20:00', end_time: '20:30', count: 3 })
    expect(Object.values(three.body.fields)).toEqual(['A series has at most 2 sessions'])
  })
})

describe('R3 with R4: a change request of a confirmed session', () => {
  const theirs = (place: StudioOfTest, days: number) =>
    aBooking(place.admin, place.studio.id, today, {
      client_id: place.client.id,
      booking_date: plusDays(today, days),
      status: 'confirmed',
    })
  const ask = (place: StudioOfTest, { id }: { id: string }, body: object) => place.client.patch(`/bookings/${id}`, body)
  async function answer(place: StudioOfTest, { id }: { id: string }, what: 'approve' | 'decline') {
    const { version } = (await place.admin.get(`/bookings/${id}`)).body
    expect((await place.admin.post(`/bookings/${id}/change-request/${what}`, { version })).status).toBe(200)
  }

  test('is an open request; another of the same session takes its place', async () => {
    const place = await aStudio(server, { limits: 'as new' })
    const [first, second, third, fourth] = [
      await theirs(place, 7),
      await theirs(place, 8),
      await theirs(place, 9),
      await theirs(place, 10),
    ]
    const later = { start_time: '13:00', end_time: '15:00' }
    for (const one of [first, second, third]) expect((await ask(place, one, later)).status).toBe(200)
    expectError(await ask(place, fourth, later), 'OPEN_REQUESTS_LIMIT')
    expectError(await request(place.client, place, 12), 'OPEN_REQUESTS_LIMIT')
    expect((await ask(place, first, { start_time: '14:00', end_time: '16:00' })).status).toBe(200)
    await answer(place, first, 'decline')
    expect((await ask(place, fourth, later)).status).toBe(200)
  })

  test('of the studio’s own sessions counts by its hours: a long series is not held twice', async () => {
    const place = await aStudio(server, { limits: 'as new' })
    const eightHours = { start_time: '10:00', end_time: '18:00', status: 'confirmed' }
    const rule = { every_weeks: 1, count: 12, on_conflict: 'skip', client_id: place.client.id }
    const series = aSession(today, { booking_date: plusDays(today, 7), ...eightHours, ...rule })
    const made = await place.admin.post(`/studios/${place.studio.id}/booking-series`, series)
    expect(made.status).toBe(201)
    const { id } = made.body.series
    expectError(await place.client.patch(`/booking-series/${id}`, { shift_days: 1 }), 'HOURS_AHEAD_LIMIT')
    expect((await place.client.patch(`/booking-series/${id}`, { shift_days: 1, on_conflict: 'skip' })).status).toBe(200)
    const { bookings } = (await place.client.get(`/booking-series/${id}`)).body
    // Five times eight hours are the forty that a client may hold.
    expect(bookings.filter((one: { change_request: object | null }) => one.change_request)).toHaveLength(5)
  })

  test('that makes it longer counts to the hours ahead at once, no longer after a no, and after a yes', async () => {
    const place = await aStudio(server, { limits: 'as new' })
    await setRules(place, { hours_ahead_max: 12 })
    const [first, second] = [await theirs(place, 7), await theirs(place, 8)]
    const tenHours = { start_time: '10:00', end_time: '20:00' }
    const [asked, other] = await Promise.all([ask(place, first, tenHours), ask(place, second, tenHours)])
    expect(statuses([asked, other])).toEqual([200, 403])
    const [one, two] = asked.status === 200 ? [first, second] : [second, first]
    expect((await ask(place, two, tenHours)).body).toMatchObject({ code: 'HOURS_AHEAD_LIMIT', details: { used: 10 } })
    await answer(place, one, 'decline')
    expect((await ask(place, two, tenHours)).status).toBe(200)
    await answer(place, two, 'approve')
    expect((await ask(place, one, { end_time: '13:00' })).body).toMatchObject({
      code: 'HOURS_AHEAD_LIMIT',
      details: { limit: 12, used: 10 },
    })
    expect((await request(place.client, place, 20)).status).toBe(201)
  })
})

describe('R3: hours ahead', () => {
  const tenHours = { start_time: '10:00', end_time: '20:00' }

  test('a new studio allows forty that it did not book itself; the refusal says how many there are', async () => {
    const place = await aQuickStudio()
    expect((await request(place.admin, place, 6, { client_id: place.client.id, ...tenHours })).status).toBe(201)
    for (const days of [7, 8, 9]) expect((await request(place.client, place, days, tenHours)).status).toBe(201)
    const rush = await Promise.all([10, 11, 12].map((days) => request(place.client, place, days, tenHours)))
    expect(statuses(rush)).toEqual([201, 403, 403])
    const refused = rush.find(({ status }) => status === 403)
    expect(refused?.body).toMatchObject({
      code: 'HOURS_AHEAD_LIMIT',
      message:
        'This studio allows 40 hours booked ahead, and you have 40. Choose a shorter time, cancel a session, or ask the studio to book it for you.',
      details: { limit: 40, used: 40 },
    })
    expect((await request(place.other, place, 20, tenHours)).status).toBe(201)
    expect((await request(place.admin, place, 21, { client_id: place.client.id, ...tenHours })).status).toBe(201)
  })

  test('a series counts all its sessions: it is refused whole, or ends where the hours do', async () => {
    const place = await aQuickStudio({ hours_ahead_max: 20 })
    expectError(await series(place.client, place, { ...tenHours, count: 3 }), 'HOURS_AHEAD_LIMIT')
    const some = await series(place.client, place, { ...tenHours, count: 3, on_conflict: 'skip' })
    expect(some.body.bookings).toHaveLength(2)
    expect(some.body.skipped).toMatchObject([{ code: 'HOURS_AHEAD_LIMIT' }])
  })

  test('a change that lengthens counts, also of what the studio booked; moving and shortening do not', async () => {
    const place = await aQuickStudio({ hours_ahead_max: 12 })
    const own = await aBooking(place.client, place.studio.id, today, tenHours)
    const given = { client_id: place.client.id, booking_date: plusDays(today, 9), status: 'confirmed' }
    const studios = await aBooking(place.admin, place.studio.id, today, given)
    const change = (id: string, body: object) => place.client.patch(`/bookings/${id}`, body)
    const lengthen = await Promise.all([
      change(own.id, { end_time: '22:30' }),
      change(studios.id, { end_time: '12:30' }),
    ])
    expect(lengthen.map(({ body }) => body.code)).toEqual(['HOURS_AHEAD_LIMIT', 'HOURS_AHEAD_LIMIT'])
    expect((await change(own.id, { booking_date: plusDays(today, 8) })).status).toBe(200)
    expect((await change(own.id, { end_time: '18:00' })).status).toBe(200)
    expect((await change(studios.id, { end_time: '13:00' })).status).toBe(200)
    // The lengthened session of the studio has joined the count: 8 and 3 hours of 12.
    expect((await request(place.client, place, 20)).body).toMatchObject({
      code: 'HOURS_AHEAD_LIMIT',
      details: { used: 11 },
    })
    await place.client.post(`/bookings/${own.id}/cancel`, {})
    expect((await request(place.client, place, 20)).status).toBe(201)
  })

  test('a limit that is lowered ends no session, and lets a client shorten theirs', async () => {
    const place = await aQuickStudio()
    const { id } = await aBooking(place.client, place.studio.id, today, tenHours)
    await setRules(place, { hours_ahead_max: 4 })
    expect((await place.client.patch(`/bookings/${id}`, { end_time: '19:00' })).status).toBe(200)
    expectError(await place.client.patch(`/bookings/${id}`, { end_time: '20:00' }), 'HOURS_AHEAD_LIMIT')
  })
})

test("R8: a series of which nothing is free is refused without the studio's lock", async () => {
  const place = await aStudio(server)
  const days = [0, 1, 2, 3, 4, 5, 6]
  expect((await series(place.other, place, { weekdays: days, count: 12 })).status).toBe(201)
  await asPerson(place.admin, async (tx) => {
    await lock(tx, 'studio', place.studio.id)
    await sql`select 1`.execute(tx)
    for (const on_conflict of ['refuse', 'skip']) {
      const refused = await series(place.client, place, { weekdays: days, count: 12, on_conflict })
      expectError(refused, 'BOOKING_CONFLICT')
      expect(refused.body.details.skipped).toHaveLength(12)
    }
  })
})

// R8
test("a change of a series of which nothing can be changed is refused without the studio's lock", async () => {
  const place = await aStudio(server)
  const rule = { weekdays: [0, 1, 2, 3, 4, 5, 6], count: 12 }
  const { body } = await series(place.client, place, rule)
  await series(place.other, place, { ...rule, start_time: '14:00', end_time: '16:00' })
  await asPerson(place.admin, async (tx) => {
    await lock(tx, 'studio', place.studio.id)
    await sql`select 1`.execute(tx)
    for (const on_conflict of ['refuse', 'skip']) {
      const change = { start_time: '14:00', end_time: '16:00', on_conflict }
      const refused = await place.client.patch(`/booking-series/${body.series.id}`, change)
      expectError(refused, 'BOOKING_CONFLICT')
      expect(refused.body.details.skipped).toHaveLength(12)
    }
  })
})

test('the limits are the studio settings: its admin sets them, a caller from before them changes nothing', async () => {
  const place = await aStudio(server, { limits: 'as new' })
  const { open_requests_max, hours_ahead_max, ...older } = (await place.admin.get(hours(place))).body
  expect({ open_requests_max, hours_ahead_max }).toEqual({ open_requests_max: 3, hours_ahead_max: 40 })
  expect((await setRules(place, { open_requests_max: 1, hours_ahead_max: 2 })).body).toMatchObject({
    hours_ahead_max: 2,
  })
  const { version, ...before } = older
  expect((await place.admin.put(hours(place), before)).body).toMatchObject({ open_requests_max: 1, hours_ahead_max: 2 })
  for (const rules of [{ open_requests_max: 0 }, { hours_ahead_max: 0 }, { hours_ahead_max: 1.5 }]) {
    expectError(await setRules(place, rules), 'VALIDATION_FAILED')
  }
  expectError(await place.client.put(hours(place), { ...before, open_requests_max: 100 }), 'FORBIDDEN')
  expect((await request(place.client, place, 7)).status).toBe(201)
  const second = await request(place.client, place, 8)
  expect(second.body.message).toBe(
    'This studio allows 1 open request at a time, and you have that many. Wait for an answer, or cancel one of your requests.',
  )
})

// Another server in this process takes the place of the first, so this test is the last.
test('R8: a client makes and changes 30 series in ten minutes, the studio as many as it likes', async () => {
  const limited = await startServer({ clock, env: { RATE_LIMIT: 'on' } })
  try {
    const place = await aStudio(limited)
    const { body } = await series(place.client, place, { count: 2 })
    const change = (person: Person, notes: string) => person.patch(`/booking-series/${body.series.id}`, { notes })
    for (let nth = 1; nth < 30; nth += 1) expect((await change(place.client, `Take ${nth}`)).status).toBe(200)
    expectError(await change(place.client, 'One more'), 'RATE_LIMITED')
    expectError(await series(place.client, place, { count: 2 }), 'RATE_LIMITED')
    for (let nth = 0; nth < 31; nth += 1) expect((await change(place.admin, `Mix ${nth}`)).status).toBe(200)
  } finally {
    await limited.stop()
  }
})
