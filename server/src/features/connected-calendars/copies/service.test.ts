import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { CALDAV_PASSWORD, CALDAV_USER } from '@studiohub/testing/caldav-client.ts'
import { aCalDavServer } from '@studiohub/testing/caldav-server.ts'
import { readCalendar } from '@studiohub/testing/calendars.ts'
import { connectByConsent, type OutsideProvider } from '@studiohub/testing/consent.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { aGoogle } from '@studiohub/testing/google-server.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aMicrosoft } from '@studiohub/testing/microsoft-server.ts'
import { aCrewMember, aDeskPerson, aStudio, type TestUser } from '@studiohub/testing/people.ts'
import { aRadicale, hasRadicale } from '@studiohub/testing/radicale.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { asSystem } from '#platform/db/actor.ts'
import { connectedCalendarJobs } from '../jobs.ts'
import { listSessionsIn, listSessionsToWrite } from './queries.ts'

const clock = aFixedClock()
const { today } = clock
const day = plusDays(today, 7)
const soon = { timeout: 30_000, interval: 50 }
let server: TestServer

let google: Awaited<ReturnType<typeof aGoogle>>
let microsoft: Awaited<ReturnType<typeof aMicrosoft>>
beforeAll(async () => {
  google = await aGoogle()
  microsoft = await aMicrosoft()
  const providers = { ...google.environment, ...microsoft.environment }
  server = await startServer({ clock, env: { OUTBOUND_ALLOW: '127.0.0.1', ...providers } })
})
afterAll(async () => {
  await server.stop()
  google.stop()
  microsoft.stop()
})
beforeEach(() => clock.set('10:00'))

type Time = { starts_at: string; ends_at: string }
type Room = { admin: TestUser; path: string; room: string }

/** The calendar "Work" of another program, which receives sessions. */
type Outside = {
  /** @returns the id of the connected calendar */
  connect(room: Room): Promise<string>
  copyOf(booking_id: string): Promise<(Time & { text: string }) | null>
  /** Moves the event as a calendar program does: nothing else changes. */
  moveCopy(booking_id: string, time: Time): Promise<void>
  removeCopy(booking_id: string): Promise<void>
  stop(): void | Promise<void>
}

type DavServer = Awaited<ReturnType<typeof aCalDavServer>> | Awaited<ReturnType<typeof aRadicale>>
const withOutsideMethods = <Server extends DavServer>(dav: Server) => ({ ...dav, ...outsideMethodsOf(dav) })
const outsideMethodsOf = (dav: DavServer): Omit<Outside, 'stop'> => ({
  async connect({ admin, path, room }) {
    const account = { resource_id: room, url: dav.url, username: CALDAV_USER, password: CALDAV_PASSWORD }
    const calendars = [{ url: dav.urlOf('work'), label: 'Work', receives: true }]
    const { status, body } = await admin.post(`${path}/calendar-accounts`, { ...account, calendars })
    expect(status).toBe(201)
    return body.items[0].id
  },
  async copyOf(id) {
    const { status, text } = await dav.get('work', id)
    if (status === 404) return null
    const [event] = readCalendar(text).events
    expect(event).toMatchObject({ uid: `${id}@${new URL(server.url).hostname}`, status: 'CONFIRMED' })
    return { starts_at: event?.starts_at ?? '', ends_at: event?.ends_at ?? '', text }
  },
  async moveCopy(id, { starts_at, ends_at }) {
    const { text } = await dav.get('work', id)
    const stamp = (at: string) => at.replace(/[-:]|\.\d+/g, '')
    const moved = text
      .replace(/DTSTART[^\r\n]*/, `DTSTART:${stamp(starts_at)}`)
      .replace(/DTEND[^\r\n]*/, `DTEND:${stamp(ends_at)}`)
      .replace(/SEQUENCE:(\d+)/, (_all, number) => `SEQUENCE:${Number(number) + 1}`)
    await dav.put('work', id, moved)
  },
  removeCopy: (id) => dav.remove('work', id),
})

const outsideByConsent = (provider: OutsideProvider): Outside => ({
  async connect({ admin, path, room }) {
    const calendars = [{ name: 'Work', receives: true }]
    const [id = ''] = await connectByConsent(provider, { person: admin, path, resource_id: room }, calendars)
    return id
  },
  copyOf: async (id) => provider.copyOf(id),
  moveCopy: async (id, time) => provider.moveCopy(id, time),
  removeCopy: async (id) => provider.removeCopy(id),
  stop() {
    expect(provider.state.faults).toEqual([])
    // All tests share the account, and the next studio would find the sessions of this one as busy times.
    for (const { events } of provider.calendars.values()) events.clear()
  },
})

/** A studio in UTC whose first room has a calendar that receives its sessions. */
async function aStudioWithCalendar(outside: Outside) {
  const studioFixture = await aStudio(server, { timezone: 'UTC' })
  const path = `/studios/${studioFixture.studio.id}`
  const { items } = (await studioFixture.admin.get(`${path}/resources`)).body
  const room: string = items.find(({ kind }: { kind: string }) => kind === 'room').id
  const calendar_id = await outside.connect({ ...studioFixture, path, room })
  await runReading({ calendar_id })
  return { ...studioFixture, path, room, calendar_id, outside }
}
type StudioWithCalendar = Awaited<ReturnType<typeof aStudioWithCalendar>>

const timesOf = (start_time: string, end_time: string) => ({ booking_date: day, start_time, end_time })

/** A confirmed session in the room. */
async function aSessionAt({ client, admin, studio }: StudioWithCalendar, start_time: string, end_time: string) {
  const booking = await aBooking(client, studio.id, today, timesOf(start_time, end_time))
  expect((await confirmAsSeen(admin, booking.id)).status).toBe(200)
  return booking.id
}

/** Reads and writes the calendar as the job does. Does nothing if another process has reserved the calendar. */
async function runReading({ calendar_id }: Pick<StudioWithCalendar, 'calendar_id'>, hours = 0) {
  const job = connectedCalendarJobs.find(({ name }) => name === 'connected-calendars.read')
  const log = { info() {}, warn() {}, error() {} }
  const now = new Date(clock.now().getTime() + hours * 3_600_000)
  await job?.handle({ calendar_id }, { job_id: 'test', now, log, signal: new AbortController().signal })
}

/** Runs the job until the expectation is true. */
const runUntil = (fixture: StudioWithCalendar, expectation: () => Promise<void>) =>
  vi.waitFor(async () => {
    await runReading(fixture)
    await expectation()
  }, soon)

/** The time of a session in the outside calendar, such as '13:00-15:00'; null if it has no copy. */
async function outsideTime({ outside }: StudioWithCalendar, id: string) {
  const copy = await outside.copyOf(id)
  const hourOf = (at: string) => new Date(at).toISOString().slice(11, 16)
  return copy && `${hourOf(copy.starts_at)}-${hourOf(copy.ends_at)}`
}
async function insideTime({ admin }: StudioWithCalendar, id: string) {
  const { start_time, end_time, status } = (await admin.get(`/bookings/${id}`)).body
  return status === 'cancelled' ? null : `${start_time}-${end_time}`
}

/** The calendars with a copy of a session. */
async function calendarsWith(booking_id: string): Promise<string[]> {
  const rows = await asLogin((tx) =>
    tx.selectFrom('calendar_copies').select('calendar_id').where('booking_id', '=', booking_id).execute(),
  )
  return rows.map(({ calendar_id }) => calendar_id)
}

const moveOutside = ({ outside }: StudioWithCalendar, id: string, from: string, to: string) =>
  outside.moveCopy(id, { starts_at: `${day}T${from}:00.000Z`, ends_at: `${day}T${to}:00.000Z` })

const movesOf = async ({ path, admin }: StudioWithCalendar, person: TestUser = admin) =>
  (await person.get(`${path}/calendar-moves`)).body.items
const answerMove = async (fixture: StudioWithCalendar, accept: boolean, person = fixture.admin) => {
  const [{ calendar_id, booking_id, outside_starts_at, outside_ends_at }] = await movesOf(fixture)
  const answer = { calendar_id, booking_id, outside_starts_at, outside_ends_at, accept }
  return person.post(`${fixture.path}/calendar-moves/answer`, answer)
}
const untilAsked = (fixture: StudioWithCalendar) =>
  runUntil(fixture, async () => {
    expect(await movesOf(fixture)).toHaveLength(1)
  })
const untilWritten = (fixture: StudioWithCalendar, id: string, time: string | null) =>
  runUntil(fixture, async () => {
    expect(await outsideTime(fixture, id)).toBe(time)
  })

const calendarServers = [
  { name: 'a scripted server', start: async (): Promise<Outside> => withOutsideMethods(await aCalDavServer()) },
  ...(hasRadicale
    ? [{ name: 'Radicale', start: async (): Promise<Outside> => withOutsideMethods(await aRadicale()) }]
    : []),
  { name: 'a scripted Google', start: async () => outsideByConsent(google) },
  { name: 'a scripted Microsoft', start: async () => outsideByConsent(microsoft) },
]

test('a session that is new in a very busy room is written before those that are written already', async () => {
  const outside = withOutsideMethods(await aCalDavServer())
  const fixture = await aStudioWithCalendar(outside)
  const { studio, room, client, calendar_id } = fixture
  // The worker must not write the new session before this test looks.
  await asLogin((tx) =>
    sql`update connected_calendars set write_at = now() + interval '1 year' where id = ${calendar_id}::uuid`.execute(
      tx,
    ),
  )
  // More sessions than one run compares, each with a copy; they are before the new one.
  await asLogin((tx) =>
    sql`with sessions as (
        insert into bookings (id, studio_id, client_id, created_by, booking_type, status, service_type, booking_date,
          start_time, end_time, starts_at, ends_at)
        select gen_random_uuid(), ${studio.id}::uuid, ${client.id}::uuid, ${client.id}::uuid, 'client_booking', 'confirmed',
          'recording', at::date, at::time, (at + interval '30 minutes')::time, at at time zone 'UTC',
          (at + interval '30 minutes') at time zone 'UTC'
        from generate_series(0, 1199) n, lateral (select ${today}::date + 10 + n / 20 + time '08:00' + (n % 20) * interval '45 minutes') x (at)
        returning id, studio_id, starts_at, ends_at, version)
      , reserved as (
        insert into reservations (booking_id, resource_id, studio_id, during, holds)
        select id, ${room}::uuid, studio_id, tstzrange(starts_at, ends_at), true from sessions)
      insert into calendar_copies (calendar_id, studio_id, resource_id, booking_id, object, etag, version, starts_at, ends_at,
        content)
      select ${calendar_id}::uuid, studio_id, ${room}::uuid, id, id::text, 'etag', version, starts_at, ends_at, 'content'
      from sessions`.execute(tx),
  )
  const late = { booking_date: plusDays(today, 90), start_time: '10:00', end_time: '12:00' }
  const { id } = await aBooking(client, studio.id, today, late)
  expect((await confirmAsSeen(fixture.admin, id)).status).toBe(200)
  const calendar = { id: calendar_id, studio_id: studio.id, resource_id: room }
  const sessions = await asSystem((tx) => listSessionsToWrite(tx, calendar, clock.now()))
  expect(sessions).toHaveLength(1_000)
  expect(sessions[0]?.id).toBe(id)
  expect(await asSystem((tx) => listSessionsIn(tx, calendar, [id], clock.now()))).toMatchObject([{ id }])
  outside.stop()
})

describe.each(calendarServers)('a calendar of $name that receives sessions', ({ start }) => {
  let outside: Outside
  beforeEach(async () => {
    outside = await start()
  })
  afterEach(() => outside.stop())

  test('gets confirmed sessions, follows their moves, and loses cancelled ones', async () => {
    const fixture = await aStudioWithCalendar(outside)
    const { admin, client, studio, path } = fixture
    const pending = await aBooking(client, studio.id, today, timesOf('10:00', '12:00'))
    const id = await aSessionAt(fixture, '13:00', '15:00')
    await untilWritten(fixture, id, '13:00-15:00')
    expect(await outside.copyOf(pending.id)).toBeNull()
    // The calendar of a room may be shown on a public screen, so it has no names of clients.
    expect((await outside.copyOf(id))?.text).not.toContain(client.full_name)
    expect((await admin.patch(`/bookings/${id}`, timesOf('16:00', '18:00'))).status).toBe(200)
    await untilWritten(fixture, id, '16:00-18:00')
    // The copies of sessions do not block time.
    expect((await admin.get(`${path}/calendar-times?from=${day}&to=${day}`)).body.items).toEqual([])
    expect((await admin.post(`/bookings/${id}/cancel`, {})).status).toBe(200)
    await untilWritten(fixture, id, null)
    expect(await movesOf(fixture)).toEqual([])
  })

  test('keeps a session if two rooms share the calendar and the session moves to the other room', async () => {
    const fixture = await aStudioWithCalendar(outside)
    const { admin, path } = fixture
    const second = (await admin.post(`${path}/resources`, { kind: 'room', name: 'Second' })).body.id
    const other = { ...fixture, room: second, calendar_id: await outside.connect({ ...fixture, room: second }) }
    const id = await aSessionAt(fixture, '13:00', '15:00')
    await untilWritten(fixture, id, '13:00-15:00')
    expect((await admin.patch(`/bookings/${id}`, { resource_ids: [second] })).status).toBe(200)
    await runUntil(other, async () => expect(await calendarsWith(id)).toContain(other.calendar_id))
    await runUntil(fixture, async () => expect(await calendarsWith(id)).toEqual([other.calendar_id]))
    await runReading(other)
    expect(await outsideTime(fixture, id)).toBe('13:00-15:00')
    expect(await movesOf(fixture)).toEqual([])
    expect((await admin.post(`/bookings/${id}/cancel`, {})).status).toBe(200)
    await untilWritten(other, id, null)
  })

  test('asks the studio about a moved session, and the studio accepts the move', async () => {
    const fixture = await aStudioWithCalendar(outside)
    const id = await aSessionAt(fixture, '13:00', '15:00')
    await untilWritten(fixture, id, '13:00-15:00')
    await moveOutside(fixture, id, '16:00', '18:00')
    await untilAsked(fixture)
    expect(await insideTime(fixture, id)).toBe('13:00-15:00')
    expect(await outsideTime(fixture, id)).toBe('16:00-18:00')
    expect(await movesOf(fixture)).toMatchObject([
      { booking_id: id, starts_at: `${day}T13:00:00.000Z`, outside_starts_at: `${day}T16:00:00.000Z` },
    ])
    const notices = (await fixture.admin.get('/notices')).body.items
    expect(notices.filter(({ kind }: { kind: string }) => kind === 'session_moved')).toMatchObject([
      { data: { deleted: false } },
    ])
    const response = await answerMove(fixture, true)
    expect(response.status).toBe(200)
    expect(response.body.items).toEqual([])
    expect(await insideTime(fixture, id)).toBe('16:00-18:00')
    await untilWritten(fixture, id, '16:00-18:00')
    expect(await movesOf(fixture)).toEqual([])
  })

  test('asks the studio about a moved session, and the studio moves it back', async () => {
    const fixture = await aStudioWithCalendar(outside)
    const id = await aSessionAt(fixture, '13:00', '15:00')
    await untilWritten(fixture, id, '13:00-15:00')
    await moveOutside(fixture, id, '16:00', '18:00')
    await untilAsked(fixture)
    // After a second move there is still one question, about the last time.
    await moveOutside(fixture, id, '18:00', '20:00')
    await runUntil(fixture, async () => {
      expect(await movesOf(fixture)).toMatchObject([{ outside_starts_at: `${day}T18:00:00.000Z` }])
    })
    expect((await answerMove(fixture, false)).status).toBe(200)
    await untilWritten(fixture, id, '13:00-15:00')
    expect(await insideTime(fixture, id)).toBe('13:00-15:00')
    expect(await movesOf(fixture)).toEqual([])
  })

  test('asks the studio about a deleted session, which the studio restores or cancels', async () => {
    const fixture = await aStudioWithCalendar(outside)
    const id = await aSessionAt(fixture, '13:00', '15:00')
    await untilWritten(fixture, id, '13:00-15:00')
    await outside.removeCopy(id)
    await untilAsked(fixture)
    expect(await movesOf(fixture)).toMatchObject([{ outside_starts_at: null }])
    await answerMove(fixture, false)
    await untilWritten(fixture, id, '13:00-15:00')
    await outside.removeCopy(id)
    await untilAsked(fixture)
    await answerMove(fixture, true)
    expect(await insideTime(fixture, id)).toBeNull()
    await runUntil(fixture, async () => {
      const { rows } = await asLogin((tx) => sql`select from calendar_copies where booking_id = ${id}`.execute(tx))
      expect(rows).toEqual([])
    })
  })

  test('ends with one time if a session is moved there and in the product at the same moment', async () => {
    const fixture = await aStudioWithCalendar(outside)
    const { admin } = fixture
    for (const accept of [true, false]) {
      const id = await aSessionAt(fixture, '10:00', '11:00')
      await untilWritten(fixture, id, '10:00-11:00')
      const [, moved] = await Promise.all([
        moveOutside(fixture, id, '12:00', '13:00'),
        admin.patch(`/bookings/${id}`, timesOf('14:00', '15:00')),
        runReading(fixture),
        runReading(fixture),
      ])
      expect(moved?.status).toBe(200)
      await runUntil(fixture, async () => {
        const isSameTime = (await outsideTime(fixture, id)) === (await insideTime(fixture, id))
        expect(isSameTime || (await movesOf(fixture)).length === 1).toBe(true)
      })
      if ((await movesOf(fixture)).length > 0) expect((await answerMove(fixture, accept)).status).toBe(200)
      await runUntil(fixture, async () => {
        expect(await outsideTime(fixture, id)).toBe(await insideTime(fixture, id))
      })
      expect(await movesOf(fixture)).toEqual([])
      await admin.post(`/bookings/${id}/cancel`, {})
      await untilWritten(fixture, id, null)
    }
  })

  test('keeps its own move if the session is moved in the product before the next reading', async () => {
    const fixture = await aStudioWithCalendar(outside)
    const id = await aSessionAt(fixture, '10:00', '11:00')
    await untilWritten(fixture, id, '10:00-11:00')
    await moveOutside(fixture, id, '12:00', '13:00')
    expect((await fixture.admin.patch(`/bookings/${id}`, timesOf('14:00', '15:00'))).status).toBe(200)
    await untilAsked(fixture)
    // The move is not overwritten, and the question names the new time of the session.
    await runReading(fixture)
    expect(await outsideTime(fixture, id)).toBe('12:00-13:00')
    expect(await movesOf(fixture)).toMatchObject([{ starts_at: `${day}T14:00:00.000Z` }])
    await answerMove(fixture, true)
    await untilWritten(fixture, id, '12:00-13:00')
    expect(await insideTime(fixture, id)).toBe('12:00-13:00')
  })
})

describe('writing sessions to a calendar', () => {
  let outside: Awaited<ReturnType<typeof aCalDavServer>> & Outside
  beforeEach(async () => {
    outside = withOutsideMethods(await aCalDavServer())
  })
  afterEach(() => outside.stop())
  const listPuts = () => outside.calls.filter((call) => call.startsWith('PUT '))

  test('does not duplicate a session whose write was not recorded', async () => {
    const fixture = await aStudioWithCalendar(outside)
    const id = await aSessionAt(fixture, '13:00', '15:00')
    await untilWritten(fixture, id, '13:00-15:00')
    await asLogin((tx) => sql`delete from calendar_copies where booking_id = ${id}`.execute(tx))
    await runUntil(fixture, async () => {
      const { rows } = await asLogin((tx) => sql`select from calendar_copies where booking_id = ${id}`.execute(tx))
      expect(rows).toHaveLength(1)
    })
    expect(await outsideTime(fixture, id)).toBe('13:00-15:00')
    const puts = listPuts().length
    await runReading(fixture)
    // Nothing has changed, so nothing is sent.
    expect(listPuts()).toHaveLength(puts)
  })

  test('shows a failure and tries again later, and a job of every minute writes due sessions', async () => {
    const fixture = await aStudioWithCalendar(outside)
    const { admin, path } = fixture
    outside.offers.writing = false
    const id = await aSessionAt(fixture, '13:00', '15:00')
    const stateOf = async () => (await admin.get(`${path}/connected-calendars`)).body.items[0]
    await runUntil(fixture, async () => {
      expect(await stateOf()).toMatchObject({ write_problem: 'The server answered 507.', problem: null })
    })
    outside.offers.writing = true
    const puts = listPuts().length
    await runReading(fixture)
    // It does not try again before the retry time.
    expect(listPuts()).toHaveLength(puts)
    await vi.waitFor(async () => {
      await runReading(fixture, 3)
      expect(await outsideTime(fixture, id)).toBe('13:00-15:00')
    }, soon)
    expect(await stateOf()).toMatchObject({ write_problem: null })
    const secondId = await aSessionAt(fixture, '16:00', '18:00')
    const [readDueJob] = connectedCalendarJobs
    const log = { info() {}, warn() {}, error() {} }
    await readDueJob?.handle({}, { job_id: 'test', now: clock.now(), log, signal: new AbortController().signal })
    await vi.waitFor(async () => expect(await outsideTime(fixture, secondId)).toBe('16:00-18:00'), soon)
  })

  test('waits after a failure, but the studio is asked about a move at once', async () => {
    const fixture = await aStudioWithCalendar(outside)
    const id = await aSessionAt(fixture, '13:00', '15:00')
    await untilWritten(fixture, id, '13:00-15:00')
    outside.offers.writing = false
    const secondId = await aSessionAt(fixture, '16:00', '18:00')
    const isFailing = async () => {
      const [{ write_problem }] = (await fixture.admin.get(`${fixture.path}/connected-calendars`)).body.items
      expect(write_problem).not.toBeNull()
    }
    await runUntil(fixture, isFailing)
    outside.offers.writing = true
    await moveOutside(fixture, id, '10:00', '12:00')
    await untilAsked(fixture)
    expect(await outsideTime(fixture, secondId)).toBeNull()
  })

  test('ends when the calendar no longer receives sessions, and only one calendar of a room receives them', async () => {
    const fixture = await aStudioWithCalendar(outside)
    const { admin, path, calendar_id, room } = fixture
    const account = { resource_id: room, url: outside.url, username: CALDAV_USER, password: CALDAV_PASSWORD }
    const calendars = [{ url: outside.urlOf('private'), label: 'Private', receives: true }]
    expect((await admin.post(`${path}/calendar-accounts`, { ...account, calendars })).status).toBe(201)
    const receivingOf = async () =>
      (await admin.get(`${path}/connected-calendars`)).body.items.flatMap(
        ({ label, receives }: { label: string; receives: boolean }) => (receives ? label : []),
      )
    expect(await receivingOf()).toEqual(['Private'])
    expect((await admin.patch(`/connected-calendars/${calendar_id}`, { receives: true })).body.receives).toBe(true)
    expect(await receivingOf()).toEqual(['Work'])
    const id = await aSessionAt(fixture, '13:00', '15:00')
    await untilWritten(fixture, id, '13:00-15:00')
    await admin.patch(`/connected-calendars/${calendar_id}`, { receives: false })
    await admin.patch(`/bookings/${id}`, timesOf('16:00', '18:00'))
    await runReading(fixture)
    expect(await outsideTime(fixture, id)).toBe('13:00-15:00')
    const input = { resource_id: room, label: 'File', url: `${outside.url}file.ics` }
    const file = await admin.post(`${path}/connected-calendars`, input)
    expectError(await admin.patch(`/connected-calendars/${file.body.id}`, { receives: true }), 'INVALID_TRANSITION')
  })

  test('asks only the desk, and rejects an answer to another move', async () => {
    const fixture = await aStudioWithCalendar(outside)
    const { client, path } = fixture
    const crew = await aCrewMember(server, fixture)
    const desk = await aDeskPerson(server, fixture)
    const stranger = (await aStudio(server)).admin
    const id = await aSessionAt(fixture, '13:00', '15:00')
    await untilWritten(fixture, id, '13:00-15:00')
    await moveOutside(fixture, id, '16:00', '18:00')
    await untilAsked(fixture)
    for (const person of [client, crew, stranger]) {
      expectError(await person.get(`${path}/calendar-moves`), 'FORBIDDEN')
      expectError(await answerMove(fixture, true, person), 'FORBIDDEN')
    }
    expect(await movesOf(fixture, desk)).toHaveLength(1)
    const [{ calendar_id, booking_id }] = await movesOf(fixture)
    const other = { outside_starts_at: `${day}T17:00:00.000Z`, outside_ends_at: `${day}T18:00:00.000Z` }
    const stale = { calendar_id, booking_id, ...other, accept: true }
    expectError(await desk.post(`${path}/calendar-moves/answer`, stale), 'NOT_FOUND')
    expect(await insideTime(fixture, id)).toBe('13:00-15:00')
    // A time that is taken by now is rejected like in every move, and the question stays open.
    const conflictingId = await aSessionAt(fixture, '17:00', '19:00')
    expect(conflictingId).not.toBe(id)
    expectError(await answerMove(fixture, true, desk), 'BOOKING_CONFLICT')
    expect(await movesOf(fixture, desk)).toHaveLength(1)
    expect((await answerMove(fixture, false, desk)).status).toBe(200)
  })
})
