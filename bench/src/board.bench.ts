/** How smooth a board of 1,000 cards is, in the built product in Chromium. Prints medians of the rounds. `[rounds] [cards]` */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type Phase, phaseLabels, phases } from '@studiohub/contract/features/projects/words.ts'
import { findChromium } from '@studiohub/testing/browser.ts'
import { aStudio, type StudioOfTest, type TestUser } from '@studiohub/testing/people.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { SESSION_KEY } from '../../web/src/lib/session/stored-session.ts'
import { buildEmptyCommit, clickToPaint, median } from './painted-frames.ts'

const ROUNDS = Number(process.argv[2] ?? 7)
const CARDS = Number(process.argv[3] ?? 1000)
const CONCURRENT_CALLS = 4
const SETTLE_MS = 1500
const EMPTY_COMMITS = 9
const size = { width: 1440, height: 900 }

type Dropped = { frames: number; ms: number; dropped_at: number }
type Moved = {
  /**
   * The longest task of the page's main thread, in milliseconds of its own processor time, without that of other
   * processes.
   */
  drag_cpu: number
  drop_cpu: number
  frames: number
  ms: number
  seen_ms: number
  /** The median time from a movement of the held card until its frame is painted. */
  frame_ms: number
  /** The same for the smallest possible change with React, by a click on the same page. */
  commit_ms: number
}

declare global {
  interface Window {
    dropped: Promise<Dropped>
    seen: Promise<number>
    dragFrames: number[]
  }
}

async function fill({ admin, client }: StudioOfTest, count: number) {
  const projects: string[] = []
  for (let index = 0; index < 5; index += 1) {
    const { body } = await client.post('/projects', { title: `Album ${index}`, project_type: 'music' })
    projects.push(body.id)
  }
  let next = 0
  const work = async () => {
    for (let index = next++; index < count; index = next++) {
      const project_id = projects[index % projects.length]
      const description = 'Doubles on the second verse, and the backing vocals of the last chorus once more.'
      const { body, status } = await client.post('/cards', {
        project_id,
        title: `Take ${index} of the song`,
        description,
      })
      if (status !== 201) throw new Error(`creating a card failed: ${status}`)
      const phase = phases[index % phases.length]
      if (phase !== 'pre_production') await admin.post(`/cards/${body.id}/move`, { phase })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, work))
}

async function openPage(browser: Browser, url: string, person: TestUser): Promise<Page> {
  const context = await browser.newContext({ viewport: size, baseURL: url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  // The compiler wraps functions in calls of `__name`, which the page does not have.
  await page.addInitScript('globalThis.__name = (made) => made')
  await page.goto('/robots.txt')
  const body = { email: person.email, password: person.password }
  const response = await page.request.post('/auth/v1/token?grant_type=password', { data: body })
  await page.evaluate(([key, session]) => localStorage.setItem(key, session), [
    SESSION_KEY,
    await response.text(),
  ] as const)
  return page
}

/** Opens the board. @returns the milliseconds from the navigation until a frame with a card was drawn */
async function load(page: Page): Promise<number> {
  await page.goto('/studio/board', { waitUntil: 'commit' })
  await page.waitForSelector('[data-card]')
  const painted = await page.evaluate(
    () =>
      new Promise<number>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))),
  )
  await page.waitForTimeout(SETTLE_MS)
  return painted
}

type Selectors = readonly [selector: string]
const cardInColumn = (id: string, phase: Phase): Selectors => [`[data-column="${phase}"] [data-card="${id}"]`]

/** Counts the frames in the page from the drop until the card is visible in its new column. */
const awaitDrop = (page: Page, selectors: Selectors) =>
  page.evaluate(([selector]) => {
    window.dropped = new Promise((done) => {
      const from = ({ timeStamp }: Event) => {
        let frames = 0
        const look = () => {
          frames += 1
          if (!document.querySelector(selector)) return requestAnimationFrame(look)
          const ms = performance.now() - timeStamp
          return done({ frames, ms, dropped_at: Date.now() - ms })
        }
        requestAnimationFrame(look)
      }
      addEventListener('pointerup', from, { once: true, capture: true })
    })
  }, selectors)

const awaitSeen = (page: Page, selectors: Selectors) =>
  page.evaluate(([selector]) => {
    window.seen = new Promise((done) => {
      const look = () => (document.querySelector(selector) ? done(Date.now()) : requestAnimationFrame(look))
      look()
    })
  }, selectors)

/** Records in the page how long each movement of the pointer takes until its frame is painted. */
const recordFrames = (page: Page) =>
  page.evaluate(() => {
    window.dragFrames = []
    const record = ({ timeStamp }: Event) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => window.dragFrames.push(performance.now() - timeStamp)
        port2.postMessage(null)
      })
    addEventListener('pointermove', record, { capture: true })
    addEventListener('pointerup', () => removeEventListener('pointermove', record, { capture: true }), { once: true })
  })

/** Clicks the button of an empty React commit several times. @returns the median time until its frame is painted */
async function timeEmptyCommits(page: Page, script: string): Promise<number> {
  await page.addScriptTag({ content: script, type: 'module' })
  await page.locator('#empty-commit').waitFor()
  const times: number[] = []
  for (let nth = 1; nth <= EMPTY_COMMITS; nth += 1)
    times.push(await clickToPaint(page, '#empty-commit', `[data-commits="${nth}"]`))
  return median(times)
}

/** Drags the first card of a column over all columns and drops it in another one. */
async function drag(
  browser: Browser,
  { page, other }: Pages,
  [from, to]: readonly [Phase, Phase],
): Promise<Omit<Moved, 'commit_ms'>> {
  const card = page.locator(`[data-column="${from}"] [data-card]`).first()
  const selectors = cardInColumn((await card.getAttribute('data-card')) ?? '', to)
  const start = await card.boundingBox()
  if (!start) throw new Error(`no card to drag in ${phaseLabels[from]}`)
  await awaitDrop(page, selectors)
  await awaitSeen(other, selectors)
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  await page.evaluate(() => performance.mark('taken'))
  await page.mouse.move(start.x + start.width / 2, start.y + start.height - 8)
  await page.mouse.down()
  await recordFrames(page)
  for (const phase of [...phases, to]) {
    const box = await page.locator(`[data-column="${phase}"]`).boundingBox()
    if (box) await page.mouse.move(box.x + box.width / 2, box.y + 90, { steps: 12 })
  }
  await page.evaluate(() => performance.mark('released'))
  await page.mouse.up()
  const { frames, ms, dropped_at } = await page.evaluate(() => window.dropped)
  const seen_ms = (await other.evaluate(() => window.seen)) - dropped_at
  await page.waitForTimeout(SETTLE_MS)
  const longest = longestTasks(JSON.parse((await browser.stopTracing()).toString('utf8')).traceEvents)
  const frame_ms = median(await page.evaluate(() => window.dragFrames))
  return { ...longest, frames, ms, seen_ms, frame_ms }
}

type TraceEvent = { name: string; pid: number; tid: number; ts: number; tdur?: number }

function longestTasks(events: readonly TraceEvent[]) {
  const taken = events.find(({ name }) => name === 'taken')
  const released = events.find(({ name }) => name === 'released')
  if (!taken || !released) throw new Error('the trace does not contain the drag')
  const tasks = events.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && pid === taken.pid && tid === taken.tid,
  )
  const longest = (from: number, to: number) =>
    Math.max(0, ...tasks.filter(({ ts }) => ts >= from && ts < to).map(({ tdur = 0 }) => tdur / 1000))
  return { drag_cpu: longest(taken.ts, released.ts), drop_cpu: longest(released.ts, Number.POSITIVE_INFINITY) }
}

const misses: string[] = []
function report(name: string, value: number, limit: number) {
  const line = `${name.padEnd(72)} ${value.toFixed(1)} (at most ${limit})`
  console.log(value > limit ? `${line}  MISSED` : line)
  if (value > limit) misses.push(line)
}

type Pages = { page: Page; other: Page }

const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-bench-'))
const server = await startProcess({ DATA_DIR: dataDir, RATE_LIMIT: 'off', DEMO: 'off', NODE_ENV: 'production' })
const { executablePath, args, env } = await findChromium()
const browser = await chromium.launch({ executablePath, args, ...(env && { env: { ...process.env, ...env } }) })
try {
  const [full, small] = [await aStudio(server), await aStudio(server)]
  await fill(full, CARDS)
  await fill(small, phases.length)
  const open = async ({ admin }: StudioOfTest): Promise<Pages> => {
    const pages = {
      page: await openPage(browser, server.url, admin),
      other: await openPage(browser, server.url, admin),
    }
    await load(pages.other)
    return pages
  }
  const emptyCommit = await buildEmptyCommit()
  const boards = { full: await open(full), small: await open(small) }
  const rounds: { full: Moved & { painted: number }; small: Moved & { painted: number } }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const columns =
      round % 2 ? (['production', 'pre_production'] as const) : (['pre_production', 'production'] as const)
    const measure = async (pages: Pages) => ({
      painted: await load(pages.page),
      ...(await drag(browser, pages, columns)),
      commit_ms: await timeEmptyCommits(pages.page, emptyCommit),
    })
    rounds.push({ small: await measure(boards.small), full: await measure(boards.full) })
  }
  const medianOf = (name: keyof Moved | 'painted') => median(rounds.map((round) => round.full[name]))
  const medianRatio = (name: 'painted' | 'ms') => median(rounds.map((round) => round.full[name] / round.small[name]))
  console.log(`${CARDS} cards, ${ROUNDS} rounds; compared with a board of ${phases.length} cards`)
  report(`painted: ${medianOf('painted').toFixed(0)} ms, compared with the small board`, medianRatio('painted'), 1.5)
  report('the longest task while a card is dragged over all columns, ms of work', medianOf('drag_cpu'), 50)
  report(
    `a frame of the drag: ${medianOf('frame_ms').toFixed(1)} ms, more than an empty React commit, ms`,
    median(rounds.map(({ full }) => full.frame_ms - full.commit_ms)),
    8,
  )
  report('the longest task from the drop until all is read again, ms of work', medianOf('drop_cpu'), 50)
  report('frames from the drop until it is in its column', medianOf('frames'), 2)
  report(`the same: ${medianOf('ms').toFixed(0)} ms, compared with the small board`, medianRatio('ms'), 2)
  report('until another browser has drawn it, ms', medianOf('seen_ms'), 1000)
} finally {
  await browser.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
process.exitCode = misses.length === 0 ? 0 : 1
