import { randomBytes, randomUUID } from 'node:crypto'
import { callAs } from '@studiohub/testing/http.ts'
import { type LiveReader, listenLive } from '@studiohub/testing/live.ts'
import { aNatsServer } from '@studiohub/testing/nats-server.ts'
import { aStudio, type Person, type StudioOfTest } from '@studiohub/testing/people.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { asSystem } from '../db/actor.ts'
import { type Change, publish } from '../realtime/realtime.ts'
import { packForSubjects, unwrap, wrap } from './nats-message.ts'
import { createPeers } from './peers.ts'

// Two processes: one in this process, and one as it ships. Both change rows and are listened to.
const late = { timeout: 60_000, interval: 20 }
const signIn = { user: 'studiohub', pass: 'a/secret' }
const signInUrl = (host: string) => `nats://${signIn.user}:${encodeURIComponent(signIn.pass)}@${host}`
let nats: Awaited<ReturnType<typeof aNatsServer>>
let server: TestServer
let other: ServerProcess
let env: Record<string, string>
let here: StudioOfTest
const readers: LiveReader[] = []

beforeAll(async () => {
  nats = await aNatsServer({ signIn })
  const secret = randomBytes(32).toString('hex')
  server = await startServer({ env: { SECRET_KEY: secret, NATS_URL: signInUrl(nats.host) } })
  const shared = { DATABASE_URL: server.databaseUrl, SECRET_KEY: secret, DATA_DIR: server.dataDir }
  env = { ...shared, PUBLIC_URL: server.url, DEMO: 'off', RATE_LIMIT: 'off', NATS_URL: signInUrl(nats.host) }
  other = await startProcess(env)
  here = await aStudio(server)
  for (const { url } of [server, other]) await vi.waitFor(async () => expect(await statusOf(url)).toBe('ready'), late)
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
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? null : Number(line.split(' ')[1])
}

const gapsAt = (url: string) => metricOf(url, 'studiohub_broadcast_missed_total{reason="gap"}')

async function reading(at: { url: string }, person: Person = here.admin): Promise<LiveReader> {
  const reader = await listenLive(at, person.token)
  readers.push(reader)
  await vi.waitFor(() => expect(reader.events[0]).toBe('resync'), late)
  return reader
}
const resyncsOf = ({ events }: LiveReader) => events.filter((event) => event === 'resync').length
const idsOf = ({ events }: LiveReader) => events.map((event) => event !== 'resync' && event.id)

/** A project made through one process. @returns its id */
async function aProjectAt({ url }: { url: string }): Promise<string> {
  const answer = await callAs(url, here.client.token).post('/projects', { title: 'Tape', project_type: 'music' })
  expect(answer.status).toBe(201)
  return answer.body.id
}

test('changes through either process reach the screens of both, each in the subject of its studio', async () => {
  const [near, far] = [await reading(server), await reading(other)]
  for (const at of [server, other]) {
    const id = await aProjectAt(at)
    for (const reader of [near, far]) await vi.waitFor(() => expect(idsOf(reader)).toContain(id), late)
  }
  const subjects = nats.published.map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.endsWith(`.${here.studio.id}`)).length).toBeGreaterThanOrEqual(2)
  // Both processes use the same prefix without a setting for it.
  expect(new Set(subjects.map((subject) => subject.split('.').slice(0, 2).join('.'))).size).toBe(1)
  for (const { url } of [server, other]) expect(await gapsAt(url)).toBeNull()
})

test('a change that is rolled back is never sent', async () => {
  const change: Change = { studio_id: here.studio.id, topic: 'projects', id: randomUUID() }
  const undone = asSystem(async (tx) => {
    publish(tx, change)
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  const far = await reading(other)
  const id = await aProjectAt(server)
  await vi.waitFor(() => expect(idsOf(far)).toContain(id), late)
  expect(JSON.stringify(nats.published)).toContain(id)
  expect(JSON.stringify(nats.published)).not.toContain(change.id)
})

test('without NATS writes succeed and changes still reach both processes, and monitors see it', async () => {
  const [near, far] = [await reading(server), await reading(other)]
  await nats.halt()
  for (const at of [server, other]) {
    const id = await aProjectAt(at)
    for (const reader of [near, far]) await vi.waitFor(() => expect(idsOf(reader)).toContain(id), late)
  }
  for (const { url } of [server, other]) {
    const answer = await callAs(url, null).request('GET', '/readyz')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      status: 'degraded',
      broadcast: { kind: 'nats', ok: false, detail: 'NATS does not answer; NOTIFY is used instead.' },
    })
    expect(answer.text).not.toMatch(/127\.0\.0\.1|secret/)
    expect(await metricOf(url, 'studiohub_broadcast_connected')).toBe(0)
    expect(await metricOf(url, 'studiohub_broadcast_messages_total{by="postgresql"}')).toBeGreaterThanOrEqual(1)
  }
  const before = [resyncsOf(near), resyncsOf(far)]
  await nats.resume()
  // A process may have missed messages while it was not connected.
  await vi.waitFor(() => {
    expect(resyncsOf(near)).toBeGreaterThan(before[0] ?? 0)
    expect(resyncsOf(far)).toBeGreaterThan(before[1] ?? 0)
  }, late)
  for (const { url } of [server, other]) {
    await vi.waitFor(async () => expect(await statusOf(url)).toBe('ready'), late)
    expect(await metricOf(url, 'studiohub_broadcast_connected')).toBe(1)
    expect(await metricOf(url, 'studiohub_broadcast_missed_total{reason="connection"}')).toBeGreaterThanOrEqual(1)
  }
  expect(server.logged.join('')).not.toContain('a/secret')
})

test('a process notices that a message of another is missing, and its screens load again', async () => {
  const far = await reading(other)
  const known = await aProjectAt(server)
  await vi.waitFor(() => expect(idsOf(far)).toContain(known), late)
  nats.loseNext(`.${here.studio.id}`)
  const id = await aProjectAt(server)
  await vi.waitFor(() => expect(resyncsOf(far)).toBeGreaterThanOrEqual(2), late)
  expect(idsOf(far)).not.toContain(id)
  expect(await gapsAt(other.url)).toBe(1)
})

test('screens load again after another process died, and a process that stops says so', async () => {
  const near = await reading(server)
  const [stopping, dying] = [await startProcess(env), await startProcess(env)]
  for (const one of [stopping, dying]) {
    const id = await aProjectAt(one)
    await vi.waitFor(() => expect(idsOf(near)).toContain(id), late)
  }
  const byes = () => nats.published.filter(({ payload }) => unwrap(payload)?.content === 'bye').length
  const before = byes()
  expect(await stopping.stop()).toBe(0)
  expect(byes()).toBe(before + 1)
  await dying.kill()
  await vi.waitFor(() => expect(resyncsOf(near)).toBeGreaterThanOrEqual(2), late)
  expect(byes()).toBe(before + 1)
  expect(await metricOf(server.url, 'studiohub_broadcast_missed_total{reason="silence"}')).toBeGreaterThanOrEqual(1)
})

test.each(['no server', 'a wrong password'])(
  'a product starts with %s of NATS, and uses the database',
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
  const payloads = parts.map(({ content }) => wrap({ from: randomUUID(), number: 1_000_000 }, content))
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000)
  expect(new Set(parts.map(({ subject }) => subject))).toEqual(new Set([one, two]))
  for (const studio_id of [one, two]) {
    const own = parts.flatMap(({ subject }, index) =>
      subject === studio_id ? [unwrap(payloads[index] ?? '')?.content] : [],
    )
    expect(own.flat()).toEqual(changes.filter((change) => change.studio_id === studio_id))
  }
  for (const text of ['', '{}', '[1,2,3]', 'beat']) expect(unwrap(text)).toBeNull()
  expect(unwrap(wrap({ from: 'a', number: 1 }, 'what'))?.content).toBe('resync')
})

test('a gap in the numbers of a process is noticed once, and its first message may have any number', () => {
  const peers = createPeers()
  const note = (number: number, added: 0 | 1, now = 0) => peers.note('a', { number, added, now })
  expect(note(7, 1)).toBe(false)
  expect(note(7, 0)).toBe(false)
  expect(note(8, 1)).toBe(false)
  expect(note(10, 1)).toBe(true)
  expect(note(10, 0)).toBe(false)
  expect(note(11, 0, 500)).toBe(true)
  expect(peers.forgetSilent(400)).toBe(false)
  expect(peers.forgetSilent(600)).toBe(true)
  expect(peers.forgetSilent(600)).toBe(false)
  note(1, 1)
  peers.forget('a')
  expect(peers.forgetSilent(600)).toBe(false)
})
