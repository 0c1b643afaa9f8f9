import { randomBytes, randomUUID } from 'node:crypto'
import { callAs } from '@studiohub/testing/http.ts'
import { type LiveReader, listenLive } from '@studiohub/testing/live.ts'
import { aNatsServer } from '@studiohub/testing/nats-server.ts'
import { aStudio, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { asSystem } from '../db/actor.ts'
import { type Change, publish } from '../realtime/realtime.ts'
import { packForSubjects, unwrapMessage, wrapContent } from './nats-message.ts'
import { createPeers } from './peers.ts'

// Two servers: one in this process, and one in its own process, as it ships. Tests make changes and listen at both.
const patiently = { timeout: 60_000, interval: 20 }
const signIn = { user: 'studiohub', pass: 'a/secret' }
const signInUrl = (host: string) => `nats://${signIn.user}:${encodeURIComponent(signIn.pass)}@${host}`
let nats: Awaited<ReturnType<typeof aNatsServer>>
let server: TestServer
let other: ServerProcess
let env: Record<string, string>
let fixture: StudioOfTest
const readers: LiveReader[] = []

beforeAll(async () => {
  nats = await aNatsServer({ signIn })
  const secret = randomBytes(32).toString('hex')
  server = await startServer({ env: { SECRET_KEY: secret, NATS_URL: signInUrl(nats.host) } })
  const shared = { DATABASE_URL: server.databaseUrl, SECRET_KEY: secret, DATA_DIR: server.dataDir }
  env = { ...shared, PUBLIC_URL: server.url, DEMO: 'off', RATE_LIMIT: 'off', NATS_URL: signInUrl(nats.host) }
  other = await startProcess(env)
  fixture = await aStudio(server)
  for (const { url } of [server, other])
    await vi.waitFor(async () => expect(await statusOf(url)).toBe('ready'), patiently)
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close()
})
afterAll(async () => {
  await other?.stop()
  await server?.stop()
  await nats?.stop()
})

const ready = async (url: string) => (await callAs(url, null).request('GET', '/readyz')).body
const statusOf = async (url: string) => (await ready(url)).status
const metricOf = async (url: string, name: string) => {
  const { text } = await callAs(url, null).request('GET', '/metrics')
  const line = text.split('\n').find((text) => text.startsWith(`${name} `))
  return line === undefined ? null : Number(line.split(' ')[1])
}

const gapsAt = (url: string) => metricOf(url, 'studiohub_broadcast_missed_total{reason="gap"}')

async function aReader(at: { url: string }, person: TestUser = fixture.admin): Promise<LiveReader> {
  const reader = await listenLive(at, person.token)
  readers.push(reader)
  await vi.waitFor(() => expect(reader.events[0]).toBe('resync'), patiently)
  return reader
}
const resyncsOf = ({ events }: LiveReader) => events.filter((event) => event === 'resync').length
const idsOf = ({ events }: LiveReader) => events.map((event) => event !== 'resync' && event.id)

/** Creates a project through one of the servers. @returns its id */
async function aProjectAt({ url }: { url: string }): Promise<string> {
  const response = await callAs(url, fixture.client.token).post('/projects', { title: 'Tape', project_type: 'music' })
  expect(response.status).toBe(201)
  return response.body.id
}

test('changes through either process reach the screens of both, each in the subject of its studio', async () => {
  const [near, far] = [await aReader(server), await aReader(other)]
  for (const at of [server, other]) {
    const id = await aProjectAt(at)
    for (const reader of [near, far]) await vi.waitFor(() => expect(idsOf(reader)).toContain(id), patiently)
  }
  const subjects = nats.published.map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.endsWith(`.${fixture.studio.id}`)).length).toBeGreaterThanOrEqual(2)
  // Both processes find the same prefix; there is no setting for it.
  expect(new Set(subjects.map((subject) => subject.split('.').slice(0, 2).join('.'))).size).toBe(1)
  for (const { url } of [server, other]) expect(await gapsAt(url)).toBeNull()
})

test('a change that is rolled back is never sent', async () => {
  const change: Change = { studio_id: fixture.studio.id, topic: 'projects', id: randomUUID() }
  const rolledBack = asSystem(async (tx) => {
    publish(tx, change)
    throw new Error('changed my mind')
  })
  await expect(rolledBack).rejects.toThrow('changed my mind')
  const far = await aReader(other)
  const id = await aProjectAt(server)
  await vi.waitFor(() => expect(idsOf(far)).toContain(id), patiently)
  expect(JSON.stringify(nats.published)).toContain(id)
  expect(JSON.stringify(nats.published)).not.toContain(change.id)
})

test('without NATS, changes still succeed and reach both processes, and monitors see the outage', async () => {
  const [near, far] = [await aReader(server), await aReader(other)]
  await nats.halt()
  for (const at of [server, other]) {
    const id = await aProjectAt(at)
    for (const reader of [near, far]) await vi.waitFor(() => expect(idsOf(reader)).toContain(id), patiently)
  }
  for (const { url } of [server, other]) {
    const response = await callAs(url, null).request('GET', '/readyz')
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      status: 'degraded',
      broadcast: { kind: 'nats', ok: false, detail: 'NATS does not answer; NOTIFY is used instead.' },
    })
    expect(response.text).not.toMatch(/127\.0\.0\.1|secret/)
    expect(await metricOf(url, 'studiohub_broadcast_connected')).toBe(0)
    expect(await metricOf(url, 'studiohub_broadcast_messages_total{by="postgresql"}')).toBeGreaterThanOrEqual(1)
  }
  const before = [resyncsOf(near), resyncsOf(far)]
  await nats.resume()
  // A process may have missed messages while it was not connected.
  await vi.waitFor(() => {
    expect(resyncsOf(near)).toBeGreaterThan(before[0] ?? 0)
    expect(resyncsOf(far)).toBeGreaterThan(before[1] ?? 0)
  }, patiently)
  for (const { url } of [server, other]) {
    await vi.waitFor(async () => expect(await statusOf(url)).toBe('ready'), patiently)
    expect(await metricOf(url, 'studiohub_broadcast_connected')).toBe(1)
    expect(await metricOf(url, 'studiohub_broadcast_missed_total{reason="connection"}')).toBeGreaterThanOrEqual(1)
  }
  expect(server.logged.join('')).not.toContain('a/secret')
})

test('a process notices a missing message of another process, and its screens load again', async () => {
  const far = await aReader(other)
  const earlier = await aProjectAt(server)
  await vi.waitFor(() => expect(idsOf(far)).toContain(earlier), patiently)
  nats.loseNext(`.${fixture.studio.id}`)
  const id = await aProjectAt(server)
  await vi.waitFor(() => expect(resyncsOf(far)).toBeGreaterThanOrEqual(2), patiently)
  expect(idsOf(far)).not.toContain(id)
  expect(await gapsAt(other.url)).toBe(1)
})

test('screens load again after another process died; a process that stops announces it', async () => {
  const near = await aReader(server)
  const [stopping, dying] = [await startProcess(env), await startProcess(env)]
  for (const started of [stopping, dying]) {
    const id = await aProjectAt(started)
    await vi.waitFor(() => expect(idsOf(near)).toContain(id), patiently)
  }
  const byes = () => nats.published.filter(({ payload }) => unwrapMessage(payload)?.content === 'bye').length
  const before = byes()
  expect(await stopping.stop()).toBe(0)
  expect(byes()).toBe(before + 1)
  await dying.kill()
  await vi.waitFor(() => expect(resyncsOf(near)).toBeGreaterThanOrEqual(2), patiently)
  expect(byes()).toBe(before + 1)
  expect(await metricOf(server.url, 'studiohub_broadcast_missed_total{reason="silence"}')).toBeGreaterThanOrEqual(1)
})

test.each(['no server', 'a wrong password'])(
  'with %s of NATS the product starts, and uses the database',
  async (what) => {
    const NATS_URL = what === 'no server' ? 'nats://127.0.0.1:1' : `nats://studiohub:wrong@${nats.host}`
    const without = await startServer({ env: { NATS_URL } })
    expect(await ready(without.url)).toMatchObject({ status: 'degraded', broadcast: { kind: 'nats', ok: false } })
    await without.stop()
    expect(without.logged.join('')).toMatch(/NATS cannot be reached/)
    expect(without.logged.join('')).not.toContain('wrong@')
  },
)

test('changes are packed per studio, within the limit of the server', () => {
  const [one, two] = [randomUUID(), randomUUID()]
  const changes = Array.from({ length: 2_000 }, (_, index) => ({
    studio_id: index % 3 ? one : two,
    topic: 'bookings' as const,
    id: randomUUID(),
    client_id: randomUUID(),
    user_id: index % 2 ? randomUUID() : null,
  }))
  const parts = packForSubjects(changes, 8_000)
  const payloads = parts.map(({ content }) => wrapContent({ from: randomUUID(), number: 1_000_000 }, content))
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000)
  expect(new Set(parts.map(({ subject }) => subject))).toEqual(new Set([one, two]))
  for (const studio_id of [one, two]) {
    const ownChanges = parts.flatMap(({ subject }, index) =>
      subject === studio_id ? [unwrapMessage(payloads[index] ?? '')?.content] : [],
    )
    expect(ownChanges.flat()).toEqual(changes.filter((change) => change.studio_id === studio_id))
  }
  for (const text of ['', '{}', '[1,2,3]', 'beat']) expect(unwrapMessage(text)).toBeNull()
  expect(unwrapMessage(wrapContent({ from: 'a', number: 1 }, 'what'))?.content).toBe('resync')
})

test('a gap in the numbers of a process is noticed once, and its first message may have any number', () => {
  const peers = createPeers()
  const record = (number: number, added: 0 | 1, now = 0) => peers.record('a', { number, added, now })
  expect(record(7, 1)).toBe(false)
  expect(record(7, 0)).toBe(false)
  expect(record(8, 1)).toBe(false)
  expect(record(10, 1)).toBe(true)
  expect(record(10, 0)).toBe(false)
  expect(record(11, 0, 500)).toBe(true)
  expect(peers.forgetSilent(400)).toBe(false)
  expect(peers.forgetSilent(600)).toBe(true)
  expect(peers.forgetSilent(600)).toBe(false)
  record(1, 1)
  peers.forget('a')
  expect(peers.forgetSilent(600)).toBe(false)
})
