import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession, asPerson, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { type ApiResponse, callAs, expectError, type TestClient } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, type StudioOfTest, signIn, type TestUser } from '@studiohub/testing/people.ts'
import { overlaps } from '@studiohub/testing/races.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expiredRequestsJobs } from '#features/emails/expired-requests/jobs.ts'
import { asSystem } from '#platform/db/actor.ts'

// A client's change of a confirmed session is a request that the studio answers.

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const later = { start_time: '13:00', end_time: '15:00' }
const change = (person: TestUser, id: string, body: object) => person.patch(`/bookings/${id}`, body)
const answer = (person: TestUser, { id, version }: Booking, decision: 'approve' | 'decline') =>
  person.post(`/bookings/${id}/change-request/${decision}`, { version })
const withdraw = (person: TestClient, { id }: Booking) => person.post(`/bookings/${id}/change-request/withdraw`)
const read = async (person: TestUser, { id }: { id: string }): Promise<Booking> =>
  (await person.get(`/bookings/${id}`)).body
const book = ({ other, studio }: StudioOfTest, fields: object): Promise<ApiResponse> =>
  other.post(`/studios/${studio.id}/bookings`, aSession(today, { ...fields }))
const reservationsOf = (booking_id: string) =>
  asSystem((tx) => tx.selectFrom('reservations').select('requested').where('booking_id', '=', booking_id).execute())

async function createConfirmedSession(fixture: StudioOfTest, fields: Record<string, unknown> = {}): Promise<Booking> {
  const { id } = await aBooking(fixture.client, fixture.studio.id, today, fields)
  return (await confirmAsSeen(fixture.admin, id)).body
}
async function createChangeRequest(fixture: StudioOfTest, fields: object = later): Promise<Booking> {
  const { id } = await createConfirmedSession(fixture)
  const { status, body } = await change(fixture.client, id, fields)
  expect(status).toBe(200)
  const { warnings, ...booking } = body
  return booking
}
const runJob = async (now: Date) => {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const signal = new AbortController().signal
  for (const job of expiredRequestsJobs) await job.handle({}, { job_id: 'test', now, log, signal })
}

describe('requesting a change', () => {
  test('leaves the session confirmed at its time and reserves the new time; notes change at once', async () => {
    const fixture = await aStudio(server)
    const before = await createConfirmedSession(fixture)
    const { body } = await change(fixture.client, before.id, { ...later, notes: 'Bring a piano.' })
    expect(body).toMatchObject({ status: 'confirmed', start_time: '10:00', end_time: '12:00', notes: 'Bring a piano.' })
    const expires_at = new Date(clock.now().getTime() + 24 * 3_600_000).toISOString()
    expect(body.change_request).toMatchObject({
      ...later,
      service_type: 'recording',
      expires_at,
      resources: body.resources,
    })
    expect(body.version).toBe(before.version + 1)
    for (const times of [{}, later]) expectError(await book(fixture, times), 'BOOKING_CONFLICT')
    const waiting = await fixture.admin.get(`/studios/${fixture.studio.id}/bookings?waiting=true`)
    expect(waiting.body.items.map(({ id }: Booking) => id)).toEqual([before.id])
    expect((await change(fixture.client, before.id, { notes: 'And a cello.' })).body.change_request).not.toBeNull()
  })

  test.each([
    ['a longer session', { end_time: '13:00' }, { start_time: '10:00', end_time: '13:00' }],
    ['a time that overlaps the current time', { start_time: '11:00', end_time: '13:00' }, { start_time: '11:00' }],
    ['another day', { booking_date: plusDays(today, 8) }, { booking_date: plusDays(today, 8) }],
    ['another service', { service_type: 'mixing' }, { service_type: 'mixing' }],
  ])('to %s is a request too', async (_name, fields, expected) => {
    const fixture = await aStudio(server)
    const booking = await createChangeRequest(fixture, fields)
    expect(booking).toMatchObject({
      status: 'confirmed',
      start_time: '10:00',
      end_time: '12:00',
      service_type: 'recording',
    })
    expect(booking.change_request).toMatchObject(expected)
    const approved = await answer(fixture.admin, booking, 'approve')
    expect(approved.body).toMatchObject({ ...expected, status: 'confirmed', change_request: null })
  })

  test('to another room is a request; people and equipment stay with the session', async () => {
    const fixture = await aStudio(server)
    const createResource = async (kind: string, name: string) =>
      (await fixture.admin.post(`/studios/${fixture.studio.id}/resources`, { kind, name })).body.id
    const [cellar, engineer] = [await createResource('room', 'Cellar'), await createResource('person', 'Kim')]
    const session = await createConfirmedSession(fixture)
    await change(fixture.admin, session.id, { add_resource_ids: [engineer] })
    const { body } = await change(fixture.client, session.id, { room_id: cellar })
    const names = ({ resources }: Pick<Booking, 'resources'>) => resources.map(({ name }) => name).sort()
    expect([names(body), names(body.change_request)]).toEqual([
      ['Kim', 'Studio A'],
      ['Cellar', 'Kim'],
    ])
    await change(fixture.admin, session.id, { remove_resource_ids: [engineer] })
    const withoutKim = await read(fixture.client, session)
    expect(withoutKim.change_request && names(withoutKim.change_request)).toEqual(['Cellar'])
    const { body: withKim } = await change(fixture.admin, session.id, { add_resource_ids: [engineer] })
    expect(names(withKim.change_request)).toEqual(['Cellar', 'Kim'])
    expect(names((await answer(fixture.admin, withKim, 'approve')).body)).toEqual(['Cellar', 'Kim'])
  })

  test('again replaces the first request and frees its time', async () => {
    const fixture = await aStudio(server)
    const first = await createChangeRequest(fixture)
    const second = await change(fixture.client, first.id, { start_time: '14:00', end_time: '16:00' })
    expect(second.body.change_request).toMatchObject({ start_time: '14:00', end_time: '16:00' })
    expect((await book(fixture, { start_time: '13:00', end_time: '14:00' })).status).toBe(201)
    expectError(await answer(fixture.admin, first, 'approve'), 'STALE_VERSION')
  })

  test('to a taken time is rejected, and the earlier request stays', async () => {
    const fixture = await aStudio(server)
    const booking = await createChangeRequest(fixture)
    await book(fixture, { start_time: '17:00', end_time: '18:00' })
    expectError(
      await change(fixture.client, booking.id, { start_time: '16:30', end_time: '17:30' }),
      'BOOKING_CONFLICT',
    )
    expect(await read(fixture.client, booking)).toEqual(booking)
  })

  test('for a pending session, or a service with automatic confirmation, changes the session at once', async () => {
    const fixture = await aStudio(server)
    const pending = await aBooking(fixture.client, fixture.studio.id, today)
    expect((await change(fixture.client, pending.id, later)).body).toMatchObject({ ...later, change_request: null })
    const automatic = { auto_confirm: true }
    await asPerson(fixture.admin, (tx) =>
      tx.updateTable('studio_services').set(automatic).where('studio_id', '=', fixture.studio.id).execute(),
    )
    const session = await aBooking(fixture.client, fixture.studio.id, today, { booking_date: plusDays(today, 8) })
    const moved = await change(fixture.client, session.id, later)
    expect(moved.body).toMatchObject({ ...later, status: 'confirmed', change_request: null })
  })
})

describe('the answer to a change request', () => {
  test('moves the session if approved; declining or withdrawing only ends the request', async () => {
    const fixture = await aStudio(server)
    const booking = await createChangeRequest(fixture)
    const approved = await answer(fixture.admin, booking, 'approve')
    expect(approved.body).toMatchObject({ ...later, status: 'confirmed', change_request: null })
    expect(await reservationsOf(booking.id)).toEqual([{ requested: false }])
    expect((await book(fixture, {})).status).toBe(201)
    for (const endRequest of [
      (booking: Booking) => answer(fixture.admin, booking, 'decline'),
      (booking: Booking) => withdraw(fixture.client, booking),
    ]) {
      const { body } = await change(fixture.client, booking.id, { start_time: '16:00', end_time: '17:00' })
      const ended = await endRequest(body)
      expect(ended.body).toMatchObject({ ...later, status: 'confirmed', change_request: null })
      expect(await reservationsOf(booking.id)).toEqual([{ requested: false }])
    }
    const rejection = await answer(fixture.admin, await read(fixture.admin, booking), 'approve')
    expectError(rejection, 'INVALID_TRANSITION')
    expect(rejection.body.message).toBe('This session has no open change request.')
  })

  test('can only be given by the studio; only the client can withdraw', async () => {
    const [fixture, rival] = [await aStudio(server), await aStudio(server)]
    const booking = await createChangeRequest(fixture)
    const crew = await aCrewMember(server, fixture)
    for (const decision of ['approve', 'decline'] as const) {
      for (const person of [fixture.client, crew]) expectError(await answer(person, booking, decision), 'FORBIDDEN')
      for (const person of [fixture.other, rival.admin, rival.client]) {
        expectError(await answer(person, booking, decision), 'NOT_FOUND')
      }
    }
    for (const person of [fixture.admin, crew]) expectError(await withdraw(person, booking), 'FORBIDDEN')
    for (const person of [fixture.other, rival.admin]) expectError(await withdraw(person, booking), 'NOT_FOUND')
    expect(await read(fixture.client, booking)).toEqual(booking)
    await asLogin((tx) => tx.deleteFrom('user_roles').where('user_id', '=', fixture.client.id).execute())
    for (const person of [fixture.client, callAs(server.url, null)]) {
      expect([401, 403, 404]).toContain((await withdraw(person, booking)).status)
    }
  })

  test('needs the version that was read', async () => {
    const fixture = await aStudio(server)
    const booking = await createChangeRequest(fixture)
    expectError(await fixture.admin.post(`/bookings/${booking.id}/change-request/approve`, {}), 'VALIDATION_FAILED')
    await change(fixture.client, booking.id, { start_time: '14:00', end_time: '16:00' })
    for (const decision of ['approve', 'decline'] as const) {
      expectError(await answer(fixture.admin, booking, decision), 'STALE_VERSION')
    }
  })

  test('cannot be an approval if the plan has no bookings left in the month of the new day', async () => {
    const fixture = await aStudio(server, { tier: 'trial' })
    const day = plusDays(today, 40)
    const booking = await createChangeRequest(fixture, { booking_date: day })
    const month = day.slice(0, 7)
    const attempts = Array.from({ length: 60 }, (_, index) => {
      const date = `${month}-${String(1 + (index % 28)).padStart(2, '0')}`
      const hour = 8 + Math.floor(index / 28)
      return aBooking(fixture.admin, fixture.studio.id, today, {
        booking_date: date,
        start_time: `0${hour}:00`.slice(-5),
        end_time: `0${hour}:30`.slice(-5),
      }).catch((error: Error) => error.message)
    })
    expect((await Promise.all(attempts)).some((result) => String(result).includes('PLAN_LIMIT_REACHED'))).toBe(true)
    expectError(await answer(fixture.admin, booking, 'approve'), 'PLAN_LIMIT_REACHED')
    expect(await read(fixture.admin, booking)).toEqual(booking)
    const another = await change(fixture.client, booking.id, { booking_date: plusDays(day, 1) })
    expectError(another, 'PLAN_LIMIT_REACHED')
  })
})

describe('a change request', () => {
  test('ends if the studio moves the session, but not if people, notes or price change', async () => {
    const fixture = await aStudio(server)
    const booking = await createChangeRequest(fixture)
    expect((await change(fixture.admin, booking.id, { notes: 'x', price_minor: 1 })).body.change_request).not.toBeNull()
    const moved = await change(fixture.admin, booking.id, { start_time: '08:00', end_time: '09:00' })
    expect(moved.body).toMatchObject({ start_time: '08:00', change_request: null })
    expect(await reservationsOf(booking.id)).toEqual([{ requested: false }])
  })

  test.each(['client', 'admin'] as const)('ends if the %s cancels, which frees both times', async (who) => {
    const fixture = await aStudio(server)
    const booking = await createChangeRequest(fixture)
    const cancelled = await fixture[who].post(`/bookings/${booking.id}/cancel`)
    expect(cancelled.body).toMatchObject({ status: 'cancelled', change_request: null })
    for (const times of [{}, later]) expect((await book(fixture, times)).status).toBe(201)
  })

  test('expires: the session stays, a pending session is cancelled, and a later answer fails', async () => {
    const fixture = await aStudio(server)
    const booking = await createChangeRequest(fixture)
    const day = { booking_date: plusDays(today, 9) }
    const pending = await aBooking(fixture.client, fixture.studio.id, today, day)
    const pendingFields = { booking_date: plusDays(today, 10), status: 'pending' }
    const byStudio = await aBooking(fixture.admin, fixture.studio.id, today, pendingFields)
    const expires = new Date(clock.now().getTime() + 24 * 3_600_000)
    expect([pending.expires_at, byStudio.expires_at]).toEqual([expires.toISOString(), null])
    // If the client changes a pending session, it does not expire later.
    clock.set('09:00', 1)
    const client = await signIn(server, fixture.client)
    const changed = await client.patch(`/bookings/${pending.id}`, { start_time: '10:15', end_time: '12:15' })
    expect([changed.status, changed.body.expires_at]).toEqual([200, expires.toISOString()])
    clock.set('10:00', 1)
    const admin = await signIn(server, fixture.admin)
    for (const rejection of [await answer(admin, booking, 'approve'), await confirmAsSeen(admin, pending.id)]) {
      expectError(rejection, 'INVALID_TRANSITION')
      expect(rejection.body.message).toMatch(/has expired/)
    }
    await runJob(new Date(expires.getTime() - 1))
    expect((await read(admin, booking)).change_request).not.toBeNull()
    await runJob(expires)
    await runJob(expires)
    expect(await read(admin, booking)).toMatchObject({ status: 'confirmed', start_time: '10:00', change_request: null })
    expect(await read(admin, pending)).toMatchObject({ status: 'cancelled', cancelled_by: null })
    expect(await read(admin, byStudio)).toMatchObject({ status: 'pending' })
    expect(await reservationsOf(booking.id)).toEqual([{ requested: false }])
    const { items } = (await admin.get(`/bookings/${booking.id}/history`)).body
    expect(items.slice(0, 2)).toMatchObject([
      { event: 'change_expired', by: 'nobody' },
      { event: 'change_requested', by: 'client', before: { start_time: '10:00' }, after: { start_time: '13:00' } },
    ])
  })

  test('expires at the notice time before the earlier start, and after at least 30 minutes', async () => {
    const fixture = await aStudio(server)
    const hours = `/studios/${fixture.studio.id}/opening-hours`
    const rules = { cancellation_cutoff_hours: 0, min_notice_minutes: 120, request_expiry_hours: 48 }
    await fixture.admin.put(hours, { ...(await fixture.admin.get(hours)).body, ...rules })
    const expiryOf = async (session: object, fields: object) => {
      const { id } = await createConfirmedSession(fixture, { ...session })
      return (await change(fixture.client, id, fields)).body.change_request?.expires_at
    }
    const day = plusDays(today, 1)
    expect(await expiryOf({ booking_date: day }, later)).toBe(`${day}T08:00:00.000Z`)
    expect(
      await expiryOf(
        { booking_date: plusDays(today, 5) },
        { booking_date: day, start_time: '16:00', end_time: '18:00' },
      ),
    ).toBe(`${day}T14:00:00.000Z`)
    const soon = { booking_date: today, start_time: '12:15', end_time: '13:00' }
    expect(await expiryOf(soon, { end_time: '13:30' })).toBe(`${today}T10:30:00.000Z`)
  })

  test('can be kept or ended by a block over the requested time; the session stays', async () => {
    const fixture = await aStudio(server)
    const booking = await createChangeRequest(fixture)
    const block = (resolutions: object[]) =>
      fixture.admin.post(`/studios/${fixture.studio.id}/blocks`, {
        booking_date: booking.booking_date,
        start_time: '12:00',
        end_time: '16:00',
        service_type: 'other',
        resolutions,
      })
    const rejection = await block([])
    expectError(rejection, 'BOOKING_CONFLICT')
    expect(rejection.body.details.bookings).toMatchObject([{ id: booking.id, change_request: later }])
    const kept = await block([{ booking_id: booking.id, action: 'keep' }])
    expect(kept.status).toBe(201)
    await fixture.admin.post(`/bookings/${kept.body.block.id}/cancel`)
    expect((await block([{ booking_id: booking.id, action: 'cancel' }])).status).toBe(201)
    expect(await read(fixture.client, booking)).toMatchObject({
      status: 'confirmed',
      start_time: '10:00',
      change_request: null,
    })
  })

  test('ends if the studio changes its time zone', async () => {
    const fixture = await aStudio(server)
    const booking = await createChangeRequest(fixture)
    expect((await fixture.admin.patch(`/studios/${fixture.studio.id}`, { timezone: 'Asia/Tokyo' })).status).toBe(200)
    expect(await read(fixture.client, booking)).toMatchObject({
      status: 'confirmed',
      start_time: '10:00',
      change_request: null,
    })
    expect(await reservationsOf(booking.id)).toEqual([{ requested: false }])
  })

  test('ends with a new time zone, even if another session moves to the requested time', async () => {
    const fixture = await aStudio(server)
    const fields = { client_id: fixture.client.id, booking_date: plusDays(today, 9), status: 'confirmed' }
    const early = await aBooking(fixture.admin, fixture.studio.id, today, fields)
    const late = { ...fields, start_time: '12:00', end_time: '14:00' }
    const { id } = await aBooking(fixture.admin, fixture.studio.id, today, late)
    const changeAnswer = await fixture.client.patch(`/bookings/${id}`, { start_time: '15:00', end_time: '17:00' })
    expect(changeAnswer.body.change_request).not.toBeNull()
    const moved = await fixture.admin.patch(`/studios/${fixture.studio.id}`, { timezone: 'America/New_York' })
    expect([moved.status, moved.body.timezone]).toEqual([200, 'America/New_York'])
    expect((await read(fixture.client, early)).start_time).toBe('10:00')
  })
})

describe('concurrent calls', () => {
  const outcomes = (responses: readonly ApiResponse[]) =>
    responses.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()).sort()

  test.each([
    ['two approvals', ['approve', 'approve']],
    ['an approval and a decline', ['approve', 'decline']],
  ] as const)('%s: one succeeds', async (_name, decisions) => {
    const fixture = await aStudio(server)
    const booking = await createChangeRequest(fixture)
    const responses = await Promise.all(decisions.map((decision) => answer(fixture.admin, booking, decision)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await read(fixture.admin, booking)).change_request).toBeNull()
  })

  test('of approvals, requests, withdrawals, cancellations and bookings leave a consistent state', async () => {
    const fixture = await aStudio(server)
    for (const turn of [0, 1, 2, 3]) {
      const day = { booking_date: plusDays(today, 7 + turn) }
      const { id } = await createConfirmedSession(fixture, day)
      const { body } = await change(fixture.client, id, later)
      const responses = await Promise.all([
        answer(fixture.admin, body, 'approve'),
        change(fixture.client, id, { start_time: '14:00', end_time: '16:00' }),
        ...(turn % 2 ? [withdraw(fixture.client, body)] : [fixture.client.post(`/bookings/${id}/cancel`)]),
        ...[day, { ...day, ...later }, { ...day, start_time: '15:00', end_time: '16:00' }].map((at) =>
          book(fixture, at),
        ),
        runJob(clock.now()).then(() => withdraw(fixture.other, body)),
      ])
      expect(outcomes(responses).filter((outcome) => outcome.startsWith('5'))).toEqual([])
      const booking = await read(fixture.admin, { id })
      const requests = (await reservationsOf(id)).filter(({ requested }) => requested).length
      expect(requests).toBe(booking.change_request ? 1 : 0)
      if (booking.status === 'cancelled') expect(booking.change_request).toBeNull()
    }
    expect(await overlaps()).toBe(0)
  })

  test('of two requests and a booking for the same slot: one succeeds', async () => {
    const fixture = await aStudio(server)
    const session = await createConfirmedSession(fixture)
    const othersSession = await aBooking(fixture.other, fixture.studio.id, today, {
      start_time: '17:00',
      end_time: '18:00',
    })
    await confirmAsSeen(fixture.admin, othersSession.id)
    const responses = await Promise.all([
      change(fixture.client, session.id, later),
      change(fixture.other, othersSession.id, later),
      book(fixture, later),
    ])
    expect(outcomes(responses).filter((outcome) => outcome === '409 BOOKING_CONFLICT')).toHaveLength(2)
    expect(await overlaps()).toBe(0)
  })
})

test('a change of a series creates a request for each confirmed session and moves the pending sessions', async () => {
  const fixture = await aStudio(server)
  const created = await fixture.client.post(
    `/studios/${fixture.studio.id}/booking-series`,
    aSession(today, { count: 3 }),
  )
  const [first, second, third] = created.body.bookings
  for (const { id } of [first, second]) await confirmAsSeen(fixture.admin, id)
  const { body } = await fixture.client.patch(`/booking-series/${created.body.series.id}`, {
    ...later,
    resource_ids: [],
  })
  expect(
    body.bookings.map((session: Booking) => [session.status, session.start_time, session.change_request?.start_time]),
  ).toEqual([
    ['confirmed', '10:00', '13:00'],
    ['confirmed', '10:00', '13:00'],
    ['pending', '13:00', undefined],
  ])
  expect((await answer(fixture.admin, body.bookings[0], 'approve')).body).toMatchObject(later)
  expect((await answer(fixture.admin, body.bookings[1], 'decline')).body).toMatchObject({ start_time: '10:00' })
  const events = (await fixture.admin.get(`/bookings/${first.id}/history`)).body.items
  expect(events.map(({ event }: { event: string }) => event)).toEqual([
    'change_approved',
    'change_requested',
    'confirmed',
    'created',
  ])
  const cancelled = await fixture.client.post(`/booking-series/${created.body.series.id}/cancel`, {})
  expect(cancelled.body.bookings.map(({ id }: Booking) => id)).toContain(third.id)
})

test('in the database a client can neither remove people nor unconfirm a session', async () => {
  const fixture = await aStudio(server)
  const engineer = (
    await fixture.admin.post(`/studios/${fixture.studio.id}/resources`, { kind: 'person', name: 'Kim' })
  ).body.id
  const session = await createConfirmedSession(fixture)
  await change(fixture.admin, session.id, { add_resource_ids: [engineer] })
  const statements = [
    () =>
      asPerson(fixture.client, (tx) =>
        tx
          .deleteFrom('reservations')
          .where('booking_id', '=', session.id)
          .where('resource_id', '=', engineer)
          .execute(),
      ),
    () =>
      asPerson(fixture.client, (tx) =>
        tx.updateTable('bookings').set({ status: 'pending' }).where('id', '=', session.id).execute(),
      ),
  ]
  for (const execute of statements) await expect(execute()).rejects.toMatchObject({ code: '42501' })
})
