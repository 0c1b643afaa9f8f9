import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aFixedClock } from '@studiohub/testing/bookings.ts'
import { CALDAV_PASSWORD, CALDAV_USER } from '@studiohub/testing/caldav-client.ts'
import { aCalDavServer } from '@studiohub/testing/caldav-server.ts'
import { aCalendarText, type TestEvent } from '@studiohub/testing/calendar-server.ts'
import { tablesWith } from '@studiohub/testing/database-rows.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aCrewMember, aStudio, type Person } from '@studiohub/testing/people.ts'
import { aRadicale, hasRadicale } from '@studiohub/testing/radicale.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectedCalendarJobs } from '../jobs.ts'

const clock = aFixedClock()
const { today } = clock
const day = plusDays(today, 7)
const soon = { timeout: 30_000, interval: 50 }
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock, env: { OUTBOUND_ALLOW: '127.0.0.1' } })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

const at = (time: string, date = day) => `${date}T${time}:00Z`
const anEvent = (uid: string, from: string, to: string, given: Partial<TestEvent> = {}) =>
  aCalendarText([{ uid, starts_at: at(from), ends_at: at(to), title: 'Canary dentist', ...given }])

/** A studio in UTC and its first room. */
async function aPlace() {
  const fixture = await aStudio(server, { timezone: 'UTC' })
  const path = `/studios/${fixture.studio.id}`
  const { items } = (await fixture.admin.get(`${path}/resources`)).body
  const room: string = items.find(({ kind }: { kind: string }) => kind === 'room').id
  return { ...fixture, path, room }
}
type Place = Awaited<ReturnType<typeof aPlace>>

const accountOf = (room: string, url: string) => ({
  resource_id: room,
  url,
  username: CALDAV_USER,
  password: CALDAV_PASSWORD,
})
const stateOf = async ({ path }: Place, person: Person, id: string) =>
  (await person.get(`${path}/connected-calendars`)).body.items.find((one: { id: string }) => one.id === id)
const hoursOf = async ({ path, admin }: Place) =>
  (await admin.get(`${path}/calendar-times?from=${day}&to=${day}`)).body.items.map(
    ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) =>
      `${starts_at.slice(11, 16)}-${ends_at.slice(11, 16)}`,
  )

type Chosen = { url: string; label?: string; blocks?: boolean }

/** Connects calendars of an account to a room. @returns their ids, once they were read */
async function connect(place: Place, url: string, calendars: Chosen[]): Promise<string[]> {
  const { status, body } = await place.admin.post(`${place.path}/calendar-accounts`, {
    ...accountOf(place.room, url),
    calendars: calendars.map((one) => ({ label: 'Private', ...one })),
  })
  expect(status).toBe(201)
  const ids: string[] = body.items.map(({ id }: { id: string }) => id)
  for (const id of ids)
    await vi.waitFor(async () => expect((await stateOf(place, place.admin, id)).checked_at).not.toBeNull(), soon)
  return ids
}

/** Reads a calendar again at a time, as the job does. */
async function readAt(calendar_id: string, hours = 1) {
  const job = connectedCalendarJobs.find(({ name }) => name === 'connected-calendars.read')
  const log = { info() {}, warn() {}, error() {} }
  const now = new Date(clock.now().getTime() + hours * 3_600_000)
  await job?.handle({ calendar_id }, { job_id: 'test', now, log, signal: new AbortController().signal })
}

// Our own server runs everywhere. Where Radicale is installed, it must agree.
const peers = [
  { name: 'a scripted server', start: aCalDavServer },
  ...(hasRadicale ? [{ name: 'Radicale', start: aRadicale }] : []),
]

describe.each(peers)('a CalDAV account of $name', ({ start }) => {
  let outside: Awaited<ReturnType<typeof aCalDavServer>> | Awaited<ReturnType<typeof aRadicale>>
  beforeEach(async () => {
    outside = await start()
  })
  afterEach(() => outside.stop())

  test('lists its calendars, and those chosen block a room', async () => {
    const place = await aPlace()
    const { admin, path, room } = place
    const found = await admin.post(`${path}/calendar-accounts/find`, accountOf(room, outside.url))
    expect(found.status).toBe(200)
    expect(found.body.items).toEqual([
      { url: outside.urlOf('private'), name: 'Private', can_receive: true },
      { url: outside.urlOf('work'), name: 'Work', can_receive: true },
    ])
    await outside.put('private', 'one', anEvent('one', '13:00', '14:00'))
    await outside.put('work', 'two', anEvent('two', '16:00', '17:00'))
    const [first = '', second = ''] = await connect(place, outside.url, [
      { url: outside.urlOf('private') },
      { url: outside.urlOf('work'), label: 'Work', blocks: false },
    ])
    expect(await hoursOf(place)).toEqual(['13:00-14:00'])
    expect(await stateOf(place, admin, first)).toMatchObject({
      ...{ kind: 'caldav', blocks: true, times_count: 1, problem: null, host: outside.host },
    })
    expect(await stateOf(place, admin, second)).toMatchObject({ blocks: false, times_count: 0, problem: null })
    expect(await tablesWith(CALDAV_PASSWORD)).toEqual([])
    expect((await admin.delete(`/connected-calendars/${first}`)).status).toBe(200)
    expect(await hoursOf(place)).toEqual([])
  })

  test('counts repeated, whole, private, free and declined events as an address does', async () => {
    const place = await aPlace()
    const weekly = ['RRULE:FREQ=DAILY;COUNT=3', `EXDATE:${plusDays(day, 1).replaceAll('-', '')}T060000Z`]
    await outside.put('private', 'weekly', anEvent('weekly', '06:00', '07:00', { lines: weekly }))
    await outside.put('private', 'free', anEvent('free', '08:00', '09:00', { lines: ['TRANSP:TRANSPARENT'] }))
    const declined = ['ORGANIZER:mailto:kim@other.example', `ATTENDEE;PARTSTAT=DECLINED:mailto:${place.admin.email}`]
    await outside.put('private', 'no', anEvent('no', '10:00', '11:00', { lines: declined }))
    await outside.put('private', 'secret', anEvent('secret', '12:00', '13:00', { lines: ['CLASS:PRIVATE'] }))
    const whole = plusDays(day, 2).replaceAll('-', '')
    const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test', 'BEGIN:VEVENT', 'UID:whole']
    const end = [`DTSTART;VALUE=DATE:${whole}`, 'SUMMARY:Trip', 'END:VEVENT', 'END:VCALENDAR', '']
    await outside.put('private', 'whole', [...lines, ...end].join('\r\n'))
    await connect(place, outside.url, [{ url: outside.urlOf('private') }])
    const { body } = await place.admin.get(`${place.path}/calendar-times?from=${day}&to=${plusDays(day, 2)}`)
    expect(body.items).toMatchObject([
      { starts_at: new Date(at('06:00')).toISOString(), titles: ['Canary dentist'] },
      { starts_at: new Date(at('12:00')).toISOString(), titles: [] },
      { starts_at: `${plusDays(day, 2)}T00:00:00.000Z`, ends_at: `${plusDays(day, 3)}T00:00:00.000Z` },
    ])
  })

  test('is read again in parts: what is new, moved and deleted', async () => {
    const place = await aPlace()
    await outside.put('private', 'one', anEvent('one', '06:00', '07:00'))
    await outside.put('private', 'two', anEvent('two', '08:00', '09:00'))
    await outside.put('private', 'three', anEvent('three', '10:00', '11:00'))
    const [id = ''] = await connect(place, outside.url, [{ url: outside.urlOf('private') }])
    await outside.put('private', 'two', anEvent('two', '14:00', '15:00'))
    await outside.put('private', 'four', anEvent('four', '16:00', '17:00'))
    await outside.remove('private', 'three')
    await readAt(id)
    expect(await hoursOf(place)).toEqual(['06:00-07:00', '14:00-15:00', '16:00-17:00'])
    expect(await stateOf(place, place.admin, id)).toMatchObject({ times_count: 3, problem: null })
    // Once a day everything is read, with the same result.
    await readAt(id, 26)
    expect(await hoursOf(place)).toEqual(['06:00-07:00', '14:00-15:00', '16:00-17:00'])
  })

  test('says what failed, and its last times count', async () => {
    const place = await aPlace()
    const { admin, path, room } = place
    const wrong = { ...accountOf(room, outside.url), password: 'other' }
    const refused = await admin.post(`${path}/calendar-accounts/find`, wrong)
    expectError(refused, 'CALENDARS_NOT_FOUND')
    expect(refused.body.message).toBe('The server refused the user name or the app password.')
    await outside.put('private', 'one', anEvent('one', '06:00', '07:00'))
    const [id = ''] = await connect(place, outside.url, [{ url: outside.urlOf('private') }])
    await outside.request('DELETE', new URL(outside.urlOf('private')).pathname)
    const [gone = ''] = await connect(place, outside.url, [{ url: `${outside.url}sam/none/`, label: 'None' }])
    expect(await stateOf(place, admin, gone)).toMatchObject({ problem: 'The server no longer has this calendar.' })
    await outside.stop()
    await readAt(id)
    expect(await stateOf(place, admin, id)).toMatchObject({
      times_count: 1,
      problem: 'The server could not be reached.',
    })
    expect(await hoursOf(place)).toEqual(['06:00-07:00'])
    outside = await start()
  })
})

describe('with a server of our own', () => {
  let outside: Awaited<ReturnType<typeof aCalDavServer>>
  beforeEach(async () => {
    outside = await aCalDavServer()
  })
  afterEach(() => outside.stop())

  test('only changed events are fetched', async () => {
    const place = await aPlace()
    for (const name of ['one', 'two']) await outside.put('private', name, anEvent(name, '06:00', '07:00'))
    const [id = ''] = await connect(place, outside.url, [{ url: outside.urlOf('private') }])
    outside.calls.length = 0
    await readAt(id)
    // The server named the same state.
    expect(outside.calls).toEqual(['PROPFIND /sam/private/'])
    await outside.put('private', 'two', anEvent('two', '14:00', '15:00'))
    outside.calls.length = 0
    await readAt(id)
    // The state, the changes since the last one, and the event.
    expect(outside.calls).toEqual(['PROPFIND /sam/private/', 'REPORT /sam/private/', 'REPORT /sam/private/'])
    expect(await hoursOf(place)).toEqual(['06:00-07:00', '14:00-15:00'])
  })

  test('a server that forgot the state, or tells no changes, is read in full', async () => {
    const place = await aPlace()
    await outside.put('private', 'one', anEvent('one', '06:00', '07:00'))
    const [id = ''] = await connect(place, outside.url, [{ url: outside.urlOf('private') }])
    await outside.put('private', 'one', anEvent('one', '08:00', '09:00'))
    outside.forgetTokens()
    await readAt(id)
    expect(await hoursOf(place)).toEqual(['08:00-09:00'])
    outside.offers.sync = false
    await readAt(id)
    outside.calls.length = 0
    await readAt(id)
    expect(outside.calls).toEqual(['PROPFIND /sam/private/'])
    await outside.put('private', 'one', anEvent('one', '10:00', '11:00'))
    await readAt(id)
    expect(await hoursOf(place)).toEqual(['10:00-11:00'])
  })

  test('an invitation that the account declined does not count', async () => {
    const place = await aPlace()
    const lines = ['ATTENDEE;PARTSTAT=DECLINED:mailto:sam@calendar.example']
    await outside.put('private', 'one', anEvent('one', '06:00', '07:00', { lines }))
    const [id = ''] = await connect(place, outside.url, [{ url: outside.urlOf('private') }])
    expect(await hoursOf(place)).toEqual([])
    await outside.put('private', 'two', anEvent('two', '08:00', '09:00', { lines }))
    await readAt(id)
    expect(await hoursOf(place)).toEqual([])
  })

  test('a broken or endless event does not hide others, or is refused', async () => {
    const place = await aPlace()
    await outside.put('private', 'broken', 'no calendar')
    await outside.put('private', 'one', anEvent('one', '06:00', '07:00'))
    const [id = ''] = await connect(place, outside.url, [{ url: outside.urlOf('private') }])
    expect(await hoursOf(place)).toEqual(['06:00-07:00'])
    const given = { starts_at: '1970-01-01T00:00:00Z', ends_at: '1970-01-01T00:00:01Z', lines: ['RRULE:FREQ=SECONDLY'] }
    await outside.put('private', 'endless', anEvent('endless', '06:00', '07:00', given))
    await readAt(id)
    expect(await stateOf(place, place.admin, id)).toMatchObject({
      problem: 'The calendar is too large or repeats too often to be read.',
      times_count: 1,
    })
  })

  test('addresses inside the network are refused', async () => {
    const { admin, path, room } = await aPlace()
    for (const url of ['http://169.254.169.254/', 'http://10.0.0.1/dav/']) {
      const answer = await admin.post(`${path}/calendar-accounts/find`, accountOf(room, url))
      expectError(answer, 'CALENDARS_NOT_FOUND')
      expect(answer.body.message).toBe('This address is not on the public internet.')
    }
    const calendars = [{ url: 'http://calendar.example/sam/', label: 'Private' }]
    const unsafe = { ...accountOf(room, 'calendar.example'), calendars }
    expectError(await admin.post(`${path}/calendar-accounts`, unsafe), 'VALIDATION_FAILED')
  })

  test('only people who may connect a calendar search and connect', async () => {
    const place = await aPlace()
    const { admin, client, path, room } = place
    const crew = await aCrewMember(server, place)
    const stranger = (await aStudio(server)).admin
    const chosen = { ...accountOf(room, outside.url), calendars: [{ url: outside.urlOf('private'), label: 'Private' }] }
    for (const person of [client, crew, stranger]) {
      expectError(await person.post(`${path}/calendar-accounts/find`, accountOf(room, outside.url)), 'FORBIDDEN')
      expectError(await person.post(`${path}/calendar-accounts`, chosen), 'FORBIDDEN')
    }
    expect(outside.calls).toEqual([])
    // All or none: five are the most.
    const [one] = chosen.calendars
    for (let count = 0; count < 2; count += 1)
      expect((await admin.post(`${path}/calendar-accounts`, { ...chosen, calendars: [one, one] })).status).toBe(201)
    expectError(await admin.post(`${path}/calendar-accounts`, { ...chosen, calendars: [one, one] }), 'CALENDARS_FULL')
    expect((await admin.get(`${path}/connected-calendars`)).body.items).toHaveLength(4)
  })
})
