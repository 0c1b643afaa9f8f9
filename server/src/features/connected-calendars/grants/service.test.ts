import { HOUR_MS } from '@studiohub/contract/shared/durations.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aFixedClock } from '@studiohub/testing/bookings.ts'
import { allowAccess, connectByConsent, consentAt, type OutsideProvider } from '@studiohub/testing/consent.ts'
import { asLogin, tablesWith } from '@studiohub/testing/database-rows.ts'
import { aGoogle } from '@studiohub/testing/google-server.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { aMicrosoft } from '@studiohub/testing/microsoft-server.ts'
import { aCrewMember, aDeskPerson, aStudio, signIn, type TestUser } from '@studiohub/testing/people.ts'
import { freePort } from '@studiohub/testing/postgres.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectedCalendarJobs } from '../jobs.ts'

const clock = aFixedClock()
const { today } = clock
const day = plusDays(today, 7)
const soon = { timeout: 30_000, interval: 50 }
let google: Awaited<ReturnType<typeof aGoogle>>
let microsoft: Awaited<ReturnType<typeof aMicrosoft>>
let server: TestServer

beforeAll(async () => {
  google = await aGoogle()
  microsoft = await aMicrosoft()
  const port = String(await freePort())
  // Providers report changes only to https. The scripted provider calls the same port by http.
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

async function aStudioWithRoom() {
  const studioFixture = await aStudio(server, { timezone: 'UTC' })
  const path = `/studios/${studioFixture.studio.id}`
  const { items } = (await studioFixture.admin.get(`${path}/resources`)).body
  const room: string = items.find(({ kind }: { kind: string }) => kind === 'room').id
  return { ...studioFixture, path, room, consentInput: { person: studioFixture.admin, path, resource_id: room } }
}
type StudioWithRoom = Awaited<ReturnType<typeof aStudioWithRoom>>

const stateOf = async ({ path, admin }: StudioWithRoom, id: string) =>
  (await admin.get(`${path}/connected-calendars`)).body.items.find((calendar: { id: string }) => calendar.id === id)
const timesOf = async ({ path, admin }: StudioWithRoom) =>
  (await admin.get(`${path}/calendar-times?from=${plusDays(day, -1)}&to=${plusDays(day, 3)}`)).body.items
const hoursOf = async (fixture: StudioWithRoom) =>
  (await timesOf(fixture)).map(
    ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) =>
      `${starts_at.slice(8, 16)} ${ends_at.slice(8, 16)}`,
  )
const hours = (from: string, to: string) => ({ starts_at: `${day}T${from}:00Z`, ends_at: `${day}T${to}:00Z` })
const hoursText = (from: string, to: string) => `${day.slice(8)}T${from} ${day.slice(8)}T${to}`

/** Connects a calendar to a room, and waits until it has been read. */
async function connect(fixture: StudioWithRoom, name: string, uses = {}, provider: OutsideProvider = google) {
  const [id = ''] = await connectByConsent(provider, fixture.consentInput, [{ name, ...uses }])
  await vi.waitFor(async () => expect((await stateOf(fixture, id)).checked_at).not.toBeNull(), soon)
  return id
}

/** Runs a job now, or some hours later. */
async function run(name: string, payload: object, hoursLater = 0) {
  const job = connectedCalendarJobs.find(({ name: jobName }) => jobName === `connected-calendars.${name}`)
  const log = { info() {}, warn() {}, error() {} }
  const now = new Date(clock.now().getTime() + hoursLater * HOUR_MS)
  await job?.handle(payload, { job_id: 'test', now, log, signal: new AbortController().signal })
}
const read = (calendar_id: string, hoursLater = 0) => run('read', { calendar_id }, hoursLater)
const listCalls = () => google.state.calls.filter((call) => /^GET .*\/events$/.test(call)).length
const countReadings = async (id: string) => {
  const before = listCalls()
  await read(id)
  return listCalls() - before
}

describe('a consent', () => {
  test('lists the calendars of the account, and the connected ones block a room', async () => {
    const fixture = await aStudioWithRoom()
    const { admin, path, room } = fixture
    expect((await admin.get(`${path}/connected-calendars`)).body.providers).toEqual(['google', 'microsoft'])
    google.putBusy('main', 'dentist0', { ...hours('13:00', '14:00'), title: 'Canary dentist' })
    const consent = await consentAt(google, fixture.consentInput)
    const grant = await admin.post(`${path}/calendar-grants/redeem`, consent)
    expect(grant.body).toMatchObject({
      resource_id: room,
      kind: 'google',
      account: google.account,
      is_renewed: false,
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
    await vi.waitFor(async () => expect(await hoursOf(fixture)).toEqual([hoursText('13:00', '14:00')]), soon)
    expect(await stateOf(fixture, id)).toMatchObject({
      kind: 'google',
      host: google.account,
      times_count: 1,
      needs_consent: false,
      problem: null,
    })
    const desk = await aDeskPerson(server, fixture)
    const timesOfDesk = (await desk.get(`${path}/calendar-times?from=${day}&to=${day}`)).body.items
    expect(timesOfDesk).toMatchObject([{ titles: [] }])
    // Tokens are not readable in any table or log.
    expect(await tablesWith('refresh-')).toEqual([])
    expect(await tablesWith('access-')).toEqual([])
    expect(server.logged.join('\n')).not.toMatch(/canary-google-secret|refresh-|access-|code=/)
  })

  test('works once, in the session that began it, within 15 minutes', async () => {
    const fixture = await aStudioWithRoom()
    const { admin, path } = fixture
    const redeem = (person: TestUser, consent: object, to = path) =>
      person.post(`${to}/calendar-grants/redeem`, consent)
    const consent = await consentAt(google, fixture.consentInput)
    const stranger = await aStudio(server)
    const secondSession = await signIn(server, admin)
    const crew = await aCrewMember(server, fixture)
    // Another session of the same person, a colleague, and the admin of another studio.
    expectError(await redeem(secondSession, consent), 'NOT_FOUND')
    expectError(await redeem(crew, consent), 'NOT_FOUND')
    expectError(await redeem(stranger.admin, consent), 'FORBIDDEN')
    expectError(await redeem(stranger.admin, consent, `/studios/${stranger.studio.id}`), 'NOT_FOUND')
    expectError(await redeem(fixture.client, consent), 'FORBIDDEN')
    expectError(await redeem(admin, { ...consent, state: `${consent.state}x` }), 'NOT_FOUND')
    expect((await redeem(admin, consent)).status).toBe(200)
    // A second attempt fails: our state is used up, and so is Google's code.
    expectError(await redeem(admin, consent), 'NOT_FOUND')
    const nextConsent = await consentAt(google, fixture.consentInput)
    expectError(await redeem(admin, { ...nextConsent, code: consent.code }), 'CALENDARS_NOT_FOUND')
    const lateConsent = await consentAt(google, fixture.consentInput)
    clock.set('10:16')
    expectError(await redeem(admin, lateConsent), 'NOT_FOUND')
  })

  test('fails with an explanation if a permission is missing', async () => {
    const fixture = await aStudioWithRoom()
    const { scope } = google.state
    google.state.scope = scope.split(' ')[0] ?? ''
    try {
      const response = await fixture.admin.post(
        `${fixture.path}/calendar-grants/redeem`,
        await consentAt(google, fixture.consentInput),
      )
      expectError(response, 'CALENDARS_NOT_FOUND')
      expect(response.body.message).toBe(
        'Google needs all the permissions on its page. Connect again, and allow all of them.',
      )
    } finally {
      google.state.scope = scope
    }
  })

  test('is only for people who may connect calendars of the person or room', async () => {
    const fixture = await aStudioWithRoom()
    const { path, room, client, admin } = fixture
    const crew = await aCrewMember(server, fixture)
    const stranger = (await aStudio(server)).admin
    for (const person of [client, crew, stranger])
      expectError(await person.post(`${path}/calendar-grants`, { resource_id: room, kind: 'google' }), 'FORBIDDEN')
    const desk = await aDeskPerson(server, fixture)
    expect((await desk.post(`${path}/calendar-grants`, { resource_id: room, kind: 'google' })).status).toBe(201)
    // The grant of a colleague, and an address of another server.
    const { body: grant } = await admin.post(
      `${path}/calendar-grants/redeem`,
      await consentAt(google, fixture.consentInput),
    )
    const calendars = [{ url: grant.items[0].url, label: 'Private' }]
    expectError(await desk.post(`${path}/calendar-grants/${grant.id}/calendars`, { calendars }), 'NOT_FOUND')
    for (const url of ['https://evil.example/calendar/v3/calendars/x', `${google.url}/calendar/v3/../../token`]) {
      const response = await admin.post(`${path}/calendar-grants/${grant.id}/calendars`, {
        calendars: [{ url, label: 'x' }],
      })
      expectError(response, 'VALIDATION_FAILED')
    }
    const id = await connect(fixture, 'Work')
    expectError(await desk.post(`/connected-calendars/${id}/renew`), 'FORBIDDEN')
    expectError(await stranger.post(`/connected-calendars/${id}/renew`), 'NOT_FOUND')
    expectError(await crew.post(`/connected-calendars/${id}/renew`), 'NOT_FOUND')
  })

  test('returns to the page where it began, and logs contain no code', async () => {
    const fixture = await aStudioWithRoom()
    const { body } = await fixture.admin.post(`${fixture.path}/calendar-grants`, {
      resource_id: fixture.room,
      kind: 'google',
    })
    const redirect = new URL(await google.visit(body.url))
    const arrive = (search: string) => fetch(`${server.url}/calendars/consent${search}`, { redirect: 'manual' })
    const response = await arrive(redirect.search)
    expect(response.status).toBe(303)
    const { pathname, search, hash } = new URL(response.headers.get('location') ?? '')
    expect(pathname + search).toBe('/studio/settings?tab=calendar')
    expect(hash).toContain(`state=${encodeURIComponent(redirect.searchParams.get('state') ?? '')}`)
    const refusal = new URL(await google.visit(body.url, 'refuse'))
    expect((await arrive(refusal.search)).headers.get('location')).toContain('#calendar-consent?error=refused')
    // A forged state cannot choose another page.
    const forged = await arrive('?state=//evil.example.x&code=y')
    expect(new URL(forged.headers.get('location') ?? '').host).toBe(new URL(server.url).host)
    const inherited = new URL((await arrive('?state=constructor&code=y')).headers.get('location') ?? '')
    expect(inherited.pathname + inherited.search).toBe('/profile?tab=calendar')
  })

  test('ends automatically if it is never used', async () => {
    const fixture = await aStudioWithRoom()
    const { body } = await fixture.admin.post(
      `${fixture.path}/calendar-grants/redeem`,
      await consentAt(google, fixture.consentInput),
    )
    const grantExists = async () => {
      const { rows } = await asLogin((tx) => sql`select from calendar_grants where id = ${body.id}`.execute(tx))
      return rows.length === 1
    }
    await run('read-due', {})
    expect(await grantExists()).toBe(true)
    await run('read-due', {}, 2)
    await vi.waitFor(async () => expect(await grantExists()).toBe(false), soon)
  })
})

describe('a calendar of Google', () => {
  test('handles repeated, all-day, private, free, declined and cancelled events', async () => {
    const fixture = await aStudioWithRoom()
    const at = (from: string, to: string) => ({
      start: { dateTime: `${day}T${from}:00+02:00` },
      end: { dateTime: `${day}T${to}:00+02:00` },
    })
    const declined = [{ self: true, responseStatus: 'declined' }]
    const accepted = [{ self: true, responseStatus: 'accepted' }]
    const put = (id: string, overrides: object) => google.put('work', { id, summary: 'Canary talk', ...overrides })
    put('plain0', at('04:00', '05:00'))
    // Google lists each repetition as an event; one of them was moved.
    put('weekly0_20260101t080000z', at('06:00', '07:00'))
    put('weekly0_20260102t080000z', at('08:30', '09:00'))
    put('private0', { ...at('10:00', '11:00'), visibility: 'private' })
    put('free0', { ...at('12:00', '13:00'), transparency: 'transparent' })
    put('declined0', { ...at('14:00', '15:00'), attendees: declined })
    put('accepted0', { ...at('16:00', '17:00'), attendees: accepted })
    put('cancelled0', { ...at('18:00', '19:00'), status: 'cancelled' })
    const next = plusDays(day, 1)
    put('whole0', { start: { date: next }, end: { date: plusDays(next, 1) } })
    const id = await connect(fixture, 'Work')
    const [firstDay, secondDay] = [day.slice(8), next.slice(8)]
    const offset = Temporal.PlainDate.from(next).toZonedDateTime('Europe/Berlin').toInstant().toString()
    expect(await hoursOf(fixture)).toEqual([
      ...['02:00 03:00', '04:00 05:00', '06:30 07:00', '08:00 09:00', '14:00 15:00'].map((time) => {
        const [from, to] = time.split(' ')
        return `${firstDay}T${from} ${firstDay}T${to}`
      }),
      // An all-day event is a day in the calendar's time zone.
      `${offset.slice(8, 16)} ${secondDay}T${offset.slice(11, 16)}`,
    ])
    const titles = (await timesOf(fixture)).flatMap(({ titles: eventTitles }: { titles: string[] }) => eventTitles)
    expect(titles).toHaveLength(5)
    expect(await stateOf(fixture, id)).toMatchObject({ times_count: 6, is_cut: false })
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

  test('is read in parts, and completely if Google has lost the state', async () => {
    const fixture = await aStudioWithRoom()
    google.offers.page = 2
    const id = await connect(fixture, 'Work')
    for (const [number, from] of ['10:00', '11:00', '12:00'].entries())
      google.putBusy('work', `part${number}`, {
        starts_at: `${day}T${from}:00Z`,
        ends_at: `${day}T${from.slice(0, 2)}:30:00Z`,
        title: 'x',
      })
    // Three changes need two pages.
    expect(await countReadings(id)).toBe(2)
    expect(await hoursOf(fixture)).toEqual([
      hoursText('10:00', '10:30'),
      hoursText('11:00', '11:30'),
      hoursText('12:00', '12:30'),
    ])
    expect(await countReadings(id)).toBe(1)
    google.cancel('work', 'part1')
    google.putBusy('work', 'part2', { ...hours('15:00', '16:00'), title: 'x' })
    expect(await countReadings(id)).toBe(1)
    expect(await hoursOf(fixture)).toEqual([hoursText('10:00', '10:30'), hoursText('15:00', '16:00')])
    google.forgetTokens()
    google.cancel('work', 'part0')
    expect(await countReadings(id)).toBeGreaterThan(1)
    expect(await hoursOf(fixture)).toEqual([hoursText('15:00', '16:00')])
    google.cancel('work', 'part2')
    google.offers.page = 100
  })

  test('waits as long as Google asks, and keeps its times', async () => {
    const fixture = await aStudioWithRoom()
    google.putBusy('work', 'waiting0', { ...hours('13:00', '14:00'), title: 'x' })
    const id = await connect(fixture, 'Work')
    // A short wait is part of the reading.
    google.state.next.push({ status: 429, headers: { 'retry-after': '1' } })
    await read(id)
    expect(await stateOf(fixture, id)).toMatchObject({ problem: null })
    const limit = { error: { code: 403, errors: [{ reason: 'rateLimitExceeded' }] } }
    google.state.next.push({
      status: 403,
      body: limit,
      headers: { 'retry-after': '600', 'content-type': 'application/json' },
    })
    await read(id)
    expect(await stateOf(fixture, id)).toMatchObject({ problem: 'Google is busy at the moment. We will try again.' })
    const calls = google.state.calls.length
    await read(id)
    expect(google.state.calls).toHaveLength(calls)
    expect(await hoursOf(fixture)).toEqual([hoursText('13:00', '14:00')])
    await read(id, 0.25)
    expect(await stateOf(fixture, id)).toMatchObject({ problem: null })
    google.cancel('work', 'waiting0')
  })

  test('gets new tokens when they expire, and asks its owner when the consent has ended', async () => {
    const fixture = await aStudioWithRoom()
    const { admin, path } = fixture
    google.putBusy('main', 'consent0', { ...hours('20:00', '21:00'), title: 'x' })
    const id = await connect(fixture, google.account)
    // Calendars of other tests are read in the background, so only the refreshes of this consent count.
    const { consent } = google.state
    google.endAccess()
    await read(id)
    expect(consent.refreshes).toBe(1)
    expect(await stateOf(fixture, id)).toMatchObject({ problem: null })
    const before = await hoursOf(fixture)
    expect(before).toContain(hoursText('20:00', '21:00'))

    google.endConsent()
    await read(id)
    const problem = 'Google no longer lets us read this calendar. Connect it again.'
    expect(await stateOf(fixture, id)).toMatchObject({ needs_consent: true, problem })
    expect(await hoursOf(fixture)).toEqual(before)
    // Nothing is called until the consent is renewed, and the owner is notified once.
    const calls = google.state.calls.length
    await read(id)
    expect(google.state.calls).toHaveLength(calls)
    const notices = (await admin.get('/notices')).body.items.filter(({ kind }: { kind: string }) => kind === 'calendar')
    expect(notices).toMatchObject([{ data: { needs_consent: true } }])

    const setAccount = (account: string) =>
      asLogin((tx) =>
        sql`update calendar_grants set account = ${account} where studio_id = ${fixture.studio.id}`.execute(tx),
      )
    await setAccount('other@gmail.example')
    const renewal = await admin.post(`/connected-calendars/${id}/renew`)
    const rejection = await admin.post(`${path}/calendar-grants/redeem`, await allowAccess(google, renewal.body.url))
    expectError(rejection, 'CALENDARS_NOT_FOUND')
    expect(rejection.body.message).toMatch(/^This is a different account/)
    await setAccount(google.account)
    const renewed = await admin.post(`/connected-calendars/${id}/renew`)
    expect(new URL(renewed.body.url).searchParams.get('login_hint')).toBe(google.account)
    const response = await admin.post(`${path}/calendar-grants/redeem`, await allowAccess(google, renewed.body.url))
    expect(response.body).toMatchObject({ is_renewed: true, items: [] })
    await vi.waitFor(async () => {
      expect(await stateOf(fixture, id)).toMatchObject({ needs_consent: false, problem: null })
    }, soon)
    google.cancel('main', 'consent0')
  })

  test('ends its consent at Google when it is disconnected, if no other calendar needs the account', async () => {
    const fixture = await aStudioWithRoom()
    const secondStudio = await aStudioWithRoom()
    const [id, other] = [await connect(fixture, 'Work'), await connect(secondStudio, 'Work')]
    // Other tests have grants of the same account.
    await asLogin((tx) =>
      sql`update calendar_grants set account = 'alone@gmail.example' where studio_id in (${fixture.studio.id}, ${secondStudio.studio.id})`.execute(
        tx,
      ),
    )
    const revokedBefore = google.state.revoked.length
    const countGrants = async () => {
      const { rows } = await asLogin((tx) =>
        sql`select from calendar_grants where account = 'alone@gmail.example'`.execute(tx),
      )
      return rows.length
    }
    expect((await fixture.admin.delete(`/connected-calendars/${id}`)).status).toBe(200)
    await vi.waitFor(async () => expect(await countGrants()).toBe(1), soon)
    expect(google.state.revoked).toHaveLength(revokedBefore)
    expect((await secondStudio.admin.delete(`/connected-calendars/${other}`)).status).toBe(200)
    await vi.waitFor(async () => expect(await countGrants()).toBe(0), soon)
    expect(google.state.revoked).toHaveLength(revokedBefore + 1)
  })
})

describe('a calendar with 5,000 events', () => {
  const COUNT = 5000
  const LARGEST_PAGE = { google: 250, microsoft: 500 }
  const MINUTES = 60_000
  const start = Date.parse(`${day}T00:00:00Z`)
  const timesAt = (at: number) => ({
    starts_at: new Date(start + at * 60 * MINUTES).toISOString(),
    ends_at: new Date(start + at * 60 * MINUTES + 30 * MINUTES).toISOString(),
  })
  const graph = (at: number) => {
    const { starts_at, ends_at } = timesAt(at)
    const utc = (instant: string) => ({ dateTime: instant.replace('Z', '0000'), timeZone: 'UTC' })
    return { start: utc(starts_at), end: utc(ends_at), subject: 'Busy' }
  }
  const putEvent = (kind: OutsideProvider['kind'], at: number) =>
    kind === 'google'
      ? google.putBusy('work', `many${at.toString(16)}`, { ...timesAt(at), title: 'Busy' })
      : microsoft.put('work', { id: `many${at}`, ...graph(at) })
  const clearAll = (provider: OutsideProvider) => {
    for (const { events } of provider.calendars.values()) events.clear()
  }

  test.each(['google', 'microsoft'] as const)(
    'at %s is read in pages, then in one call, and then cut',
    async (kind) => {
      const provider = kind === 'google' ? google : microsoft
      const fixture = await aStudioWithRoom()
      clearAll(provider)
      for (let at = 0; at < COUNT; at += 1) putEvent(kind, at)
      const { page } = provider.offers
      provider.offers.page = LARGEST_PAGE[kind]
      const startedAt = performance.now()
      const id = await connect(fixture, 'Work', {}, provider)
      expect(performance.now() - startedAt).toBeLessThan(30_000)
      expect(await stateOf(fixture, id)).toMatchObject({ times_count: COUNT, is_cut: false, problem: null })
      // The last event blocks time too, although it is on the last page.
      const last = timesAt(COUNT - 1)
      const date = last.starts_at.slice(0, 10)
      const { items } = (await fixture.admin.get(`${fixture.path}/calendar-times?from=${date}&to=${date}`)).body
      expect(items).toContainEqual(expect.objectContaining(sameInstants(last)))
      const countCalls = async (hoursLater = 0) => {
        const before = provider.state.calls.length
        await read(id, hoursLater)
        return provider.state.calls.length - before
      }
      putEvent(kind, COUNT - 1)
      expect(await countCalls()).toBe(1)
      expect(await stateOf(fixture, id)).toMatchObject({ times_count: COUNT, is_cut: false })
      putEvent(kind, COUNT)
      await read(id)
      // A complete reading keeps the earliest events and marks the calendar as cut.
      expect(await countCalls(25)).toBeGreaterThanOrEqual(COUNT / LARGEST_PAGE[kind])
      expect(await stateOf(fixture, id)).toMatchObject({ times_count: COUNT, is_cut: true, problem: null })
      provider.offers.page = page
      clearAll(provider)
      await fixture.admin.delete(`/connected-calendars/${id}`)
    },
  )

  const sameInstants = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) => ({
    starts_at: expect.stringContaining(starts_at.slice(0, 16)),
    ends_at: expect.stringContaining(ends_at.slice(0, 16)),
  })
})

describe('a channel', () => {
  test('reports changes at once, is renewed before it ends, and ends with the calendar', async () => {
    const fixture = await aStudioWithRoom()
    google.channels.clear()
    const id = await connect(fixture, 'Work')
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
    // Forged reports have another secret or another channel.
    expect(await google.tell(server.url, 'forged')).toEqual([404])
    expect((await fetch(`${server.url}/calendars/push/other`, { method: 'POST' })).status).toBe(404)
    expect(await hoursOf(fixture)).toEqual([])
    expect(await google.tell(server.url)).toEqual([204])
    await vi.waitFor(async () => expect(await hoursOf(fixture)).toEqual([hoursText('13:00', '14:00')]), soon)
    // Almost a week later there is another channel, and the old one is closed.
    await read(id, 24 * 6.5)
    expect([...google.channels.values()].map((opened) => opened.id)).not.toEqual([channel?.id])
    expect(google.channels.size).toBe(1)
    expect((await fixture.admin.delete(`/connected-calendars/${id}`)).status).toBe(200)
    await vi.waitFor(() => expect(google.channels.size).toBe(0), soon)
    google.cancel('work', 'pushed0')
  })

  test('is not necessary: if Google refuses it, the calendar is read regularly', async () => {
    const fixture = await aStudioWithRoom()
    google.offers.channels = false
    const id = await connect(fixture, 'Work')
    google.offers.channels = true
    expect(await stateOf(fixture, id)).toMatchObject({ problem: null })
    await read(id)
    expect(await stateOf(fixture, id)).toMatchObject({ problem: null, needs_consent: false })
  })
})

describe('a calendar of Microsoft', () => {
  const at = (from: string, to: string, date = day) => ({
    start: { dateTime: `${date}T${from}:00.0000000`, timeZone: 'UTC' },
    end: { dateTime: `${date}T${to}:00.0000000`, timeZone: 'UTC' },
  })
  const connectWork = (fixture: StudioWithRoom, uses = {}) => connect(fixture, 'Work', uses, microsoft)
  const clear = () => {
    for (const id of microsoft.calendars.get('AAMkwork=')?.events.keys() ?? []) microsoft.cancel('work', id)
  }
  afterEach(clear)

  test('is listed with its account, and read-only calendars are marked', async () => {
    const fixture = await aStudioWithRoom()
    const consent = await consentAt(microsoft, fixture.consentInput)
    const { body } = await fixture.admin.post(`${fixture.path}/calendar-grants/redeem`, consent)
    expect(body).toMatchObject({
      kind: 'microsoft',
      account: microsoft.account,
      items: [
        { name: 'Calendar', can_receive: true },
        { name: 'Holidays', can_receive: false },
        { name: 'Work', can_receive: true },
      ],
    })
    expectError(await fixture.admin.post(`${fixture.path}/calendar-grants/redeem`, consent), 'NOT_FOUND')
  })

  test('handles repeated, all-day, private, free, declined and cancelled events', async () => {
    const fixture = await aStudioWithRoom()
    const put = (id: string, overrides: object) => microsoft.put('work', { id, subject: 'Canary talk', ...overrides })
    put('plain', at('02:00', '03:00'))
    // Repetitions come without the fields of their series.
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
    await connectWork(fixture)
    const after = plusDays(next, 1).slice(8)
    expect(await hoursOf(fixture)).toEqual([
      hoursText('02:00', '03:00'),
      hoursText('04:00', '05:00'),
      hoursText('06:30', '07:00'),
      hoursText('10:00', '11:00'),
      hoursText('14:00', '15:00'),
      `${next.slice(8)}T00:00 ${after}T00:00`,
    ])
    const titles = (await timesOf(fixture)).flatMap(({ titles: eventTitles }: { titles: string[] }) => eventTitles)
    expect(titles).toHaveLength(5)
  })

  test('is read in parts, and completely after a deletion or if Microsoft has lost the state', async () => {
    const fixture = await aStudioWithRoom()
    const id = await connectWork(fixture)
    const countDeltaCalls = async () => {
      const count = () => microsoft.state.calls.filter((call) => call.endsWith('/delta')).length
      const before = count()
      await read(id)
      return count() - before
    }
    microsoft.offers.page = 2
    for (const hour of ['10', '11', '12'])
      microsoft.put('work', { id: `part${hour}`, ...at(`${hour}:00`, `${hour}:30`) })
    // Three changes need two pages.
    expect(await countDeltaCalls()).toBe(2)
    expect(await hoursOf(fixture)).toEqual([
      hoursText('10:00', '10:30'),
      hoursText('11:00', '11:30'),
      hoursText('12:00', '12:30'),
    ])
    expect(await countDeltaCalls()).toBe(1)
    // A repetition that comes without its series also needs a complete reading.
    microsoft.put('work', { id: 'series', ...at('15:00', '16:00'), type: 'seriesMaster', showAs: 'busy' })
    microsoft.put('work', { id: 'one', ...at('15:00', '16:00'), type: 'occurrence', seriesMasterId: 'series' })
    await read(id)
    microsoft.put('work', { id: 'one', ...at('16:00', '17:00'), type: 'occurrence', seriesMasterId: 'series' })
    microsoft.cancel('work', 'part11')
    expect(await countDeltaCalls()).toBeGreaterThan(1)
    const remainingTimes = [hoursText('10:00', '10:30'), hoursText('12:00', '12:30'), hoursText('16:00', '17:00')]
    expect(await hoursOf(fixture)).toEqual(remainingTimes)
    microsoft.forgetTokens()
    expect(await countDeltaCalls()).toBeGreaterThan(1)
    expect(await hoursOf(fixture)).toEqual(remainingTimes)
    microsoft.offers.page = 100
  })

  test('gets new tokens when they expire, and asks its owner when the consent has ended', async () => {
    const fixture = await aStudioWithRoom()
    const id = await connectWork(fixture)
    const { consent } = microsoft.state
    for (const count of [1, 2]) {
      microsoft.endAccess()
      await read(id)
      expect(consent.refreshes).toBe(count)
    }
    expect(await stateOf(fixture, id)).toMatchObject({ problem: null })
    microsoft.endConsent()
    await read(id)
    const problem = 'Microsoft no longer lets us read this calendar. Connect it again.'
    expect(await stateOf(fixture, id)).toMatchObject({ needs_consent: true, problem })
    // Microsoft cannot revoke tokens, so they are only deleted.
    expect((await fixture.admin.delete(`/connected-calendars/${id}`)).status).toBe(200)
    await vi.waitFor(async () => {
      const { rows } = await asLogin((tx) =>
        sql`select from calendar_grants where studio_id = ${fixture.studio.id}`.execute(tx),
      )
      expect(rows).toEqual([])
    }, soon)
    expect(microsoft.state.revoked).toEqual([])
  })

  test('counts an event that looks like a session but has no booking', async () => {
    const fixture = await aStudioWithRoom()
    const id = await connectWork(fixture, { receives: true })
    const booking_id = crypto.randomUUID()
    microsoft.put('work', { id: 'own', ...at('10:00', '11:00'), transactionId: `${booking_id}@attempt` })
    await read(id)
    // There is no such booking, so it counts like any other event.
    expect(await hoursOf(fixture)).toEqual([hoursText('10:00', '11:00')])
  })

  test('reports changes by a subscription, which is verified, renewed and deleted', async () => {
    const fixture = await aStudioWithRoom()
    microsoft.channels.clear()
    const id = await connectWork(fixture)
    await vi.waitFor(async () => {
      const { rows } = await asLogin((tx) =>
        sql`select from connected_calendars where id = ${id} and channel_resource is not null`.execute(tx),
      )
      expect(rows).toHaveLength(1)
    }, soon)
    const [first] = microsoft.channels.keys()
    microsoft.put('work', { id: 'pushed', ...at('13:00', '14:00') })
    expect(await microsoft.tell(server.url, 'forged')).toEqual([404])
    expect(await hoursOf(fixture)).toEqual([])
    expect(await microsoft.tell(server.url)).toEqual([204])
    await vi.waitFor(async () => expect(await hoursOf(fixture)).toEqual([hoursText('13:00', '14:00')]), soon)
    await read(id, 24 * 5.5)
    expect([...microsoft.channels.keys()]).not.toEqual([first])
    expect(microsoft.channels.size).toBe(1)
    expect((await fixture.admin.delete(`/connected-calendars/${id}`)).status).toBe(200)
    await vi.waitFor(() => expect(microsoft.channels.size).toBe(0), soon)
  })
})
