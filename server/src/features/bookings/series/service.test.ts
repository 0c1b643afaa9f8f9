import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aStudio, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const createSeries = (person: TestUser, { studio }: Pick<StudioOfTest, 'studio'>, fields: Record<string, unknown>) =>
  person.post(`/studios/${studio.id}/booking-series`, aSession(today, fields))
const datesOf = (bookings: { booking_date: string }[]) => bookings.map(({ booking_date }) => booking_date)
const week = (weeks: number) => plusDays(today, 7 * weeks)

test('a series has the same local time every week, even if the clocks change', async () => {
  const fixture = await aStudio(server, { timezone: 'Europe/Berlin' })
  const { status, body } = await createSeries(fixture.admin, fixture, { client_id: fixture.client.id, count: 30 })
  expect(status).toBe(201)
  expect(body.series.rrule).toMatch(/^FREQ=WEEKLY;INTERVAL=1;BYDAY=..;COUNT=30$/)
  expect(datesOf(body.bookings)).toEqual(Array.from({ length: 30 }, (_, index) => week(index + 1)))
  expect(new Set(body.bookings.map(({ starts_at }: Booking) => starts_at.slice(11))).size).toBe(2)
  const forClient = await fixture.client.get(`/booking-series/${body.series.id}`)
  expect(forClient.body.bookings).toEqual(body.bookings)
  expectError(await fixture.other.get(`/booking-series/${body.series.id}`), 'NOT_FOUND')
})

test('if one date is taken, the whole series is rejected, or only this date is skipped and listed', async () => {
  const fixture = await aStudio(server)
  await aBooking(fixture.other, fixture.studio.id, today, { booking_date: week(2) })
  const weekly = { every_weeks: 1, until: week(3) }
  const rejection = await createSeries(fixture.client, fixture, weekly)
  expectError(rejection, 'BOOKING_CONFLICT')
  const skipped = [{ booking_id: null, booking_date: week(2), start_time: '10:00', code: 'BOOKING_CONFLICT' }]
  expect(rejection.body.details).toEqual({ skipped })
  expect((await fixture.client.get(`/studios/${fixture.studio.id}/bookings`)).body.items).toEqual([])
  const { body } = await createSeries(fixture.client, fixture, { ...weekly, on_conflict: 'skip' })
  expect(datesOf(body.bookings)).toEqual([week(1), week(3)])
  expect(body.skipped).toEqual(skipped)
})

test('the plan counts every session of a series, month by month', async () => {
  const fixture = await aStudio(server, { tier: 'trial' })
  const daily = { weekdays: [0, 1, 2, 3, 4, 5, 6], count: 70, on_conflict: 'skip' }
  const first = await createSeries(fixture.admin, fixture, daily)
  expect(first.body.bookings).toHaveLength(70)
  const second = await createSeries(fixture.admin, fixture, { ...daily, start_time: '14:00', end_time: '15:00' })
  expect(new Set(second.body.skipped.map(({ code }: { code: string }) => code))).toEqual(
    new Set(['PLAN_LIMIT_REACHED']),
  )
  const all = [...first.body.bookings, ...second.body.bookings]
  const months = Map.groupBy(all, ({ booking_date }: Booking) => booking_date.slice(0, 7))
  for (const [, sessions] of months) expect(sessions.length).toBeLessThanOrEqual(50)
})

test('future sessions move together: all, or those from a date on', async () => {
  const fixture = await aStudio(server)
  const { body } = await createSeries(fixture.client, fixture, { count: 4 })
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

test("a change of all sessions keeps the fields that it does not name: each session's room, people and time", async () => {
  const fixture = await aStudio(server)
  const createResource = async (kind: string, name: string): Promise<string> =>
    (await fixture.admin.post(`/studios/${fixture.studio.id}/resources`, { kind, name })).body.id
  const [cellar, engineer, piano] = [
    await createResource('room', 'Cellar'),
    await createResource('person', 'Kim'),
    await createResource('equipment', 'Piano'),
  ]
  const { body } = await createSeries(fixture.admin, fixture, { count: 3 })
  const path = `/booking-series/${body.series.id}`
  const second = { room_id: cellar, add_resource_ids: [piano], end_time: '13:00' }
  await fixture.admin.patch(`/bookings/${body.bookings[1].id}`, second)
  const applyToSeries = async (change: object) => {
    const response = await fixture.admin.patch(path, change)
    expect(response.status).toBe(200)
    return response.body.bookings.map(({ end_time, resources }: Booking) => [
      end_time,
      ...resources.map(({ name }) => name).sort(),
    ])
  }
  expect(await applyToSeries({ add_resource_ids: [engineer] })).toEqual([
    ['12:00', 'Kim', 'Studio A'],
    ['13:00', 'Cellar', 'Kim', 'Piano'],
    ['12:00', 'Kim', 'Studio A'],
  ])
  expect(await applyToSeries({ remove_resource_ids: [engineer], start_time: '09:00' })).toEqual([
    ['12:00', 'Studio A'],
    ['13:00', 'Cellar', 'Piano'],
    ['12:00', 'Studio A'],
  ])
  expect(await applyToSeries({ room_id: cellar })).toEqual([
    ['12:00', 'Cellar'],
    ['13:00', 'Cellar', 'Piano'],
    ['12:00', 'Cellar'],
  ])
})

test('only the studio can name people and equipment of a session', async () => {
  const fixture = await aStudio(server)
  const piano = { kind: 'equipment', name: 'Piano' }
  const { id } = (await fixture.admin.post(`/studios/${fixture.studio.id}/resources`, piano)).body
  const { body } = await createSeries(fixture.client, fixture, { count: 2 })
  for (const change of [{ add_resource_ids: [id] }, { remove_resource_ids: [id] }]) {
    expectError(await fixture.client.patch(`/booking-series/${body.series.id}`, change), 'FIELD_NOT_ALLOWED')
    expectError(await fixture.client.patch(`/bookings/${body.bookings[0].id}`, change), 'FIELD_NOT_ALLOWED')
  }
})

test("a client's new notes need no approval; a new time does, and the sessions stay confirmed", async () => {
  const fixture = await aStudio(server)
  const { body } = await createSeries(fixture.client, fixture, { count: 2 })
  for (const { id } of body.bookings) await confirmAsSeen(fixture.admin, id)
  const statuses = async (change: object) =>
    (await fixture.client.patch(`/booking-series/${body.series.id}`, change)).body.bookings.map(
      ({ status }: Booking) => status,
    )
  expect(await statuses({ notes: 'We bring our own cymbals.' })).toEqual(['confirmed', 'confirmed'])
  expect(await statuses({ end_time: '13:00' })).toEqual(['confirmed', 'confirmed'])
})

test('cancelling from a date on keeps earlier sessions; one session can be cancelled like any booking', async () => {
  const fixture = await aStudio(server)
  const { body } = await createSeries(fixture.client, fixture, { count: 4 })
  expectError(await fixture.other.post(`/booking-series/${body.series.id}/cancel`, {}), 'NOT_FOUND')
  await fixture.client.post(`/bookings/${body.bookings[0].id}/cancel`, {})
  const cancelled = await fixture.client.post(`/booking-series/${body.series.id}/cancel`, {
    from: week(3),
    reason: 'Holidays',
  })
  expect(datesOf(cancelled.body.bookings)).toEqual([week(3), week(4)])
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
  for (const fields of [
    {},
    { count: 2, until: week(2) },
    { count: 105 },
    { until: plusDays(today, 1) },
    { weekdays: [] },
  ]) {
    expectError(await createSeries(fixture.admin, fixture, fields), 'VALIDATION_FAILED')
  }
  const daily = { weekdays: [0, 1, 2, 3, 4, 5, 6], until: plusDays(today, 200) }
  expectError(await createSeries(fixture.admin, fixture, daily), 'VALIDATION_FAILED')
  expectError(await createSeries(fixture.client, fixture, { count: 2, status: 'confirmed' }), 'FIELD_NOT_ALLOWED')
})

test('a confirmed series activates its draft project; a pending series does not', async () => {
  const fixture = await aStudio(server)
  const draft = { title: 'First album', project_type: 'music' }
  const { id: project_id } = (await fixture.client.post('/projects', draft)).body
  const status = async () => (await fixture.client.get(`/projects/${project_id}`)).body.status
  expect((await createSeries(fixture.client, fixture, { count: 2, project_id })).status).toBe(201)
  expect(await status()).toBe('draft')
  const forClient = { client_id: fixture.client.id, start_time: '14:00', end_time: '15:00', status: 'confirmed' }
  expect((await createSeries(fixture.admin, fixture, { ...forClient, count: 2, project_id })).status).toBe(201)
  expect(await status()).toBe('active')
})
