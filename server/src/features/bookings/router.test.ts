import { errors } from '@studiohub/contract/errors.ts'
import { BookingsAnswer } from '@studiohub/contract/features/bookings/lists/schema.ts'
import { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBlock, aBooking, aFixedClock, aSession } from '@studiohub/testing/bookings.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aClient, aCrewMember, aPerson, aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const bookingsOf = (fixture: StudioOfTest) => `/studios/${fixture.studio.id}/bookings`

/** How many bookings the studio has. A rejected call must not change this. */
async function countBookings(fixture: StudioOfTest): Promise<number> {
  const { body } = await fixture.admin.get(bookingsOf(fixture))
  return body.items.length
}

test('a row of the list has the fields of the contract and no others', async () => {
  const fixture = await aStudio(server)
  await aBooking(fixture.client, fixture.studio.id, today)
  await fixture.admin.post(bookingsOf(fixture), aBlock(today, { booking_date: plusDays(today, 9) }))
  const { body } = await fixture.admin.get(bookingsOf(fixture))
  expect(body.items).toHaveLength(2)
  for (const row of body.items) expect(Object.keys(row).sort()).toEqual(Object.keys(Booking.shape).sort())
  expect(BookingsAnswer.parse(body)).toEqual(body)
})

describe('creating', () => {
  test('a client books a session, which is pending and reserves the first room', async () => {
    const fixture = await aStudio(server)
    const response = await fixture.client.post(bookingsOf(fixture), aSession(today, { notes: ' Bring a piano. ' }))
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({
      studio_id: fixture.studio.id,
      project_id: null,
      project_title: null,
      client_id: fixture.client.id,
      client_name: 'Cleo Client',
      booking_date: plusDays(today, 7),
      start_time: '10:00',
      end_time: '12:00',
      ends_next_day: false,
      starts_at: `${plusDays(today, 7)}T10:00:00.000Z`,
      ends_at: `${plusDays(today, 7)}T12:00:00.000Z`,
      service_type: 'recording',
      booking_type: 'client_booking',
      status: 'pending',
      notes: 'Bring a piano.',
      created_by: fixture.client.id,
      created_at: clock.now().toISOString(),
      cancelled_at: null,
      resources: [{ id: expect.any(String), name: 'Studio A', kind: 'room' }],
    })
    const { warnings, ...booking } = response.body
    expect(warnings).toEqual([])
    expect((await fixture.client.get(`/bookings/${booking.id}`)).body).toEqual(booking)
    expect((await fixture.admin.get(`/bookings/${booking.id}`)).body).toEqual(booking)
  })

  test('an admin blocks time, which is confirmed at once and reserves every room', async () => {
    const fixture = await aStudio(server)
    const block = await fixture.admin.post(bookingsOf(fixture), aBlock(today))
    expect(block.body).toMatchObject({ status: 'confirmed', booking_type: 'blocked_time', client_id: null })
    expect(block.body.resources).toHaveLength(1)
    expectError(await fixture.client.post(bookingsOf(fixture), aSession(today)), 'BOOKING_CONFLICT')
  })

  test('an admin books for a client, or without one as an internal session', async () => {
    const fixture = await aStudio(server)
    const forClient = await aBooking(fixture.admin, fixture.studio.id, today, { client_id: fixture.client.id })
    expect(forClient).toMatchObject({ client_id: fixture.client.id, client_name: 'Cleo Client', status: 'confirmed' })
    const internal = await aBooking(fixture.admin, fixture.studio.id, today, { start_time: '13:00', end_time: '14:00' })
    expect(internal).toMatchObject({ client_id: null, client_name: null, created_by: fixture.admin.id })
    const pendingFields = { start_time: '15:00', end_time: '16:00', status: 'pending' }
    const pending = await aBooking(fixture.admin, fixture.studio.id, today, pendingFields)
    expect(pending).toMatchObject({ status: 'pending', expires_at: null })
    expectError(await fixture.client.post(bookingsOf(fixture), aSession(today, pendingFields)), 'BOOKING_CONFLICT')
  })

  test('missing input is reported at its field', async () => {
    const fixture = await aStudio(server)
    const response = await fixture.client.post(bookingsOf(fixture), { booking_type: 'client_booking' })
    expectError(response, 'VALIDATION_FAILED')
    expect(response.body.fields).toEqual({
      booking_date: 'Please select a date',
      start_time: 'Start time is required',
      end_time: 'End time is required',
      service_type: 'Service type is required',
    })
    expectError(await fixture.client.post(bookingsOf(fixture), aSession(today, { price: 1 })), 'VALIDATION_FAILED')
    expect(await countBookings(fixture)).toBe(0)
  })

  test('visitors, people without a role, crew and people of another studio cannot book', async () => {
    const [fixture, rival] = [await aStudio(server), await aStudio(server)]
    const visitor = callAs(server.url, null)
    expectError(await visitor.post(bookingsOf(fixture), aSession(today)), 'UNAUTHENTICATED')
    const stranger = await aPerson(server)
    expectError(await stranger.post(bookingsOf(fixture), aSession(today)), 'NO_ACTIVE_ROLE')
    const crew = await aCrewMember(server, fixture)
    for (const person of [crew, rival.client, rival.admin]) {
      expectError(await person.post(bookingsOf(fixture), aSession(today)), 'FORBIDDEN')
    }
    expect(await countBookings(fixture)).toBe(0)
  })

  test('a client cannot book for another person', async () => {
    const fixture = await aStudio(server)
    const forOther = aSession(today, { client_id: fixture.other.id })
    expectError(await fixture.client.post(bookingsOf(fixture), forOther), 'FORBIDDEN')
    expect(await countBookings(fixture)).toBe(0)
  })

  test('an admin books only for clients of the studio', async () => {
    const [fixture, rival] = [await aStudio(server), await aStudio(server)]
    for (const client_id of [rival.client.id, fixture.admin.id, (await aPerson(server)).id]) {
      expectError(await fixture.admin.post(bookingsOf(fixture), aSession(today, { client_id })), 'CLIENT_NOT_IN_STUDIO')
    }
    expect(await countBookings(fixture)).toBe(0)
  })

  test('a client cannot set a status or block time', async () => {
    const fixture = await aStudio(server)
    for (const fields of [{ status: 'confirmed' }, { status: 'completed' }, { status: 'cancelled' }]) {
      expectError(await fixture.client.post(bookingsOf(fixture), aSession(today, fields)), 'FIELD_NOT_ALLOWED')
    }
    expectError(await fixture.client.post(bookingsOf(fixture), aBlock(today)), 'FIELD_NOT_ALLOWED')
    const completed = aSession(today, { status: 'completed' })
    expectError(await fixture.admin.post(bookingsOf(fixture), completed), 'FIELD_NOT_ALLOWED')
    const blockForClient = aBlock(today, { client_id: fixture.client.id })
    expectError(await fixture.admin.post(bookingsOf(fixture), blockForClient), 'FIELD_NOT_ALLOWED')
    expect(await countBookings(fixture)).toBe(0)
    expect(await aBooking(fixture.client, fixture.studio.id, today, { status: 'pending' })).toMatchObject({
      status: 'pending',
    })
  })

  test('only offered services can be booked', async () => {
    const fixture = await aStudio(server)
    const response = await fixture.client.post(bookingsOf(fixture), aSession(today, { service_type: 'photo_shoot' }))
    expectError(response, 'SERVICE_NOT_OFFERED')
    expect(response.body.fields).toEqual({ service_type: errors.SERVICE_NOT_OFFERED.message })
    const photo = await aStudio(server, { type: 'photo' })
    expect(await aBooking(photo.client, photo.studio.id, today, { service_type: 'photo_shoot' })).toBeDefined()
  })

  test('a session belongs to a project of its own client only', async () => {
    const fixture = await aStudio(server)
    const aProject = async (person: StudioOfTest['client']) =>
      (await person.post('/projects', { title: 'First album', project_type: 'music' })).body.id
    const [ownProject, othersProject] = [await aProject(fixture.client), await aProject(fixture.other)]
    const otherStudiosProject = await aProject((await aStudio(server)).client)
    const booking = await aBooking(fixture.client, fixture.studio.id, today, { project_id: ownProject })
    expect(booking).toMatchObject({ project_id: ownProject, project_title: 'First album' })
    const for_client = { client_id: fixture.client.id, start_time: '14:00', end_time: '15:00' }
    for (const project_id of [othersProject, otherStudiosProject, fixture.studio.id]) {
      const rejection = await fixture.admin.post(bookingsOf(fixture), aSession(today, { ...for_client, project_id }))
      expectError(rejection, 'VALIDATION_FAILED')
      expect(Object.keys(rejection.body.fields)).toEqual(['project_id'])
      expectError(await fixture.client.patch(`/bookings/${booking.id}`, { project_id }), 'VALIDATION_FAILED')
    }
    expectError(
      await fixture.admin.post(bookingsOf(fixture), aBlock(today, { project_id: ownProject })),
      'FIELD_NOT_ALLOWED',
    )
    await aBooking(fixture.admin, fixture.studio.id, today, for_client)
    const ofProject = await fixture.admin.get(`${bookingsOf(fixture)}?project_id=${ownProject}`)
    expect(ofProject.body.items.map(({ id }: { id: string }) => id)).toEqual([booking.id])
    const withoutProject = await fixture.client.patch(`/bookings/${booking.id}`, { project_id: null })
    expect(withoutProject.body).toMatchObject({ project_id: null, project_title: null, status: 'pending' })
  })

  test('notes have a limit', async () => {
    const fixture = await aStudio(server)
    const response = await fixture.client.post(bookingsOf(fixture), aSession(today, { notes: 'n'.repeat(2001) }))
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['notes']])
  })

  test('an inactive studio accepts no bookings', async () => {
    const fixture = await aStudio(server)
    await fixture.admin.patch(`/studios/${fixture.studio.id}`, { is_active: false })
    for (const person of [fixture.client, fixture.admin]) {
      expectError(await person.post(bookingsOf(fixture), aSession(today)), 'STUDIO_INACTIVE')
    }
  })

  test('the same call sent twice with one idempotency key books once', async () => {
    const fixture = await aStudio(server)
    const key = { headers: { 'idempotency-key': 'once' } }
    const [first, second] = await Promise.all([
      fixture.client.post(bookingsOf(fixture), aSession(today), key),
      fixture.client.post(bookingsOf(fixture), aSession(today), key),
    ])
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(await countBookings(fixture)).toBe(1)
  })
})

describe('times', () => {
  test('a client cannot book a time that has passed; an admin can book any time of today', async () => {
    const fixture = await aStudio(server)
    const past = { booking_date: today, start_time: '09:59', end_time: '10:30' }
    expectError(await fixture.client.post(bookingsOf(fixture), aSession(today, past)), 'BOOKING_IN_PAST')
    const yesterday = { ...past, booking_date: plusDays(today, -1) }
    expectError(await fixture.admin.post(bookingsOf(fixture), aBlock(today, yesterday)), 'BOOKING_IN_PAST')
    expect((await fixture.admin.post(bookingsOf(fixture), aBlock(today, past))).status).toBe(201)
    const now = { booking_date: today, start_time: '11:00', end_time: '12:00' }
    expect((await fixture.client.post(bookingsOf(fixture), aSession(today, now))).status).toBe(201)
  })

  test("the past is measured in the studio's time zone", async () => {
    const fixture = await aStudio(server, { timezone: 'Asia/Tokyo' })
    // 10:00 in UTC is 19:00 in Tokyo.
    const past = { booking_date: today, start_time: '18:30', end_time: '20:00' }
    expectError(await fixture.client.post(bookingsOf(fixture), aSession(today, past)), 'BOOKING_IN_PAST')
    const ahead = { booking_date: today, start_time: '19:30', end_time: '20:00' }
    expect(await aBooking(fixture.client, fixture.studio.id, today, ahead)).toMatchObject({
      starts_at: `${today}T10:30:00.000Z`,
    })
  })

  test.each([
    ['an end at the start', { end_time: '10:00' }],
    ['an end before the start', { end_time: '09:00' }],
    ['25:61', { start_time: '25:61' }],
    ['24:00', { end_time: '24:00' }],
    ['a day that does not exist', { booking_date: '2027-02-30' }],
    ['the year 10000', { booking_date: '10000-01-01' }],
    ['infinity', { booking_date: 'infinity' }],
  ])('%s is not a valid range', async (_name, fields) => {
    const fixture = await aStudio(server)
    for (const person of [fixture.client, fixture.admin]) {
      expectError(await person.post(bookingsOf(fixture), aSession(today, fields)), 'INVALID_TIME_RANGE')
    }
  })

  test('no session lasts longer than 14 days or is more than 24 months ahead', async () => {
    const fixture = await aStudio(server)
    const long = { days: 15, end_time: '10:01' }
    expectError(await fixture.admin.post(bookingsOf(fixture), aBlock(today, long)), 'RANGE_TOO_LONG')
    expectError(await fixture.admin.post(bookingsOf(fixture), aBlock(today, { days: 16 })), 'VALIDATION_FAILED')
    const far = { booking_date: plusDays(today, 740) }
    expectError(await fixture.admin.post(bookingsOf(fixture), aBlock(today, far)), 'RANGE_TOO_LONG')
    const day = await fixture.admin.post(bookingsOf(fixture), aBlock(today, { ends_next_day: true, end_time: '10:00' }))
    expect(day.body).toMatchObject({ ends_at: `${plusDays(today, 8)}T10:00:00.000Z` })
  })

  test('a time that the clocks skip is rejected', async () => {
    const fixture = await aStudio(server, { timezone: 'Europe/Berlin' })
    const year = Number(today.slice(0, 4)) + 1
    const lastSunday = [31, 30, 29, 28, 27, 26, 25].find((day) => new Date(Date.UTC(year, 2, day)).getUTCDay() === 0)
    const gap = { booking_date: `${year}-03-${lastSunday}`, start_time: '02:30', end_time: '04:00' }
    const response = await fixture.admin.post(bookingsOf(fixture), aBlock(today, gap))
    expectError(response, 'TIME_DOES_NOT_EXIST')
    expect(Object.keys(response.body.fields)).toEqual(['start_time'])
  })

  test('opening hours apply to clients, but not to admins', async () => {
    const fixture = await aStudio(server)
    for (const times of [{ start_time: '07:59' }, { start_time: '22:00', end_time: '23:30' }]) {
      expectError(await fixture.client.post(bookingsOf(fixture), aSession(today, times)), 'OUTSIDE_OPENING_HOURS')
      expect((await fixture.admin.post(bookingsOf(fixture), aBlock(today, times))).status).toBe(201)
    }
  })
})

describe('the plan', () => {
  test('the 51st booking of a trial month is rejected until one is cancelled; blocked time never counts', async () => {
    const fixture = await aStudio(server, { tier: 'trial' })
    const helper = await aClient(server, fixture.studio.id)
    const month = `${plusDays(`${today.slice(0, 7)}-28`, 7).slice(0, 7)}`
    const on = (index: number) => ({
      booking_date: `${month}-${String((index % 25) + 1).padStart(2, '0')}`,
      start_time: index < 25 ? '10:00' : '14:00',
      end_time: index < 25 ? '11:00' : '15:00',
    })
    await fixture.admin.post(bookingsOf(fixture), aBlock(today, { ...on(0), start_time: '18:00', end_time: '19:00' }))
    let last = ''
    for (let index = 0; index < 50; index += 1) {
      last = (await aBooking(index % 2 ? fixture.client : helper, fixture.studio.id, today, on(index))).id
    }
    const next = { booking_date: `${month}-27` }
    for (const person of [fixture.client, fixture.admin]) {
      expectError(await person.post(bookingsOf(fixture), aSession(today, next)), 'PLAN_LIMIT_REACHED')
    }
    const following = { booking_date: plusDays(`${month}-28`, 7) }
    expect((await fixture.other.post(bookingsOf(fixture), aSession(today, following))).status).toBe(201)
    await fixture.admin.post(`/bookings/${last}/cancel`, {})
    expect((await fixture.client.post(bookingsOf(fixture), aSession(today, next))).status).toBe(201)
    expectError(
      await fixture.other.post(
        bookingsOf(fixture),
        aSession(today, { ...next, start_time: '15:00', end_time: '16:00' }),
      ),
      'PLAN_LIMIT_REACHED',
    )
  })
})
