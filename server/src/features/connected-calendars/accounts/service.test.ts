import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aFixedClock } from '@studiohub/testing/bookings.ts'
import { CALDAV_PASSWORD, CALDAV_USER } from '@studiohub/testing/caldav-client.ts'
import { aCalDavServer } from '@studiohub/testing/caldav-server.ts'
import { aCalendarText, type TestEvent } from '@studiohub/testing/calendar-server.ts'
import { tablesWith } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, type TestUser } from '@studiohub/testing/people.ts'
import { aRadicale, hasRadicale } from '@studiohub/testing/radicale.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectedCalendarJobs } from '../jobs.ts'

const clock = aFixedClock()
const { today } = clock
const day = plusDays(today, 7)
const waitOptions = { timeout: 30_000, interval: 50 }
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock, env: { OUTBOUND_ALLOW: '127.0.0.1' } })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const at = (time: string, date = day) => `${date}T${time}:00Z`
const anEvent = (uid: string, from: string, to: string, overrides: Partial<TestEvent> = {}) =>
  aCalendarText([{ uid, starts_at: at(from), ends_at: at(to), title: 'Canary dentist', ...overrides }])

/** A studio in UTC and its first room. */
async function aStudioWithRoom() {
  const fixture = await aStudio(server, { timezone: 'UTC' })
  const path = `/studios/${fixture.studio.id}`
  const { items } = (await fixture.admin.get(`${path}/resources`)).body
  const room: string = items.find(({ kind }: { kind: string }) => kind === 'room').id
  return { ...fixture, path, room }
}
type StudioWithRoom = Awaited<ReturnType<typeof aStudioWithRoom>>

const accountOf = (room: string, url: string) => ({
  resource_id: room,
  url,
  username: CALDAV_USER,
  password: CALDAV_PASSWORD,
})
const stateOf = async ({ path }: StudioWithRoom, person: TestUser, id: string) =>
  (await person.get(`${path}/connected-calendars`)).body.items.find((calendar: { id: string }) => calendar.id === id)
const hoursOf = async ({ path, admin }: StudioWithRoom) =>
  (await admin.get(`${path}/calendar-times?from=${day}&to=${day}`)).body.items.map(
    ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) =>
      `${starts_at.slice(11, 16)}-${ends_at.slice(11, 16)}`,
  )

type ChosenCalendar = { url: string; label?: string; blocks?: boolean }

/** Connects calendars of an account to a room, and waits until they were read. @returns their ids */
async function connect(fixture: StudioWithRoom, url: string, calendars: ChosenCalendar[]): Promise<string[]> {
  const { status, body } = await fixture.admin.post(`${fixture.path}/calendar-accounts`, {
    ...accountOf(fixture.room, url),
    calendars: calendars.map((calendar) => ({ label: 'Private', ...calendar })),
  })
  expect(status).toBe(201)
  const ids: string[] = body.items.map(({ id }: { id: string }) => id)
  for (const id of ids)
    await vi.waitFor(
      async () => expect((await stateOf(fixture, fixture.admin, id)).checked_at).not.toBeNull(),
      waitOptions,
    )
  return ids
}

/** Runs the job that reads a calendar, some hours from now. */
async function readAt(calendar_id: string, hours = 1) {
  const job = connectedCalendarJobs.find(({ name }) => name === 'connected-calendars.read')
  const log = { info() {}, warn() {}, error() {} }
  const now = new Date(clock.now().getTime() + hours * 3_600_000)
  await job?.handle({ calendar_id }, { job_id: 'test', now, log, signal: new AbortController().signal })
}

// The scripted server is always available. If Radicale is installed, the same tests must pass with it.
const peers = [
  { name: 'a scripted server', start: aCalDavServer },
  ...(hasRadicale ? [{ name: 'Radicale', start: aRadicale }] : []),
]

describe.each(peers)('a CalDAV account of $name', ({ start }) => {
  let calDavServer: Awaited<ReturnType<typeof aCalDavServer>> | Awaited<ReturnType<typeof aRadicale>>
  beforeEach(async () => {
    calDavServer = await start()
  })
  afterEach(() => calDavServer.stop())

  test('lists its calendars, and the chosen ones block a room', async () => {
    const fixture = await aStudioWithRoom()
    const { admin, path, room } = fixture
    const search = await admin.post(`${path}/calendar-accounts/find`, accountOf(room, calDavServer.url))
    expect(search.status).toBe(200)
    expect(search.body.items).toEqual([
      { url: calDavServer.urlOf('private'), name: 'Private', can_receive: true },
      { url: calDavServer.urlOf('work'), name: 'Work', can_receive: true },
    ])
    await calDavServer.put('private', 'one', anEvent('one', '13:00', '14:00'))
    await calDavServer.put('work', 'two', anEvent('two', '16:00', '17:00'))
    const [first = '', second = ''] = await connect(fixture, calDavServer.url, [
      { url: calDavServer.urlOf('private') },
      { url: calDavServer.urlOf('work'), label: 'Work', blocks: false },
    ])
    expect(await hoursOf(fixture)).toEqual(['13:00-14:00'])
    expect(await stateOf(fixture, admin, first)).toMatchObject({
      kind: 'caldav',
      blocks: true,
      times_count: 1,
      problem: null,
      host: calDavServer.host,
    })
    expect(await stateOf(fixture, admin, second)).toMatchObject({ blocks: false, times_count: 0, problem: null })
    expect(await tablesWith(CALDAV_PASSWORD)).toEqual([])
    expect((await admin.delete(`/connected-calendars/${first}`)).status).toBe(200)
    expect(await hoursOf(fixture)).toEqual([])
  })

  test('handles repeated, all-day, private, free and declined events like a calendar address', async () => {
    const fixture = await aStudioWithRoom()
    const weekly = ['RRULE:FREQ=DAILY;COUNT=3', `EXDATE:${plusDays(day, 1).replaceAll('-', '')}T060000Z`]
    await calDavServer.put('private', 'weekly', anEvent('weekly', '06:00', '07:00', { lines: weekly }))
    await calDavServer.put('private', 'free', anEvent('free', '08:00', '09:00', { lines: ['TRANSP:TRANSPARENT'] }))
    const declined = ['ORGANIZER:mailto:kim@other.example', `ATTENDEE;PARTSTAT=DECLINED:mailto:${fixture.admin.email}`]
    await calDavServer.put('private', 'no', anEvent('no', '10:00', '11:00', { lines: declined }))
    await calDavServer.put('private', 'secret', anEvent('secret', '12:00', '13:00', { lines: ['CLASS:PRIVATE'] }))
    const tripDay = plusDays(day, 2).replaceAll('-', '')
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test', 'BEGIN:VEVENT', 'UID:whole']
    const end = [`DTSTART;VALUE=DATE:${tripDay}`, 'SUMMARY:Trip', 'END:VEVENT', 'END:VCALENDAR', '']
    await calDavServer.put('private', 'whole', [...lines, ...end].join('\r\n'))
    await connect(fixture, calDavServer.url, [{ url: calDavServer.urlOf('private') }])
    const { body } = await fixture.admin.get(`${fixture.path}/calendar-times?from=${day}&to=${plusDays(day, 2)}`)
    expect(body.items).toMatchObject([
      { starts_at: new Date(at('06:00')).toISOString(), titles: ['Canary dentist'] },
      { starts_at: new Date(at('12:00')).toISOString(), titles: [] },
      { starts_at: `${plusDays(day, 2)}T00:00:00.000Z`, ends_at: `${plusDays(day, 3)}T00:00:00.000Z` },
    ])
  })

  test('updates new, moved and deleted events at the next reading', async () => {
    const fixture = await aStudioWithRoom()
    await calDavServer.put('private', 'one', anEvent('one', '06:00', '07:00'))
    await calDavServer.put('private', 'two', anEvent('two', '08:00', '09:00'))
    await calDavServer.put('private', 'three', anEvent('three', '10:00', '11:00'))
    const [id = ''] = await connect(fixture, calDavServer.url, [{ url: calDavServer.urlOf('private') }])
    await calDavServer.put('private', 'two', anEvent('two', '14:00', '15:00'))
    await calDavServer.put('private', 'four', anEvent('four', '16:00', '17:00'))
    await calDavServer.remove('private', 'three')
    await readAt(id)
    expect(await hoursOf(fixture)).toEqual(['06:00-07:00', '14:00-15:00', '16:00-17:00'])
    expect(await stateOf(fixture, fixture.admin, id)).toMatchObject({ times_count: 3, problem: null })
    // Once a day the job reads the whole calendar, with the same result.
    await readAt(id, 26)
    expect(await hoursOf(fixture)).toEqual(['06:00-07:00', '14:00-15:00', '16:00-17:00'])
  })

  test('reports errors and keeps its last known events', async () => {
    const fixture = await aStudioWithRoom()
    const { admin, path, room } = fixture
    const wrongPassword = { ...accountOf(room, calDavServer.url), password: 'other' }
    const failedSearch = await admin.post(`${path}/calendar-accounts/find`, wrongPassword)
    expectError(failedSearch, 'CALENDARS_NOT_FOUND')
    expect(failedSearch.body.message).toBe('The server refused the user name or the app password.')
    await calDavServer.put('private', 'one', anEvent('one', '06:00', '07:00'))
    const [id = ''] = await connect(fixture, calDavServer.url, [{ url: calDavServer.urlOf('private') }])
    await calDavServer.request('DELETE', new URL(calDavServer.urlOf('private')).pathname)
    const [missing = ''] = await connect(fixture, calDavServer.url, [
      { url: `${calDavServer.url}sam/none/`, label: 'None' },
    ])
    expect(await stateOf(fixture, admin, missing)).toMatchObject({ problem: 'The server no longer has this calendar.' })
    await calDavServer.stop()
    await readAt(id)
    expect(await stateOf(fixture, admin, id)).toMatchObject({
      times_count: 1,
      problem: 'The server could not be reached.',
    })
    expect(await hoursOf(fixture)).toEqual(['06:00-07:00'])
    calDavServer = await start()
  })
})

describe('with the scripted server', () => {
  let calDavServer: Awaited<ReturnType<typeof aCalDavServer>>
  beforeEach(async () => {
    calDavServer = await aCalDavServer()
  })
  afterEach(() => calDavServer.stop())

  test('only changed events are fetched', async () => {
    const fixture = await aStudioWithRoom()
    for (const name of ['one', 'two']) await calDavServer.put('private', name, anEvent(name, '06:00', '07:00'))
    const [id = ''] = await connect(fixture, calDavServer.url, [{ url: calDavServer.urlOf('private') }])
    calDavServer.calls.length = 0
    await readAt(id)
    // The server reported no change.
    expect(calDavServer.calls).toEqual(['PROPFIND /sam/private/'])
    await calDavServer.put('private', 'two', anEvent('two', '14:00', '15:00'))
    calDavServer.calls.length = 0
    await readAt(id)
    // The state, the changes since the last one, and the event.
    expect(calDavServer.calls).toEqual(['PROPFIND /sam/private/', 'REPORT /sam/private/', 'REPORT /sam/private/'])
    expect(await hoursOf(fixture)).toEqual(['06:00-07:00', '14:00-15:00'])
  })

  test('the whole calendar is read if the server has lost the sync state or does not support sync', async () => {
    const fixture = await aStudioWithRoom()
    await calDavServer.put('private', 'one', anEvent('one', '06:00', '07:00'))
    const [id = ''] = await connect(fixture, calDavServer.url, [{ url: calDavServer.urlOf('private') }])
    await calDavServer.put('private', 'one', anEvent('one', '08:00', '09:00'))
    calDavServer.forgetTokens()
    await readAt(id)
    expect(await hoursOf(fixture)).toEqual(['08:00-09:00'])
    calDavServer.offers.sync = false
    await readAt(id)
    calDavServer.calls.length = 0
    await readAt(id)
    expect(calDavServer.calls).toEqual(['PROPFIND /sam/private/'])
    await calDavServer.put('private', 'one', anEvent('one', '10:00', '11:00'))
    await readAt(id)
    expect(await hoursOf(fixture)).toEqual(['10:00-11:00'])
  })

  test('an invitation that the account has declined does not block time', async () => {
    const fixture = await aStudioWithRoom()
    const lines = ['ATTENDEE;PARTSTAT=DECLINED:mailto:sam@calendar.example']
    await calDavServer.put('private', 'one', anEvent('one', '06:00', '07:00', { lines }))
    const [id = ''] = await connect(fixture, calDavServer.url, [{ url: calDavServer.urlOf('private') }])
    expect(await hoursOf(fixture)).toEqual([])
    await calDavServer.put('private', 'two', anEvent('two', '08:00', '09:00', { lines }))
    await readAt(id)
    expect(await hoursOf(fixture)).toEqual([])
  })

  test('a broken event is ignored, and an endless one causes an error', async () => {
    const fixture = await aStudioWithRoom()
    await calDavServer.put('private', 'broken', 'no calendar')
    await calDavServer.put('private', 'one', anEvent('one', '06:00', '07:00'))
    const [id = ''] = await connect(fixture, calDavServer.url, [{ url: calDavServer.urlOf('private') }])
    expect(await hoursOf(fixture)).toEqual(['06:00-07:00'])
    const endless = {
      starts_at: '1970-01-01T00:00:00Z',
      ends_at: '1970-01-01T00:00:01Z',
      lines: ['RRULE:FREQ=SECONDLY'],
    }
    await calDavServer.put('private', 'endless', anEvent('endless', '06:00', '07:00', endless))
    await readAt(id)
    expect(await stateOf(fixture, fixture.admin, id)).toMatchObject({
      problem: 'The calendar is too large or repeats too often to be read.',
      times_count: 1,
    })
  })

  test('addresses in private networks are rejected', async () => {
    const { admin, path, room } = await aStudioWithRoom()
    for (const url of ['http://169.254.169.254/', 'http://10.0.0.1/dav/']) {
      const response = await admin.post(`${path}/calendar-accounts/find`, accountOf(room, url))
      expectError(response, 'CALENDARS_NOT_FOUND')
      expect(response.body.message).toBe('This address is not on the public internet.')
    }
    const calendars = [{ url: 'http://calendar.example/sam/', label: 'Private' }]
    const unsafe = { ...accountOf(room, 'calendar.example'), calendars }
    expectError(await admin.post(`${path}/calendar-accounts`, unsafe), 'VALIDATION_FAILED')
  })

  test('only people who may connect calendars can search an account and connect its calendars', async () => {
    const fixture = await aStudioWithRoom()
    const { admin, client, path, room } = fixture
    const crew = await aCrewMember(server, fixture)
    const stranger = (await aStudio(server)).admin
    const account = {
      ...accountOf(room, calDavServer.url),
      calendars: [{ url: calDavServer.urlOf('private'), label: 'Private' }],
    }
    for (const person of [client, crew, stranger]) {
      expectError(await person.post(`${path}/calendar-accounts/find`, accountOf(room, calDavServer.url)), 'FORBIDDEN')
      expectError(await person.post(`${path}/calendar-accounts`, account), 'FORBIDDEN')
    }
    expect(calDavServer.calls).toEqual([])
    // The limit is five, and a call connects all of its calendars or none.
    const [one] = account.calendars
    for (let count = 0; count < 2; count += 1)
      expect((await admin.post(`${path}/calendar-accounts`, { ...account, calendars: [one, one] })).status).toBe(201)
    expectError(await admin.post(`${path}/calendar-accounts`, { ...account, calendars: [one, one] }), 'CALENDARS_FULL')
    expect((await admin.get(`${path}/connected-calendars`)).body.items).toHaveLength(4)
  })
})
