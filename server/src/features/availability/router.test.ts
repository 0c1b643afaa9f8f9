import { blockedStartReasons } from '@studiohub/contract/features/availability/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, aSession, asPerson } from '@studiohub/testing/bookings.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'

const clock = aFixedClock()
const { today } = clock
const day = plusDays(today, 7)
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())

const getAvailability = (person: TestUser, { studio }: StudioOfTest, query: string) =>
  person.get(`/studios/${studio.id}/availability?${query}`)
const getPublicAvailability = ({ studio }: StudioOfTest, query: string) =>
  callAs(server.url, null).get(`/public/studios/${studio.slug}/availability?${query}`)

test('lists for each room when a session may start, or why not; offered starts can be booked', async () => {
  const fixture = await aStudio(server)
  await aBooking(fixture.other, fixture.studio.id, today)
  const { body } = await getAvailability(fixture.client, fixture, `date=${day}&minutes=60`)
  expect(body).toMatchObject({ timezone: 'UTC', today, minutes: 60, step_minutes: 15, overridable: [] })
  const [firstDay] = body.days
  expect(firstDay.rooms[0].from).toEqual({
    '00:00': 'OUTSIDE_OPENING_HOURS',
    '08:00': null,
    '09:15': 'ROOM_BUSY',
    '12:00': null,
    '22:15': 'OUTSIDE_OPENING_HOURS',
  })
  expect(firstDay.free).toHaveLength(46)
  const path = `/studios/${fixture.studio.id}/bookings`
  const at = (start_time: string) => aSession(today, { start_time, end_time: `${start_time.slice(0, 3)}59` })
  expect((await fixture.client.post(path, at('12:00'))).status).toBe(201)
  expectError(await fixture.client.post(path, at('11:45')), 'BOOKING_CONFLICT')
})

test('follows notice, horizon, exceptions and set-up time, and lists what an admin may override', async () => {
  const fixture = await aStudio(server)
  const { id } = (await fixture.admin.get(`/studios/${fixture.studio.id}/resources`)).body.items[0]
  await asPerson(fixture.admin, async (tx) => {
    await tx.updateTable('resources').set({ setup_minutes: 30 }).where('id', '=', id).execute()
    await tx
      .insertInto('opening_exceptions')
      .values({ studio_id: fixture.studio.id, date: plusDays(today, 2) })
      .execute()
  })
  await asSystem((tx) =>
    tx
      .updateTable('studios')
      .set({ min_notice_minutes: 1440, booking_horizon_days: 7 })
      .where('id', '=', fixture.studio.id)
      .execute(),
  )
  await aBooking(fixture.admin, fixture.studio.id, today, { booking_date: plusDays(today, 3) })
  const { body } = await getAvailability(fixture.client, fixture, `date=${today}&days=9&minutes=60`)
  const reasons = body.days.map(({ reason }: { reason: string | null }) => reason)
  const open = [null, 'OUTSIDE_OPENING_HOURS', null, null, null, null, null]
  expect(reasons).toEqual(['NOTICE_TOO_SHORT', ...open, 'BEYOND_HORIZON'])
  const from = (index: number) => body.days[index].rooms[0].from
  expect(from(1)).toMatchObject({ '00:00': 'NOTICE_TOO_SHORT', '10:00': null })
  expect(from(3)).toMatchObject({ '12:00': 'SETUP_TIME', '12:30': null })
  expect(from(8)).toEqual({ '00:00': 'BEYOND_HORIZON' })
  const admins = await getAvailability(fixture.admin, fixture, `date=${today}&days=9&minutes=60`)
  expect(admins.body.overridable).toEqual(['OUTSIDE_OPENING_HOURS', 'CALENDAR_BUSY', 'NO_PERSON_FREE'])
  expect(admins.body.days[8].free.length).toBeGreaterThan(0)
})

test('a booking does not block its own move, and the default length is that of the service', async () => {
  const fixture = await aStudio(server)
  const { id } = await aBooking(fixture.client, fixture.studio.id, today)
  const { body } = await getAvailability(fixture.client, fixture, `date=${day}&service=recording&booking_id=${id}`)
  expect(body.minutes).toBe(120)
  expect(body.days[0].free).toContain('10:30')
  const others = await getAvailability(fixture.other, fixture, `date=${day}&service=recording&booking_id=${id}`)
  expect(others.body.days[0].free).not.toContain('10:30')
})

test('a moved booking keeps its people and equipment', async () => {
  const fixture = await aStudio(server)
  const add = async (kind: string, name: string): Promise<string> =>
    (await fixture.admin.post(`/studios/${fixture.studio.id}/resources`, { kind, name, setup_minutes: 30 })).body.id
  const [cellar, engineer] = [await add('room', 'Cellar'), await add('person', 'Ines Engineer')]
  const with_engineer = { client_id: fixture.client.id, resource_ids: [engineer] }
  const { id } = await aBooking(fixture.admin, fixture.studio.id, today, with_engineer)
  const later = { start_time: '15:00', end_time: '16:00', resource_ids: [engineer, cellar] }
  await aBooking(fixture.admin, fixture.studio.id, today, later)
  const { body } = await getAvailability(fixture.client, fixture, `date=${day}&minutes=120&booking_id=${id}`)
  const [firstDay] = body.days
  expect(firstDay.rooms[0].from).toMatchObject({ '08:00': null, '12:45': 'RESOURCE_BUSY', '16:30': null })
  const moveTo = (start_time: string, end_time: string) =>
    fixture.client.patch(`/bookings/${id}`, { start_time, end_time })
  expectError(await moveTo('13:00', '15:00'), 'BOOKING_CONFLICT')
  expect((await moveTo('12:30', '14:30')).status).toBe(200)
  expect((await fixture.admin.patch(`/resources/${engineer}`, { is_active: false })).status).toBe(200)
  const rejections = [
    await moveTo('08:00', '10:00'),
    await getAvailability(fixture.client, fixture, `date=${day}&minutes=120&booking_id=${id}`),
  ]
  for (const response of rejections) {
    expectError(response, 'ROOM_NOT_AVAILABLE')
    expect(response.body.message).toBe('Ines Engineer cannot be booked at the moment.')
  }
  const without = { start_time: '08:00', end_time: '10:00', remove_resource_ids: [engineer] }
  expect((await fixture.admin.patch(`/bookings/${id}`, without)).status).toBe(200)
})

test('a session may keep its start although the notice time has passed, and its end can be changed', async () => {
  const fixture = await aStudio(server)
  const { id } = await aBooking(fixture.client, fixture.studio.id, today)
  const hours = `/studios/${fixture.studio.id}/opening-hours`
  await fixture.admin.put(hours, { ...(await fixture.admin.get(hours)).body, min_notice_minutes: 43_200 })
  const { body } = await getAvailability(fixture.client, fixture, `date=${day}&minutes=180&booking_id=${id}`)
  expect(body.days[0].free).toEqual(['10:00'])
  expectError(await fixture.client.patch(`/bookings/${id}`, { start_time: '11:00' }), 'NOTICE_TOO_SHORT')
  expect((await fixture.client.patch(`/bookings/${id}`, { end_time: '13:00' })).status).toBe(200)
})

test('invalid queries are rejected', async () => {
  const fixture = await aStudio(server)
  const rival = await aStudio(server)
  const beyond = 'date=2199-12-31&days=2&minutes=60'
  for (const query of [
    `date=${day}`,
    `date=${day}&minutes=0`,
    `date=${day}&minutes=60&days=32`,
    'minutes=60',
    beyond,
    // The answer to these was 500.
    'date=hello&days=1&service=recording',
    'date=x&minutes=60',
    'date=2199-12-31T00:00&minutes=60',
    'date=9999-12-31&days=31&minutes=60',
    'date=2026-02-30&minutes=60',
  ]) {
    expectError(await getAvailability(fixture.client, fixture, query), 'VALIDATION_FAILED')
    expectError(await getPublicAvailability(fixture, query), 'VALIDATION_FAILED')
  }
  expectError(await getAvailability(fixture.client, fixture, `date=${day}&service=nothing`), 'SERVICE_NOT_OFFERED')
  expectError(
    await getAvailability(fixture.client, fixture, `date=${day}&minutes=60&room_id=${fixture.client.id}`),
    'ROOM_NOT_AVAILABLE',
  )
  expectError(await getAvailability(rival.client, fixture, `date=${day}&minutes=60`), 'FORBIDDEN')
  expect((await getAvailability(await aCrewMember(server, fixture), fixture, `date=${day}&minutes=60`)).status).toBe(
    200,
  )
})

test('a visitor sees when an active studio is free and what it offers, and nothing else', async () => {
  const fixture = await aStudio(server)
  await aBooking(fixture.other, fixture.studio.id, today, { notes: 'a secret' })
  const { status, body, text } = await getPublicAvailability(fixture, `date=${day}&minutes=60`)
  expect(status).toBe(200)
  expect(Object.keys(body).sort()).toEqual(['days', 'minutes', 'step_minutes', 'timezone', 'today'])
  expect(Object.keys(body.days[0]).sort()).toEqual(['date', 'free', 'reason'])
  expect(body.days[0].free).toEqual(
    (await getAvailability(fixture.client, fixture, `date=${day}&minutes=60`)).body.days[0].free,
  )
  expect(text).not.toContain('secret')
  const services = await callAs(server.url, null).get(`/public/studios/${fixture.studio.slug}/services`)
  expect(services.body.items[0]).toMatchObject({ key: 'recording', default_minutes: 120, price_minor: null })
  expectError(await getPublicAvailability(fixture, `date=${day}&service=nothing`), 'SERVICE_NOT_OFFERED')
  const rooms = (await fixture.admin.get(`/studios/${fixture.studio.id}/resources`)).body.items
  for (const { id } of rooms) await fixture.admin.patch(`/resources/${id}`, { is_active: false })
  const without = await callAs(server.url, null).get(`/public/studios/${fixture.studio.slug}/services`)
  expect(without.body.items, 'without a room').toEqual([])
  await fixture.admin.patch(`/studios/${fixture.studio.id}`, { is_active: false })
  expectError(await getPublicAvailability(fixture, `date=${day}&minutes=60`), 'NOT_FOUND')
  for (const person of [fixture.client, fixture.admin]) {
    expectError(await getAvailability(person, fixture, `date=${day}&minutes=60`), 'STUDIO_INACTIVE')
  }
  expectError(await callAs(server.url, null).get('/public/studios/nowhere/services'), 'NOT_FOUND')
})

test('a studio with an ended plan offers visitors nothing except its contact', async () => {
  const fixture = await aStudio(server)
  const contact = { contact_email: 'desk@blue-room.example', contact_phone: '+43 1 234' }
  await fixture.admin.patch(`/studios/${fixture.studio.id}`, { ...contact, location: 'Kanalstraat 12' })
  const offer = async () => (await callAs(server.url, null).get(`/public/studios/${fixture.studio.slug}/services`)).body
  const open = await offer()
  expect(open).toMatchObject({
    takes_bookings: true,
    takes_visitors: true,
    location: 'Kanalstraat 12',
    ...contact,
    hours: [{ days: 'Every day', times: '08:00 – 23:00' }],
    cancel_rule: 'Cancel free of charge until 24 h before',
  })
  expect(open.items.length).toBeGreaterThan(0)
  await asSystem((tx) =>
    tx
      .updateTable('studio_subscriptions')
      .set({ status: 'expired' })
      .where('studio_id', '=', fixture.studio.id)
      .execute(),
  )
  expect(await offer()).toEqual({ ...open, items: [], rooms: [], takes_bookings: false })
  const page = await (await fetch(`${server.url}/${fixture.studio.slug}/book`)).text()
  expect(page).not.toContain(open.items[0].label)
  expectError(await getAvailability(fixture.client, fixture, `date=${day}&minutes=60`), 'PLAN_EXPIRED')
})

test('days of a month without bookings left in the plan have that reason', async () => {
  const fixture = await aStudio(server, { tier: 'trial' })
  const month = plusDays(`${today.slice(0, 7)}-28`, 40).slice(0, 7)
  const series = await fixture.admin.post(`/studios/${fixture.studio.id}/booking-series`, {
    ...aSession(today, { booking_date: `${month}-01`, weekdays: [0, 1, 2, 3, 4, 5, 6], count: 25 }),
  })
  expect(series.status).toBe(201)
  await fixture.admin.post(`/studios/${fixture.studio.id}/booking-series`, {
    ...aSession(today, { booking_date: `${month}-01`, weekdays: [0, 1, 2, 3, 4, 5, 6], count: 25 }),
    start_time: '14:00',
    end_time: '15:00',
  })
  const { body } = await getAvailability(fixture.client, fixture, `date=${month}-28&days=1&minutes=60`)
  expect(body.days[0].reason).toBe('PLAN_LIMIT_REACHED')
  expect(blockedStartReasons).toContain(body.days[0].reason)
})

test('an invalid number of days is a validation error of that field, not a server error', async () => {
  const fixture = await aStudio(server)
  for (const days of ['1e20', '-1e20', '1000000000', '0', '1.5', 'many']) {
    const query = `date=${day}&minutes=60&days=${days}`
    for (const response of [
      await getAvailability(fixture.client, fixture, query),
      await getPublicAvailability(fixture, query),
    ]) {
      expectError(response, 'VALIDATION_FAILED')
      expect(Object.keys(response.body.fields)).toEqual(['days'])
    }
  }
})
