import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aStudio, type Person, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const begin = (person: Person, { studio }: Pick<StudioOfTest, 'studio'>, given: Record<string, unknown>) =>
  person.post(`/studios/${studio.id}/booking-series`, aSession(today, given))
const datesOf = (bookings: { booking_date: string }[]) => bookings.map(({ booking_date }) => booking_date)
const week = (weeks: number) => plusDays(today, 7 * weeks)

test('a series has the same local time every week, even if the clocks change', async () => {
  const fixture = await aStudio(server, { timezone: 'Europe/Berlin' })
  const { status, body } = await begin(fixture.admin, fixture, { client_id: fixture.client.id, count: 30 })
  expect(status).toBe(201)
  expect(body.series.rrule).toMatch(/^FREQ=WEEKLY;INTERVAL=1;BYDAY=..;COUNT=30$/)
  expect(datesOf(body.bookings)).toEqual(Array.from({ length: 30 }, (_, index) => week(index + 1)))
  expect(new Set(body.bookings.map((one: { starts_at: string }) => one.starts_at.slice(11))).size).toBe(2)
  const seen = await fixture.client.get(`/booking-series/${body.series.id}`)
  expect(seen.body.bookings).toEqual(body.bookings)
  expectError(await fixture.other.get(`/booking-series/${body.series.id}`), 'NOT_FOUND')
})

test('a taken date rejects the whole series, or is left out and listed', async () => {
  const fixture = await aStudio(server)
  await aBooking(fixture.other, fixture.studio.id, today, { booking_date: week(2) })
  const given = { every_weeks: 1, until: week(3) }
  const rejection = await begin(fixture.client, fixture, given)
  expectError(rejection, 'BOOKING_CONFLICT')
  const skipped = [{ booking_id: null, booking_date: week(2), start_time: '10:00', code: 'BOOKING_CONFLICT' }]
  expect(rejection.body.details).toEqual({ skipped })
  expect((await fixture.client.get(`/studios/${fixture.studio.id}/bookings`)).body.items).toEqual([])
  const { body } = await begin(fixture.client, fixture, { ...given, on_conflict: 'skip' })
  expect(datesOf(body.bookings)).toEqual([week(1), week(3)])
  expect(body.skipped).toEqual(skipped)
})

test('the plan counts every session of a series, month by month (T47)', async () => {
  const fixture = await aStudio(server, { tier: 'trial' })
  const daily = { weekdays: [0, 1, 2, 3, 4, 5, 6], count: 70, on_conflict: 'skip' }
  const first = await begin(fixture.admin, fixture, daily)
  expect(first.body.bookings).toHaveLength(70)
  const second = await begin(fixture.admin, fixture, { ...daily, start_time: '14:00', end_time: '15:00' })
  expect(new Set(second.body.skipped.map(({ code }: { code: string }) => code))).toEqual(
    new Set(['PLAN_LIMIT_REACHED']),
  )
  const all = [...first.body.bookings, ...second.body.bookings]
  const months = Map.groupBy(all, (one: { booking_date: string }) => one.booking_date.slice(0, 7))
  for (const [, sessions] of months) expect(sessions.length).toBeLessThanOrEqual(50)
})

test('future sessions are moved together: one, the following or all', async () => {
  const fixture = await aStudio(server)
  const { body } = await begin(fixture.client, fixture, { count: 4 })
  const path = `/booking-series/${body.series.id}`
  const later = await fixture.admin.patch(path, { from: week(3), start_time: '15:00', end_time: '17:00' })
  expect(datesOf(later.body.bookings)).toEqual([week(3), week(4)])
  const shifted = await fixture.admin.patch(path, { shift_days: 1 })
  expect(datesOf(shifted.body.bookings)).toEqual([1, 2, 3, 4].map((weeks) => plusDays(week(weeks), 1)))
  await aBooking(fixture.other, fixture.studio.id, today, { booking_date: plusDays(week(2), 2) })
  const rejection = await fixture.admin.patch(path, { shift_days: 1 })
  expectError(rejection, 'BOOKING_CONFLICT')
  const skipping = await fixture.admin.patch(path, { shift_days: 1, on_conflict: 'skip' })
  expect(skipping.body.skipped).toMatchObject([{ booking_date: plusDays(week(2), 1), code: 'BOOKING_CONFLICT' }])
})

test("a change of all sessions keeps what it does not name: each session's room, people and time", async () => {
  const fixture = await aStudio(server)
  const own = async (kind: string, name: string): Promise<string> =>
    (await fixture.admin.post(`/studios/${fixture.studio.id}/resources`, { kind, name })).body.id
  const [cellar, engineer, piano] = [
    await own('room', 'Cellar'),
    await own('person', 'Kim'),
    await own('equipment', 'Piano'),
  ]
  const { body } = await begin(fixture.admin, fixture, { count: 3 })
  const path = `/booking-series/${body.series.id}`
  const second = { room_id: cellar, add_resource_ids: [piano], end_time: '13:00' }
  await fixture.admin.patch(`/bookings/${body.bookings[1].id}`, second)
  const named = async (change: object) => {
    const answer = await fixture.admin.patch(path, change)
    expect(answer.status).toBe(200)
    return answer.body.bookings.map((one: Booking) => [one.end_time, ...one.resources.map(({ name }) => name).sort()])
  }
  expect(await named({ add_resource_ids: [engineer] })).toEqual([
    ['12:00', 'Kim', 'Studio A'],
    ['13:00', 'Cellar', 'Kim', 'Piano'],
    ['12:00', 'Kim', 'Studio A'],
  ])
  expect(await named({ remove_resource_ids: [engineer], start_time: '09:00' })).toEqual([
    ['12:00', 'Studio A'],
    ['13:00', 'Cellar', 'Piano'],
    ['12:00', 'Studio A'],
  ])
  expect(await named({ room_id: cellar })).toEqual([
    ['12:00', 'Cellar'],
    ['13:00', 'Cellar', 'Piano'],
    ['12:00', 'Cellar'],
  ])
})

test('only the studio can name people and equipment of a session', async () => {
  const fixture = await aStudio(server)
  const piano = { kind: 'equipment', name: 'Piano' }
  const { id } = (await fixture.admin.post(`/studios/${fixture.studio.id}/resources`, piano)).body
  const { body } = await begin(fixture.client, fixture, { count: 2 })
  for (const change of [{ add_resource_ids: [id] }, { remove_resource_ids: [id] }]) {
    expectError(await fixture.client.patch(`/booking-series/${body.series.id}`, change), 'FIELD_NOT_ALLOWED')
    expectError(await fixture.client.patch(`/bookings/${body.bookings[0].id}`, change), 'FIELD_NOT_ALLOWED')
  }
})

test("a client's new notes need no approval, a new time does, and the sessions stay", async () => {
  const fixture = await aStudio(server)
  const { body } = await begin(fixture.client, fixture, { count: 2 })
  for (const { id } of body.bookings) await confirmAsSeen(fixture.admin, id)
  const statuses = async (change: object) =>
    (await fixture.client.patch(`/booking-series/${body.series.id}`, change)).body.bookings.map(
      (one: Booking) => one.status,
    )
  expect(await statuses({ notes: 'We bring our own cymbals.' })).toEqual(['confirmed', 'confirmed'])
  expect(await statuses({ end_time: '13:00' })).toEqual(['confirmed', 'confirmed'])
})

test('cancelling from a date on keeps the sessions before it, and one session is cancelled like any booking', async () => {
  const fixture = await aStudio(server)
  const { body } = await begin(fixture.client, fixture, { count: 4 })
  expectError(await fixture.other.post(`/booking-series/${body.series.id}/cancel`, {}), 'NOT_FOUND')
  await fixture.client.post(`/bookings/${body.bookings[0].id}/cancel`, {})
  const ended = await fixture.client.post(`/booking-series/${body.series.id}/cancel`, {
    from: week(3),
    reason: 'Holidays',
  })
  expect(datesOf(ended.body.bookings)).toEqual([week(3), week(4)])
  const { bookings } = (await fixture.client.get(`/booking-series/${body.series.id}`)).body
  expect(bookings.map(({ status }: { status: string }) => status)).toEqual([
    'cancelled',
    'pending',
    'cancelled',
    'cancelled',
  ])
})

test('a series has an end, at most 104 sessions, and starts on one of its weekdays', async () => {
  const fixture = await aStudio(server)
  for (const given of [
    {},
    { count: 2, until: week(2) },
    { count: 105 },
    { until: plusDays(today, 1) },
    { weekdays: [] },
  ]) {
    expectError(await begin(fixture.admin, fixture, given), 'VALIDATION_FAILED')
  }
  const daily = { weekdays: [0, 1, 2, 3, 4, 5, 6], until: plusDays(today, 200) }
  expectError(await begin(fixture.admin, fixture, daily), 'VALIDATION_FAILED')
  expectError(await begin(fixture.client, fixture, { count: 2, status: 'confirmed' }), 'FIELD_NOT_ALLOWED')
})

test("a confirmed series makes its client's draft project active, a pending one does not", async () => {
  const fixture = await aStudio(server)
  const draft = { title: 'First album', project_type: 'music' }
  const { id: project_id } = (await fixture.client.post('/projects', draft)).body
  const status = async () => (await fixture.client.get(`/projects/${project_id}`)).body.status
  expect((await begin(fixture.client, fixture, { count: 2, project_id })).status).toBe(201)
  expect(await status()).toBe('draft')
  const theirs = { client_id: fixture.client.id, start_time: '14:00', end_time: '15:00', status: 'confirmed' }
  expect((await begin(fixture.admin, fixture, { ...theirs, count: 2, project_id })).status).toBe(201)
  expect(await status()).toBe('active')
})
