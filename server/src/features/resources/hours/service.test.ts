import type { NewOpeningTimes, OpeningTimes } from '@studiohub/contract/features/resources/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer
let fixture: StudioOfTest
beforeAll(async () => {
  server = await startServer({ clock })
  fixture = await aStudio(server)
})
afterAll(() => server.stop())

const pathOf = ({ studio }: StudioOfTest) => `/studios/${studio.id}/opening-hours`
const readHours = async (fixture: StudioOfTest): Promise<OpeningTimes> =>
  (await fixture.admin.get(pathOf(fixture))).body
const saveHours = async (fixture: StudioOfTest, changes: Partial<NewOpeningTimes>) =>
  fixture.admin.put(pathOf(fixture), { ...(await readHours(fixture)), ...changes })

const morning = { opens: '08:00', closes: '12:00', closes_next_day: false }
const night = { opens: '20:00', closes: '02:00', closes_next_day: true }

test('the weekly hours, exceptions, hours of rooms and booking rules are stored together', async () => {
  const fixture = await aStudio(server)
  const [room] = (await fixture.admin.get(`/studios/${fixture.studio.id}/resources`)).body.items
  const hours = {
    weekly: [
      { weekday: 1, ...morning },
      { weekday: 1, ...night },
    ],
    exceptions: [
      {
        date: '2030-12-24',
        note: 'Christmas Eve',
        spans: [morning, { ...night, closes: '23:00', closes_next_day: false }],
      },
      { date: '2030-12-25', note: null, spans: [] },
    ],
    own_hours: [{ resource_id: room.id, weekly: [{ weekday: 6, ...night }] }],
    min_notice_minutes: 120,
    booking_horizon_days: 90,
    cancellation_cutoff_hours: 48,
    open_requests_max: 5,
    hours_ahead_max: 60,
    series_sessions_max: 4,
    request_expiry_hours: 24,
    reminder_hours: [48, 3],
    text_hours: [24],
    follow_up_hours: 24,
    review_url: 'https://reviews.example/us',
  }
  const response = await fixture.admin.put(pathOf(fixture), { ...hours, version: 1 })
  expect([response.status, response.body]).toEqual([200, { ...hours, version: 2 }])
  expect((await fixture.client.get(pathOf(fixture))).body).toEqual(response.body)
  const [changedRoom] = (await fixture.admin.get(`/studios/${fixture.studio.id}/resources`)).body.items
  expect(changedRoom.has_own_hours).toBe(true)
  expect((await fixture.admin.get(`/studios/${fixture.studio.id}`)).body.cancellation_cutoff_hours).toBe(48)
  // A caller that does not know the newest rules does not change them.
  const { open_requests_max: _o, hours_ahead_max: _h, request_expiry_hours: _r, ...withoutNewRules } = hours
  expect((await fixture.admin.put(pathOf(fixture), withoutNewRules)).body).toMatchObject({
    open_requests_max: 5,
    hours_ahead_max: 60,
  })
  const emptyResponse = await saveHours(fixture, {
    weekly: [],
    exceptions: [],
    own_hours: [{ resource_id: room.id, weekly: [] }],
  })
  expect(emptyResponse.body).toMatchObject({
    weekly: [],
    exceptions: [],
    own_hours: [{ resource_id: room.id, weekly: [] }],
  })
})

test.each<[Partial<NewOpeningTimes>, string]>([
  [{ weekly: [{ weekday: 7, ...morning }] }, 'weekly.0.weekday'],
  [{ weekly: [{ weekday: 1, ...morning, closes: '08:00' }] }, 'weekly.0.closes'],
  [{ weekly: [{ weekday: 1, ...night, closes: '21:00' }] }, 'weekly.0.closes'],
  [{ weekly: [morning, { ...morning, opens: '11:00' }].map((span) => ({ weekday: 1, ...span })) }, 'weekly.1.opens'],
  [{ exceptions: [{ date: '2030-02-30', note: null, spans: [] }] }, 'exceptions.0.date'],
  [{ exceptions: [1, 2].map(() => ({ date: '2030-02-20', note: null, spans: [] })) }, 'exceptions'],
  [{ exceptions: [{ date: '2030-02-20', note: 'x'.repeat(201), spans: [] }] }, 'exceptions.0.note'],
  [{ exceptions: [{ date: '2030-02-20', note: null, spans: [morning, morning] }] }, 'exceptions.0.spans'],
  [{ min_notice_minutes: -1 }, 'min_notice_minutes'],
  [{ booking_horizon_days: 0 }, 'booking_horizon_days'],
  [{ booking_horizon_days: 1_096 }, 'booking_horizon_days'],
  [{ cancellation_cutoff_hours: 721 }, 'cancellation_cutoff_hours'],
  [{ open_requests_max: 0 }, 'open_requests_max'],
  [{ hours_ahead_max: 10_001 }, 'hours_ahead_max'],
])('opening hours with %j are rejected at their field', async (changes, field) => {
  const response = await saveHours(fixture, changes)
  expectError(response, 'VALIDATION_FAILED')
  expect(Object.keys(response.body.fields)).toEqual([field])
  expect((await readHours(fixture)).version).toBe(1)
})

test('if two admins save the same version, the second gets an error and overwrites nothing', async () => {
  const fixture = await aStudio(server)
  const current = await readHours(fixture)
  const responses = await Promise.all(
    [10, 20].map((min_notice_minutes) => fixture.admin.put(pathOf(fixture), { ...current, min_notice_minutes })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  const winner = responses.find(({ status }) => status === 200)
  expect(responses.find(({ status }) => status === 409)?.body.code).toBe('STALE_VERSION')
  expect(await readHours(fixture)).toEqual(winner?.body)
})

test('only admins of the studio can change its hours, and only for its own rooms', async () => {
  const [fixture, rival] = [await aStudio(server), await aStudio(server)]
  const body = await readHours(fixture)
  for (const person of [fixture.client, await aCrewMember(server, fixture), rival.admin]) {
    expectError(await person.put(pathOf(fixture), { ...body, weekly: [] }), 'FORBIDDEN')
  }
  const [room] = (await rival.admin.get(`/studios/${rival.studio.id}/resources`)).body.items
  const rejection = await saveHours(fixture, { own_hours: [{ resource_id: room.id, weekly: [] }] })
  expectError(rejection, 'VALIDATION_FAILED')
  expect(Object.keys(rejection.body.fields)).toEqual(['own_hours.0.resource_id'])
  expect(await readHours(fixture)).toEqual(body)
})

test('closing a studio on a day does not change the sessions that are booked there', async () => {
  const fixture = await aStudio(server)
  const booking = await aBooking(fixture.client, fixture.studio.id, today)
  await saveHours(fixture, { weekly: [], exceptions: [{ date: plusDays(today, 7), note: null, spans: [] }] })
  expect((await fixture.client.get(`/bookings/${booking.id}`)).body).toMatchObject({
    status: 'pending',
    starts_at: booking.starts_at,
  })
})
