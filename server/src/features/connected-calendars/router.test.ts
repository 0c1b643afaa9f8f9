import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBlock, aBooking, aFixedClock, aSession, asPerson } from '@studiohub/testing/bookings.ts'
import { aCalendarServer, aCalendarText, type TestEvent } from '@studiohub/testing/calendar-server.ts'
import { asLogin, tablesWith } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aCrewMember, aDeskPerson, aStudio, findCrewMember, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connectedCalendarJobs } from './jobs.ts'

const clock = aFixedClock()
const { today } = clock
const day = plusDays(today, 7)
const soon = { timeout: 30_000, interval: 50 }
let server: TestServer
let calendarServer: Awaited<ReturnType<typeof aCalendarServer>>

beforeAll(async () => {
  calendarServer = await aCalendarServer()
  server = await startServer({ clock, env: { OUTBOUND_ALLOW: '127.0.0.1' } })
})
afterAll(async () => {
  await server.stop()
  calendarServer.stop()
})
beforeEach(() => {
  clock.set('10:00')
  Object.assign(calendarServer.fixedResponse, { status: 200, send: null, text: aCalendarText([]) })
  calendarServer.calls.length = 0
})

const at = (time: string, date = day) => `${date}T${time}:00Z`
const anEvent = (from: string, to: string, overrides: Partial<TestEvent> = {}): TestEvent => ({
  starts_at: at(from),
  ends_at: at(to),
  title: 'Canary dentist',
  ...overrides,
})

/** A studio in UTC with a crew member who can be booked, and its first room. */
async function aStudioWithRoom() {
  const studioFixture = await aStudio(server, { timezone: 'UTC' })
  const path = `/studios/${studioFixture.studio.id}`
  const crew = await aCrewMember(server, studioFixture)
  const engineer: string = (
    await studioFixture.admin.post(`${path}/resources`, { kind: 'person', name: 'Sam', user_id: crew.id })
  ).body.id
  const { items } = (await studioFixture.admin.get(`${path}/resources`)).body
  const room: string = items.find(({ kind }: { kind: string }) => kind === 'room').id
  return { ...studioFixture, path, crew, engineer, room }
}
type StudioWithRoom = Awaited<ReturnType<typeof aStudioWithRoom>>

/** Connects the calendar of the calendar server, and waits until it has been read. @returns its id */
async function connect({ path }: StudioWithRoom, person: TestUser, resource_id: string, url = calendarServer.url) {
  const { status, body } = await person.post(`${path}/connected-calendars`, { resource_id, label: 'Private', url })
  expect(status).toBe(201)
  await vi.waitFor(async () => expect((await stateOf(path, person, body.id)).checked_at).not.toBeNull(), soon)
  return body.id
}
const stateOf = async (path: string, person: TestUser, id: string) =>
  (await person.get(`${path}/connected-calendars`)).body.items.find((calendar: { id: string }) => calendar.id === id)
const timesOf = async ({ path }: StudioWithRoom, person: TestUser) =>
  (await person.get(`${path}/calendar-times?from=${day}&to=${day}`)).body.items
const reasonAt = async ({ path }: StudioWithRoom, person: TestUser, time: string, query = '') => {
  const { body } = await person.get(`${path}/availability?date=${day}&service=recording&minutes=60${query}`)
  const { from } = body.days[0].rooms[0]
  return from[Object.keys(from).findLast((start) => start <= time) ?? '']
}
const book = (
  { path }: StudioWithRoom,
  person: TestUser,
  start_time: string,
  end_time: string,
  overrides: object = {},
) => person.post(`${path}/bookings`, aSession(today, { booking_date: day, start_time, end_time, ...overrides }))

/** Reads a calendar at a time, as the job does. */
async function readAt(calendar_id: string, now: Date) {
  const job = connectedCalendarJobs.find(({ name }) => name === 'connected-calendars.read')
  const log = { info() {}, warn() {}, error() {} }
  await job?.handle({ calendar_id }, { job_id: 'test', now, log, signal: new AbortController().signal })
}
const later = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000)

test('the busy times of a room calendar are not offered to clients, and the desk is warned', async () => {
  const fixture = await aStudioWithRoom()
  const { admin, client, path, room } = fixture
  calendarServer.fixedResponse.text = aCalendarText([anEvent('13:00', '15:00')])
  expect(await reasonAt(fixture, client, '13:00')).toBeNull()
  const id = await connect(fixture, admin, room)
  expect(await stateOf(path, admin, id)).toMatchObject({
    label: 'Private',
    host: calendarServer.host,
    times_count: 1,
    is_own: true,
    problem: null,
    is_cut: false,
  })
  expect(await reasonAt(fixture, client, '12:00')).toBeNull()
  expect(await reasonAt(fixture, client, '12:15')).toBe('CALENDAR_BUSY')
  expect(await reasonAt(fixture, client, '14:45')).toBe('CALENDAR_BUSY')
  expect(await reasonAt(fixture, client, '15:00')).toBeNull()
  expectError(await book(fixture, client, '14:00', '16:00'), 'CALENDAR_BUSY')
  expect((await book(fixture, client, '15:00', '17:00')).status).toBe(201)
  const bookingOfDesk = await book(fixture, admin, '13:00', '15:00', { room_id: room })
  expect(bookingOfDesk.body).toMatchObject({ warnings: ['CALENDAR_BUSY'] })
  expect(await timesOf(fixture, admin)).toMatchObject([
    { resource_id: room, has_session: true, titles: ['Canary dentist'] },
  ])
  // Blocked time does not need a free calendar, and disconnecting frees the time.
  const block = aBlock(today, { booking_date: day, start_time: '18:00', end_time: '19:00', resource_ids: [room] })
  expect((await admin.post(`${path}/bookings`, block)).status).toBe(201)
  expect((await admin.post(`/bookings/${bookingOfDesk.body.id}/cancel`, {})).status).toBe(200)
  expect((await admin.delete(`/connected-calendars/${id}`)).status).toBe(200)
  expect(await reasonAt(fixture, client, '13:00')).toBeNull()
})

test('another room is booked instead of one that is busy in its calendar', async () => {
  const fixture = await aStudioWithRoom()
  const { admin, client, path, room } = fixture
  const other = (await admin.post(`${path}/resources`, { kind: 'room', name: 'Cellar' })).body.id
  calendarServer.fixedResponse.text = aCalendarText([anEvent('13:00', '15:00')])
  await connect(fixture, admin, room)
  const booking = await book(fixture, client, '13:00', '15:00')
  expect(booking.body.resources).toMatchObject([{ id: other }])
})

test('a person of a service is not booked while their calendar is busy', async () => {
  const fixture = await aStudioWithRoom()
  const { admin, client, crew, path, engineer, studio } = fixture
  const { items } = (await admin.get(`${path}/services`)).body
  const services = items.map(({ position, ...service }: { position: number; key: string }) =>
    service.key === 'recording' ? { ...service, person_ids: [engineer] } : service,
  )
  expect((await admin.put(`${path}/services`, { items: services })).status).toBe(200)
  calendarServer.fixedResponse.text = aCalendarText([anEvent('13:00', '15:00'), anEvent('17:00', '19:00')])
  await connect(fixture, crew, engineer)
  expect(await reasonAt(fixture, client, '13:00')).toBe('NO_PERSON_FREE')
  expectError(await book(fixture, client, '13:00', '15:00'), 'BOOKING_CONFLICT')
  expect((await book(fixture, admin, '13:00', '15:00')).body.warnings).toEqual(['PERSON_MISSING'])
  const visitor = await callAs(server.url, null).get(
    `/public/studios/${studio.slug}/availability?date=${day}&service=recording&minutes=60`,
  )
  expect(visitor.body.days[0].free).not.toContain('12:30')
  expect(visitor.body.days[0].free).toContain('15:00')
  // If the desk names the person, they get the session, with a warning.
  const bookingOfDesk = await book(fixture, admin, '17:00', '19:00', { resource_ids: [engineer] })
  expect(bookingOfDesk.body).toMatchObject({ warnings: ['CALENDAR_BUSY'] })
  expect(bookingOfDesk.body.resources).toContainEqual(expect.objectContaining({ id: engineer }))
})

test('visitors are not offered the time of a room that is busy in its calendar', async () => {
  const fixture = await aStudioWithRoom()
  calendarServer.fixedResponse.text = aCalendarText([anEvent('13:00', '15:00')])
  await connect(fixture, fixture.admin, fixture.room)
  const query = `date=${day}&service=recording&minutes=60`
  const { body } = await callAs(server.url, null).get(`/public/studios/${fixture.studio.slug}/availability?${query}`)
  expect(body.days[0].free).toContain('12:00')
  expect(body.days[0].free).not.toContain('13:00')
  expect(body.days[0].free).toContain('15:00')
})

test('an existing session stays when a calendar becomes busy, and the studio sees the clash', async () => {
  const fixture = await aStudioWithRoom()
  const { admin, client, crew, engineer, room } = fixture
  const session = await book(fixture, client, '13:00', '15:00')
  calendarServer.fixedResponse.text = aCalendarText([anEvent('14:00', '16:00')])
  await connect(fixture, admin, room)
  expect((await client.get(`/bookings/${session.body.id}`)).body.status).toBe('pending')
  expect(await timesOf(fixture, crew)).toMatchObject([{ resource_id: room, has_session: true, titles: [] }])
  calendarServer.fixedResponse.text = aCalendarText([anEvent('18:00', '19:00')])
  await connect(fixture, crew, engineer)
  const times = await timesOf(fixture, crew)
  expect(times).toMatchObject([{}, { resource_id: engineer, has_session: false, titles: ['Canary dentist'] }])
  // A client's calendar shows the room's times as taken.
  const { body } = await client.get(`${fixture.path}/bookings?from=${day}&to=${day}`)
  expect(JSON.stringify(body.busy)).toContain('16:00')
})

test('a copy of a session of the studio does not block it', async () => {
  const fixture = await aStudioWithRoom()
  const { id } = await aBooking(fixture.client, fixture.studio.id, today, { booking_date: day })
  calendarServer.fixedResponse.text = aCalendarText([
    anEvent('14:00', '16:00', { uid: `${id}@studiohub` }),
    anEvent('18:00', '19:00'),
  ])
  const calendar = await connect(fixture, fixture.admin, fixture.room)
  expect(await stateOf(fixture.path, fixture.admin, calendar)).toMatchObject({ times_count: 1 })
})

test('only the owner of a calendar reads its titles, and its address is never readable', async () => {
  const fixture = await aStudioWithRoom()
  const { admin, client, crew, path, engineer } = fixture
  const colleague = await aCrewMember(server, fixture)
  const desk = await aDeskPerson(server, fixture)
  const stranger = (await aStudio(server)).admin
  calendarServer.fixedResponse.text = aCalendarText([anEvent('13:00', '15:00')])
  const id = await connect(fixture, crew, engineer)
  expect(await timesOf(fixture, crew)).toMatchObject([{ titles: ['Canary dentist'] }])
  for (const person of [admin, desk, colleague]) {
    expect(await timesOf(fixture, person)).toMatchObject([{ resource_id: engineer, titles: [] }])
    expect((await person.get(`${path}/connected-calendars`)).body.items).toEqual([])
  }
  for (const person of [client, stranger]) {
    expectError(await person.get(`${path}/calendar-times?from=${day}&to=${day}`), 'FORBIDDEN')
    expectError(await person.get(`${path}/connected-calendars`), 'FORBIDDEN')
  }
  for (const person of [admin, desk, colleague, client, stranger]) {
    expectError(await person.post(`/connected-calendars/${id}/read`, {}), 'NOT_FOUND')
    expectError(await person.delete(`/connected-calendars/${id}`), 'NOT_FOUND')
    const { rows } = await asPerson(person, (tx) =>
      sql<{ title: string }>`select title from calendar_times`.execute(tx),
    )
    expect(rows).toEqual([])
  }
  expect(await tablesWith('canary dentist')).toEqual(['public.calendar_times'])
  expect(await tablesWith('secret-canary')).toEqual([])
  await expect(asPerson(crew, (tx) => sql`select secret from connected_calendars`.execute(tx))).rejects.toThrow(
    /permission/,
  )
})

test('people connect their own calendars and the desk those of rooms, up to a limit', async () => {
  const fixture = await aStudioWithRoom()
  const { admin, client, crew, path, engineer, room } = fixture
  const desk = await aDeskPerson(server, fixture)
  const input = (resource_id: string, overrides: object = {}) => ({
    resource_id,
    label: 'One',
    url: calendarServer.url,
    ...overrides,
  })
  for (const person of [admin, desk])
    expectError(await person.post(`${path}/connected-calendars`, input(engineer)), 'FORBIDDEN')
  for (const person of [crew, client])
    expectError(await person.post(`${path}/connected-calendars`, input(room)), 'FORBIDDEN')
  const elsewhere = await aStudioWithRoom()
  expectError(await admin.post(`${path}/connected-calendars`, input(elsewhere.room)), 'NOT_FOUND')
  const microphone = (await admin.post(`${path}/resources`, { kind: 'equipment', name: 'U47' })).body.id
  expectError(await admin.post(`${path}/connected-calendars`, input(microphone)), 'FORBIDDEN')
  for (const url of ['ftp://a.example', 'https://me:secret@a.example/', 'nothing'])
    expectError(await admin.post(`${path}/connected-calendars`, input(room, { url })), 'VALIDATION_FAILED')
  const webcalCalendar = await desk.post(
    `${path}/connected-calendars`,
    input(room, { url: 'webcal://a.example/b.ics' }),
  )
  expect(webcalCalendar.body).toMatchObject({ host: 'a.example', is_own: true })
  for (let count = 1; count < 5; count += 1)
    expect((await admin.post(`${path}/connected-calendars`, input(room))).status).toBe(201)
  expectError(await admin.post(`${path}/connected-calendars`, input(room)), 'CALENDARS_FULL')
  // An admin can disconnect a calendar that the desk connected to a room.
  expect((await admin.delete(`/connected-calendars/${webcalCalendar.body.id}`)).status).toBe(200)
})

test('a calendar ends with the role of its owner', async () => {
  const fixture = await aStudioWithRoom()
  const { admin, client, crew, path, engineer } = fixture
  calendarServer.fixedResponse.text = aCalendarText([anEvent('13:00', '15:00')])
  await connect(fixture, crew, engineer)
  const { role_id } = await findCrewMember(fixture, crew)
  expect((await admin.delete(`${path}/crew/${role_id}`)).status).toBe(200)
  expect(await timesOf(fixture, admin)).toEqual([])
  expectError(await crew.get(`${path}/connected-calendars`), 'NO_ACTIVE_ROLE')
  expect(await tablesWith(engineer, ['resources', 'audit_log'])).not.toContain('public.connected_calendars')
  expect(await reasonAt(fixture, client, '13:00')).toBeNull()
})

test('a broken calendar keeps its last times, says why, and warns its owner once', async () => {
  const fixture = await aStudioWithRoom()
  const { admin, crew, path, engineer } = fixture
  calendarServer.fixedResponse.text = aCalendarText([anEvent('13:00', '15:00')])
  const id = await connect(fixture, crew, engineer)
  calendarServer.fixedResponse.status = 500
  calendarServer.fixedResponse.text = 'Out of order'
  await readAt(id, later(1))
  const failingState = await stateOf(path, crew, id)
  expect(failingState).toMatchObject({ times_count: 1, problem: expect.stringContaining('The server answered 500.') })
  expect(failingState.failing_since).toBe(later(1).toISOString())
  expect(await timesOf(fixture, admin)).toHaveLength(1)
  const noticesOf = async () =>
    (await crew.get('/notices')).body.items.filter(({ kind }: { kind: string }) => kind === 'calendar')
  await readAt(id, later(20))
  expect(await noticesOf()).toEqual([])
  await readAt(id, later(26))
  await readAt(id, later(27))
  expect(await noticesOf()).toMatchObject([{ data: { label: 'Private' }, link: '/profile?tab=calendar' }])
  expect((await nextMail(server, crew.email, 'Your calendar Private cannot be read')).text).toContain(
    'could not be read for a day',
  )
  calendarServer.fixedResponse.status = 200
  calendarServer.fixedResponse.text = aCalendarText([])
  await readAt(id, later(28))
  expect(await stateOf(path, crew, id)).toMatchObject({ times_count: 0, problem: null, failing_since: null })
})

test('an unchanged calendar is sent again only once a day', async () => {
  const fixture = await aStudioWithRoom()
  // The job of every minute may read the calendars of other tests, so this one has its own server.
  const ownServer = await aCalendarServer()
  ownServer.fixedResponse.text = aCalendarText([anEvent('13:00', '15:00')])
  const id = await connect(fixture, fixture.admin, fixture.room, ownServer.url)
  await readAt(id, later(1))
  await readAt(id, later(25))
  expect(ownServer.calls.map((headers) => headers['if-none-match'] !== undefined)).toEqual([false, true, false])
  expect(await stateOf(fixture.path, fixture.admin, id)).toMatchObject({ times_count: 1, problem: null })
  ownServer.stop()
})

test('a job of every minute reads due calendars, and "Read now" reads at once', async () => {
  const fixture = await aStudioWithRoom()
  const id = await connect(fixture, fixture.admin, fixture.room)
  calendarServer.fixedResponse.text = aCalendarText([anEvent('13:00', '15:00')])
  expect((await fixture.admin.post(`/connected-calendars/${id}/read`, {})).status).toBe(200)
  await vi.waitFor(async () => expect(await timesOf(fixture, fixture.admin)).toHaveLength(1), soon)
  calendarServer.fixedResponse.text = aCalendarText([])
  await asLogin((tx) =>
    sql`update connected_calendars set next_at = now() - interval '1 year' where id = ${id}`.execute(tx),
  )
  const [readDueJob] = connectedCalendarJobs
  const log = { info() {}, warn() {}, error() {} }
  await readDueJob?.handle({}, { job_id: 'test', now: clock.now(), log, signal: new AbortController().signal })
  await vi.waitFor(async () => expect(await timesOf(fixture, fixture.admin)).toHaveLength(0), soon)
})

test('hostile addresses and calendars are rejected with an explanation', async () => {
  const fixture = await aStudioWithRoom()
  const { admin, path, room } = fixture
  const problemOf = async (url = calendarServer.url) => {
    const id = await connect(fixture, admin, room, url)
    const { problem } = await stateOf(path, admin, id)
    await admin.delete(`/connected-calendars/${id}`)
    return problem
  }
  expect(await problemOf('http://169.254.169.254/latest/')).toBe('This address is not on the public internet.')
  expect(await problemOf('http://[::1]:5432/')).toBe('This address is not on the public internet.')
  calendarServer.fixedResponse.text = '<html>Sign in</html>'
  expect(await problemOf()).toBe('There is no calendar at this address. Copy the address that ends in .ics.')
  calendarServer.fixedResponse.send = (response) => response.writeHead(302, { location: calendarServer.url }).end()
  expect(await problemOf()).toBe('The address redirects too often.')
  calendarServer.fixedResponse.send = (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
  expect(await problemOf()).toBe('This address is not on the public internet.')
  // The server sends 50 megabytes, and the product reads at most ten.
  calendarServer.fixedResponse.send = (response) => {
    response.writeHead(200)
    const part = Buffer.alloc(1024 * 1024, 'X')
    let sentParts = 0
    const writeNext = () => {
      sentParts += 1
      if (sentParts > 50 || response.destroyed) return response.end()
      response.write(part, writeNext)
    }
    writeNext()
  }
  expect(await problemOf()).toBe('The answer is too large.')
  calendarServer.fixedResponse.send = null
  const endless = ['RRULE:FREQ=SECONDLY']
  calendarServer.fixedResponse.text = aCalendarText([
    {
      ...anEvent('13:00', '15:00'),
      starts_at: '1970-01-01T00:00:00Z',
      ends_at: '1970-01-01T00:00:01Z',
      lines: endless,
    },
  ])
  expect(await problemOf()).toBe('The calendar is too large or repeats too often to be read.')
})
