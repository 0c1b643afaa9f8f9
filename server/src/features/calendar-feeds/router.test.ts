import { FEED_ROWS_MAX } from '@studiohub/contract/features/calendar-feeds/schema.ts'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aBlock, aBooking, aFixedClock, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { readCalendar } from '@studiohub/testing/calendars.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { nextMail } from '@studiohub/testing/mailbox.ts'
import {
  aCrewMember,
  aPerson,
  aStudio,
  aSuperAdmin,
  proveAddress,
  signIn,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { lock } from '#platform/db/locks.ts'

const clock = aFixedClock()
const { today } = clock
let server: TestServer

beforeAll(async () => {
  server = await startServer({ clock })
})
afterAll(() => server.stop())
beforeEach(() => clock.set('10:00'))

async function createFeed(person: TestUser, kind = 'person'): Promise<{ id: string; path: string }> {
  const response = await person.post('/calendar-feeds', { kind })
  expect(response.status).toBe(201)
  return { id: response.body.id, path: new URL(response.body.url).pathname }
}
const read = (path: string, headers: Record<string, string> = {}) =>
  callAs(server.url, null).request('GET', path, undefined, { headers })
const eventsAt = async (path: string) => readCalendar((await read(path)).text).events

/** Waits until at least this number of transactions wait for a lock. */
const untilTransactionsWait = (count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await asLogin((tx) =>
        sql`select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(tx),
      )
      expect(rows.length).toBeGreaterThanOrEqual(count)
    },
    { timeout: 60_000 },
  )

describe('an address', () => {
  test('is shown once, stored as a hash, and works without signing in', async () => {
    const { studio, client } = await aStudio(server, { name: 'Blue, Room; Ünï' })
    await aBooking(client, studio.id, today)
    const response = await client.post('/calendar-feeds', { kind: 'person' })
    expect(response.body.url).toMatch(new RegExp(`^${server.url}/calendars/[\\w-]{32}\\.ics$`))
    const secret = response.body.url.slice(-36, -4)
    const listed = await client.get('/calendar-feeds')
    expect(listed.body).toEqual({
      items: [{ id: response.body.id, kind: 'person', studio_id: studio.id, created_at: clock.now().toISOString() }],
      next_cursor: null,
    })
    const { rows } = await asLogin((tx) => sql`select f::text from calendar_feeds f`.execute(tx))
    expect(JSON.stringify(rows)).not.toContain(secret)
    const calendar = await read(new URL(response.body.url).pathname)
    expect(calendar.status).toBe(200)
    expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(calendar.headers.get('cache-control')).toBe('private, max-age=300')
    expect(readCalendar(calendar.text).name).toBe('Blue, Room; Ünï')
    expect(server.logged.join('')).not.toContain(secret)
  })

  test('is emailed to its owner, and ends with a new password', async () => {
    const { admin } = await aStudio(server)
    const thief = await signIn(server, admin)
    const feeds = [await createFeed(thief), await createFeed(thief, 'studio')]
    await nextMail(server, admin.email, 'A calendar address was added')
    const change = { password: 'another good word', current_password: admin.password }
    expect((await admin.request('PUT', '/auth/v1/user', change)).status).toBe(200)
    for (const { path } of feeds) expectError(await read(path), 'NOT_FOUND')
  })

  test.each(['person', 'studio'])('of kind %s created while the password changes ends with it', async (kind) => {
    const { admin, studio } = await aStudio(server)
    const thief = await signIn(server, admin)
    const [lockTaken, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const lockHolder = asLogin(async (tx) => {
      await lock(tx, 'user', admin.id)
      if (kind === 'studio') await lock(tx, 'studio', studio.id)
      lockTaken.resolve()
      await release.promise
    })
    await lockTaken.promise
    const feed = thief.post('/calendar-feeds', { kind })
    await untilTransactionsWait(1)
    const change = { password: 'another good word', current_password: admin.password }
    const passwordChange = admin.request('PUT', '/auth/v1/user', change)
    await Promise.race([untilTransactionsWait(2), passwordChange])
    release.resolve()
    await lockHolder
    expect((await passwordChange).status).toBe(200)
    const { status, body } = await feed
    if (status === 201) expectError(await read(new URL(body.url).pathname), 'NOT_FOUND')
    else expect(status).toBe(401)
  })

  test('exists once per kind: a new one ends the previous one', async () => {
    const { admin } = await aStudio(server)
    const [first, studioFeed, second] = [
      await createFeed(admin),
      await createFeed(admin, 'studio'),
      await createFeed(admin),
    ]
    expectError(await read(first.path), 'NOT_FOUND')
    expect((await read(second.path)).status).toBe(200)
    expect((await read(studioFeed.path)).status).toBe(200)
    const { body } = await admin.get('/calendar-feeds')
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([second.id, studioFeed.id])
  })

  test('stays the only active one of its kind, even with concurrent calls', async () => {
    const { client } = await aStudio(server)
    const feeds = await Promise.all([1, 2, 3].map(() => createFeed(client)))
    const responses = await Promise.all(feeds.map(({ path }) => read(path)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  test('is not shown again if the call is repeated', async () => {
    const { client } = await aStudio(server)
    const headers = { 'idempotency-key': 'once' }
    const [first, second] = [
      await client.post('/calendar-feeds', { kind: 'person' }, { headers }),
      await client.post('/calendar-feeds', { kind: 'person' }, { headers }),
    ]
    expect(first.body.url).not.toBe(second.body.url)
    const { rows } = await asLogin((tx) => sql`select 1 from idempotency_keys where user_id = ${client.id}`.execute(tx))
    expect(rows).toEqual([])
  })

  test('returns the same error when it is unknown, malformed or ended', async () => {
    const { client } = await aStudio(server)
    const { id, path } = await createFeed(client)
    expect((await client.delete(`/calendar-feeds/${id}`)).status).toBe(200)
    const endedResponse = await read(path)
    expectError(endedResponse, 'NOT_FOUND')
    for (const otherPath of [`/calendars/${'x'.repeat(32)}.ics`, '/calendars/short.ics', path.replace('.ics', '')]) {
      const response = await read(otherPath)
      expect({ status: response.status, text: response.text }).toEqual({ status: 404, text: endedResponse.text })
    }
    expectError(await client.delete(`/calendar-feeds/${id}`), 'NOT_FOUND')
  })

  test("of another person cannot be seen or ended, but an admin can end the studio's", async () => {
    const { admin, client, other } = await aStudio(server)
    const stranger = await aStudio(server)
    const { id, path } = await createFeed(client)
    for (const person of [other, admin, stranger.admin]) {
      expectError(await person.delete(`/calendar-feeds/${id}`), 'NOT_FOUND')
      expect((await person.get('/calendar-feeds')).body.items).toEqual([])
    }
    expect((await read(path)).status).toBe(200)
    const studioFeed = await createFeed(admin, 'studio')
    expectError(await stranger.admin.delete(`/calendar-feeds/${studioFeed.id}`), 'NOT_FOUND')
    expect((await admin.delete(`/calendar-feeds/${studioFeed.id}`)).status).toBe(200)
  })

  test("is for people who book or work at a studio; only its admin can create the studio's own", async () => {
    const fixture = await aStudio(server)
    const [crew, operator, newcomer] = [
      await aCrewMember(server, fixture),
      await aSuperAdmin(server),
      await aPerson(server),
    ]
    expectError(await fixture.client.post('/calendar-feeds', { kind: 'studio' }), 'FORBIDDEN')
    expectError(await crew.post('/calendar-feeds', { kind: 'studio' }), 'FORBIDDEN')
    expectError(await operator.post('/calendar-feeds', { kind: 'person' }), 'FORBIDDEN')
    expectError(await newcomer.post('/calendar-feeds', { kind: 'person' }), 'NO_ACTIVE_ROLE')
    expect((await operator.get('/calendar-feeds')).body.items).toEqual([])
  })

  test('ends with the role or the account of its creator', async () => {
    const fixture = await aStudio(server)
    const { studio, admin, client, other } = fixture
    const crew = await aCrewMember(server, fixture)
    const [clientFeed, otherFeed, crewFeed, studioFeed] = [
      await createFeed(client),
      await createFeed(other),
      await createFeed(crew),
      await createFeed(admin, 'studio'),
    ]
    const { body } = await admin.get(`/studios/${studio.id}/clients`)
    const row = body.items.find(({ user_id }: { user_id: string }) => user_id === client.id)
    expect((await admin.delete(`/studios/${studio.id}/clients/${row.role_id}`)).status).toBe(200)
    expectError(await read(clientFeed.path), 'NOT_FOUND')
    await asLogin((tx) => sql`update auth.users set deleted_at = now() where id = ${other.id}`.execute(tx))
    expectError(await read(otherFeed.path), 'NOT_FOUND')
    await asLogin((tx) => sql`update auth.users set banned_until = '2199-01-01' where id = ${crew.id}`.execute(tx))
    expectError(await read(crewFeed.path), 'NOT_FOUND')
    expect((await read(studioFeed.path)).status).toBe(200)
    await asLogin((tx) => sql`update user_roles set status = 'inactive' where user_id = ${admin.id}`.execute(tx))
    expectError(await read(studioFeed.path), 'NOT_FOUND')
  })

  test('is inactive while its client is at another studio', async () => {
    const [here, there] = [await aStudio(server), await aStudio(server)]
    const { path } = await createFeed(here.client)
    expect((await here.client.put('/me/studio', { studio_id: there.studio.id })).status).toBe(200)
    expectError(await read(path), 'NOT_FOUND')
    clock.set('10:01')
    expect((await here.client.put('/me/studio', { studio_id: here.studio.id })).status).toBe(200)
    expect((await read(path)).status).toBe(200)
  })

  test('works only in the role in which it was created, also after the person changes back', async () => {
    const { client, other, studio } = await aStudio(server)
    const operator = await aSuperAdmin(server)
    await proveAddress(client)
    await aBooking(client, studio.id, today)
    await aBooking(other, studio.id, today, { start_time: '13:00', end_time: '14:00' })
    const joinCrew = async (time: string) => {
      clock.set(time)
      const role = { role: 'staff', studio_id: studio.id }
      expect((await operator.post(`/admin/users/${client.id}/roles`, role)).status).toBe(201)
    }
    const leaveCrew = async () => {
      const { rows } = await asLogin((tx) =>
        sql<{ id: string }>`select id from user_roles where user_id = ${client.id} and role = 'staff'`.execute(tx),
      )
      expect((await operator.delete(`/admin/roles/${rows[0]?.id}`)).status).toBe(200)
    }
    const ownFeeds = async () => (await client.get('/calendar-feeds')).body.items
    const clientFeed = await createFeed(client)
    await joinCrew('10:01')
    expectError(await read(clientFeed.path), 'NOT_FOUND')
    expect(await ownFeeds()).toEqual([])
    await leaveCrew()
    expect(await eventsAt(clientFeed.path)).toHaveLength(1)
    expect(await ownFeeds()).toMatchObject([{ id: clientFeed.id }])
    // A new address in the crew ends the client's, and becomes no client's calendar either.
    await joinCrew('10:02')
    const crewFeed = await createFeed(client)
    expect(await eventsAt(crewFeed.path)).toHaveLength(2)
    await leaveCrew()
    for (const { path } of [clientFeed, crewFeed]) expectError(await read(path), 'NOT_FOUND')
    await joinCrew('10:03')
    expect(await eventsAt(crewFeed.path)).toHaveLength(2)
  })
})

describe('a calendar', () => {
  test('of a client has only their own sessions', async () => {
    const { studio, admin, client, other } = await aStudio(server, { timezone: 'Europe/Berlin' })
    const booking = await aBooking(client, studio.id, today, { notes: 'Grüße\r\nBEGIN:VEVENT 🎸' })
    await aBooking(other, studio.id, today, { start_time: '13:00', end_time: '14:00', notes: 'secret canary' })
    await admin.post(`/studios/${studio.id}/bookings`, aBlock(today, { start_time: '15:00', end_time: '16:00' }))
    const { path } = await createFeed(client)
    expect((await read(path)).text).not.toMatch(/canary|Otto|Blocked/)
    const events = await eventsAt(path)
    expect(events).toEqual([
      {
        uid: `${booking.id}@${new URL(server.url).hostname}`,
        sequence: 0,
        summary: `Recording Session at ${studio.name}`,
        description: `Waiting for the studio to confirm.\n\nGrüße\nBEGIN:VEVENT 🎸\n\nBooked at ${studio.name}.`,
        location: expect.stringContaining('Studio A'),
        status: 'TENTATIVE',
        starts_at: booking.starts_at,
        ends_at: booking.ends_at,
        local: `${booking.booking_date}T10:00:00`,
        attendee: null,
        organizer: null,
      },
    ])
  })

  test("of crew and admin has all sessions with names; the studio's has neither names nor notes", async () => {
    const fixture = await aStudio(server)
    const { studio, admin, client } = fixture
    const crew = await aCrewMember(server, fixture)
    await aBooking(client, studio.id, today, { notes: 'Bring a piano' })
    await admin.post(`/studios/${studio.id}/bookings`, aBlock(today, { start_time: '15:00', end_time: '16:00' }))
    for (const person of [admin, crew]) {
      const { path } = await createFeed(person)
      const titles = (await eventsAt(path)).map(({ summary }) => summary)
      expect(titles).toEqual(['Recording Session: Cleo Client', 'Blocked: Maintenance'])
      expect((await read(path)).text).toContain('piano')
    }
    const studioFeed = await createFeed(admin, 'studio')
    expect((await eventsAt(studioFeed.path)).map(({ summary }) => summary)).toEqual(['Recording Session', 'Blocked'])
    expect((await read(studioFeed.path)).text).not.toMatch(/Cleo|piano|Maintenance/)
  })

  test("keeps a session's identifier through all changes, with growing numbers", async () => {
    const { studio, admin, client } = await aStudio(server)
    const booking = await aBooking(client, studio.id, today)
    const { path } = await createFeed(client)
    await confirmAsSeen(admin, booking.id)
    const [confirmed] = await eventsAt(path)
    expect(confirmed).toMatchObject({
      uid: `${booking.id}@${new URL(server.url).hostname}`,
      sequence: 1,
      status: 'CONFIRMED',
    })
    // A feed has the old time while a change is only requested.
    await client.patch(`/bookings/${booking.id}`, { start_time: '14:00', end_time: '16:00' })
    expect(await eventsAt(path)).toMatchObject([{ sequence: 2, status: 'CONFIRMED', starts_at: confirmed?.starts_at }])
    await admin.patch(`/bookings/${booking.id}`, { start_time: '23:00', end_time: '01:00', ends_next_day: true })
    const [moved] = await eventsAt(path)
    expect(moved).toMatchObject({
      uid: confirmed?.uid,
      sequence: 3,
      starts_at: `${plusDays(today, 7)}T23:00:00.000Z`,
      ends_at: `${plusDays(today, 8)}T01:00:00.000Z`,
    })
    await admin.post(`/bookings/${booking.id}/cancel`, {})
    expect(await eventsAt(path)).toMatchObject([{ sequence: 4, status: 'CANCELLED' }])
    clock.set('09:59', 30)
    expect(await eventsAt(path)).toHaveLength(1)
    clock.set('10:01', 30)
    expect(await eventsAt(path)).toEqual([])
  })

  test('is not sent again if the program already has this version', async () => {
    const { studio, admin, client } = await aStudio(server)
    const booking = await aBooking(client, studio.id, today)
    const { path } = await createFeed(client)
    const first = await read(path)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('last-modified')).toBe(clock.now().toUTCString())
    clock.set('10:30')
    const repeated = await read(path, { 'if-none-match': `"other", W/${etag}` })
    expect({ status: repeated.status, text: repeated.text }).toEqual({ status: 304, text: '' })
    await confirmAsSeen(admin, booking.id)
    const changed = await read(path, { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('last-modified')).toBe(clock.now().toUTCString())
  })
})

test('the calendar of a large studio is limited to the nearest sessions', async () => {
  const fixture = await aStudio(server)
  const next = await aBooking(fixture.client, fixture.studio.id, today, { booking_date: plusDays(today, 1) })
  await asLogin((tx) =>
    sql`insert into bookings (studio_id, booking_date, start_time, end_time, starts_at, ends_at, service_type, booking_type,
        status)
      select ${fixture.studio.id}::uuid, (begins at time zone 'UTC')::date, '10:00', '11:00', begins,
        begins + interval '10 minutes', 'recording', 'client_booking', 'completed'
      from (select ${clock.now().toISOString()}::timestamptz - n * interval '15 minutes' as begins
        from generate_series(1, 6000) n) past`.execute(tx),
  )
  const events = await eventsAt((await createFeed(fixture.admin)).path)
  expect(events).toHaveLength(FEED_ROWS_MAX)
  expect(events.at(-1)).toMatchObject({ uid: `${next.id}@${new URL(server.url).hostname}` })
  const starts = events.map(({ starts_at }) => starts_at)
  expect(starts).toEqual(starts.toSorted())
})

test('reads of an address and guesses of addresses have separate limits', async () => {
  const limitedServer = await startServer({ clock, env: { RATE_LIMIT: 'on' } })
  try {
    const { client } = await aStudio(limitedServer)
    const url = (await (await signIn(limitedServer, client)).post('/calendar-feeds', { kind: 'person' })).body.url
    const visitor = callAs(limitedServer.url, null)
    const statuses = async (path: string) => {
      const responses = await Promise.all(Array.from({ length: 61 }, () => visitor.request('GET', path)))
      return responses.map(({ status }) => status).sort()
    }
    expect(await statuses(`/calendars/${'x'.repeat(32)}.ics`)).toEqual([...Array(60).fill(404), 429])
    expect(await statuses(new URL(url).pathname)).toEqual([...Array(60).fill(200), 429])
  } finally {
    await limitedServer.stop()
  }
}, 240_000)
