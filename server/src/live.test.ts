import { randomBytes } from 'node:crypto'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import type { LiveChange } from '@studiohub/contract/shared/live.ts'
import { aBooking, confirmAsSeen } from '@studiohub/testing/bookings.ts'
import { type ApiResponse, expectError } from '@studiohub/testing/http.ts'
import { type LiveReader, listenLive } from '@studiohub/testing/live.ts'
import {
  aCrewMember,
  aPerson,
  aStudio,
  proveAddress,
  type StudioOfTest,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { startServer, type TestServer } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const today = todayIn('UTC', new Date())
let server: TestServer
/** The server of the readers. The changes happen in another process. */
let readerServer: { url: string }
let second: ServerProcess | null = null
let fixture: StudioOfTest
let rival: StudioOfTest
let crew: TestUser
let ids: { project: string; card: string; task: string; checkin: string; booking: string; request: string }

beforeAll(async () => {
  const secret = randomBytes(32).toString('hex')
  server = await startServer({ env: { SECRET_KEY: secret } })
  const { databaseUrl, dataDir, url } = server
  const env = { DATABASE_URL: databaseUrl, SECRET_KEY: secret, DATA_DIR: dataDir, PUBLIC_URL: url }
  second = await startProcess({ ...env, DEMO: 'off', RATE_LIMIT: 'off' })
  readerServer = second
  fixture = await aStudio(server)
  rival = await aStudio(server)
  crew = await aCrewMember(server, fixture)
  ids = await createWork()
}, 240_000)
afterAll(async () => {
  await second?.stop()
  await server.stop()
})

async function createWork(): Promise<typeof ids> {
  const { client, admin, studio } = fixture
  const idOf = async (response: Promise<ApiResponse>): Promise<string> => (await response).body.id
  const project = await idOf(client.post('/projects', { title: 'Night Drive', project_type: 'music' }))
  return {
    project,
    card: await idOf(client.post('/cards', { project_id: project, title: 'Mix it' })),
    task: await idOf(admin.post('/tasks', { title: 'Tune the piano', assigned_to: crew.id, project_id: project })),
    checkin: await idOf(crew.post(`/studios/${studio.id}/checkins`, { client_id: fixture.other.id })),
    booking: (await aBooking(client, studio.id, today)).id,
    request: await idOf(
      (await proveAddress(await aPerson(server))).post('/me/role-request', { role: 'staff', studio_id: studio.id }),
    ),
  }
}

type Listener = 'admin' | 'crew' | 'client' | 'other' | 'stranger'
type Case = {
  what: string
  topic: string
  /** Makes the change. @returns the id of the changed row */
  act: () => Promise<string>
  /** Readers who get an event with the id of the row. */
  rowTo: Listener[]
  /** Readers who get an event without the id of the row. */
  topicTo?: Listener[]
}

const expectSuccess = async (response: Promise<ApiResponse>): Promise<void> => {
  const { status, text } = await response
  expect(status, text).toBeLessThan(300)
}
const peopleAtStudio: Listener[] = ['admin', 'crew']

const cases: Case[] = [
  {
    what: 'a session that is confirmed',
    topic: 'bookings',
    rowTo: [...peopleAtStudio, 'client'],
    topicTo: ['other'],
    act: () => expectSuccess(confirmAsSeen(fixture.admin, ids.booking)).then(() => ids.booking),
  },
  {
    what: 'a card that moves',
    topic: 'cards',
    rowTo: [...peopleAtStudio, 'client'],
    act: () => expectSuccess(crew.post(`/cards/${ids.card}/move`, { phase: 'production' })).then(() => ids.card),
  },
  {
    what: 'what is said on a card',
    topic: 'cards',
    rowTo: [...peopleAtStudio, 'client'],
    act: () => expectSuccess(crew.post(`/cards/${ids.card}/comments`, { body: 'Louder' })).then(() => ids.card),
  },
  {
    what: 'a project that moves on',
    topic: 'projects',
    rowTo: [...peopleAtStudio, 'client'],
    act: () =>
      expectSuccess(fixture.client.post(`/projects/${ids.project}/phase`, { direction: 'next' })).then(
        () => ids.project,
      ),
  },
  {
    what: "a task of a client's project",
    topic: 'tasks',
    rowTo: [...peopleAtStudio, 'client'],
    act: () => expectSuccess(crew.post(`/tasks/${ids.task}/start`)).then(() => ids.task),
  },
  {
    what: 'a client who leaves',
    topic: 'checkins',
    rowTo: peopleAtStudio,
    act: () => expectSuccess(crew.post(`/checkins/${ids.checkin}/checkout`)).then(() => ids.checkin),
  },
  {
    what: 'a request that is approved',
    topic: 'roles',
    rowTo: peopleAtStudio,
    act: () => expectSuccess(fixture.admin.post(`/role-requests/${ids.request}/approve`)).then(() => ids.request),
  },
  {
    what: 'a notice to one person',
    topic: 'notices',
    rowTo: ['crew'],
    act: async () => {
      await expectSuccess(fixture.client.post(`/cards/${ids.card}/comments`, { body: `Please, @[${crew.id}]` }))
      return (await crew.get('/notices')).body.items[0].id
    },
  },
]

describe('on screens connected to another process', () => {
  test('changes are sent only to open screens of people who may see them', async () => {
    const people = { admin: fixture.admin, crew, client: fixture.client, other: fixture.other, stranger: rival.admin }
    const streams = new Map<string, LiveReader>()
    for (const [name, { token }] of Object.entries(people)) streams.set(name, await listenLive(readerServer, token))
    const countMarks = (reader: LiveReader) => changesOf(reader).filter(({ topic }) => topic === 'studios').length
    for (const [index, { what, topic, act, rowTo, topicTo = [] }] of cases.entries()) {
      const countsBefore = new Map([...streams].map(([name, reader]) => [name, changesOf(reader).length]))
      const id = await act()
      // Everyone gets an event about their studio's branding. When it arrives, all earlier events have arrived.
      for (const { admin, studio } of [fixture, rival])
        await expectSuccess(admin.patch(`/studios/${studio.id}`, { tagline: `After ${what}` }))
      for (const [name, reader] of streams) {
        await vi.waitFor(() => expect(countMarks(reader)).toBe(index + 1), { timeout: 60_000 })
        const changes = changesOf(reader).slice(countsBefore.get(name))
        const isNotified = [...rowTo, ...topicTo].some((listener) => listener === name)
        const expected = isNotified ? [{ topic, id: topicTo.some((listener) => listener === name) ? null : id }] : []
        const topicChanges = changes.filter((change) => change.topic === topic)
        expect(topicChanges, `${what}, as ${name} hears it`).toEqual(expected)
      }
    }
    for (const reader of streams.values()) reader.close()
  })

  test('a reconnected reader gets a request to reload, and an ended role ends the stream', async () => {
    const firstStream = await listenLive(readerServer, crew.token)
    await vi.waitFor(() => expect(firstStream.events[0]).toBe('resync'), { timeout: 60_000 })
    firstStream.close()
    await expectSuccess(fixture.client.post('/cards', { project_id: ids.project, title: 'Made meanwhile' }))
    const secondStream = await listenLive(readerServer, crew.token)
    await vi.waitFor(() => expect(secondStream.events[0]).toBe('resync'), { timeout: 60_000 })
    const { items } = (await fixture.admin.get(`/studios/${fixture.studio.id}/crew`)).body
    const role = items.find(({ user_id }: { user_id: string }) => user_id === crew.id)
    await expectSuccess(fixture.admin.delete(`/studios/${fixture.studio.id}/crew/${role.role_id}`))
    await secondStream.ended
    const changes = changesOf(secondStream).length
    await expectSuccess(fixture.client.post(`/cards/${ids.card}/move`, { phase: 'analytics' }))
    expect(changesOf(secondStream)).toHaveLength(changes)
    expectError(await crew.get('/cards'), 'NO_ACTIVE_ROLE')
  })
})

const changesOf = ({ events }: LiveReader) => events.filter((event): event is LiveChange => event !== 'resync')
