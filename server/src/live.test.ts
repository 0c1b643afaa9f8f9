import { randomBytes } from 'node:crypto'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import type { Changed } from '@studiohub/contract/shared/live.ts'
import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { type Answer, expectError } from '@studiohub/testing/http.ts'
import { type LiveReader, listenLive } from '@studiohub/testing/live.ts'
import {
  aCrewMember,
  aPerson,
  aStudio,
  type Person,
  proveAddress,
  type StudioOfTest,
} from '@studiohub/testing/people.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const today = todayIn('UTC', new Date())
let server: TestServer
/** The readers' process: another one than that of the changes. */
let elsewhere: { url: string }
let second: ServerProcess | null = null
let fixture: StudioOfTest
let rival: StudioOfTest
let crew: Person
let ids: { project: string; card: string; task: string; checkin: string; booking: string; request: string }

beforeAll(async () => {
  const secret = randomBytes(32).toString('hex')
  server = await startServer({ env: { SECRET_KEY: secret } })
  const { databaseUrl, dataDir, url } = server
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: secret, DATA_DIR: dataDir, PUBLIC_URL: url }
  second = await startProcess({ ...env, DEMO: 'off', RATE_LIMIT: 'off' })
  elsewhere = second
  fixture = await aStudio(server)
  rival = await aStudio(server)
  crew = await aCrewMember(server, fixture)
  ids = await someWork()
}, 240_000)
afterAll(async () => {
  await second?.stop()
  await server.stop()
})

async function someWork(): Promise<typeof ids> {
  const { client, admin, studio } = fixture
  const made = async (answer: Promise<Answer>): Promise<string> => (await answer).body.id
  const project = await made(client.post('/projects', { title: 'Night Drive', project_type: 'music' }))
  return {
    project,
    card: await made(client.post('/cards', { project_id: project, title: 'Mix it' })),
    task: await made(admin.post('/tasks', { title: 'Tune the piano', assigned_to: crew.id, project_id: project })),
    checkin: await made(crew.post(`/studios/${studio.id}/checkins`, { client_id: fixture.other.id })),
    booking: (await aBooking(client, studio.id, today)).id,
    request: await made(
      (await proveAddress(await aPerson(server))).post('/me/role-request', { role: 'staff', studio_id: studio.id }),
    ),
  }
}

type Listener = 'admin' | 'crew' | 'client' | 'other' | 'stranger'
type Case = {
  what: string
  topic: string
  /** The change, and the row in the event for people who may see it. */
  act: () => Promise<string>
  rowTo: Listener[]
  /** Readers who get an event without the id. */
  topicTo?: Listener[]
}

const done = async (answer: Promise<Answer>): Promise<void> => {
  const { status, text } = await answer
  expect(status, text).toBeLessThan(300)
}
const atWork: Listener[] = ['admin', 'crew']

const cases: Case[] = [
  {
    what: 'a session that is confirmed',
    topic: 'bookings',
    rowTo: [...atWork, 'client'],
    topicTo: ['other'],
    act: () => done(confirmAsSeen(fixture.admin, ids.booking)).then(() => ids.booking),
  },
  {
    what: 'a card that moves',
    topic: 'cards',
    rowTo: [...atWork, 'client'],
    act: () => done(crew.post(`/cards/${ids.card}/move`, { phase: 'production' })).then(() => ids.card),
  },
  {
    what: 'what is said on a card',
    topic: 'cards',
    rowTo: [...atWork, 'client'],
    act: () => done(crew.post(`/cards/${ids.card}/comments`, { body: 'Louder' })).then(() => ids.card),
  },
  {
    what: 'a project that moves on',
    topic: 'projects',
    rowTo: [...atWork, 'client'],
    act: () =>
      done(fixture.client.post(`/projects/${ids.project}/phase`, { direction: 'next' })).then(() => ids.project),
  },
  {
    what: "a task of a client's project",
    topic: 'tasks',
    rowTo: [...atWork, 'client'],
    act: () => done(crew.post(`/tasks/${ids.task}/start`)).then(() => ids.task),
  },
  {
    what: 'a client who leaves',
    topic: 'checkins',
    rowTo: atWork,
    act: () => done(crew.post(`/checkins/${ids.checkin}/checkout`)).then(() => ids.checkin),
  },
  {
    what: 'a request that is approved',
    topic: 'roles',
    rowTo: atWork,
    act: () => done(fixture.admin.post(`/role-requests/${ids.request}/approve`)).then(() => ids.request),
  },
  {
    what: 'a notice to one person',
    topic: 'notices',
    rowTo: ['crew'],
    act: async () => {
      await done(fixture.client.post(`/cards/${ids.card}/comments`, { body: `Please, @[${crew.id}]` }))
      return (await crew.get('/notices')).body.items[0].id
    },
  },
]

describe('on screens connected to another process', () => {
  test('changes are sent only to people who may see them (T39)', async () => {
    const people = { admin: fixture.admin, crew, client: fixture.client, other: fixture.other, stranger: rival.admin }
    const streams = new Map<string, LiveReader>()
    for (const [name, { token }] of Object.entries(people)) streams.set(name, await listenLive(elsewhere, token))
    const marks = (reader: LiveReader) => changesOf(reader).filter(({ topic }) => topic === 'studios').length
    for (const [index, { what, topic, act, rowTo, topicTo = [] }] of cases.entries()) {
      const from = new Map([...streams].map(([name, reader]) => [name, changesOf(reader).length]))
      const id = await act()
      // Everyone gets an event about their studio's branding. After it, no earlier event is outstanding.
      for (const { admin, studio } of [fixture, rival])
        await done(admin.patch(`/studios/${studio.id}`, { tagline: `After ${what}` }))
      for (const [name, reader] of streams) {
        await vi.waitFor(() => expect(marks(reader)).toBe(index + 1), { timeout: 60_000 })
        const changes = changesOf(reader).slice(from.get(name))
        const isTold = [...rowTo, ...topicTo].some((one) => one === name)
        const expected = isTold ? [{ topic, id: topicTo.some((one) => one === name) ? null : id }] : []
        const ofTopic = changes.filter((change) => change.topic === topic)
        expect(ofTopic, `${what}, as ${name} hears it`).toEqual(expected)
      }
    }
    for (const reader of streams.values()) reader.close()
  })

  test('a reconnected reader is told to reload, and an ended role ends the stream', async () => {
    const away = await listenLive(elsewhere, crew.token)
    await vi.waitFor(() => expect(away.events[0]).toBe('resync'), { timeout: 60_000 })
    away.close()
    await done(fixture.client.post('/cards', { project_id: ids.project, title: 'Made meanwhile' }))
    const back = await listenLive(elsewhere, crew.token)
    await vi.waitFor(() => expect(back.events[0]).toBe('resync'), { timeout: 60_000 })
    const { items } = (await fixture.admin.get(`/studios/${fixture.studio.id}/crew`)).body
    const role = items.find(({ user_id }: { user_id: string }) => user_id === crew.id)
    await done(fixture.admin.delete(`/studios/${fixture.studio.id}/crew/${role.role_id}`))
    await back.ended
    const changes = changesOf(back).length
    await done(fixture.client.post(`/cards/${ids.card}/move`, { phase: 'analytics' }))
    expect(changesOf(back)).toHaveLength(changes)
    expectError(await crew.get('/cards'), 'NO_ACTIVE_ROLE')
  })
})

const changesOf = ({ events }: LiveReader) => events.filter((event): event is Changed => event !== 'resync')
