import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { callAs, expectError } from '@studiohub/testing/http.ts'
import { type LiveReader, listenLive } from '@studiohub/testing/live.ts'
import { aNatsServer } from '@studiohub/testing/nats-server.ts'
import { aPerson, aStudio, type StudioOfTest, signIn, type TestUser } from '@studiohub/testing/people.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { packMessage, unpackMessage } from '../broadcast/change-messages.ts'
import { NOTIFY_MAX_BYTES } from '../broadcast/postgresql.ts'
import { asSystem } from '../db/actor.ts'
import { type Change, publish } from './realtime.ts'
import { getOpenStreams } from './streams.ts'

describe.each(['NOTIFY', 'NATS'] as const)('with live changes by %s', (by) => {
  let server: TestServer
  let fixture: StudioOfTest
  let otherStudio: StudioOfTest
  let startedAt = 0
  let stopped = false
  let nats: Awaited<ReturnType<typeof aNatsServer>> | null = null
  const readers: LiveReader[] = []

  beforeAll(async () => {
    nats = by === 'NATS' ? await aNatsServer() : null
    server = await startServer({ env: nats ? { NATS_URL: nats.url } : {} })
    startedAt = Date.now()
    const { kind } = (await callAs(server.url, null).request('GET', '/readyz')).body.broadcast
    expect(kind).toBe(by === 'NATS' ? 'nats' : 'postgresql')
    fixture = await aStudio(server)
    otherStudio = await aStudio(server)
  })
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close()
    await vi.waitFor(() => expect(getOpenStreams().size).toBe(0), { timeout: 60_000 })
  })
  afterAll(async () => {
    if (!stopped) await server.stop()
    await nats?.stop()
  })

  async function openReader(person: TestUser, query = ''): Promise<LiveReader> {
    const reader = await listenLive(server, person.token, { query })
    readers.push(reader)
    await vi.waitFor(() => expect(reader.events).toEqual(['resync']), { timeout: 60_000 })
    return reader
  }

  const changesOf = ({ events }: LiveReader) => events.filter((event) => event !== 'resync')
  const announce = (...changes: Change[]) =>
    asSystem(async (tx) => {
      for (const change of changes) publish(tx, change)
    })
  const aChange = (changes: Partial<Change> = {}): Change => ({
    studio_id: fixture.studio.id,
    topic: 'bookings',
    id: randomUUID(),
    ...changes,
  })
  const endsWithin = async (reader: LiveReader, ms: number) =>
    Promise.race([reader.ended.then(() => true), wait(ms, false, { ref: false })])

  test('the stream requires a session and a role, and ignores a token in the address', async () => {
    const visitor = callAs(server.url, null)
    expectError(await visitor.get('/events'), 'UNAUTHENTICATED')
    expectError(
      await visitor.get(`/events?token=${fixture.admin.token}&access_token=${fixture.admin.token}`),
      'UNAUTHENTICATED',
    )
    expectError(await callAs(server.url, 'no.such.token').get('/events'), 'BAD_JWT')
    expectError(await (await aPerson(server)).get('/events'), 'NO_ACTIVE_ROLE')
    expect((await openReader(fixture.admin)).status).toBe(200)
  })

  test('a person cannot listen to another studio', async () => {
    for (const person of [fixture.admin, fixture.client]) {
      expectError(await person.get(`/events?studio_id=${otherStudio.studio.id}`), 'FORBIDDEN')
      expect((await openReader(person, `?studio_id=${fixture.studio.id}`)).status).toBe(200)
    }
    expectError(await fixture.admin.get('/events?studio_id=x'), 'VALIDATION_FAILED')
  })

  test('a page that has just loaded gets only the changes that it may have missed, with its own rights', async () => {
    const since = Date.now()
    // Changes are complete from the start of the process on, and the clocks of processes may differ by 5 s.
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(startedAt + 6_000), { timeout: 60_000 })
    const witness = await openReader(otherStudio.admin)
    const own = aChange({ client_id: fixture.client.id })
    const role = aChange({ topic: 'roles' })
    await announce(own, role, { ...own, id: randomUUID(), studio_id: otherStudio.studio.id })
    await vi.waitFor(() => expect(changesOf(witness)).toHaveLength(1), { timeout: 60_000 })

    const open = async (person: TestUser, start: number) => {
      const reader = await listenLive(server, person.token, { query: `?since=${start}` })
      readers.push(reader)
      await vi.waitFor(() => expect(reader.retry()).not.toBeNull(), { timeout: 60_000 })
      return reader
    }
    const admin = await open(fixture.admin, Math.max(since, startedAt + 5_500))
    const client = await open(fixture.client, Date.now())
    const other = await open(fixture.other, Date.now())
    const last = aChange({ topic: 'studios' })
    await announce(last)
    for (const reader of [admin, client, other]) {
      await vi.waitFor(() => expect(changesOf(reader).at(-1)?.topic).toBe('studios'), { timeout: 60_000 })
    }
    // Before these come changes of the last seconds before `since`.
    expect(admin.events.slice(-3)).toEqual([own, role, last].map(({ topic, id }) => ({ topic, id })))
    expect(client.events.slice(-2)).toEqual([own, { ...last, id: null }].map(({ topic, id }) => ({ topic, id })))
    expect(other.events).not.toContainEqual(expect.objectContaining({ id: own.id }))
    for (const { events } of [admin, client, other]) expect(events).not.toContain('resync')
  })

  test('a page that loaded too long ago loads everything', async () => {
    for (const since of [0, Date.now() - 70_000, startedAt - 1_000]) await openReader(fixture.admin, `?since=${since}`)
    expectError(await fixture.admin.get('/events?since=soon'), 'VALIDATION_FAILED')
  })

  test('a page of another origin cannot read the stream', async () => {
    const headers = { origin: 'https://elsewhere.example' }
    const reader = await listenLive(server, fixture.admin.token, { headers })
    readers.push(reader)
    expect(reader.headers.get('access-control-allow-origin')).toBeNull()
    const { headers: response } = await fetch(`${server.url}/api/v1/events`, {
      method: 'OPTIONS',
      headers: {
        ...headers,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect(response.get('access-control-allow-headers')).toBeNull()
  })

  test('the stream passes through proxies without buffering, compression or caching', async () => {
    const reader = await listenLive(server, fixture.admin.token, { headers: { 'accept-encoding': 'br, gzip' } })
    readers.push(reader)
    expect(Object.fromEntries(reader.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(reader.headers.has('content-encoding')).toBe(false)
  })

  test('a change is sent after the commit, and never after a rollback', async () => {
    const reader = await openReader(fixture.admin)
    const rolledBack = asSystem(async (tx) => {
      publish(tx, aChange({ topic: 'projects' }))
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    const changes = Array.from({ length: 300 }, () => aChange())
    await announce(...changes)
    await vi.waitFor(() => expect(changesOf(reader)).toHaveLength(300), { timeout: 60_000 })
    expect(changesOf(reader)).toEqual(changes.map(({ topic, id }) => ({ topic, id })))
  })

  test('changes of other processes are sent too', async () => {
    const reader = await openReader(fixture.admin)
    const change = aChange()
    await asSystem((tx) =>
      sql`select pg_notify('studiohub_events', ${packMessage([change], NOTIFY_MAX_BYTES)[0]})`.execute(tx),
    )
    await vi.waitFor(() => expect(changesOf(reader)).toEqual([{ topic: 'bookings', id: change.id }]), {
      timeout: 60_000,
    })
  })

  test("each reader gets events of their studio, without ids of other people's rows", async () => {
    const [admin, client, other, stranger] = [
      await openReader(fixture.admin),
      await openReader(fixture.client),
      await openReader(fixture.other),
      await openReader(otherStudio.admin),
    ]
    const booking = aChange({ client_id: fixture.client.id })
    const card = aChange({ topic: 'cards', client_id: fixture.client.id })
    const role = aChange({ topic: 'roles' })
    const last = aChange({ topic: 'studios' })
    await announce(booking, card, role, last, { ...last, studio_id: otherStudio.studio.id })
    for (const reader of [admin, client, other, stranger]) {
      await vi.waitFor(() => expect(changesOf(reader).at(-1)?.topic).toBe('studios'), { timeout: 60_000 })
    }
    const toEvent = ({ topic, id }: Change) => ({ topic, id })
    expect(changesOf(admin)).toEqual([booking, card, role, last].map(toEvent))
    expect(changesOf(client)).toEqual([toEvent(booking), toEvent(card), { topic: 'studios', id: null }])
    expect(changesOf(other)).toEqual([
      { topic: 'bookings', id: null },
      { topic: 'studios', id: null },
    ])
    expect(changesOf(stranger)).toEqual([toEvent(last)])
  })

  test('a stream ends within two seconds after its session', async () => {
    const again = await signIn(server, fixture.admin)
    const [ending, staying] = [await openReader(again), await openReader(fixture.admin)]
    const signOut = await again.request('POST', '/auth/v1/logout?scope=local')
    expect(signOut.status).toBe(204)
    expect(await endsWithin(ending, 2_000)).toBe(true)
    await announce(aChange())
    await vi.waitFor(() => expect(changesOf(staying)).toHaveLength(1), { timeout: 60_000 })
    expect(changesOf(ending)).toEqual([])
    expectError(await again.get('/events'), 'UNAUTHENTICATED')
  })

  test('a stream ends within two seconds after its role', async () => {
    const separate = await aStudio(server)
    const [ending, staying] = [await openReader(separate.client), await openReader(separate.other)]
    const result = await asSystem((tx) =>
      tx
        .updateTable('user_roles')
        .set({ status: 'inactive' })
        .where('user_id', '=', separate.client.id)
        .executeTakeFirst(),
    )
    expect(Number(result.numUpdatedRows)).toBe(1)
    expect(await endsWithin(ending, 2_000)).toBe(true)
    expect(await endsWithin(staying, 100)).toBe(false)
    expectError(await separate.client.get('/events'), 'NO_ACTIVE_ROLE')
  })

  test('after a database outage every reader gets a resync event', { timeout: 180_000 }, async () => {
    const reader = await openReader(fixture.admin)
    const login = new pg.Client(server.databaseUrl)
    await login.connect()
    const { rowCount } = await login.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen %'`)
    await login.end()
    expect(rowCount).toBe(1)
    await vi.waitFor(() => expect(reader.events).toEqual(['resync', 'resync']), { timeout: 60_000 })
    await announce(aChange())
    await vi.waitFor(() => expect(changesOf(reader)).toHaveLength(1), { timeout: 60_000 })
  })

  test('a reader that does not receive its events is disconnected, the others are not', async () => {
    const attentive = await openReader(fixture.admin)
    const idle = get(`${server.url}/api/v1/events`, { headers: { authorization: `Bearer ${fixture.other.token}` } })
    const disconnected = new Promise<boolean>((resolve) =>
      idle.once('response', (response) => response.pause().once('close', () => resolve(true))),
    )
    idle.on('error', () => {})
    await vi.waitFor(() => expect(getOpenStreams().size).toBe(2), { timeout: 60_000 })
    const mine = { topic: 'bookings' as const, client_id: fixture.other.id }
    for (let round = 0; round < 40 && getOpenStreams().size === 2; round += 1) {
      await announce(...Array.from({ length: 5_000 }, () => aChange(mine)))
      await vi.waitFor(() => expect(changesOf(attentive)).toHaveLength((round + 1) * 5_000), { timeout: 60_000 })
    }
    expect(getOpenStreams().size).toBe(1)
    idle.destroy()
    expect(await Promise.race([disconnected, wait(2_000, true)])).toBe(true)
    expect(await endsWithin(attentive, 100)).toBe(false)
  })

  test('a person can have at most twenty streams', async () => {
    for (let count = 0; count < 20; count += 1) await openReader(fixture.client)
    const rejection = await fixture.client.get('/events')
    expectError(rejection, 'RATE_LIMITED')
    expect(rejection.headers.get('retry-after')).toBe('30')
    readers[0]?.close()
    await vi.waitFor(() => expect(getOpenStreams().size).toBe(19), { timeout: 60_000 })
    expect((await openReader(fixture.client)).status).toBe(200)
  })

  test('stopping ends every stream and tells its browser when to reconnect', async () => {
    const reader = await openReader(fixture.admin)
    const from = Date.now()
    stopped = true
    await server.stop()
    expect(Date.now() - from).toBeLessThan(40_000)
    expect(await endsWithin(reader, 30_000)).toBe(true)
    expect(reader.retry()).toBeGreaterThan(1_000)
  })
})

test("changes are packed into payloads within the database's limit, and unpacked unchanged", () => {
  const changes = Array.from({ length: 1_000 }, (_, index) => ({
    studio_id: randomUUID(),
    topic: 'bookings' as const,
    id: randomUUID(),
    client_id: index % 2 ? randomUUID() : null,
    user_id: index % 3 ? null : randomUUID(),
  }))
  const payloads = packMessage(changes, NOTIFY_MAX_BYTES)
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000)
  expect(payloads.length).toBeLessThan(25)
  const unpacked: unknown[] = []
  for (const payload of payloads) unpacked.push(...unpackMessage(payload))
  expect(unpacked).toEqual(changes)
  expect(packMessage([], NOTIFY_MAX_BYTES)).toEqual([])
  expect(unpackMessage('{"what": 1}')).toBe('resync')
})
