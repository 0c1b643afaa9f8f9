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
import { aCrewMember, aDeskPerson, aStudio, type Person } from '@studiohub/testing/people.ts'
import { aRadicale, hasRadicale } from '@studiohub/testing/radicale.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectedCalendarJobs } from '../jobs.ts'

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
type Room = { admin: Person; path: string; room: string }

/** A calendar "Work" of another program that receives sessions. */
type Outside = {
  /** @returns the id of the connected calendar */
  connect(room: Room): Promise<string>
  copyOf(booking_id: string): Promise<(Time & { text: string }) | null>
  /** Moves the event, as a calendar program does: everything else stays. */
  moveCopy(booking_id: string, time: Time): Promise<void>
  removeCopy(booking_id: string): Promise<void>
  stop(): void | Promise<void>
}

type DavServer = Awaited<ReturnType<typeof aCalDavServer>> | Awaited<ReturnType<typeof aRadicale>>
const overDav = <Server extends DavServer>(dav: Server) => ({ ...dav, ...methodsOver(dav) })
const methodsOver = (dav: DavServer): Omit<Outside, 'stop'> => ({
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

const byConsent = (provider: OutsideProvider): Outside => ({
  async connect({ admin, path, room }) {
    const chosen = [{ name: 'Work', receives: true }]
    const [id = ''] = await connectByConsent(provider, { person: admin, path, resource_id: room }, chosen)
    return id
  },
  copyOf: async (id) => provider.copyOf(id),
  moveCopy: async (id, time) => provider.moveCopy(id, time),
  removeCopy: async (id) => provider.removeCopy(id),
  stop() {
    expect(provider.state.faults).toEqual([])
  },
})

/** A studio in UTC whose first room has a calendar that receives its sessions. */
async function aPlace(outside: Outside) {
  const fixture = await aStudio(server, { timezone: 'UTC' })
  const path = `/studios/${fixture.studio.id}`
  const { items } = (await fixture.admin.get(`${path}/resources`)).body
  const room: string = items.find(({ kind }: { kind: string }) => kind === 'room').id
  const calendar_id = await outside.connect({ ...fixture, path, room })
  return { ...fixture, path, room, calendar_id, outside }
}
type Place = Awaited<ReturnType<typeof aPlace>>

const bookedAt = (start_time: string, end_time: string) => ({ booking_date: day, start_time, end_time })

/** A confirmed session in the room. */
async function aSessionAt({ client, admin, studio }: Place, start_time: string, end_time: string) {
  const booking = await aBooking(client, studio.id, today, bookedAt(start_time, end_time))
  expect((await confirmAsSeen(admin, booking.id)).status).toBe(200)
  return booking.id
}

/** Reads and writes the calendar, as the job does. Another process may have the calendar right now: then nothing happens. */
async function run({ calendar_id }: Pick<Place, 'calendar_id'>, hours = 0) {
  const job = connectedCalendarJobs.find(({ name }) => name === 'connected-calendars.read')
  const log = { info() {}, warn() {}, error() {} }
  const now = new Date(clock.now().getTime() + hours * 3_600_000)
  await job?.handle({ calendar_id }, { job_id: 'test', now, log, signal: new AbortController().signal })
}

/** Runs the job until the expectation is true. */
const settles = (place: Place, expectation: () => Promise<void>) =>
  vi.waitFor(async () => {
    await run(place)
    await expectation()
  }, soon)

/** The time of a session in the outside calendar, or null: '13:00-15:00'. */
async function outsideTime({ outside }: Place, id: string) {
  const copy = await outside.copyOf(id)
  const hourOf = (at: string) => new Date(at).toISOString().slice(11, 16)
  return copy && `${hourOf(copy.starts_at)}-${hourOf(copy.ends_at)}`
}
async function insideTime({ admin }: Place, id: string) {
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

const moveOutside = ({ outside }: Place, id: string, from: string, to: string) =>
  outside.moveCopy(id, { starts_at: `${day}T${from}:00.000Z`, ends_at: `${day}T${to}:00.000Z` })

const movesOf = async ({ path, admin }: Place, person: Person = admin) =>
  (await person.get(`${path}/calendar-moves`)).body.items
const answerWith = async (place: Place, accept: boolean, person = place.admin) => {
  const [{ calendar_id, booking_id, outside_starts_at, outside_ends_at }] = await movesOf(place)
  const answer = { calendar_id, booking_id, outside_starts_at, outside_ends_at, accept }
  return person.post(`${place.path}/calendar-moves/answer`, answer)
}
const isAsked = (place: Place) =>
  settles(place, async () => {
    expect(await movesOf(place)).toHaveLength(1)
  })
const isWritten = (place: Place, id: string, time: string | null) =>
  settles(place, async () => {
    expect(await outsideTime(place, id)).toBe(time)
  })

const peers = [
  { name: 'a scripted server', start: async (): Promise<Outside> => overDav(await aCalDavServer()) },
  ...(hasRadicale ? [{ name: 'Radicale', start: async (): Promise<Outside> => overDav(await aRadicale()) }] : []),
  { name: 'a scripted Google', start: async () => byConsent(google) },
  { name: 'a scripted Microsoft', start: async () => byConsent(microsoft) },
]

describe.each(peers)('a calendar of $name that receives sessions', ({ start }) => {
  let outside: Outside
  beforeEach(async () => {
    outside = await start()
  })
  afterEach(() => outside.stop())

  test('gets those that are confirmed, follows their moves, and loses those that are cancelled', async () => {
    const place = await aPlace(outside)
    const { admin, client, studio, path } = place
    const pending = await aBooking(client, studio.id, today, bookedAt('10:00', '12:00'))
    const id = await aSessionAt(place, '13:00', '15:00')
    await isWritten(place, id, '13:00-15:00')
    expect(await outside.copyOf(pending.id)).toBeNull()
    // The calendar of a room may be on a screen in the hall.
    expect((await outside.copyOf(id))?.text).not.toContain(client.full_name)
    expect((await admin.patch(`/bookings/${id}`, bookedAt('16:00', '18:00'))).status).toBe(200)
    await isWritten(place, id, '16:00-18:00')
    // Our own sessions block nothing.
    expect((await admin.get(`${path}/calendar-times?from=${day}&to=${day}`)).body.items).toEqual([])
    expect((await admin.post(`/bookings/${id}/cancel`, {})).status).toBe(200)
    await isWritten(place, id, null)
    expect(await movesOf(place)).toEqual([])
  })

  test('that two rooms share keeps the session when it changes from one room to the other', async () => {
    const place = await aPlace(outside)
    const { admin, path } = place
    const second = (await admin.post(`${path}/resources`, { kind: 'room', name: 'Second' })).body.id
    const other = { ...place, room: second, calendar_id: await outside.connect({ ...place, room: second }) }
    const id = await aSessionAt(place, '13:00', '15:00')
    await isWritten(place, id, '13:00-15:00')
    expect((await admin.patch(`/bookings/${id}`, { resource_ids: [second] })).status).toBe(200)
    await settles(other, async () => expect(await calendarsWith(id)).toContain(other.calendar_id))
    await settles(place, async () => expect(await calendarsWith(id)).toEqual([other.calendar_id]))
    await run(other)
    expect(await outsideTime(place, id)).toBe('13:00-15:00')
    expect(await movesOf(place)).toEqual([])
    expect((await admin.post(`/bookings/${id}/cancel`, {})).status).toBe(200)
    await isWritten(other, id, null)
  })

  test('in which a session is moved asks the studio, which accepts', async () => {
    const place = await aPlace(outside)
    const id = await aSessionAt(place, '13:00', '15:00')
    await isWritten(place, id, '13:00-15:00')
    await moveOutside(place, id, '16:00', '18:00')
    await isAsked(place)
    expect(await insideTime(place, id)).toBe('13:00-15:00')
    expect(await outsideTime(place, id)).toBe('16:00-18:00')
    expect(await movesOf(place)).toMatchObject([
      { booking_id: id, starts_at: `${day}T13:00:00.000Z`, outside_starts_at: `${day}T16:00:00.000Z` },
    ])
    const notices = (await place.admin.get('/notices')).body.items
    expect(notices.filter(({ kind }: { kind: string }) => kind === 'session_moved')).toMatchObject([
      { data: { deleted: false } },
    ])
    const answer = await answerWith(place, true)
    expect(answer.status).toBe(200)
    expect(answer.body.items).toEqual([])
    expect(await insideTime(place, id)).toBe('16:00-18:00')
    await isWritten(place, id, '16:00-18:00')
    expect(await movesOf(place)).toEqual([])
  })

  test('in which a session is moved asks the studio, which puts it back', async () => {
    const place = await aPlace(outside)
    const id = await aSessionAt(place, '13:00', '15:00')
    await isWritten(place, id, '13:00-15:00')
    await moveOutside(place, id, '16:00', '18:00')
    await isAsked(place)
    // Moved once more: one question, about the last time.
    await moveOutside(place, id, '18:00', '20:00')
    await settles(place, async () => {
      expect(await movesOf(place)).toMatchObject([{ outside_starts_at: `${day}T18:00:00.000Z` }])
    })
    expect((await answerWith(place, false)).status).toBe(200)
    await isWritten(place, id, '13:00-15:00')
    expect(await insideTime(place, id)).toBe('13:00-15:00')
    expect(await movesOf(place)).toEqual([])
  })

  test('in which a session is deleted asks the studio: back, or cancelled', async () => {
    const place = await aPlace(outside)
    const id = await aSessionAt(place, '13:00', '15:00')
    await isWritten(place, id, '13:00-15:00')
    await outside.removeCopy(id)
    await isAsked(place)
    expect(await movesOf(place)).toMatchObject([{ outside_starts_at: null }])
    await answerWith(place, false)
    await isWritten(place, id, '13:00-15:00')
    await outside.removeCopy(id)
    await isAsked(place)
    await answerWith(place, true)
    expect(await insideTime(place, id)).toBeNull()
    await settles(place, async () => {
      const { rows } = await asLogin((tx) => sql`select from calendar_copies where booking_id = ${id}`.execute(tx))
      expect(rows).toEqual([])
    })
  })

  test('and in which a session is moved while it is moved in the product ends in one time', async () => {
    const place = await aPlace(outside)
    const { admin } = place
    for (const accept of [true, false]) {
      const id = await aSessionAt(place, '10:00', '11:00')
      await isWritten(place, id, '10:00-11:00')
      const [, moved] = await Promise.all([
        moveOutside(place, id, '12:00', '13:00'),
        admin.patch(`/bookings/${id}`, bookedAt('14:00', '15:00')),
        run(place),
        run(place),
      ])
      expect(moved?.status).toBe(200)
      await settles(place, async () => {
        const isOne = (await outsideTime(place, id)) === (await insideTime(place, id))
        expect(isOne || (await movesOf(place)).length === 1).toBe(true)
      })
      if ((await movesOf(place)).length > 0) expect((await answerWith(place, accept)).status).toBe(200)
      await settles(place, async () => {
        expect(await outsideTime(place, id)).toBe(await insideTime(place, id))
      })
      expect(await movesOf(place)).toEqual([])
      await admin.post(`/bookings/${id}/cancel`, {})
      await isWritten(place, id, null)
    }
  })

  test('keeps a move of its own when the session is moved before the next reading', async () => {
    const place = await aPlace(outside)
    const id = await aSessionAt(place, '10:00', '11:00')
    await isWritten(place, id, '10:00-11:00')
    await moveOutside(place, id, '12:00', '13:00')
    expect((await place.admin.patch(`/bookings/${id}`, bookedAt('14:00', '15:00'))).status).toBe(200)
    await isAsked(place)
    // Nothing is written over it, and the question is about the new time.
    await run(place)
    expect(await outsideTime(place, id)).toBe('12:00-13:00')
    expect(await movesOf(place)).toMatchObject([{ starts_at: `${day}T14:00:00.000Z` }])
    await answerWith(place, true)
    await isWritten(place, id, '12:00-13:00')
    expect(await insideTime(place, id)).toBe('12:00-13:00')
  })
})

describe('writing', () => {
  let outside: Awaited<ReturnType<typeof aCalDavServer>> & Outside
  beforeEach(async () => {
    outside = overDav(await aCalDavServer())
  })
  afterEach(() => outside.stop())
  const putsOf = () => outside.calls.filter((call) => call.startsWith('PUT '))

  test('that was not recorded does not double the session', async () => {
    const place = await aPlace(outside)
    const id = await aSessionAt(place, '13:00', '15:00')
    await isWritten(place, id, '13:00-15:00')
    await asLogin((tx) => sql`delete from calendar_copies where booking_id = ${id}`.execute(tx))
    await settles(place, async () => {
      const { rows } = await asLogin((tx) => sql`select from calendar_copies where booking_id = ${id}`.execute(tx))
      expect(rows).toHaveLength(1)
    })
    expect(await outsideTime(place, id)).toBe('13:00-15:00')
    const puts = putsOf().length
    await run(place)
    // Nothing changed, so nothing is sent.
    expect(putsOf()).toHaveLength(puts)
  })

  test('that fails is shown and tried again later, and due sessions are written by the minute', async () => {
    const place = await aPlace(outside)
    const { admin, path } = place
    outside.offers.writing = false
    const id = await aSessionAt(place, '13:00', '15:00')
    const stateOf = async () => (await admin.get(`${path}/connected-calendars`)).body.items[0]
    await settles(place, async () => {
      expect(await stateOf()).toMatchObject({ write_problem: 'The server answered 507.', problem: null })
    })
    outside.offers.writing = true
    const puts = putsOf().length
    await run(place)
    // Not before its time.
    expect(putsOf()).toHaveLength(puts)
    await vi.waitFor(async () => {
      await run(place, 3)
      expect(await outsideTime(place, id)).toBe('13:00-15:00')
    }, soon)
    expect(await stateOf()).toMatchObject({ write_problem: null })
    const second = await aSessionAt(place, '16:00', '18:00')
    const [due] = connectedCalendarJobs
    const log = { info() {}, warn() {}, error() {} }
    await due?.handle({}, { job_id: 'test', now: clock.now(), log, signal: new AbortController().signal })
    await vi.waitFor(async () => expect(await outsideTime(place, second)).toBe('16:00-18:00'), soon)
  })

  test('waits, but a move in the calendar is asked about meanwhile', async () => {
    const place = await aPlace(outside)
    const id = await aSessionAt(place, '13:00', '15:00')
    await isWritten(place, id, '13:00-15:00')
    outside.offers.writing = false
    const second = await aSessionAt(place, '16:00', '18:00')
    const isFailing = async () => {
      const [{ write_problem }] = (await place.admin.get(`${place.path}/connected-calendars`)).body.items
      expect(write_problem).not.toBeNull()
    }
    await settles(place, isFailing)
    outside.offers.writing = true
    await moveOutside(place, id, '10:00', '12:00')
    await isAsked(place)
    expect(await outsideTime(place, second)).toBeNull()
  })

  test('ends when the calendar no longer receives sessions, and only one of a room does', async () => {
    const place = await aPlace(outside)
    const { admin, path, calendar_id, room } = place
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
    const id = await aSessionAt(place, '13:00', '15:00')
    await isWritten(place, id, '13:00-15:00')
    await admin.patch(`/connected-calendars/${calendar_id}`, { receives: false })
    await admin.patch(`/bookings/${id}`, bookedAt('16:00', '18:00'))
    await run(place)
    expect(await outsideTime(place, id)).toBe('13:00-15:00')
    const input = { resource_id: room, label: 'File', url: `${outside.url}file.ics` }
    const file = await admin.post(`${path}/connected-calendars`, input)
    expectError(await admin.patch(`/connected-calendars/${file.body.id}`, { receives: true }), 'INVALID_TRANSITION')
  })

  test('asks the desk alone, and an answer to something else is refused', async () => {
    const place = await aPlace(outside)
    const { client, path } = place
    const crew = await aCrewMember(server, place)
    const desk = await aDeskPerson(server, place)
    const stranger = (await aStudio(server)).admin
    const id = await aSessionAt(place, '13:00', '15:00')
    await isWritten(place, id, '13:00-15:00')
    await moveOutside(place, id, '16:00', '18:00')
    await isAsked(place)
    for (const person of [client, crew, stranger]) {
      expectError(await person.get(`${path}/calendar-moves`), 'FORBIDDEN')
      expectError(await answerWith(place, true, person), 'FORBIDDEN')
    }
    expect(await movesOf(place, desk)).toHaveLength(1)
    const [{ calendar_id, booking_id }] = await movesOf(place)
    const other = { outside_starts_at: `${day}T17:00:00.000Z`, outside_ends_at: `${day}T18:00:00.000Z` }
    const stale = { calendar_id, booking_id, ...other, accept: true }
    expectError(await desk.post(`${path}/calendar-moves/answer`, stale), 'NOT_FOUND')
    expect(await insideTime(place, id)).toBe('13:00-15:00')
    // A time that is taken by then is refused as for every move, and the question stays.
    const taken = await aSessionAt(place, '17:00', '19:00')
    expect(taken).not.toBe(id)
    expectError(await answerWith(place, true, desk), 'BOOKING_CONFLICT')
    expect(await movesOf(place, desk)).toHaveLength(1)
    expect((await answerWith(place, false, desk)).status).toBe(200)
  })
})
