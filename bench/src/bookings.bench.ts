/**
 * What bookings cost at size: `npm run bench -- bookings [studios] [rounds] [seconds]`. Compares with the same
 * statements sent by the driver alone (with kept plans, pipelined, as texts), and a thousand studios with ten. Ends with
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
const TRIES = 30
const { tell, misses } = openReport()

async function measure(what: 'create' | 'month', few: BenchStudios, many: BenchStudios, least: number) {
  const [atFew, atMany] = [callsAt(few), callsAt(many)]
  const found = await contest(
    {
      few: atFew[what],
      many: atMany[what],
      driver: atMany[`${what}ByDriver`],
      plans: atMany[`${what}WithPlans`],
      pipelined: atMany[`${what}Pipelined`],
    },
    { rounds: Number(rounds), ms: Number(seconds) * 1000, connections: CONNECTIONS },
  )
  console.log(
    `${what}: ${rate(found.many)}/s over HTTP, ${rate(found.plans)}/s straight with kept plans; ${rate(found.few)}/s where few`,
  )
  tell(`${what}: HTTP beside the driver with kept plans`, ratio(found.many, found.plans), { least })
  for (const other of ['pipelined', 'driver'] as const) {
    const how = other === 'driver' ? 'that plans each statement' : 'with kept plans that pipelines'
    const share = ratio(found.many, found[other]).toFixed(2)
    console.log(`${what}: HTTP ${share} beside the driver ${how}, ${rate(found[other])}/s`)
  }
  const times = { many: timesOf(found.many), few: timesOf(found.few) }
  tell(`${what}: many beside few, median`, quantile(times.many) / quantile(times.few), { most: 1.15 })
  tell(`${what}: many beside few, p99`, quantile(times.many, 0.99) / quantile(times.few, 0.99), { most: 1.15 })
}

async function measureUnchanged(many: BenchStudios) {
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
async function measureRace({ admins, caller, databaseUrl }: BenchStudios) {
  const [{ person, studio_id, path }] = admins as [BenchAdmin]
  const room_id = JSON.parse((await caller.send(person.token, 'GET', `/studios/${studio_id}/resources`)).text).items[0]
    .id
  const book = (day: number) =>
    caller.send(person.token, 'POST', path, aSession(today, { booking_date: plusDays(today, day), room_id }))
  const bookFreely = (nth: number, day: number) => {
    const { person, path } = admins[nth % CALLED_STUDIOS] as BenchAdmin
    const start = 14 + 2 * Math.floor(nth / CALLED_STUDIOS)
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

async function measureAvailability({ admins, caller }: BenchStudios) {
  const times: number[] = []
  for (let n = 0; n < TRIES * 2; n += 1) {
    const { person, studio_id } = admins[n % CALLED_STUDIOS] as BenchAdmin
    const path = `/studios/${studio_id}/availability?date=${today}&days=31&minutes=60`
    const [took, { status }] = await timed(() => caller.send(person.token, 'GET', path))
    if (status !== 200) throw new Error(`no availability: ${status}`)
    times.push(took)
  }
  tell('availability: 31 days x 10 rooms, from asking to the last byte', quantile(times.slice(10)), { most: 20 }, ' ms')
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
process.exit(misses.length === 0 ? 0 : 1)
