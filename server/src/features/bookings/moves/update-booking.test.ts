import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession, asPerson, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, type StudioOfTest, signIn, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const change = (person: TestUser, id: string, body: object) => person.patch(`/bookings/${id}`, body)
const createConfirmedSession = async (
  { admin, client, studio }: StudioOfTest,
  fields: Record<string, unknown> = {},
) => {
  const { id } = await aBooking(client, studio.id, today, fields)
  return (await confirmAsSeen(admin, id)).body
}
const reservationsOf = (booking_id: string) =>
  asSystem((tx) => tx.selectFrom('reservations').select('during').where('booking_id', '=', booking_id).execute())

describe('moving', () => {
  test('moves the reservations too, and frees the previous time', async () => {
    const fixture = await aStudio(server)
    const booking = await createConfirmedSession(fixture)
    const moved = await change(fixture.admin, booking.id, { start_time: '13:00', end_time: '15:00' })
    expect(moved.body).toMatchObject({
      status: 'confirmed',
      start_time: '13:00',
      version: booking.version + 1,
      warnings: [],
    })
    expect(await reservationsOf(booking.id)).toHaveLength(1)
    expect(await aBooking(fixture.other, fixture.studio.id, today)).toMatchObject({ start_time: '10:00' })
    const overlapping = { start_time: '14:00', end_time: '15:00' }
    expectError(
      await fixture.other.post(`/studios/${fixture.studio.id}/bookings`, aSession(today, overlapping)),
      'BOOKING_CONFLICT',
    )
  })

  test('onto another booking is rejected with free times, and nothing changes', async () => {
    const fixture = await aStudio(server)
    const [session, othersSession] = [
      await aBooking(fixture.client, fixture.studio.id, today),
      await aBooking(fixture.other, fixture.studio.id, today, { start_time: '14:00', end_time: '16:00' }),
    ]
    const response = await change(fixture.client, session.id, { start_time: '13:00', end_time: '15:00' })
    expectError(response, 'BOOKING_CONFLICT')
    expect(response.body.details.free_starts).toHaveLength(3)
    expect((await fixture.client.get(`/bookings/${session.id}`)).body).toEqual(session)
    expect((await fixture.other.get(`/bookings/${othersSession.id}`)).body).toEqual(othersSession)
  })

  test('to a time that overlaps its current time is no conflict; a later end extends the session', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    expect((await change(fixture.client, id, { start_time: '11:00', end_time: '13:00' })).status).toBe(200)
    const extended = await change(fixture.admin, id, { end_time: '14:00' })
    expect(extended.body).toMatchObject({ start_time: '11:00', end_time: '14:00', version: 3 })
  })

  test('a confirmed session is a change request for clients; admins move it at once, and notes never need approval', async () => {
    const fixture = await aStudio(server)
    const { id } = await createConfirmedSession(fixture)
    expect((await change(fixture.client, id, { notes: 'Bring a piano.' })).body).toMatchObject({ status: 'confirmed' })
    const sameTimes = { ...aSession(today), booking_type: undefined, notes: 'And a cello.', room_id: null }
    expect((await change(fixture.client, id, sameTimes)).body).toMatchObject({
      status: 'confirmed',
      notes: 'And a cello.',
    })
    expect((await change(fixture.admin, id, { end_time: '13:00' })).body).toMatchObject({ status: 'confirmed' })
    const response = await change(fixture.client, id, { end_time: '12:00' })
    expect(response.body).toMatchObject({
      status: 'confirmed',
      end_time: '13:00',
      change_request: { end_time: '12:00' },
    })
  })

  test('with an older version is rejected, and of two concurrent changes with the same version one succeeds', async () => {
    const fixture = await aStudio(server)
    const { id, version } = await createConfirmedSession(fixture)
    const responses = await Promise.all(
      ['13:00', '14:00'].map((end_time) => change(fixture.admin, id, { end_time, version })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expectError(await change(fixture.admin, id, { notes: 'x', version }), 'STALE_VERSION')
  })

  test('checks all rules again: time, opening hours, services, rooms and fields', async () => {
    const fixture = await aStudio(server, { tier: 'trial' })
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    const rejections: [object, Parameters<typeof expectError>[1]][] = [
      [{ booking_date: plusDays(today, -1) }, 'BOOKING_IN_PAST'],
      [{ start_time: '07:00' }, 'OUTSIDE_OPENING_HOURS'],
      [{ end_time: '10:00' }, 'INVALID_TIME_RANGE'],
      [{ service_type: 'photo_shoot' }, 'SERVICE_NOT_OFFERED'],
      [{ room_id: fixture.client.id }, 'ROOM_NOT_AVAILABLE'],
      [{ price_minor: 1 }, 'FIELD_NOT_ALLOWED'],
      [{ client_id: fixture.other.id }, 'VALIDATION_FAILED'],
      [{ status: 'confirmed' }, 'VALIDATION_FAILED'],
    ]
    for (const [body, code] of rejections) expectError(await change(fixture.client, id, body), code)
    const night = await change(fixture.admin, id, { start_time: '06:00', end_time: '07:00' })
    expect(night.body.warnings).toEqual(['OUTSIDE_OPENING_HOURS'])
  })

  test('is only possible for the desk and the client, and for the client until the cut-off', async () => {
    const fixture = await aStudio(server)
    const { id } = await aBooking(fixture.client, fixture.studio.id, today)
    expectError(await change(fixture.other, id, { notes: 'mine' }), 'NOT_FOUND')
    expectError(await change(await aCrewMember(server, fixture), id, { notes: 'mine' }), 'FORBIDDEN')
    clock.set('10:01', 6)
    const [client, admin] = [await signIn(server, fixture.client), await signIn(server, fixture.admin)]
    expectError(await change(client, id, { booking_date: plusDays(today, 90) }), 'CANCELLATION_TOO_LATE')
    expect((await change(admin, id, { end_time: '13:00' })).status).toBe(200)
  })

  test('is not possible for a completed session, but the studio can still change its price and notes', async () => {
    const fixture = await aStudio(server)
    const { id } = await createConfirmedSession(fixture, { booking_date: today, start_time: '10:30' })
    clock.set('10:45')
    await fixture.admin.post(`/bookings/${id}/complete`)
    expectError(await change(fixture.admin, id, { end_time: '13:00' }), 'INVALID_TRANSITION')
    expectError(await change(fixture.client, id, { notes: 'x' }), 'INVALID_TRANSITION')
    const priced = await change(fixture.admin, id, {
      price_minor: 12_500,
      price_reason: 'Ran over',
      notes: 'As agreed',
    })
    expect(priced.body).toMatchObject({ status: 'completed', price_minor: 12_500, currency: 'USD', notes: 'As agreed' })
    expect((await fixture.admin.post(`/bookings/${id}/no-show`, {})).body.no_show_at).toBe(clock.now().toISOString())
    expect((await fixture.admin.post(`/bookings/${id}/no-show`, { no_show: false })).body.no_show_at).toBeNull()
  })
})

describe("the studio's settings for services and time", () => {
  const setService = ({ admin, studio }: StudioOfTest, set: Record<string, unknown>) =>
    asPerson(admin, (tx) =>
      tx
        .updateTable('studio_services')
        .set(set)
        .where('studio_id', '=', studio.id)
        .where('key', '=', 'recording')
        .execute(),
    )
  const setStudio = ({ studio }: StudioOfTest, set: Record<string, unknown>) =>
    asSystem((tx) => tx.updateTable('studios').set(set).where('id', '=', studio.id).execute())
  const book = (person: TestUser, { studio }: StudioOfTest, fields: Record<string, unknown> = {}) =>
    person.post(`/studios/${studio.id}/bookings`, aSession(today, fields))

  test('a service with automatic confirmation confirms bookings and moves at once, and a moved session keeps its price', async () => {
    const fixture = await aStudio(server)
    await setService(fixture, { auto_confirm: true, price_minor: 9_000, currency: 'EUR' })
    const { body } = await book(fixture.client, fixture)
    expect(body).toMatchObject({ status: 'confirmed', price_minor: 9_000, currency: 'EUR' })
    await setService(fixture, { price_minor: 10_000 })
    const moved = await change(fixture.client, body.id, { start_time: '14:00', end_time: '16:00' })
    expect(moved.body).toMatchObject({ status: 'confirmed', price_minor: 9_000 })
  })

  test('a client who moves a session on hold does not confirm it, even if the service confirms automatically', async () => {
    const fixture = await aStudio(server)
    const { client, admin } = fixture
    await setService(fixture, { auto_confirm: true })
    const { body } = await book(admin, fixture, { client_id: client.id, status: 'pending' })
    expect(body).toMatchObject({ status: 'pending', expires_at: null })
    const moved = await change(client, body.id, { start_time: '14:00', end_time: '16:00' })
    expect(moved.body).toMatchObject({ status: 'pending', start_time: '14:00', expires_at: expect.any(String) })
  })

  test('lengths, notice and horizon apply to clients; an admin may override them, with a warning about the length', async () => {
    const fixture = await aStudio(server)
    await setService(fixture, { min_minutes: 60, max_minutes: 120 })
    await setStudio(fixture, { min_notice_minutes: 120, booking_horizon_days: 30 })
    expectError(await book(fixture.client, fixture, { end_time: '10:30' }), 'LENGTH_NOT_OFFERED')
    expectError(await book(fixture.client, fixture, { end_time: '12:15' }), 'LENGTH_NOT_OFFERED')
    const soon = { booking_date: today, start_time: '11:45', end_time: '12:45' }
    expectError(await book(fixture.client, fixture, soon), 'NOTICE_TOO_SHORT')
    expectError(await book(fixture.client, fixture, { booking_date: plusDays(today, 31) }), 'BEYOND_HORIZON')
    expect((await book(fixture.admin, fixture, soon)).status).toBe(201)
    const long = await book(fixture.admin, fixture, { booking_date: plusDays(today, 31), end_time: '14:00' })
    expect(long.body.warnings).toEqual(['LENGTH_NOT_OFFERED'])
  })

  test('services that are not bookable by clients can be booked by an admin', async () => {
    const fixture = await aStudio(server)
    await setService(fixture, { is_client_bookable: false })
    expectError(await book(fixture.client, fixture), 'SERVICE_NOT_OFFERED')
    expect((await book(fixture.admin, fixture, { client_id: fixture.client.id })).status).toBe(201)
  })
})

describe('the history of a booking', () => {
  const historyOf = (person: TestUser, id: string) => person.get(`/bookings/${id}/history`)

  test('lists what happened, newest first; only the studio sees names', async () => {
    const fixture = await aStudio(server)
    const { id } = await createConfirmedSession(fixture)
    await change(fixture.client, id, { start_time: '13:00', end_time: '15:00' })
    const { body } = await historyOf(fixture.admin, id)
    expect(body.items).toMatchObject([
      {
        event: 'change_requested',
        by: 'client',
        by_name: 'Cleo Client',
        before: { start_time: '10:00', end_time: '12:00' },
        after: { start_time: '13:00', end_time: '15:00' },
      },
      { event: 'confirmed', by: 'you' },
      { event: 'created', by: 'client', before: {}, after: { resources: ['Studio A'] } },
    ])
    const forClient = (await historyOf(fixture.client, id)).body.items
    expect(forClient.map(({ event, by, by_name }: Record<string, unknown>) => [event, by, by_name])).toEqual([
      ['change_requested', 'you', null],
      ['confirmed', 'studio', null],
      ['created', 'you', null],
    ])
    expect(JSON.stringify(forClient)).not.toContain(fixture.admin.id)
    const { body: first } = await fixture.admin.get(`/bookings/${id}/history?limit=2`)
    expect(first.items).toHaveLength(2)
    const { body: second } = await fixture.admin.get(`/bookings/${id}/history?limit=2&cursor=${first.next_cursor}`)
    expect(second).toMatchObject({ items: [{ event: 'created' }], next_cursor: null })
    expectError(await historyOf(fixture.other, id), 'NOT_FOUND')
    expectError(await historyOf((await aStudio(server)).admin, id), 'NOT_FOUND')
  })

  test('of a session includes changes to its series', async () => {
    const fixture = await aStudio(server)
    const response = await fixture.admin.post(
      `/studios/${fixture.studio.id}/booking-series`,
      aSession(today, { count: 2 }),
    )
    const [first, second] = response.body.bookings
    await change(fixture.admin, second.id, { notes: 'Bring the snare.' })
    await fixture.admin.post(`/booking-series/${response.body.series.id}/cancel`, { from: second.booking_date })
    const events = async (id: string) =>
      (await historyOf(fixture.admin, id)).body.items.map(({ event }: { event: string }) => event)
    expect(await events(first.id)).toEqual(['created'])
    expect(await events(second.id)).toEqual(['cancelled', 'edited', 'created'])
  })
})
