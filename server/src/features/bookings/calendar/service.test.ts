import { readCalendar } from '@studiohub/contract/features/bookings/calendar/rules.ts'
import { CalendarAnswer, type CalendarBooking } from '@studiohub/contract/features/bookings/calendar/schema.ts'
import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBlock, aBooking, aFixedClock, aSession, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError, type TestClient } from '@studiohub/testing/http.ts'
import {
  aCrewMember,
  aDeskPerson,
  allowManyRequests,
  aStudio,
  aSuperAdmin,
  type StudioOfTest,
} from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'

const clock = aFixedClock()
const { today } = clock
const day = plusDays(today, 7)
const range = `?from=${today}&to=${plusDays(today, 30)}`
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const calendarOf = ({ studio }: StudioOfTest, query = range) => `/studios/${studio.id}/calendar${query}`
const listOf = ({ studio }: StudioOfTest, query = range) => `/studios/${studio.id}/bookings${query}`

async function readAs(person: TestClient, fixture: StudioOfTest, query = range) {
  const { status, body } = await person.get(calendarOf(fixture, query))
  expect(status).toBe(200)
  // The server sends its JSON without validation, so every test validates it and the length of every list.
  const answer = CalendarAnswer.strict().parse(body)
  const lengths = Object.values(answer.bookings).map((list) => list.length)
  expect(new Set(lengths).size).toBe(1)
  return { ...answer, items: readCalendar(fixture.studio.id, answer) }
}

const toCalendarChange = ({
  created_at,
  expires_at,
  price_minor,
  price_lines,
  currency,
  people,
  ...request
}: NonNullable<Booking['change_request']>) => {
  const { starts_at, ends_at, ...change } = request
  return change
}

/** A booking of a list as a calendar draws it. */
function toCalendarBooking(booking: Booking): CalendarBooking {
  const { id, studio_id, booking_date, start_time, end_time, ends_next_day, days, starts_at, ends_at } = booking
  const { booking_type, status, version, expires_at, service_type, client_id, client_name, project_id } = booking
  return {
    id,
    studio_id,
    booking_date,
    start_time,
    end_time,
    ends_next_day,
    days,
    starts_at,
    ends_at,
    booking_type,
    status,
    version,
    expires_at,
    service_type,
    client_id,
    client_name,
    project_id,
    series_id: booking.series_id,
    resources: booking.resources,
    change_request: booking.change_request && toCalendarChange(booking.change_request),
  }
}

/** A studio with every kind of entry that a calendar draws. */
async function aFullStudio() {
  const fixture = await aStudio(server)
  const { admin, client, other, studio } = fixture
  await allowManyRequests(fixture)
  const path = `/studios/${studio.id}`
  const room = await admin.post(`${path}/resources`, { kind: 'room', name: 'Booth' })
  const lamp = await admin.post(`${path}/resources`, { kind: 'equipment', name: 'Lamp' })
  const project = await client.post('/projects', { title: 'Album', project_type: 'audio', studio_id: studio.id })
  await aBooking(client, studio.id, today, { project_id: project.body.id, notes: 'a secret' })
  await aBooking(other, studio.id, today, { start_time: '13:00', end_time: '14:00', service_type: 'mastering' })
  const resource_ids = [room.body.id, lamp.body.id]
  await aBooking(admin, studio.id, today, {
    client_id: client.id,
    resource_ids,
    start_time: '15:00',
    end_time: '16:00',
  })
  const moved = await aBooking(client, studio.id, today, { booking_date: plusDays(day, 1) })
  expect((await confirmAsSeen(admin, moved.id)).status).toBe(200)
  const response = await client.patch(`/bookings/${moved.id}`, { start_time: '17:00', end_time: '18:00' })
  expect(response.body.change_request).not.toBeNull()
  const days = { booking_date: plusDays(day, 3), start_time: '20:00', end_time: '09:00', days: 3 }
  const block = await admin.post(`${path}/bookings`, aBlock(today, { ...days, resource_ids }))
  expect(block.status).toBe(201)
  const series = aSession(today, { booking_date: plusDays(day, 8), every_weeks: 1, count: 2 })
  expect((await admin.post(`${path}/booking-series`, { ...series, client_id: other.id })).status).toBe(201)
  const cancelled = await aBooking(client, studio.id, today, { booking_date: plusDays(day, 2) })
  expect((await client.post(`/bookings/${cancelled.id}/cancel`)).status).toBe(200)
  return fixture
}

describe('the calendar of a studio', () => {
  test('shows crew the same data as the list of bookings', async () => {
    const fixture = await aFullStudio()
    const crew = await aCrewMember(server, fixture)
    const desk = await aDeskPerson(server, fixture)
    for (const person of [fixture.admin, desk, crew, await aSuperAdmin(server)]) {
      const { body } = await person.get(listOf(fixture))
      const { items, busy } = await readAs(person, fixture)
      expect(items.length).toBeGreaterThan(7)
      expect(items).toEqual(body.items.map(toCalendarBooking))
      expect(busy).toEqual([])
    }
  })

  test('shows clients their own bookings, and other bookings only as busy times', async () => {
    const fixture = await aFullStudio()
    const person = (
      await fixture.admin.post(`/studios/${fixture.studio.id}/resources`, { kind: 'person', name: 'Hidden' })
    ).body
    for (const [client, stranger] of [
      [fixture.client, fixture.other],
      [fixture.other, fixture.client],
    ] as const) {
      const { body } = await client.get(listOf(fixture))
      const { items, busy } = await readAs(client, fixture)
      expect(items).toEqual(body.items.map(toCalendarBooking))
      expect(busy).toEqual(body.busy)
      expect(busy.length).toBeGreaterThan(0)
      const { text } = await client.get(calendarOf(fixture))
      expect(text).not.toMatch(new RegExp(`${stranger.id}|${stranger.full_name}|secret|${person.id}|Hidden`))
    }
  })

  test('includes a session that began earlier and has not ended, and no bookings of other days', async () => {
    const fixture = await aFullStudio()
    for (const at of [3, 4, 5, 6]) {
      const oneDay = `?from=${plusDays(day, at)}&to=${plusDays(day, at)}`
      const { body } = await fixture.admin.get(listOf(fixture, oneDay))
      expect((await readAs(fixture.admin, fixture, oneDay)).items).toEqual(body.items.map(toCalendarBooking))
    }
    const empty = await readAs(fixture.admin, fixture, `?from=${plusDays(today, 200)}&to=${plusDays(today, 230)}`)
    expect(empty).toMatchObject({ items: [], services: [], clients: [], resources: [], change_requests: [] })
  })

  test('is smaller than 45 kB with 200 sessions', async () => {
    const fixture = await aStudio(server)
    await asLogin((tx) =>
      sql`insert into bookings (studio_id, booking_date, start_time, end_time, starts_at, ends_at, service_type, booking_type,
          status, cancelled_at, notes)
        select ${fixture.studio.id}::uuid, ${today}::date + n / 10, '10:00', '11:00', now(), now() + interval '1 hour',
          'recording', 'client_booking', 'cancelled', now(), repeat('note ', 100) from generate_series(0, 199) n`.execute(
        tx,
      ),
    )
    const { text } = await fixture.admin.get(calendarOf(fixture))
    expect((await readAs(fixture.admin, fixture)).items).toHaveLength(200)
    expect(Buffer.byteLength(text)).toBeLessThan(45_000)
  })

  test('is rejected like a list of bookings: for visitors, other studios, and invalid days', async () => {
    const [fixture, rival] = [await aStudio(server), await aStudio(server)]
    await aBooking(fixture.client, fixture.studio.id, today)
    expectError(await callAs(server.url, null).get(calendarOf(fixture)), 'UNAUTHENTICATED')
    expectError(await callAs(server.url, 'no.real.token').get(calendarOf(fixture)), 'BAD_JWT')
    for (const person of [rival.admin, rival.client, await aCrewMember(server, rival)]) {
      expectError(await person.get(calendarOf(fixture)), 'FORBIDDEN')
    }
    for (const query of [
      '',
      `?from=${today}`,
      `?from=${today}&to=${plusDays(today, 62)}`,
      `?from=${day}&to=${today}`,
    ]) {
      const rejection = await fixture.admin.get(calendarOf(fixture, query))
      expectError(rejection, 'VALIDATION_FAILED')
      expect(rejection.body.fields).toHaveProperty('to')
    }
    expectError(await fixture.admin.get(`/studios/none/calendar${range}`), 'VALIDATION_FAILED')
  })

  test('is rejected with more than 5,000 bookings', async () => {
    const fixture = await aStudio(server)
    await asLogin((tx) =>
      sql`insert into bookings (studio_id, booking_date, start_time, end_time, starts_at, ends_at, service_type,
          booking_type, status, cancelled_at)
        select ${fixture.studio.id}::uuid, ${today}::date, '10:00', '11:00', now(), now() + interval '1 hour', 'recording',
          'client_booking', 'cancelled', now() from generate_series(1, 5001)`.execute(tx),
    )
    expectError(await fixture.admin.get(calendarOf(fixture)), 'VALIDATION_FAILED')
  })

  test('a denied call is in the audit log, and a removed role reads nothing', async () => {
    const [fixture, rival] = [await aStudio(server), await aStudio(server)]
    expectError(await rival.admin.get(calendarOf(fixture)), 'FORBIDDEN')
    const denials = () =>
      asLogin((tx) =>
        tx
          .selectFrom('audit_log')
          .select(['action', 'object_id'])
          .where('actor_id', '=', rival.admin.id)
          .where('outcome', '=', 'denied')
          .execute(),
      )
    const denial = { action: 'bookings.getCalendar', object_id: `/api/v1/studios/${fixture.studio.id}/calendar` }
    await expect.poll(denials).toEqual([denial])
    await asSystem((tx) =>
      tx
        .updateTable('user_roles')
        .set({ status: 'inactive', removed_at: clock.now().toISOString() })
        .where('user_id', '=', fixture.client.id)
        .execute(),
    )
    expectError(await fixture.client.get(calendarOf(fixture)), 'NO_ACTIVE_ROLE')
  })
})
