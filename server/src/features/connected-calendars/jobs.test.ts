import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBooking, aFixedClock, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { CALDAV_PASSWORD, CALDAV_USER } from '@studiohub/testing/caldav-client.ts'
import { aCalDavServer } from '@studiohub/testing/caldav-server.ts'
import { aCalendarServer, aCalendarText } from '@studiohub/testing/calendar-server.ts'
import { connectByConsent, consentAt, type OutsideProvider } from '@studiohub/testing/consent.ts'
import { asLogin, tablesWith } from '@studiohub/testing/database-rows.ts'
import { aGoogle } from '@studiohub/testing/google-server.ts'
import { expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import { aMicrosoft } from '@studiohub/testing/microsoft-server.ts'
import {
  aCrewMember,
  aDeskPerson,
  aStudio,
  aSuperAdmin,
  findCrewMember,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { freePort } from '@studiohub/testing/postgres.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectedCalendarJobs } from './jobs.ts'

const clock = aFixedClock()
const { today } = clock
const day = plusDays(today, 7)
const soon = { timeout: 30_000, interval: 50 }
let google: Awaited<ReturnType<typeof aGoogle>>
let microsoft: Awaited<ReturnType<typeof aMicrosoft>>
let dav: Awaited<ReturnType<typeof aCalDavServer>>
let file: Awaited<ReturnType<typeof aCalendarServer>>
let server: TestServer

beforeAll(async () => {
  google = await aGoogle()
  microsoft = await aMicrosoft()
  dav = await aCalDavServer()
  file = await aCalendarServer()
  const port = String(await freePort())
  // Providers report changes only to https. The scripted provider calls the same port by http.
  const address = { PORT: port, PUBLIC_URL: `https://127.0.0.1:${port}` }
  microsoft.offers.server = `http://127.0.0.1:${port}`
  const providers = { ...google.environment, ...microsoft.environment }
  server = await startServer({ clock, env: { OUTBOUND_ALLOW: '127.0.0.1', ...address, ...providers } })
})
afterAll(async () => {
  await server.stop()
  for (const outside of [google, microsoft, dav, file]) outside.stop()
})
beforeEach(() => clock.set('10:00'))
afterEach(() => expect([...google.state.faults, ...microsoft.state.faults]).toEqual([]))

async function aStudioWithRoom() {
  const fixture = await aStudio(server, { timezone: 'UTC' })
  const path = `/studios/${fixture.studio.id}`
  const { items } = (await fixture.admin.get(`${path}/resources`)).body
  const room: string = items.find(({ kind }: { kind: string }) => kind === 'room').id
  return { ...fixture, path, room }
}
type StudioWithRoom = Awaited<ReturnType<typeof aStudioWithRoom>>

const listOf = async ({ path }: StudioWithRoom, person: TestUser) =>
  (await person.get(`${path}/connected-calendars`)).body.items as { id: string; [field: string]: unknown }[]
const stateOf = async (fixture: StudioWithRoom, id: string, person = fixture.admin) =>
  (await listOf(fixture, person)).find((calendar) => calendar.id === id)
const timesOf = async ({ path, admin }: StudioWithRoom) =>
  (await admin.get(`${path}/calendar-times?from=${day}&to=${day}`)).body.items
const hours = (from: string, to: string) => ({ starts_at: `${day}T${from}:00Z`, ends_at: `${day}T${to}:00Z` })
const busy = { ...hours('13:00', '14:00'), title: 'Canary dentist' }

/** Runs a job now, or some hours later. */
async function run(name: string, payload: object = {}, hoursLater = 0) {
  const job = connectedCalendarJobs.find(({ name: jobName }) => jobName === `connected-calendars.${name}`)
  const log = { info() {}, warn() {}, error() {} }
  const now = new Date(clock.now().getTime() + hoursLater * 3_600_000)
  await job?.handle(payload, { job_id: 'test', now, log, signal: new AbortController().signal })
}
const read = (calendar_id: string, hoursLater = 0) => run('read', { calendar_id }, hoursLater)
const waitUntilRead = (fixture: StudioWithRoom, person: TestUser, ids: string[]) =>
  vi.waitFor(async () => {
    for (const id of ids) expect((await stateOf(fixture, id, person))?.checked_at).toEqual(expect.any(String))
  }, soon)

/** Connects a calendar of each kind to the room, as this person. @returns their ids */
async function connectAll(fixture: StudioWithRoom, person: TestUser) {
  const { path, room } = fixture
  google.putBusy('work', 'dentist0', busy)
  await dav.put('work', 'one', aCalendarText([{ uid: 'one', ...hours('15:00', '16:00'), title: 'Canary dentist' }]))
  file.fixedResponse.text = aCalendarText([{ ...hours('17:00', '18:00'), title: 'Canary dentist' }])
  const consentInput = { person, path, resource_id: room }
  const [googleId = ''] = await connectByConsent(google, consentInput, [{ name: 'Work', receives: true }])
  const [microsoftId = ''] = await connectByConsent(microsoft, consentInput, [{ name: 'Work' }])
  const account = { resource_id: room, url: dav.url, username: CALDAV_USER, password: CALDAV_PASSWORD }
  const calendars = [{ url: dav.urlOf('work'), label: 'Account' }]
  const accountId = (await person.post(`${path}/calendar-accounts`, { ...account, calendars })).body.items[0].id
  const input = { resource_id: room, label: 'File of sam@studio.example', url: file.url }
  const fileId = (await person.post(`${path}/connected-calendars`, input)).body.id
  const ids: string[] = [googleId, microsoftId, accountId, fileId]
  await waitUntilRead(fixture, person, ids)
  return ids
}

const rowsOf = async (fixture: StudioWithRoom, table: 'calendar_grants' | 'connected_calendars') => {
  const { rows } = await asLogin((tx) =>
    sql<{ secret: string | null; owner_id: string | null }>`
      select secret, owner_id from ${sql.table(table)} where studio_id = ${fixture.studio.id}`.execute(tx),
  )
  return rows
}
const namesOf = async (ids: string[]) => {
  const { rows } = await asLogin((tx) =>
    sql`select host, label from connected_calendars where id = any(${ids}::uuid[])
      order by array_position(${ids}::uuid[], id)`.execute(tx),
  )
  return rows
}
/** Gives a grant its own account. Other tests have grants of the same account, which is revoked as a whole. */
const nameAccount = (fixture: StudioWithRoom, account: string) =>
  asLogin((tx) =>
    sql`update calendar_grants set account = ${account} where studio_id = ${fixture.studio.id} and kind = 'google'`.execute(
      tx,
    ),
  )
const noticesOf = async (person: TestUser) =>
  (await person.get('/notices')).body.items.filter(({ kind }: { kind: string }) => kind === 'calendar')

/** The events that end the right to connect calendars of rooms. */
const endings: Record<
  string,
  (fixture: StudioWithRoom) => Promise<{ person: TestUser; end(): Promise<{ status: number }> }>
> = {
  'is removed from the crew': async (fixture) => {
    const person = await aDeskPerson(server, fixture)
    const { role_id } = await findCrewMember(fixture, person)
    return { person, end: () => fixture.admin.delete(`${fixture.path}/crew/${role_id}`) }
  },
  'loses the desk': async (fixture) => {
    const person = await aDeskPerson(server, fixture)
    const { role_id } = await findCrewMember(fixture, person)
    return { person, end: () => fixture.admin.patch(`${fixture.path}/crew/${role_id}`, { at_desk: false }) }
  },
  'deletes their account': async (fixture) => {
    const person = await aDeskPerson(server, fixture)
    return { person, end: () => person.post('/me/deletion', { current_password: person.password }) }
  },
  'is removed by an operator': async (fixture) => {
    const person = await aDeskPerson(server, fixture)
    const { role_id } = await findCrewMember(fixture, person)
    const operator = await aSuperAdmin(server)
    return { person, end: () => operator.delete(`/admin/roles/${role_id}`) }
  },
  'is no longer an admin, but crew': async (fixture) => {
    const person = await aCrewMember(server, fixture)
    const { role_id } = await findCrewMember(fixture, person)
    const { body } = await fixture.admin.post(`${fixture.path}/admins`, { role_id })
    return { person, end: () => fixture.admin.delete(`${fixture.path}/admins/${body.id}`) }
  },
}

describe('the calendars of a room, when the person who connected them', () => {
  test.each(Object.keys(endings))('%s, are no longer read, and their last times count', async (ending) => {
    const fixture = await aStudioWithRoom()
    const { admin } = fixture
    const { person, end } = (await endings[ending]?.(fixture)) ?? expect.fail()
    const ids = await connectAll(fixture, person)
    await nameAccount(fixture, `${ending}@gmail.example`)
    const before = await timesOf(fixture)
    expect(before).toHaveLength(3)
    expect((await end()).status).toBe(200)

    // Addresses, passwords and titles are deleted at once, and no server is called.
    expect(await rowsOf(fixture, 'connected_calendars')).toEqual(ids.map(() => ({ secret: null, owner_id: null })))
    const { rows } = await asLogin((tx) =>
      sql`select from calendar_times where calendar_id = any(${ids}::uuid[]) and title is not null`.execute(tx),
    )
    expect(rows).toEqual([])
    // So are the addresses of accounts.
    expect(await namesOf(ids)).toEqual([
      { host: 'Former member', label: 'Work' },
      { host: 'Former member', label: 'Work' },
      { host: new URL(dav.url).host, label: 'Account' },
      { host: new URL(file.url).host, label: 'File of Former member' },
    ])
    const countCalls = () => [
      google.state.calls.length,
      microsoft.state.calls.length,
      dav.calls.length,
      file.calls.length,
    ]
    const [revokedBefore, callsBefore] = [google.state.revoked.length, countCalls()]
    for (const id of ids) await read(id, 1)
    expect(countCalls()).toEqual(callsBefore)
    expect(await timesOf(fixture)).toEqual(before)
    for (const id of ids) {
      expect(await stateOf(fixture, id)).toMatchObject({ ended_at: expect.any(String), is_own: false, receives: false })
      expectError(await admin.post(`/connected-calendars/${id}/read`), 'INVALID_TRANSITION')
      expectError(await admin.patch(`/connected-calendars/${id}`, { receives: true }), 'INVALID_TRANSITION')
    }
    expectError(await admin.post(`/connected-calendars/${ids[0]}/renew`), 'FORBIDDEN')

    // Within a minute the consents are revoked and deleted, and the admins are notified once.
    await run('read-due')
    await run('read-due')
    await vi.waitFor(async () => expect(await rowsOf(fixture, 'calendar_grants')).toEqual([]), soon)
    expect(google.state.revoked).toHaveLength(revokedBefore + 1)
    // A channel that was still being opened is closed after that.
    await vi.waitFor(() => expect([...google.channels.values(), ...microsoft.channels.values()]).toEqual([]), soon)
    const notices = await noticesOf(admin)
    expect(notices).toHaveLength(4)
    expect(notices).toContainEqual(
      expect.objectContaining({
        data: { label: expect.stringMatching(/: Account$/), has_ended: true },
        link: '/studio/settings?tab=calendar',
      }),
    )
    // An admin can remove the former calendar.
    expect((await admin.delete(`/connected-calendars/${ids[3]}`)).status).toBe(200)
    expect(await timesOf(fixture)).toHaveLength(2)
  })

  test('has another role that is enough, stay as they are', async () => {
    const fixture = await aStudioWithRoom()
    const { admin, path } = fixture
    const person = await aDeskPerson(server, fixture)
    const { role_id } = await findCrewMember(fixture, person)
    const adminRole = await admin.post(`${path}/admins`, { role_id })
    const ids = await connectAll(fixture, person)
    // The person still works at the desk.
    expect((await admin.delete(`${path}/admins/${adminRole.body.id}`)).status).toBe(200)
    for (const id of ids) expect(await stateOf(fixture, id)).toMatchObject({ ended_at: null })
    await run('read-due')
    expect(await rowsOf(fixture, 'calendar_grants')).toHaveLength(2)
  })

  test('left while a consent was open, are not connected by it', async () => {
    const fixture = await aStudioWithRoom()
    const { admin, path, room } = fixture
    const person = await aDeskPerson(server, fixture)
    const { role_id } = await findCrewMember(fixture, person)
    const consent = await consentAt(google, { person, path, resource_id: room })
    const grant = await person.post(
      `${path}/calendar-grants/redeem`,
      await consentAt(google, { person, path, resource_id: room }),
    )
    expect((await admin.patch(`${path}/crew/${role_id}`, { at_desk: false })).status).toBe(200)
    expectError(await person.post(`${path}/calendar-grants/redeem`, consent), 'NOT_FOUND')
    const calendars = [{ url: grant.body.items[0].url, label: 'Late' }]
    const lateConnection = await person.post(`${path}/calendar-grants/${grant.body.id}/calendars`, { calendars })
    expectError(lateConnection, 'NOT_FOUND')
    // The grants are deleted. No admin is notified, because no calendar was connected.
    await run('read-due')
    await vi.waitFor(async () => expect(await rowsOf(fixture, 'calendar_grants')).toEqual([]), soon)
    expect(await noticesOf(admin)).toEqual([])
  })

  test('left while they were being read, get no further times and titles', async () => {
    const fixture = await aStudioWithRoom()
    const person = await aDeskPerson(server, fixture)
    const { role_id } = await findCrewMember(fixture, person)
    const [, , id = ''] = await connectAll(fixture, person)
    await dav.put('work', 'two', aCalendarText([{ uid: 'two', ...hours('19:00', '20:00'), title: 'Canary late' }]))
    dav.hooks.before = async () => {
      dav.hooks.before = null
      expect((await fixture.admin.delete(`${fixture.path}/crew/${role_id}`)).status).toBe(200)
    }
    await read(id, 1)
    expect(await timesOf(fixture)).toHaveLength(3)
    expect(await stateOf(fixture, id)).toMatchObject({ ended_at: expect.any(String), problem: null })
    expect(await tablesWith('canary late')).toEqual([])
    await dav.remove('work', 'two')
  })

  test.each(['a server error', 'the end of the consent'])(
    'left during a reading that ended with %s, get no message about it, but the admins do',
    async (failure) => {
      const fixture = await aStudioWithRoom()
      const { admin, path, room } = fixture
      const person = await aDeskPerson(server, fixture)
      const { role_id } = await findCrewMember(fixture, person)
      const [id = ''] = await connectByConsent(microsoft, { person, path, resource_id: room }, [{ name: 'Work' }])
      await waitUntilRead(fixture, person, [id])
      const failing_since = new Date(clock.now().getTime() - 48 * 3_600_000).toISOString()
      await asLogin((tx) =>
        sql`update connected_calendars set problem = 'Broken', failing_since = ${failing_since} where id = ${id}`.execute(
          tx,
        ),
      )
      microsoft.hooks.before = async ({ method }) => {
        if (method !== 'GET') return null
        microsoft.hooks.before = null
        expect((await admin.delete(`${path}/crew/${role_id}`)).status).toBe(200)
        if (failure === 'a server error') return { status: 500 }
        microsoft.endConsent()
        return { status: 401 }
      }
      await read(id, 1)
      expect(microsoft.hooks.before).toBeNull()
      await run('read-due')
      await vi.waitFor(async () => expect(await rowsOf(fixture, 'calendar_grants')).toEqual([]), soon)
      expect(await noticesOf(admin)).toMatchObject([{ data: { has_ended: true } }])
      const { rows } = await asLogin((tx) =>
        sql`select from notices where user_id = ${person.id} and kind = 'calendar'`.execute(tx),
      )
      expect(rows).toEqual([])
    },
  )

  test.each(['removed', 'disconnects'])(
    'loses two calendars of one consent, leave no channel at the provider (%s)',
    async (ending) => {
      const fixture = await aStudioWithRoom()
      const person = await aDeskPerson(server, fixture)
      const { role_id } = await findCrewMember(fixture, person)
      const opened = vi.spyOn(microsoft.channels, 'set')
      const calendars = [{ name: 'Work' }, { name: 'Calendar' }]
      const ids = await connectByConsent(
        microsoft,
        { person, path: fixture.path, resource_id: fixture.room },
        calendars,
      )
      await vi.waitFor(() => expect(opened).toHaveBeenCalledTimes(2), soon)
      await waitUntilRead(fixture, person, ids)
      if (ending === 'removed') expect((await fixture.admin.delete(`${fixture.path}/crew/${role_id}`)).status).toBe(200)
      else for (const id of ids) expect((await person.delete(`/connected-calendars/${id}`)).status).toBe(200)
      await run('read-due')
      await vi.waitFor(async () => expect(await rowsOf(fixture, 'calendar_grants')).toEqual([]), soon)
      for (const [id] of opened.mock.calls) expect(microsoft.channels.has(id)).toBe(false)
      opened.mockRestore()
    },
  )

  test('left while the provider opened a channel, leave no channel there', async () => {
    const fixture = await aStudioWithRoom()
    const person = await aDeskPerson(server, fixture)
    const { role_id } = await findCrewMember(fixture, person)
    microsoft.hooks.before = async ({ method, path }) => {
      if (method !== 'POST' || path !== '/subscriptions') return null
      microsoft.hooks.before = null
      expect((await fixture.admin.delete(`${fixture.path}/crew/${role_id}`)).status).toBe(200)
      await run('read-due')
      return null
    }
    const opened = vi.spyOn(microsoft.channels, 'set')
    await connectByConsent(microsoft, { person, path: fixture.path, resource_id: fixture.room }, [{ name: 'Work' }])
    await vi.waitFor(() => {
      expect(opened).toHaveBeenCalled()
      for (const [id] of opened.mock.calls) expect(microsoft.channels.has(id)).toBe(false)
    }, soon)
    opened.mockRestore()
  })
})

describe('a calendar of a room that cannot be read links its owner to the page where it can be connected again:', () => {
  test.each([
    { who: 'an admin', page: '/studio/settings?tab=calendar' },
    { who: 'a person at the desk', page: '/profile?tab=calendar' },
  ])('$who to $page', async ({ who, page }) => {
    const fixture = await aStudioWithRoom()
    const owner = who === 'an admin' ? fixture.admin : await aDeskPerson(server, fixture)
    const consentInput = { person: owner, path: fixture.path, resource_id: fixture.room }
    const [id = ''] = await connectByConsent(microsoft, consentInput, [{ name: 'Work' }])
    await waitUntilRead(fixture, owner, [id])
    microsoft.endConsent()
    await read(id)
    expect(await noticesOf(owner)).toMatchObject([{ link: page }])
    const { text } = await nextMail(server, owner.email, 'Your calendar Work cannot be read')
    expect(text).toContain(page)
    // The provider also sends the owner back to this page.
    const { body } = await owner.post(`/connected-calendars/${id}/renew`)
    const redirect = await microsoft.visit(body.url)
    const response = await fetch(server.url + redirect.slice(redirect.indexOf('/calendars/consent')), {
      redirect: 'manual',
    })
    expect(response.headers.get('location')).toContain(`${page}#calendar-consent?`)
  })
})

describe('an account that asks us to wait', () => {
  /** Two calendars of one account in a room, of which the first gets sessions. */
  async function connectTwoCalendars(fixture: StudioWithRoom, provider: OutsideProvider) {
    const { admin: person, path, room } = fixture
    const main = provider.kind === 'google' ? google.account : 'Calendar'
    const calendars = [{ name: 'Work', receives: true }, { name: main }]
    const ids = await connectByConsent(provider, { person, path, resource_id: room }, calendars)
    await waitUntilRead(fixture, person, ids)
    return ids
  }

  async function confirmSession({ client, admin, studio }: StudioWithRoom) {
    const times = { booking_date: day, start_time: '08:00', end_time: '09:00' }
    const { id } = await aBooking(client, studio.id, today, times)
    expect((await confirmAsSeen(admin, id)).status).toBe(200)
    return id
  }
  const later = (seconds: number) => seconds / 3600

  test.each(['google', 'microsoft'] as const)(
    'during a write to %s is called for none of its calendars',
    async (kind) => {
      const provider = kind === 'google' ? google : microsoft
      const fixture = await aStudioWithRoom()
      const secondStudio = await aStudioWithRoom()
      const [first = '', other = ''] = await connectTwoCalendars(fixture, provider)
      const [calendarOfSecondStudio = ''] = await connectTwoCalendars(secondStudio, provider)
      const id = await confirmSession(fixture)
      // The reading succeeds, and then the first call of the writing gets 429.
      const { hooks } = provider
      hooks.before = (call) =>
        call.method === 'POST' || /extended|singleValue|instances/i.test(call.query.toString())
          ? { status: 429, headers: { 'retry-after': '600' } }
          : null
      await read(first)
      hooks.before = null
      expect(await stateOf(fixture, first)).toMatchObject({
        write_problem: expect.stringMatching(/is busy at the moment/),
      })
      expect(provider.copyOf(id)).toBeNull()
      const calls = provider.state.calls.length
      for (const calendar of [first, other, calendarOfSecondStudio]) await read(calendar, later(590))
      expect(provider.state.calls).toHaveLength(calls)
      // Afterwards everything continues.
      for (const calendar of [first, other, calendarOfSecondStudio]) await read(calendar, later(601))
      expect(provider.state.calls.length).toBeGreaterThan(calls)
      expect(provider.copyOf(id)).not.toBeNull()
      expect(await stateOf(fixture, first)).toMatchObject({ write_problem: null, problem: null })
    },
  )

  test('during a reading is called for none of its calendars', async () => {
    const fixture = await aStudioWithRoom()
    const [first = '', other = ''] = await connectTwoCalendars(fixture, google)
    google.state.next.push({ status: 429, headers: { 'retry-after': '600' } })
    await read(other)
    const calls = google.state.calls.length
    await read(first, later(590))
    expect(google.state.calls).toHaveLength(calls)
    await read(first, later(601))
    expect(google.state.calls.length).toBeGreaterThan(calls)
  })

  test('by CalDAV is called for none of its calendars, but for those of another person', async () => {
    const fixture = await aStudioWithRoom()
    const desk = await aDeskPerson(server, fixture)
    const { path, room } = fixture
    const account = { resource_id: room, url: dav.url, username: CALDAV_USER, password: CALDAV_PASSWORD }
    const connect = async (person: TestUser, names: ('private' | 'work')[]) => {
      const calendars = names.map((name) => ({ url: dav.urlOf(name), label: name }))
      const { body } = await person.post(`${path}/calendar-accounts`, { ...account, calendars })
      const ids: string[] = body.items.map(({ id }: { id: string }) => id)
      await waitUntilRead(fixture, person, ids)
      return ids
    }
    const [first = '', other = ''] = await connect(fixture.admin, ['private', 'work'])
    const [deskId = ''] = await connect(desk, ['work'])
    dav.offers.waitSeconds = 600
    await read(first)
    dav.offers.waitSeconds = null
    expect(await stateOf(fixture, first)).toMatchObject({
      problem: 'The server is busy at the moment. We will try again.',
    })
    const calls = dav.calls.length
    await read(other, later(590))
    expect(dav.calls).toHaveLength(calls)
    await read(deskId, later(590))
    expect(dav.calls.length).toBeGreaterThan(calls)
    await read(other, later(601))
    await read(first, later(601))
    expect(await stateOf(fixture, first)).toMatchObject({ problem: null })
  })
})
