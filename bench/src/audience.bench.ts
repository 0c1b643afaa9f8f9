/**
 * How soon many readers see one change: `npm run bench -- audience [rounds] [readers] [pages]`. Scripted readers (a live
 * stream each) and pages in Chromium have one studio's calendar open, and a booking is made. Measures the time until the last
 * reader has the month and the last page has drawn it, compared with one reader and one page. Ends with 1 if a limit is
 * exceeded.
 */
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aBooking } from '@studiohub/testing/bookings.ts'
import { listenLive } from '@studiohub/testing/live.ts'
import { aCrewMember, aStudio, type TestUser } from '@studiohub/testing/people.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import pg from 'pg'
import { build } from '../../scripts/build.mjs'
import { openCaller, openReport, productPool, quantile } from './contest.ts'
import { awaitDrawn, launchChromium, openPage } from './open-pages.ts'

const [rounds = '10', readers = '95', pages = '5'] = process.argv.slice(2)
/** The most live streams that one person may have. */
const STREAMS_EACH = 20
const SESSIONS_OF_A_DAY = 7
const SETTLE_MS = 700
const DELAY_MS_MAX = 300
const today = todayIn('UTC', new Date())
const day = plusDays(today, 3)
const { checkLimit, exceeded } = openReport()

if (!(await build())) process.exit(1)
const cluster = await startOwnPostgres({ shared_preload_libraries: 'pg_stat_statements' })
process.env.TEST_DATABASE_URL = cluster.url
const installation = await aServerEnvironment(productPool)
const server = await startProcess({ ...installation.environment })
const database = new pg.Client(installation.databaseUrl)
await database.connect()
await database.query('create extension pg_stat_statements')
const browser = await launchChromium()

/** How often calendars were read from the database, for all ranges. */
async function countReads(): Promise<number> {
  const { rows } = await database.query(
    `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements where query like '%with shown as materialized%'`,
  )
  return rows[0].calls
}

type Audience = {
  waitUntilDrawn: (text: string) => Promise<number>
  waitUntilRead: () => Promise<number>
  close(): Promise<void>
}

/** Readers and pages with the calendar of one studio open. */
async function openAudience(people: readonly TestUser[], studio_id: string, count: { readers: number; pages: number }) {
  const caller = openCaller(server.url, count.readers)
  const month = `/studios/${studio_id}/calendar?from=${today}&to=${plusDays(today, 29)}`
  const streams = await Promise.all(
    Array.from({ length: count.readers }, async (_, index) => {
      // The first person has the pages open.
      const person = people[1 + (index % (people.length - 1))] as TestUser
      const stream = await listenLive(server, person.token)
      if (stream.status !== 200) throw new Error(`a stream was rejected: ${stream.status}`)
      return { person, stream }
    }),
  )
  const openPages: Page[] = []
  for (let index = 0; index < count.pages; index += 1)
    openPages.push(await openPage(browser, server.url, people[0] as TestUser, `/studio/bookings?view=day&date=${day}`))
  await wait(SETTLE_MS)
  const audience: Audience = {
    async waitUntilDrawn(start) {
      await Promise.all(openPages.map((page) => awaitDrawn(page, [`[data-block][aria-label*="${start} – "]`, ''])))
      return Math.max(...(await Promise.all(openPages.map((page) => page.evaluate(() => window.drawn)))))
    },
    async waitUntilRead() {
      await Promise.all(
        streams.map(async ({ person, stream }) => {
          const from = stream.events.length
          while (!stream.events.slice(from).some((event) => event !== 'resync' && event.topic === 'bookings'))
            await wait(1)
          const { status } = await caller.send(person.token, 'GET', month)
          if (status !== 200) throw new Error(`reading the month failed: ${status}`)
        }),
      )
      return Date.now()
    },
    async close() {
      caller.close()
      for (const { stream } of streams) stream.close()
      await Promise.all(openPages.map((page) => page.context().close()))
    },
  }
  return audience
}

const { studio, admin } = await aStudio(server)
const fixture = { studio, admin }
const people = [admin]
while ((people.length - 1) * STREAMS_EACH < Number(readers))
  people.push(await aCrewMember({ ...server, database: installation.databaseUrl }, fixture))
for (let index = 0; index < 29 * SESSIONS_OF_A_DAY; index += 1) {
  const hour = 9 + 2 * (index % SESSIONS_OF_A_DAY)
  const times = { start_time: `${String(hour).padStart(2, '0')}:00`, end_time: `${hour + 1}:30` }
  await aBooking(admin, studio.id, today, {
    booking_date: plusDays(today, 1 + Math.floor(index / SESSIONS_OF_A_DAY)),
    ...times,
  })
}

// At midnight a block names only its end.
let bookingNumber = 1
/** Books quarters of an hour of the early morning, and waits for the audience. */
async function watch(audience: Audience) {
  const times: number[] = []
  let reads = 0
  for (let round = 0; round < Number(rounds); round += 1) {
    const minutes = bookingNumber * 15
    bookingNumber += 1
    const timeOf = (from: number) => `0${Math.floor(from / 60)}:${String(from % 60).padStart(2, '0')}`
    const drawn = audience.waitUntilDrawn(timeOf(minutes))
    const read = audience.waitUntilRead()
    await wait(SETTLE_MS)
    const before = await countReads()
    const startedAt = Date.now()
    await aBooking(admin, studio.id, today, {
      booking_date: day,
      start_time: timeOf(minutes),
      end_time: timeOf(minutes + 15),
    })
    times.push(Math.max(await drawn, await read) - startedAt)
    await wait(SETTLE_MS)
    reads = Math.max(reads, (await countReads()) - before)
  }
  await audience.close()
  return { ms: quantile(times), reads }
}

try {
  console.log(`PostgreSQL ${cluster.version}, ${rounds} rounds, load before ${loadavg()[0]?.toFixed(1)}`)
  const alone = await watch(await openAudience(people, studio.id, { readers: 1, pages: 1 }))
  const many = await watch(await openAudience(people, studio.id, { readers: Number(readers), pages: Number(pages) }))
  console.log(
    `one reader and one page: ${alone.ms} ms, ${alone.reads} reads; the audience: ${many.ms} ms, ${many.reads} reads`,
  )
  checkLimit('how much later the audience sees it than one reader', many.ms - alone.ms, { max: DELAY_MS_MAX }, ' ms')
  // The month and the day, each in the view of the admin and of the crew.
  checkLimit('reads of the database for one change', many.reads, { max: 4 })
  console.log(`load after ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await browser.close()
  await database.end()
  await server.stop()
  await installation.remove()
  await cluster.stop()
}
process.exitCode = exceeded.length === 0 ? 0 : 1
