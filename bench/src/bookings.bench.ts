/**
 * What bookings cost at size: `npm run bench -- bookings [studios] [rounds] [seconds]`. Compares with the same
 * statements sent by the driver alone, prepared and as text, and a thousand studios with ten. Ends with 1 if a limit is
 * exceeded.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { readConfig } from '@studiohub/server/platform/config/config.ts'
import { createLog } from '@studiohub/server/platform/process/log.ts'
import { start } from '@studiohub/server/start.ts'
import { aSession } from '@studiohub/testing/bookings.ts'
import { BOOKINGS_OF_A_MONTH, countDeadlocks, type Size, seedBookings } from '@studiohub/testing/many-bookings.ts'
import { aPerson, type Person } from '@studiohub/testing/people.ts'
import { startPostgres } from '@studiohub/testing/postgres.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { openReplay, statementsOf } from '@studiohub/testing/replay.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import { contest, type Figures, openCaller, quantile, ratio, timesOf } from './contest.ts'

const [studios = '1000', rounds = '9', seconds = '2'] = process.argv.slice(2)
const CONNECTIONS = 16
const ASKED_STUDIOS = 10
const BOOKINGS_EACH = 1_000
const TRIES = 30
const RAISE = 'update calendar_revisions set revision = gen_random_uuid() where studio_id = $1'
const today = todayIn('UTC', new Date())
const month = `?from=${today}&to=${plusDays(today, 29)}`

type Asker = { person: Person; studio_id: string; path: string; calendar: string }
type Heard = Awaited<ReturnType<typeof statementsOf>>

/** The time that the recorded booking has; no other session of the seed or of the measurement. */
const recorded = aSession(today, { booking_date: plusDays(today, 110), start_time: '03:07', end_time: '03:52' })

/** An endless list of free times: each call takes the next time of each studio. */
function freeTimes() {
  const next = new Map<string, number>()
  return (studio_id: string) => {
    const nth = (next.get(studio_id) ?? 0) + 1
    next.set(studio_id, nth)
    const hour = String(nth % 24).padStart(2, '0')
    const booking_date = plusDays(today, 111 + (Math.floor(nth / 24) % 600))
    return { booking_date, start_time: `${hour}:07`, end_time: `${hour}:52` }
  }
}

async function founder(installation: { url: string }): Promise<Asker> {
  const person = await aPerson(installation, { full_name: 'Ada Owner' })
  const input = { role: 'studio_admin', studio_name: `Studio ${randomUUID().slice(0, 8)}`, studio_type: 'recording' }
  const { body } = await person.post('/me/onboarding', { ...input, tier: 'pro', timezone: 'UTC', currency: 'USD' })
  const { studio_id } = body
  const studio = `/studios/${studio_id}`
  return { person, studio_id, path: `${studio}/bookings`, calendar: `${studio}/calendar${month}` }
}

const sessionOf = ({ token }: Person): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')).session_id

async function hear({ person, path, calendar }: Asker): Promise<{ create: Heard; month: Heard; id: string }> {
  const mark = sessionOf(person)
  let id = ''
  const create = await statementsOf(mark, async () => {
    const { status, body, text } = await person.post(path, recorded)
    if (status !== 201) throw new Error(`booking failed: ${status} ${text}`)
    id = body.id
  })
  const list = await statementsOf(mark, () => person.get(calendar))
  return { create, month: list, id }
}

/** The product on a database of the wanted size, with the statements that it sends. */
async function open(size: Size) {
  const installation = await aServerEnvironment({ SECRET_KEY: randomBytes(32).toString('hex') })
  const databaseUrl = installation.databaseUrl
  const running = await start(readConfig(installation.environment), createLog('silent'))
  const askers: Asker[] = []
  for (let n = 0; n < ASKED_STUDIOS; n += 1) askers.push(await founder(installation))
  const startedAt = performance.now()
  await seedBookings(databaseUrl, size)
  const took = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(`${size.studios} studios, ${size.bookings} bookings: seeded in ${took} s`)
  const heard: Awaited<ReturnType<typeof hear>>[] = []
  for (const asker of askers) heard.push(await hear(asker))
  await running.stop()
  const server = await startProcess({ ...installation.environment, NODE_ENV: 'production' })
  const replay = await openReplay(databaseUrl, CONNECTIONS)
  const caller = openCaller(server.url, CONNECTIONS)
  return {
    askers,
    heard,
    replay,
    caller,
    databaseUrl,
    async close() {
      caller.close()
      await replay.close()
      await server.stop()
      await installation.remove()
    },
  }
}
type BenchStudio = Awaited<ReturnType<typeof open>>

function callsAt({ askers, heard, replay, caller }: BenchStudio) {
  const free = freeTimes()
  const etags = new Map<string, string>()
  // Fixed for a connection: two users of one studio wait for each other at any size.
  const asker = (connection: number) => askers[connection % ASKED_STUDIOS] as Asker
  const statements = (connection: number) => heard[connection % ASKED_STUDIOS] as BenchStudio['heard'][number]
  async function createByDriver(connection: number, keepsPlans: boolean) {
    const { studio_id } = asker(connection)
    const { create, id } = statements(connection)
    const { booking_date, start_time, end_time } = free(studio_id)
    const other = {
      [id]: randomUUID(),
      [recorded.booking_date]: booking_date,
      [recorded.start_time]: start_time,
      [recorded.end_time]: end_time,
    }
    await replay.send(connection, create, other, keepsPlans)
  }
  async function monthByDriver(connection: number, keepsPlans: boolean) {
    // The actor, and the month as one row.
    const rows = await replay.send(connection, statements(connection).month, {}, keepsPlans)
    if (rows < 2) throw new Error(`a month of ${rows} rows`)
  }
  /** A month that has changed since it was last read: the change is one row, whose cost counts here. */
  async function readMonth(connection: number) {
    const { person, studio_id, calendar } = asker(connection)
    await replay.send(connection, [{ text: RAISE, values: [studio_id], name: 'raise' }], {}, true)
    const { status, text } = await caller.send(person.token, 'GET', calendar)
    if (status !== 200 || text.length < BOOKINGS_OF_A_MONTH * 100) throw new Error(`no month: ${status}`)
    etags.set(calendar, JSON.parse(`${text.slice(0, text.indexOf(',"bookings"'))}}`).etag)
  }
  /** The same month, read again by a browser that has it. */
  async function unchanged(connection: number) {
    const { person, calendar } = asker(connection)
    const headers = { 'if-none-match': etags.get(calendar) ?? '' }
    const { status } = await caller.send(person.token, 'GET', calendar, undefined, headers)
    if (status === 200) await readMonth(connection)
    else if (status !== 304) throw new Error(`no month: ${status}`)
  }
  return {
    async create(connection: number) {
      const { person, studio_id, path } = asker(connection)
      const { status, text } = await caller.send(person.token, 'POST', path, aSession(today, free(studio_id)))
      if (status !== 201) throw new Error(`booking failed: ${status} ${text}`)
    },
    createByDriver: (connection: number) => createByDriver(connection, false),
    createWithPlans: (connection: number) => createByDriver(connection, true),
    month: readMonth,
    unchanged,
    monthByDriver: (connection: number) => monthByDriver(connection, false),
    monthWithPlans: (connection: number) => monthByDriver(connection, true),
  }
}

const misses: string[] = []
function tell(what: string, value: number, bar: { least?: number; most?: number }, unit = '') {
  const missed = value < (bar.least ?? -Infinity) || value > (bar.most ?? Infinity)
  const line = `${what.padEnd(64)} ${value.toFixed(2)}${unit} (${bar.least ? 'at least' : 'at most'} ${bar.least ?? bar.most}${unit})`
  console.log(missed ? `${line}  MISSED` : line)
  if (missed) misses.push(line)
}

const rate = (rounds: readonly Figures[]) => quantile(rounds.map(({ per_second }) => per_second)).toFixed(0)

async function measure(what: 'create' | 'month', few: BenchStudio, many: BenchStudio, least: number) {
  const [atFew, atMany] = [callsAt(few), callsAt(many)]
  const [byDriver, withPlans] =
    what === 'create'
      ? (['createByDriver', 'createWithPlans'] as const)
      : (['monthByDriver', 'monthWithPlans'] as const)
  const found = await contest(
    { few: atFew[what], many: atMany[what], driver: atMany[byDriver], plans: atMany[withPlans] },
    { rounds: Number(rounds), ms: Number(seconds) * 1000, connections: CONNECTIONS },
  )
  console.log(
    `${what}: ${rate(found.many)}/s over HTTP, ${rate(found.plans)}/s straight with kept plans; ${rate(found.few)}/s where few`,
  )
  tell(`${what}: HTTP beside the driver with kept plans`, ratio(found.many, found.plans), { least })
  const beside = ratio(found.many, found.driver).toFixed(2)
  console.log(`${what}: HTTP ${beside} beside the driver that plans each statement, ${rate(found.driver)}/s`)
  const times = { many: timesOf(found.many), few: timesOf(found.few) }
  tell(`${what}: many beside few, median`, quantile(times.many) / quantile(times.few), { most: 1.15 })
  tell(`${what}: many beside few, p99`, quantile(times.many, 0.99) / quantile(times.few, 0.99), { most: 1.5 })
}

async function measureUnchanged(many: BenchStudio) {
  const { month, unchanged } = callsAt(many)
  const options = { rounds: Number(rounds), ms: Number(seconds) * 1000, connections: CONNECTIONS }
  const found = await contest({ month, unchanged }, options)
  const times = ratio(found.unchanged, found.month).toFixed(1)
  console.log(`month: ${rate(found.unchanged)}/s where it is unchanged, ${times} times as many as where it has changed`)
}

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const startedAt = performance.now()
  const answer = await work()
  return [performance.now() - startedAt, answer]
}

/**
 * Sixteen calls for one time of one room, compared with sixteen that do not compete. Two cores answer sixteen calls one
 * after the other in both cases, so the difference is the cost of contention.
 */
async function measureRace({ askers, caller, databaseUrl }: BenchStudio) {
  const [{ person, studio_id, path }] = askers as [Asker]
  const room_id = JSON.parse((await caller.send(person.token, 'GET', `/studios/${studio_id}/resources`)).text).items[0]
    .id
  const book = (day: number) =>
    caller.send(person.token, 'POST', path, aSession(today, { booking_date: plusDays(today, day), room_id }))
  const bookFreely = (nth: number, day: number) => {
    const { person, path } = askers[nth % ASKED_STUDIOS] as Asker
    const start = 14 + 2 * Math.floor(nth / ASKED_STUDIOS)
    const times = { start_time: `${start}:00`, end_time: `${start + 2}:00` }
    return caller.send(person.token, 'POST', path, aSession(today, { booking_date: plusDays(today, day), ...times }))
  }
  const all = <T>(work: (nth: number) => Promise<T>) =>
    Promise.all(Array.from({ length: CONNECTIONS }, (_, nth) => work(nth)))
  const alone: number[] = []
  const unhindered: number[] = []
  const last: number[] = []
  const won = new Set<number>()
  for (let n = 0; n < TRIES; n += 1) {
    const day = 713 - 2 * n
    alone.push((await timed(() => book(day - 1)))[0])
    const free = await all((nth) => timed(() => bookFreely(nth, day)))
    if (free.some(([, { status }]) => status !== 201)) throw new Error('nobody was in the way, and yet it was refused')
    unhindered.push(quantile(free.map(([took]) => took)))
    const [slowest, answers] = await timed(() => all(() => book(day)))
    last.push(slowest)
    won.add(answers.filter(({ status }) => status === 201).length)
    if (answers.some(({ status }) => status !== 201 && status !== 409)) throw new Error('a racer failed')
  }
  const ms = (times: number[]) => `${quantile(times).toFixed(1)} ms`
  console.log(
    `race: ${ms(alone)} alone, ${ms(unhindered)} each of ${CONNECTIONS} unhindered, the last at one slot ${ms(last)}`,
  )
  tell('race: winners of each', Math.max(...won), { most: 1 })
  tell('race: deadlocks', await countDeadlocks(databaseUrl), { most: 0 })
  const beside = last.map((took, n) => took / (unhindered[n] ?? 1))
  tell('race: the last answer beside one unhindered under the same load', quantile(beside), { most: 3 })
}

async function measureAvailability({ askers, caller }: BenchStudio) {
  const times: number[] = []
  for (let n = 0; n < TRIES * 2; n += 1) {
    const { person, studio_id } = askers[n % ASKED_STUDIOS] as Asker
    const path = `/studios/${studio_id}/availability?date=${today}&days=31&minutes=60`
    const [took, { status }] = await timed(() => caller.send(person.token, 'GET', path))
    if (status !== 200) throw new Error(`no availability: ${status}`)
    times.push(took)
  }
  tell('availability: 31 days x 10 rooms, from asking to the last byte', quantile(times.slice(10)), { most: 20 }, ' ms')
}

/** Durable, as a studio's server is: a booking counts when it is on the disk. */
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
const cluster = await startPostgres({ ...durable, shared_buffers: '1GB', max_wal_size: '4GB' })
process.env.TEST_DATABASE_URL = cluster.url
console.log(`PostgreSQL ${cluster.version}, ${CONNECTIONS} connections, load before ${loadavg()[0]?.toFixed(1)}`)
const few = await open({ studios: ASKED_STUDIOS, bookings: ASKED_STUDIOS * BOOKINGS_EACH })
const many = await open({ studios: Number(studios), bookings: Number(studios) * BOOKINGS_EACH })
try {
  await measure('create', few, many, 0.7)
  await measure('month', few, many, 0.6)
  await measureUnchanged(many)
  await measureRace(many)
  await measureAvailability(many)
  console.log(`load after ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await few.close()
  await many.close()
  await cluster.stop()
}
process.exit(misses.length === 0 ? 0 : 1)
