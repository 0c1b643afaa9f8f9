import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aFixedClock } from '@studiohub/testing/bookings.ts'
import { connectByConsent, consentAt, handedOver, type OutsideProvider } from '@studiohub/testing/consent.ts'
import { asLogin, tablesWith } from '@studiohub/testing/database-rows.ts'
import { aGoogle } from '@studiohub/testing/google-server.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aMicrosoft } from '@studiohub/testing/microsoft-server.ts'
import { aCrewMember, aDeskPerson, aStudio, type Person, signIn } from '@studiohub/testing/people.ts'
import { freePort } from '@studiohub/testing/postgres.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectedCalendarJobs } from '../jobs.ts'

const clock = aFixedClock()
const { today } = clock
const day = plusDays(today, 7)
const soon = { timeout: 30_000, interval: 50 }
const HOUR_MS = 3_600_000
let google: Awaited<ReturnType<typeof aGoogle>>
let microsoft: Awaited<ReturnType<typeof aMicrosoft>>
let server: TestServer

beforeAll(async () => {
  google = await aGoogle()
  microsoft = await aMicrosoft()
  const port = String(await freePort())
  // Providers tell changes only to https. The scripted one calls the same port without it.
  const address = { PORT: port, PUBLIC_URL: `https://127.0.0.1:${port}` }
  microsoft.offers.server = `http://127.0.0.1:${port}`
  server = await startServer({
    clock,
    env: { OUTBOUND_ALLOW: '127.0.0.1', ...address, ...google.environment, ...microsoft.environment },
  })
})
afterAll(async () => {
  await server.stop()
  google.stop()
  microsoft.stop()
})
beforeEach(() => clock.set('10:00'))
afterEach(() => expect([...google.state.faults, ...microsoft.state.faults]).toEqual([]))

async function aPlace() {
  const fixture = await aStudio(server, { timezone: 'UTC' })
  const path = `/studios/${fixture.studio.id}`
  const { items } = (await fixture.admin.get(`${path}/resources`)).body
  const room: string = items.find(({ kind }: { kind: string }) => kind === 'room').id
  return { ...fixture, path, room, asking: { person: fixture.admin, path, resource_id: room } }
}
type Place = Awaited<ReturnType<typeof aPlace>>

const stateOf = async ({ path, admin }: Place, id: string) =>
  (await admin.get(`${path}/connected-calendars`)).body.items.find((one: { id: string }) => one.id === id)
const timesOf = async ({ path, admin }: Place) =>
  (await admin.get(`${path}/calendar-times?from=${plusDays(day, -1)}&to=${plusDays(day, 3)}`)).body.items
const hoursOf = async (place: Place) =>
  (await timesOf(place)).map(
    ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) =>
      `${starts_at.slice(8, 16)} ${ends_at.slice(8, 16)}`,
  )
const hours = (from: string, to: string) => ({ starts_at: `${day}T${from}:00Z`, ends_at: `${day}T${to}:00Z` })
const shown = (from: string, to: string) => `${day.slice(8)}T${from} ${day.slice(8)}T${to}`

/** Connects a calendar to a room, and waits until it was read. */
async function connect(place: Place, name: string, uses = {}, provider: OutsideProvider = google) {
  const [id = ''] = await connectByConsent(provider, place.asking, [{ name, ...uses }])
  await vi.waitFor(async () => expect((await stateOf(place, id)).checked_at).not.toBeNull(), soon)
  return id
}

/** Runs a job now, or some hours later. */
async function run(name: string, payload: object, hoursLater = 0) {
  const job = connectedCalendarJobs.find((one) => one.name === `connected-calendars.${name}`)
  const log = { info() {}, warn() {}, error() {} }
  const now = new Date(clock.now().getTime() + hoursLater * HOUR_MS)
  await job?.handle(payload, { job_id: 'test', now, log, signal: new AbortController().signal })
}
const read = (calendar_id: string, hoursLater = 0) => run('read', { calendar_id }, hoursLater)
const listCalls = () => google.state.calls.filter((call) => /^GET .*\/events$/.test(call)).length
const readings = async (id: string) => {
  const before = listCalls()
  await read(id)
  return listCalls() - before
}

describe('a consent', () => {
  test('lists the calendars of the account, and those chosen block a room', async () => {
    const place = await aPlace()
    const { admin, path, room } = place
    expect((await admin.get(`${path}/connected-calendars`)).body.providers).toEqual(['google', 'microsoft'])
    google.putBusy('main', 'dentist0', { ...hours('13:00', '14:00'), title: 'Canary dentist' })
    const handed = await consentAt(google, place.asking)
    const grant = await admin.post(`${path}/calendar-grants/redeem`, handed)
    expect(grant.body).toMatchObject({
      ...{ resource_id: room, kind: 'google', account: google.account, is_renewed: false },
      items: [
        { name: google.account, can_receive: true },
        { name: 'Holidays', can_receive: false },
        { name: 'Work', can_receive: true },
      ],
    })
    const [{ url }] = grant.body.items
    const calendars = [{ url, label: 'Private' }]
    const { status, body } = await admin.post(`${path}/calendar-grants/${grant.body.id}/calendars`, { calendars })
    expect(status).toBe(201)
    const [{ id }] = body.items
    await vi.waitFor(async () => expect(await hoursOf(place)).toEqual([shown('13:00', '14:00')]), soon)
    expect(await stateOf(place, id)).toMatchObject({
      ...{ kind: 'google', host: google.account, times_count: 1, needs_consent: false, problem: null },
    })
    const desk = await aDeskPerson(server, place)
    const seen = (await desk.get(`${path}/calendar-times?from=${day}&to=${day}`)).body.items
    expect(seen).toMatchObject([{ titles: [] }])
    // Neither tokens nor titles are readable where they do not belong.
    expect(await tablesWith('refresh-')).toEqual([])
    expect(await tablesWith('access-')).toEqual([])
    expect(server.logged.join('\n')).not.toMatch(/canary-google-secret|refresh-|access-|code=/)
  })

  test('works once, in the session that began it, and within a quarter of an hour', async () => {
    const place = await aPlace()
    const { admin, path } = place
    const redeem = (person: Person, handed: object, to = path) => person.post(`${to}/calendar-grants/redeem`, handed)
    const handed = await consentAt(google, place.asking)
    const stranger = await aStudio(server)
    const second = await signIn(server, admin)
    const crew = await aCrewMember(server, place)
    // Another session of the same person, a colleague, and the admin of another studio.
    expectError(await redeem(second, handed), 'NOT_FOUND')
    expectError(await redeem(crew, handed), 'NOT_FOUND')
    expectError(await redeem(stranger.admin, handed), 'FORBIDDEN')
    expectError(await redeem(stranger.admin, handed, `/studios/${stranger.studio.id}`), 'NOT_FOUND')
    expectError(await redeem(place.client, handed), 'FORBIDDEN')
    expectError(await redeem(admin, { ...handed, state: `${handed.state}x` }), 'NOT_FOUND')
    expect((await redeem(admin, handed)).status).toBe(200)
    // Replayed: our state is used up, and Google's code too.
    expectError(await redeem(admin, handed), 'NOT_FOUND')
    const next = await consentAt(google, place.asking)
    expectError(await redeem(admin, { ...next, code: handed.code }), 'CALENDARS_NOT_FOUND')
    const late = await consentAt(google, place.asking)
    clock.set('10:16')
    expectError(await redeem(admin, late), 'NOT_FOUND')
  })

  test('with a right taken off is refused with a sentence', async () => {
    const place = await aPlace()
    const { scope } = google.state
    google.state.scope = scope.split(' ')[0] ?? ''
    try {
      const answer = await place.admin.post(
        `${place.path}/calendar-grants/redeem`,
        await consentAt(google, place.asking),
      )
      expectError(answer, 'CALENDARS_NOT_FOUND')
      expect(answer.body.message).toBe('Google needs all the rights on its page. Connect again, and allow all of them.')
    } finally {
      google.state.scope = scope
    }
  })

  test('is for those who may connect calendars of the person or room', async () => {
    const place = await aPlace()
    const { path, room, client, admin } = place
    const crew = await aCrewMember(server, place)
    const stranger = (await aStudio(server)).admin
    for (const person of [client, crew, stranger])
      expectError(await person.post(`${path}/calendar-grants`, { resource_id: room, kind: 'google' }), 'FORBIDDEN')
    const desk = await aDeskPerson(server, place)
    expect((await desk.post(`${path}/calendar-grants`, { resource_id: room, kind: 'google' })).status).toBe(201)
    // The grant of a colleague, and an address elsewhere.
    const { body: grant } = await admin.post(`${path}/calendar-grants/redeem`, await consentAt(google, place.asking))
    const calendars = [{ url: grant.items[0].url, label: 'Private' }]
    expectError(await desk.post(`${path}/calendar-grants/${grant.id}/calendars`, { calendars }), 'NOT_FOUND')
    for (const url of ['https://evil.example/calendar/v3/calendars/x', `${google.url}/calendar/v3/../../token`]) {
      const answer = await admin.post(`${path}/calendar-grants/${grant.id}/calendars`, {
        calendars: [{ url, label: 'x' }],
      })
      expectError(answer, 'VALIDATION_FAILED')
    }
    const id = await connect(place, 'Work')
    expectError(await desk.post(`/connected-calendars/${id}/renew`), 'FORBIDDEN')
    expectError(await stranger.post(`/connected-calendars/${id}/renew`), 'NOT_FOUND')
    expectError(await crew.post(`/connected-calendars/${id}/renew`), 'NOT_FOUND')
  })

  test('comes back to the page that began it, without telling the code to a log', async () => {
    const place = await aPlace()
    const { body } = await place.admin.post(`${place.path}/calendar-grants`, {
      resource_id: place.room,
      kind: 'google',
    })
    const redirect = new URL(await google.visit(body.url))
    const arrive = (search: string) => fetch(`${server.url}/calendars/consent${search}`, { redirect: 'manual' })
    const answer = await arrive(redirect.search)
    expect(answer.status).toBe(303)
    const { pathname, search, hash } = new URL(answer.headers.get('location') ?? '')
    expect(pathname + search).toBe('/studio/settings?tab=calendar')
    expect(hash).toContain(`state=${encodeURIComponent(redirect.searchParams.get('state') ?? '')}`)
    const refused = new URL(await google.visit(body.url, 'refuse'))
    expect((await arrive(refused.search)).headers.get('location')).toContain('#calendar-consent?error=refused')
    // A page cannot be chosen by others.
    const forged = await arrive('?state=//evil.example.x&code=y')
    expect(new URL(forged.headers.get('location') ?? '').host).toBe(new URL(server.url).host)
  })

  test('that was never used ends by itself', async () => {
    const place = await aPlace()
    const { body } = await place.admin.post(
      `${place.path}/calendar-grants/redeem`,
      await consentAt(google, place.asking),
    )
    const exists = async () => {
      const { rows } = await asLogin((tx) => sql`select from calendar_grants where id = ${body.id}`.execute(tx))
      return rows.length === 1
    }
    await run('read-due', {})
    expect(await exists()).toBe(true)
    await run('read-due', {}, 2)
    await vi.waitFor(async () => expect(await exists()).toBe(false), soon)
  })
})

describe('a calendar of Google', () => {
  test('counts repeated, whole, private, free, declined and cancelled events', async () => {
    const place = await aPlace()
    const at = (from: string, to: string) => ({
      start: { dateTime: `${day}T${from}:00+02:00` },
      end: { dateTime: `${day}T${to}:00+02:00` },
    })
    const declined = [{ self: true, responseStatus: 'declined' }]
    const accepted = [{ self: true, responseStatus: 'accepted' }]
    const put = (id: string, given: object) => google.put('work', { id, summary: 'Canary talk', ...given })
    put('plain0', at('04:00', '05:00'))
    // Repetitions come one by one; one of them was moved.
    put('weekly0_20260101t080000z', at('06:00', '07:00'))
    put('weekly0_20260102t080000z', at('08:30', '09:00'))
    put('private0', { ...at('10:00', '11:00'), visibility: 'private' })
    put('free0', { ...at('12:00', '13:00'), transparency: 'transparent' })
    put('declined0', { ...at('14:00', '15:00'), attendees: declined })
    put('accepted0', { ...at('16:00', '17:00'), attendees: accepted })
    put('cancelled0', { ...at('18:00', '19:00'), status: 'cancelled' })
    const next = plusDays(day, 1)
    put('whole0', { start: { date: next }, end: { date: plusDays(next, 1) } })
    const id = await connect(place, 'Work')
    const [first, second] = [day.slice(8), next.slice(8)]
    const offset = Temporal.PlainDate.from(next).toZonedDateTime('Europe/Berlin').toInstant().toString()
    expect(await hoursOf(place)).toEqual([
      ...['02:00 03:00', '04:00 05:00', '06:30 07:00', '08:00 09:00', '14:00 15:00'].map((time) => {
        const [from, to] = time.split(' ')
        return `${first}T${from} ${first}T${to}`
      }),
      // A whole day is one in the calendar's zone.
      `${offset.slice(8, 16)} ${second}T${offset.slice(11, 16)}`,
    ])
    const titles = (await timesOf(place)).flatMap(({ titles: own }: { titles: string[] }) => own)
    expect(titles).toHaveLength(5)
    expect(await stateOf(place, id)).toMatchObject({ times_count: 6, is_cut: false })
    for (const event of [
      'plain0',
      'weekly0_20260101t080000z',
      'weekly0_20260102t080000z',
      'private0',
      'free0',
      'declined0',
      'accepted0',
      'whole0',
    ])
      google.cancel('work', event)
  })

  test('is read in parts, and as a whole when Google forgot the state', async () => {
    const place = await aPlace()
    google.offers.page = 2
    const id = await connect(place, 'Work')
    for (const [number, from] of ['10:00', '11:00', '12:00'].entries())
      google.putBusy('work', `part${number}`, {
        starts_at: `${day}T${from}:00Z`,
        ends_at: `${day}T${from.slice(0, 2)}:30:00Z`,
        title: 'x',
      })
    // Three changes are two pages.
    expect(await readings(id)).toBe(2)
    expect(await hoursOf(place)).toEqual([shown('10:00', '10:30'), shown('11:00', '11:30'), shown('12:00', '12:30')])
    expect(await readings(id)).toBe(1)
    google.cancel('work', 'part1')
    google.putBusy('work', 'part2', { ...hours('15:00', '16:00'), title: 'x' })
    expect(await readings(id)).toBe(1)
    expect(await hoursOf(place)).toEqual([shown('10:00', '10:30'), shown('15:00', '16:00')])
    google.forgetTokens()
    google.cancel('work', 'part0')
    expect(await readings(id)).toBeGreaterThan(1)
    expect(await hoursOf(place)).toEqual([shown('15:00', '16:00')])
    google.cancel('work', 'part2')
    google.offers.page = 100
  })

  test('waits as long as Google asks, and keeps its times', async () => {
    const place = await aPlace()
    google.putBusy('work', 'waiting0', { ...hours('13:00', '14:00'), title: 'x' })
    const id = await connect(place, 'Work')
    // A short wait is part of the reading.
    google.state.next.push({ status: 429, headers: { 'retry-after': '1' } })
    await read(id)
    expect(await stateOf(place, id)).toMatchObject({ problem: null })
    const limit = { error: { code: 403, errors: [{ reason: 'rateLimitExceeded' }] } }
    google.state.next.push({
      status: 403,
      body: limit,
      headers: { 'retry-after': '600', 'content-type': 'application/json' },
    })
    await read(id)
    expect(await stateOf(place, id)).toMatchObject({ problem: 'Google is busy at the moment. It is tried again.' })
    const calls = google.state.calls.length
    await read(id)
    expect(google.state.calls).toHaveLength(calls)
    expect(await hoursOf(place)).toEqual([shown('13:00', '14:00')])
    await read(id, 0.25)
    expect(await stateOf(place, id)).toMatchObject({ problem: null })
    google.cancel('work', 'waiting0')
  })

  test('gets new tokens when they end, and asks its owner when the consent ended', async () => {
    const place = await aPlace()
    const { admin, path } = place
    google.putBusy('main', 'consent0', { ...hours('20:00', '21:00'), title: 'x' })
    const id = await connect(place, google.account)
    const { refreshes } = google.state
    google.endAccess()
    await read(id)
    expect(google.state.refreshes).toBe(refreshes + 1)
    expect(await stateOf(place, id)).toMatchObject({ problem: null })
    const before = await hoursOf(place)
    expect(before).toContain(shown('20:00', '21:00'))

    google.endConsent()
    await read(id)
    const problem = 'Google no longer lets us read this calendar. Connect it again.'
    expect(await stateOf(place, id)).toMatchObject({ needs_consent: true, problem })
    expect(await hoursOf(place)).toEqual(before)
    // Nothing is tried until then, and the owner is told once.
    const calls = google.state.calls.length
    await read(id)
    expect(google.state.calls).toHaveLength(calls)
    const notices = (await admin.get('/notices')).body.items.filter(({ kind }: { kind: string }) => kind === 'calendar')
    expect(notices).toMatchObject([{ data: { needs_consent: true } }])

    const accountIs = (account: string) =>
      asLogin((tx) =>
        sql`update calendar_grants set account = ${account} where studio_id = ${place.studio.id}`.execute(tx),
      )
    await accountIs('other@gmail.example')
    const begun = await admin.post(`/connected-calendars/${id}/renew`)
    const refused = await admin.post(`${path}/calendar-grants/redeem`, await handedOver(google, begun.body.url))
    expectError(refused, 'CALENDARS_NOT_FOUND')
    expect(refused.body.message).toMatch(/^This is another account than before/)
    await accountIs(google.account)
    const renewed = await admin.post(`/connected-calendars/${id}/renew`)
    expect(new URL(renewed.body.url).searchParams.get('login_hint')).toBe(google.account)
    const answer = await admin.post(`${path}/calendar-grants/redeem`, await handedOver(google, renewed.body.url))
    expect(answer.body).toMatchObject({ is_renewed: true, items: [] })
    await vi.waitFor(async () => {
      expect(await stateOf(place, id)).toMatchObject({ needs_consent: false, problem: null })
    }, soon)
    google.cancel('main', 'consent0')
  })

  test('that is disconnected is revoked at Google, if no other needs the account', async () => {
    const place = await aPlace()
    const second = await aPlace()
    const [id, other] = [await connect(place, 'Work'), await connect(second, 'Work')]
    // Grants of other tests have the same account.
    await asLogin((tx) =>
      sql`update calendar_grants set account = 'alone@gmail.example' where studio_id in (${place.studio.id}, ${second.studio.id})`.execute(
        tx,
      ),
    )
    const revoked = google.state.revoked.length
    const grants = async () => {
      const { rows } = await asLogin((tx) =>
        sql`select from calendar_grants where account = 'alone@gmail.example'`.execute(tx),
      )
      return rows.length
    }
    expect((await place.admin.delete(`/connected-calendars/${id}`)).status).toBe(200)
    await vi.waitFor(async () => expect(await grants()).toBe(1), soon)
    expect(google.state.revoked).toHaveLength(revoked)
    expect((await second.admin.delete(`/connected-calendars/${other}`)).status).toBe(200)
    await vi.waitFor(async () => expect(await grants()).toBe(0), soon)
    expect(google.state.revoked).toHaveLength(revoked + 1)
  })
})

describe('a channel', () => {
  test('tells changes at once, is renewed before it ends, and ends with the calendar', async () => {
    const place = await aPlace()
    google.channels.clear()
    const id = await connect(place, 'Work')
    await vi.waitFor(() => expect(google.channels.size).toBe(1), soon)
    const [channel] = google.channels.values()
    expect(channel?.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/calendars\/push\/[\w-]+$/)
    await vi.waitFor(async () => {
      const { rows } = await asLogin((tx) =>
        sql`select from connected_calendars where id = ${id} and channel_resource is not null`.execute(tx),
      )
      expect(rows).toHaveLength(1)
    }, soon)
    google.putBusy('work', 'pushed0', { ...hours('13:00', '14:00'), title: 'x' })
    // Forged: another secret, another channel, none.
    expect(await google.tell(server.url, 'forged')).toEqual([404])
    expect((await fetch(`${server.url}/calendars/push/other`, { method: 'POST' })).status).toBe(404)
    expect(await hoursOf(place)).toEqual([])
    expect(await google.tell(server.url)).toEqual([204])
    await vi.waitFor(async () => expect(await hoursOf(place)).toEqual([shown('13:00', '14:00')]), soon)
    // A week later there is another channel, and the old one was closed.
    await read(id, 24 * 6.5)
    expect([...google.channels.values()].map((one) => one.id)).not.toEqual([channel?.id])
    expect(google.channels.size).toBe(1)
    expect((await place.admin.delete(`/connected-calendars/${id}`)).status).toBe(200)
    await vi.waitFor(() => expect(google.channels.size).toBe(0), soon)
    google.cancel('work', 'pushed0')
  })

  test('that Google refuses leaves the calendar to be read from time to time', async () => {
    const place = await aPlace()
    google.offers.channels = false
    const id = await connect(place, 'Work')
    google.offers.channels = true
    expect(await stateOf(place, id)).toMatchObject({ problem: null })
    await read(id)
    expect(await stateOf(place, id)).toMatchObject({ problem: null, needs_consent: false })
  })
})

describe('a calendar of Microsoft', () => {
  const at = (from: string, to: string, date = day) => ({
    start: { dateTime: `${date}T${from}:00.0000000`, timeZone: 'UTC' },
    end: { dateTime: `${date}T${to}:00.0000000`, timeZone: 'UTC' },
  })
  const connectWork = (place: Place, uses = {}) => connect(place, 'Work', uses, microsoft)
  const clear = () => {
    for (const id of microsoft.calendars.get('AAMkwork=')?.events.keys() ?? []) microsoft.cancel('work', id)
  }
  afterEach(clear)

  test('is listed with its account, and says which calendars can only be read', async () => {
    const place = await aPlace()
    const handed = await consentAt(microsoft, place.asking)
    const { body } = await place.admin.post(`${place.path}/calendar-grants/redeem`, handed)
    expect(body).toMatchObject({
      ...{ kind: 'microsoft', account: microsoft.account },
      items: [
        { name: 'Calendar', can_receive: true },
        { name: 'Holidays', can_receive: false },
        { name: 'Work', can_receive: true },
      ],
    })
    expectError(await place.admin.post(`${place.path}/calendar-grants/redeem`, handed), 'NOT_FOUND')
  })

  test('counts repeated, whole, private, free, declined and cancelled events', async () => {
    const place = await aPlace()
    const put = (id: string, given: object) => microsoft.put('work', { id, subject: 'Canary talk', ...given })
    put('plain', at('02:00', '03:00'))
    // Repetitions come without what the series says.
    put('series', { ...at('04:00', '05:00'), type: 'seriesMaster', showAs: 'busy', sensitivity: 'normal' })
    put('first', { ...at('04:00', '05:00'), type: 'occurrence', seriesMasterId: 'series' })
    put('moved', { ...at('06:30', '07:00'), type: 'exception', seriesMasterId: 'series', showAs: 'busy' })
    put('freeseries', { ...at('08:00', '09:00'), type: 'seriesMaster', showAs: 'free' })
    put('free', { ...at('08:00', '09:00'), type: 'occurrence', seriesMasterId: 'freeseries' })
    put('private', { ...at('10:00', '11:00'), sensitivity: 'private' })
    put('elsewhere', { ...at('12:00', '13:00'), showAs: 'workingElsewhere' })
    put('tentative', { ...at('14:00', '15:00'), showAs: 'tentative' })
    put('declined', { ...at('16:00', '17:00'), responseStatus: { response: 'declined' } })
    put('cancelled', { ...at('18:00', '19:00'), isCancelled: true })
    const next = plusDays(day, 1)
    put('whole', { ...at('00:00', '00:00', next), end: at('00:00', '00:00', plusDays(next, 1)).end, isAllDay: true })
    await connectWork(place)
    const after = plusDays(next, 1).slice(8)
    expect(await hoursOf(place)).toEqual([
      ...[shown('02:00', '03:00'), shown('04:00', '05:00'), shown('06:30', '07:00'), shown('10:00', '11:00')],
      ...[shown('14:00', '15:00'), `${next.slice(8)}T00:00 ${after}T00:00`],
    ])
    const titles = (await timesOf(place)).flatMap(({ titles: own }: { titles: string[] }) => own)
    expect(titles).toHaveLength(5)
  })

  test('is read in parts, and as a whole after a deletion or when Microsoft forgot the state', async () => {
    const place = await aPlace()
    const id = await connectWork(place)
    const deltas = async () => {
      const count = () => microsoft.state.calls.filter((call) => call.endsWith('/delta')).length
      const before = count()
      await read(id)
      return count() - before
    }
    microsoft.offers.page = 2
    for (const hour of ['10', '11', '12'])
      microsoft.put('work', { id: `part${hour}`, ...at(`${hour}:00`, `${hour}:30`) })
    // Three changes are two pages.
    expect(await deltas()).toBe(2)
    expect(await hoursOf(place)).toEqual([shown('10:00', '10:30'), shown('11:00', '11:30'), shown('12:00', '12:30')])
    expect(await deltas()).toBe(1)
    // A repetition that comes without its series needs the whole calendar too.
    microsoft.put('work', { id: 'series', ...at('15:00', '16:00'), type: 'seriesMaster', showAs: 'busy' })
    microsoft.put('work', { id: 'one', ...at('15:00', '16:00'), type: 'occurrence', seriesMasterId: 'series' })
    await read(id)
    microsoft.put('work', { id: 'one', ...at('16:00', '17:00'), type: 'occurrence', seriesMasterId: 'series' })
    microsoft.cancel('work', 'part11')
    expect(await deltas()).toBeGreaterThan(1)
    const left = [shown('10:00', '10:30'), shown('12:00', '12:30'), shown('16:00', '17:00')]
    expect(await hoursOf(place)).toEqual(left)
    microsoft.forgetTokens()
    expect(await deltas()).toBeGreaterThan(1)
    expect(await hoursOf(place)).toEqual(left)
    microsoft.offers.page = 100
  })

  test('takes the place of its tokens, and asks its owner when the consent ended', async () => {
    const place = await aPlace()
    const id = await connectWork(place)
    const { refreshes } = microsoft.state
    for (const count of [1, 2]) {
      microsoft.endAccess()
      await read(id)
      expect(microsoft.state.refreshes).toBe(refreshes + count)
    }
    expect(await stateOf(place, id)).toMatchObject({ problem: null })
    microsoft.endConsent()
    await read(id)
    const problem = 'Microsoft no longer lets us read this calendar. Connect it again.'
    expect(await stateOf(place, id)).toMatchObject({ needs_consent: true, problem })
    // Nothing can be revoked there, so the tokens are only deleted.
    expect((await place.admin.delete(`/connected-calendars/${id}`)).status).toBe(200)
    await vi.waitFor(async () => {
      const { rows } = await asLogin((tx) =>
        sql`select from calendar_grants where studio_id = ${place.studio.id}`.execute(tx),
      )
      expect(rows).toEqual([])
    }, soon)
    expect(microsoft.state.revoked).toEqual([])
  })

  test('that gets sessions still counts a copied event, and leaves its own out when they go elsewhere', async () => {
    const place = await aPlace()
    const id = await connectWork(place, { receives: true })
    const booking_id = crypto.randomUUID()
    microsoft.put('work', { id: 'own', ...at('10:00', '11:00'), transactionId: `${booking_id}@attempt` })
    await read(id)
    // No such booking: it is an event like any other.
    expect(await hoursOf(place)).toEqual([shown('10:00', '11:00')])
  })

  test('tells changes on a subscription, which is proven, renewed and deleted', async () => {
    const place = await aPlace()
    microsoft.channels.clear()
    const id = await connectWork(place)
    await vi.waitFor(async () => {
      const { rows } = await asLogin((tx) =>
        sql`select from connected_calendars where id = ${id} and channel_resource is not null`.execute(tx),
      )
      expect(rows).toHaveLength(1)
    }, soon)
    const [first] = microsoft.channels.keys()
    microsoft.put('work', { id: 'pushed', ...at('13:00', '14:00') })
    expect(await microsoft.tell(server.url, 'forged')).toEqual([404])
    expect(await hoursOf(place)).toEqual([])
    expect(await microsoft.tell(server.url)).toEqual([204])
    await vi.waitFor(async () => expect(await hoursOf(place)).toEqual([shown('13:00', '14:00')]), soon)
    await read(id, 24 * 5.5)
    expect([...microsoft.channels.keys()]).not.toEqual([first])
    expect(microsoft.channels.size).toBe(1)
    expect((await place.admin.delete(`/connected-calendars/${id}`)).status).toBe(200)
    await vi.waitFor(() => expect(microsoft.channels.size).toBe(0), soon)
  })
})
