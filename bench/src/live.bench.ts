/**
 * How soon open screens show changes by others: `npm run bench -- live [rounds]`. The built product in two processes on
 * one PostgreSQL: changes through one are received, and painted in Chromium, at the other. Ends with 1 if a limit is
 * exceeded.
 */
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import type { ApiResponse } from '@studiohub/testing/http.ts'
import { type LiveReader, listenLive } from '@studiohub/testing/live.ts'
import {
  aCrewMember,
  allowManyRequests,
  aPerson,
  aStudio,
  type StudioOfTest,
  type TestUser,
} from '@studiohub/testing/people.ts'
import { startPostgres } from '@studiohub/testing/postgres.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import { build } from '../../scripts/build.mjs'
import { quantile } from './contest.ts'
import { awaitDrawn, type Expected, launchChromium, openPage } from './open-pages.ts'

const ROUNDS = Number(process.argv[2] ?? 20)
/** How often a reader is offline, and how often a role ends. */
const LOSS_ROUNDS = Math.ceil(ROUNDS / 4)
const SHOWN_MS_MAX = 1_000
const CLOSED_MS_MAX = 2_000
const SETTLE_MS = 400
const today = todayIn('UTC', new Date())

async function bodyOf(call: Promise<ApiResponse>): Promise<ApiResponse['body']> {
  const { status, text, body } = await call
  if (status >= 300) throw new Error(`the call was rejected: ${status} ${text}`)
  return body
}

type WatchedChange = {
  topic: string
  page: Page
  reader: LiveReader
  expected: (round: number) => Expected
  act: (round: number) => Promise<unknown>
  /** Makes the next round possible. */
  undo?: () => Promise<unknown>
}

async function waitForEvent({ events }: LiveReader, from: number, topic: string): Promise<number> {
  while (!events.slice(from).some((event) => event !== 'resync' && event.topic === topic)) await wait(1)
  return Date.now()
}

type Times = { received: number; drawn: number }

async function watch({ topic, page, reader, expected, act, undo }: WatchedChange, round: number): Promise<Times> {
  await awaitDrawn(page, expected(round))
  const from = reader.events.length
  const startedAt = Date.now()
  const arrival = waitForEvent(reader, from, topic)
  await act(round)
  const times = { received: (await arrival) - startedAt, drawn: (await page.evaluate(() => window.drawn)) - startedAt }
  await undo?.()
  await wait(SETTLE_MS)
  return times
}

type LiveBench = {
  fixture: StudioOfTest
  crew: TestUser
  near: { url: string; database: string }
  far: { url: string }
}

/** The five kinds of change: made through the near process and watched at the far one. */
async function listChanges({ fixture, crew, near, far }: LiveBench, browser: Browser): Promise<WatchedChange[]> {
  const { admin, client, studio } = fixture
  const project_id: string = (await bodyOf(client.post('/projects', { title: 'Night Drive', project_type: 'music' })))
    .id
  const card = await bodyOf(client.post('/cards', { project_id, title: 'Mix it' }))
  const requesters = await Promise.all(
    Array.from({ length: ROUNDS }, (_, round) => aPerson(near, { full_name: `Requester ${round}.` })),
  )
  const open = (person: TestUser, at: string) => openPage(browser, far.url, person, at)
  const [list, board, checkins, people] = [
    await open(admin, '/studio/bookings?tab=list&show=upcoming'),
    await open(admin, '/studio/board'),
    await open(crew, '/staff/checkins'),
    await open(admin, '/studio/staff'),
  ]
  const [ofAdmin, ofCrew] = [await listenLive(far, admin.token), await listenLive(far, crew.token)]
  const { unread } = await bodyOf(crew.get('/notices'))
  let checkin_id = ''
  return [
    {
      topic: 'bookings',
      page: list,
      reader: ofAdmin,
      expected: (round) => ['main', `Session ${round}.`],
      act: (round) =>
        aBooking(client, studio.id, today, { booking_date: plusDays(today, 1 + round), notes: `Session ${round}.` }),
    },
    {
      topic: 'cards',
      page: board,
      reader: ofAdmin,
      expected: (round) => ['[data-card]', `Take ${round}.`],
      act: (round) => bodyOf(client.post('/cards', { project_id, title: `Take ${round}.` })),
    },
    {
      topic: 'checkins',
      page: checkins,
      reader: ofCrew,
      expected: (round) => ['main', `Visit ${round}.`],
      act: async (round) => {
        const visit = { client_id: client.id, notes: `Visit ${round}.` }
        checkin_id = (await bodyOf(admin.post(`/studios/${studio.id}/checkins`, visit))).id
      },
      undo: () => bodyOf(admin.post(`/checkins/${checkin_id}/checkout`)),
    },
    {
      topic: 'roles',
      page: people,
      reader: ofAdmin,
      expected: (round) => ['main', `Requester ${round}.`],
      act: async (round) => {
        const requester = requesters[round]
        if (requester) await bodyOf(requester.post('/me/role-request', { role: 'staff', studio_id: studio.id }))
      },
    },
    {
      topic: 'notices',
      page: checkins,
      reader: ofCrew,
      expected: (round) => [`button[aria-label="Notifications, ${unread + round + 1} unread"]`, ''],
      act: () => bodyOf(client.post(`/cards/${card.id}/comments`, { body: `Please, @[${crew.id}]` })),
    },
  ]
}

/**
 * For a reader who was offline: the time from reconnecting, at the other process, until the missed change has been
 * read.
 */
async function reconnect({ fixture, far }: LiveBench, round: number): Promise<number> {
  const { client, admin } = fixture
  ;(await listenLive(far, admin.token)).close()
  const title = `Made while offline ${round}.`
  await bodyOf(client.post('/projects', { title, project_type: 'music' }))
  const startedAt = Date.now()
  const reader = await listenLive(far, admin.token)
  while (reader.events[0] !== 'resync') await wait(1)
  const response = await fetch(`${far.url}/api/v1/projects`, { headers: { authorization: `Bearer ${admin.token}` } })
  if (!(await response.text()).includes(title)) throw new Error('the missed change was not read')
  reader.close()
  return Date.now() - startedAt
}

/** The time from the end of a role at the near process until the stream of its person at the far one has ended. */
async function loseRole({ fixture, near, far }: LiveBench): Promise<number> {
  const { admin, studio } = fixture
  const crew = await aCrewMember(near, fixture)
  const { items } = await bodyOf(admin.get(`/studios/${studio.id}/crew?limit=100`))
  const { role_id } = items.find(({ user_id }: { user_id: string }) => user_id === crew.id)
  const reader = await listenLive(far, crew.token)
  while (reader.events[0] !== 'resync') await wait(1)
  const startedAt = Date.now()
  await bodyOf(admin.delete(`/studios/${studio.id}/crew/${role_id}`))
  await reader.ended
  return Date.now() - startedAt
}

const misses: string[] = []
function report(name: string, times: readonly number[], limit: number) {
  const worst = Math.max(...times)
  const line = `${name.padEnd(52)} ${quantile(times)} ms, worst of ${times.length}: ${worst} ms (at most ${limit})`
  console.log(worst > limit ? `${line}  MISSED` : line)
  if (worst > limit) misses.push(line)
}

async function measure(bench: LiveBench, browser: Browser) {
  const changes = await listChanges(bench, browser)
  const times = new Map(changes.map(({ topic }) => [topic, [] as Times[]]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const change of changes) times.get(change.topic)?.push(await watch(change, round))
  for (const [topic, timesOfTopic] of times) {
    report(
      `${topic}: event at the other process`,
      timesOfTopic.map(({ received }) => received),
      SHOWN_MS_MAX,
    )
    report(
      `${topic}: drawn by a browser there`,
      timesOfTopic.map(({ drawn }) => drawn),
      SHOWN_MS_MAX,
    )
  }
  for (const { reader } of changes) reader.close()
  const [reconnectTimes, cutTimes]: number[][] = [[], []]
  for (let round = 0; round < LOSS_ROUNDS; round += 1) {
    reconnectTimes?.push(await reconnect(bench, round))
    cutTimes?.push(await loseRole(bench))
  }
  report('a lost connection: restored, and missed changes read', reconnectTimes ?? [], SHOWN_MS_MAX)
  report('a role that ended: until its stream is closed', cutTimes ?? [], CLOSED_MS_MAX)
}

if (!(await build())) process.exit(1)
const cluster = await startPostgres()
process.env.TEST_DATABASE_URL = cluster.url
const database = await aServerEnvironment()
const env = { ...database.environment, NODE_ENV: 'production' }
const [near, far] = [await startProcess(env), await startProcess(env)]
const browser = await launchChromium()
try {
  console.log(`PostgreSQL ${cluster.version}, two processes, ${ROUNDS} rounds, load before ${loadavg()[0]?.toFixed(1)}`)
  // Lets crew confirm their address without an email.
  const nearWithDatabase = { ...near, database: database.databaseUrl }
  const fixture = await aStudio(near)
  await allowManyRequests(fixture)
  await measure({ fixture, crew: await aCrewMember(nearWithDatabase, fixture), near: nearWithDatabase, far }, browser)
  console.log(`load after ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await browser.close()
  await Promise.all([near.stop(), far.stop()])
  await database.remove()
  await cluster.stop()
}
process.exitCode = misses.length === 0 ? 0 : 1
