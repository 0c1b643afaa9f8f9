/**
 * The cost of bookings in a large database: `npm run bench -- bookings [studios] [rounds] [seconds]`. Compares with the same
 * statements sent by the driver alone (with prepared plans, pipelined, as texts), and a thousand studios with ten. Ends with
 * 1 if a limit is exceeded.
 */
import { loadavg } from 'node:os'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { aSession } from '@studiohub/testing/bookings.ts'
import { countDeadlocks } from '@studiohub/testing/many-bookings.ts'
import { startPostgres } from '@studiohub/testing/postgres.ts'
import {
  type BenchAdmin,
  type BenchStudios,
  BOOKINGS_EACH,
  CALLED_STUDIOS,
  CONNECTIONS,
  callsAt,
  openStudios,
  today,
} from './bookings-at-size.ts'
import { contest, durable, openReport, quantile, rate, ratio, timesOf } from './contest.ts'

const [studios = '1000', rounds = '9', seconds = '2'] = process.argv.slice(2)
const RACES = 30
const { checkLimit, exceeded } = openReport()

async function measure(call: 'create' | 'month', few: BenchStudios, many: BenchStudios, min: number) {
  const [atFew, atMany] = [callsAt(few), callsAt(many)]
  const results = await contest(
    {
      few: atFew[call],
      many: atMany[call],
      driver: atMany[`${call}ByDriver`],
      plans: atMany[`${call}WithPlans`],
      pipelined: atMany[`${call}Pipelined`],
    },
    { rounds: Number(rounds), ms: Number(seconds) * 1000, connections: CONNECTIONS },
  )
  console.log(
    `${call}: ${rate(results.many)}/s over HTTP, ${rate(results.plans)}/s straight with kept plans; ${rate(results.few)}/s where few`,
  )
  checkLimit(`${call}: HTTP beside the driver with kept plans`, ratio(results.many, results.plans), { min })
  for (const other of ['pipelined', 'driver'] as const) {
    const how = other === 'driver' ? 'that plans each statement' : 'with kept plans that pipelines'
    const share = ratio(results.many, results[other]).toFixed(2)
    console.log(`${call}: HTTP ${share} of the driver ${how}, ${rate(results[other])}/s`)
  }
  const times = { many: timesOf(results.many), few: timesOf(results.few) }
  checkLimit(`${call}: many beside few, median`, quantile(times.many) / quantile(times.few), { max: 1.15 })
  checkLimit(`${call}: many beside few, p99`, quantile(times.many, 0.99) / quantile(times.few, 0.99), { max: 1.15 })
}

async function measureUnchanged(many: BenchStudios) {
  const { month, unchanged } = callsAt(many)
  const options = { rounds: Number(rounds), ms: Number(seconds) * 1000, connections: CONNECTIONS }
  const results = await contest({ month, unchanged }, options)
  const times = ratio(results.unchanged, results.month).toFixed(1)
  console.log(
    `month: ${rate(results.unchanged)}/s where it is unchanged, ${times} times as many as where it has changed`,
  )
}

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const startedAt = performance.now()
  const result = await work()
  return [performance.now() - startedAt, result]
}

/**
 * Sixteen calls for one slot, compared with sixteen calls that do not compete. In both cases two cores process sixteen calls
 * one after the other, so the difference is the cost of contention.
 */
async function measureRace({ admins, caller, databaseUrl }: BenchStudios) {
  const [{ person, studio_id, path }] = admins as [BenchAdmin]
  const room_id = JSON.parse((await caller.send(person.token, 'GET', `/studios/${studio_id}/resources`)).text).items[0]
    .id
  const book = (day: number) =>
    caller.send(person.token, 'POST', path, aSession(today, { booking_date: plusDays(today, day), room_id }))
  const bookFreely = (index: number, day: number) => {
    const { person, path } = admins[index % CALLED_STUDIOS] as BenchAdmin
    const start = 14 + 2 * Math.floor(index / CALLED_STUDIOS)
    const times = { start_time: `${start}:00`, end_time: `${start + 2}:00` }
    return caller.send(person.token, 'POST', path, aSession(today, { booking_date: plusDays(today, day), ...times }))
  }
  const all = <T>(work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => work(index)))
  const alone: number[] = []
  const uncontested: number[] = []
  const slowestTimes: number[] = []
  const winnerCounts = new Set<number>()
  for (let n = 0; n < RACES; n += 1) {
    const day = 713 - 2 * n
    alone.push((await timed(() => book(day - 1)))[0])
    const free = await all((index) => timed(() => bookFreely(index, day)))
    if (free.some(([, { status }]) => status !== 201)) throw new Error('a booking without contention was rejected')
    uncontested.push(quantile(free.map(([duration]) => duration)))
    const [slowest, responses] = await timed(() => all(() => book(day)))
    slowestTimes.push(slowest)
    winnerCounts.add(responses.filter(({ status }) => status === 201).length)
    if (responses.some(({ status }) => status !== 201 && status !== 409))
      throw new Error('a concurrent booking failed with another error than 409')
  }
  const ms = (times: number[]) => `${quantile(times).toFixed(1)} ms`
  console.log(
    `race: ${ms(alone)} alone, ${ms(uncontested)} each of ${CONNECTIONS} without contention, the last for one slot ${ms(slowestTimes)}`,
  )
  checkLimit('race: winners of each race', Math.max(...winnerCounts), { max: 1 })
  checkLimit('race: deadlocks', await countDeadlocks(databaseUrl), { max: 0 })
  const ratios = slowestTimes.map((duration, n) => duration / (uncontested[n] ?? 1))
  checkLimit('race: the last answer, compared with one without contention under the same load', quantile(ratios), {
    max: 3,
  })
}

async function measureAvailability({ admins, caller }: BenchStudios) {
  const times: number[] = []
  for (let n = 0; n < RACES * 2; n += 1) {
    const { person, studio_id } = admins[n % CALLED_STUDIOS] as BenchAdmin
    const path = `/studios/${studio_id}/availability?date=${today}&days=31&minutes=60`
    const [duration, { status }] = await timed(() => caller.send(person.token, 'GET', path))
    if (status !== 200) throw new Error(`reading the availability failed: ${status}`)
    times.push(duration)
  }
  checkLimit(
    'availability: 31 days x 10 rooms, from the request to the last byte',
    quantile(times.slice(10)),
    { max: 20 },
    ' ms',
  )
}

const cluster = await startPostgres({ ...durable, shared_buffers: '1GB', max_wal_size: '4GB' })
process.env.TEST_DATABASE_URL = cluster.url
console.log(`PostgreSQL ${cluster.version}, ${CONNECTIONS} connections, load before ${loadavg()[0]?.toFixed(1)}`)
const few = await openStudios({ studios: CALLED_STUDIOS, bookings: CALLED_STUDIOS * BOOKINGS_EACH })
const many = await openStudios({ studios: Number(studios), bookings: Number(studios) * BOOKINGS_EACH })
try {
  await measure('create', few, many, 0.75)
  await measure('month', few, many, 0.7)
  await measureUnchanged(many)
  await measureRace(many)
  await measureAvailability(many)
  console.log(`load after ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await few.close()
  await many.close()
  await cluster.stop()
}
process.exit(exceeded.length === 0 ? 0 : 1)
