/**
 * How soon open screens show changes by others: `npm run bench -- live [rounds]`. The built product in two processes on
 * one PostgreSQL: changes through one are received, and painted in Chromium, at the other. Ends with 1 if a limit is
 * exceeded.
 */
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { findChromium } from '@studiohub/testing/browser.ts'
import type { Answer } from '@studiohub/testing/http.ts'
import { type LiveReader, listenLive } from '@studiohub/testing/live.ts'
import {
  aCrewMember,
  allowManyRequests,
  aPerson,
  aStudio,
  type Person,
  type StudioOfTest,
} from '@studiohub/testing/people.ts'
import { startPostgres } from '@studiohub/testing/postgres.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import { build } from '../../scripts/build.mjs'
import { SESSION_KEY } from '../../web/src/lib/session/stored-session.ts'
import { quantile } from './contest.ts'

const ROUNDS = Number(process.argv[2] ?? 20)
/** How often a reader is away, and a role ended. */
const LOSSES = Math.ceil(ROUNDS / 4)
const SHOWN_MS = 1_000
const CUT_MS = 2_000
const SETTLED_MS = 400
const today = todayIn('UTC', new Date())

declare global {
  interface Window {
    drawn: Promise<number>
  }
}

async function done(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, text, body } = await answer
  if (status >= 300) throw new Error(`refused: ${status} ${text}`)
  return body
}

/** What to wait for on a page: an element and its text. */
type Sight = readonly [selector: string, text: string]

type Watched = {
  topic: string
  page: Page
  reader: LiveReader
  sight: (round: number) => Sight
  act: (round: number) => Promise<unknown>
  /** Makes the next round possible. */
  undo?: () => Promise<unknown>
}

/** The moment when the page painted it. */
const awaitDrawn = (page: Page, sight: Sight) =>
  page.evaluate(([selector, text]) => {
    const isThere = () => [...document.querySelectorAll(selector)].some((found) => found.textContent.includes(text))
    window.drawn = new Promise((done) => {
      const look = () => (isThere() ? done(Date.now()) : requestAnimationFrame(look))
      look()
    })
  }, sight)

async function waitForEvent({ events }: LiveReader, from: number, topic: string): Promise<number> {
  while (!events.slice(from).some((event) => event !== 'resync' && event.topic === topic)) await wait(1)
  return Date.now()
}

type Times = { told: number; drawn: number }

async function watch({ topic, page, reader, sight, act, undo }: Watched, round: number): Promise<Times> {
  await awaitDrawn(page, sight(round))
  const from = reader.events.length
  const startedAt = Date.now()
  const arrival = waitForEvent(reader, from, topic)
  await act(round)
  const times = { told: (await arrival) - startedAt, drawn: (await page.evaluate(() => window.drawn)) - startedAt }
  await undo?.()
  await wait(SETTLED_MS)
  return times
}

async function openPage(browser: Browser, url: string, person: Person, at: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })).newPage()
  // The names of functions are kept by a call that the page does not have.
  await page.addInitScript('globalThis.__name = (made) => made')
  await page.goto('/robots.txt')
  const body = { email: person.email, password: person.password }
  const answer = await page.request.post('/auth/v1/token?grant_type=password', { data: body })
  await page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [SESSION_KEY, await answer.text()] as const)
  await page.goto(at)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

type House = { fixture: StudioOfTest; crew: Person; near: { url: string }; far: { url: string } }

/** Each of the five, changed through the near process and watched at the far one. */
async function theFive({ fixture, crew, near, far }: House, browser: Browser): Promise<Watched[]> {
  const { admin, client, studio } = fixture
  const project_id: string = (await done(client.post('/projects', { title: 'Night Drive', project_type: 'music' }))).id
  const card = await done(client.post('/cards', { project_id, title: 'Mix it' }))
  const askers = await Promise.all(
    Array.from({ length: ROUNDS }, (_, round) => aPerson(near, { full_name: `Asker ${round}.` })),
  )
  const open = (person: Person, at: string) => openPage(browser, far.url, person, at)
  const [list, board, door, people] = [
    await open(admin, '/studio/bookings?tab=list&show=upcoming'),
    await open(admin, '/studio/board'),
    await open(crew, '/staff/checkins'),
    await open(admin, '/studio/staff'),
  ]
  const [ofAdmin, ofCrew] = [await listenLive(far, admin.token), await listenLive(far, crew.token)]
  const { unread } = await done(crew.get('/notices'))
  let inside = ''
  return [
    {
      topic: 'bookings',
      page: list,
      reader: ofAdmin,
      sight: (round) => ['main', `Session ${round}.`],
      act: (round) =>
        aBooking(client, studio.id, today, { booking_date: plusDays(today, 1 + round), notes: `Session ${round}.` }),
    },
    {
      topic: 'cards',
      page: board,
      reader: ofAdmin,
      sight: (round) => ['[data-card]', `Take ${round}.`],
      act: (round) => done(client.post('/cards', { project_id, title: `Take ${round}.` })),
    },
    {
      topic: 'checkins',
      page: door,
      reader: ofCrew,
      sight: (round) => ['main', `Visit ${round}.`],
      act: async (round) => {
        const visit = { client_id: client.id, notes: `Visit ${round}.` }
        inside = (await done(admin.post(`/studios/${studio.id}/checkins`, visit))).id
      },
      undo: () => done(admin.post(`/checkins/${inside}/checkout`)),
    },
    {
      topic: 'roles',
      page: people,
      reader: ofAdmin,
      sight: (round) => ['main', `Asker ${round}.`],
      act: async (round) => {
        const asker = askers[round]
        if (asker) await done(asker.post('/me/role-request', { role: 'staff', studio_id: studio.id }))
      },
    },
    {
      topic: 'notices',
      page: door,
      reader: ofCrew,
      sight: (round) => [`button[aria-label="Notices, ${unread + round + 1} unread"]`, ''],
      act: () => done(client.post(`/cards/${card.id}/comments`, { body: `Please, @[${crew.id}]` })),
    },
  ]
}

/**
 * For a reader who was offline: the time from reconnecting, at the other process, until the missed change has been
 * read.
 */
async function comeBack({ fixture, far }: House, round: number): Promise<number> {
  const { client, admin } = fixture
  ;(await listenLive(far, admin.token)).close()
  const title = `Made meanwhile ${round}.`
  await done(client.post('/projects', { title, project_type: 'music' }))
  const startedAt = Date.now()
  const back = await listenLive(far, admin.token)
  while (back.events[0] !== 'resync') await wait(1)
  const answer = await fetch(`${far.url}/api/v1/projects`, { headers: { authorization: `Bearer ${admin.token}` } })
  if (!(await answer.text()).includes(title)) throw new Error('what happened meanwhile is missing')
  back.close()
  return Date.now() - startedAt
}

/** Whose role ends, through the near process: until their stream at the far one has ended. */
async function loseRole({ fixture, near, far }: House): Promise<number> {
  const { admin, studio } = fixture
  const crew = await aCrewMember(near, fixture)
  const { items } = await done(admin.get(`/studios/${studio.id}/crew?limit=100`))
  const { role_id } = items.find(({ user_id }: { user_id: string }) => user_id === crew.id)
  const reader = await listenLive(far, crew.token)
  while (reader.events[0] !== 'resync') await wait(1)
  const startedAt = Date.now()
  await done(admin.delete(`/studios/${studio.id}/crew/${role_id}`))
  await reader.ended
  return Date.now() - startedAt
}

const misses: string[] = []
function tell(what: string, times: readonly number[], most: number) {
  const worst = Math.max(...times)
  const line = `${what.padEnd(52)} ${quantile(times)} ms, worst of ${times.length}: ${worst} ms (at most ${most})`
  console.log(worst > most ? `${line}  MISSED` : line)
  if (worst > most) misses.push(line)
}

async function measure(house: House, browser: Browser) {
  const five = await theFive(house, browser)
  const times = new Map(five.map(({ topic }) => [topic, [] as Times[]]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const watched of five) times.get(watched.topic)?.push(await watch(watched, round))
  for (const [topic, found] of times) {
    tell(
      `${topic}: told at the other process`,
      found.map(({ told: arrival }) => arrival),
      SHOWN_MS,
    )
    tell(
      `${topic}: drawn by a browser there`,
      found.map(({ drawn }) => drawn),
      SHOWN_MS,
    )
  }
  for (const { reader } of five) reader.close()
  const [back, cut]: number[][] = [[], []]
  for (let round = 0; round < LOSSES; round += 1) {
    back?.push(await comeBack(house, round))
    cut?.push(await loseRole(house))
  }
  tell('a lost connection: back, and all read that it missed', back ?? [], SHOWN_MS)
  tell('a role that ended: until its stream was cut', cut ?? [], CUT_MS)
}

if (!(await build())) process.exit(1)
const cluster = await startPostgres()
process.env.TEST_DATABASE_URL = cluster.url
const database = await aServerEnvironment()
const env = { ...database.environment, NODE_ENV: 'production' }
const [near, far] = [await startProcess(env), await startProcess(env)]
const { executablePath, args, env: inBrowser } = await findChromium()
const browser = await chromium.launch({
  executablePath,
  args,
  ...(inBrowser && { env: { ...process.env, ...inBrowser } }),
})
try {
  console.log(`PostgreSQL ${cluster.version}, two processes, ${ROUNDS} rounds, load before ${loadavg()[0]?.toFixed(1)}`)
  const fixture = await aStudio(near)
  await allowManyRequests(fixture)
  await measure({ fixture, crew: await aCrewMember(near, fixture), near, far }, browser)
  console.log(`load after ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await browser.close()
  await Promise.all([near.stop(), far.stop()])
  await database.remove()
  await cluster.stop()
}
process.exitCode = misses.length === 0 ? 0 : 1
