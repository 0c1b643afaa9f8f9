/**
 * Simulates a busy day: `npm run bench -- mixed [seconds] [per second] [streams] [studios]`. Sends reads and bookings at a
 * fixed rate to the built product with a million bookings and open live streams. Measures each response time from the
 * scheduled time of the call. Exits with 1 if a limit is exceeded.
 */
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { listenLive } from '@studiohub/testing/live.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { BOOKINGS_EACH, CALLED_STUDIOS, callsAt, openStudios, today } from './bookings-at-size.ts'
import { durable, openReport, quantile } from './contest.ts'

const [seconds = '300', perSecond = '150', streamCount = '200', studios = '1000'] = process.argv.slice(2)
/** Results before this time do not count, because the caches fill and the memory grows. */
const WARM_UP_S = Math.min(60, Number(seconds) / 5)
const { checkLimit, exceeded } = openReport()

const cluster = await startOwnPostgres({ ...durable, shared_buffers: '1GB', max_wal_size: '4GB' })
process.env.TEST_DATABASE_URL = cluster.url
const product = await openStudios({ studios: Number(studios), bookings: Number(studios) * BOOKINGS_EACH })
const { admins, caller, server } = product
const { month, unchanged, create } = callsAt(product)

const read = async (index: number, path: string) => {
  const { person, studio_id } = admins[index % CALLED_STUDIOS] as (typeof admins)[number]
  const { status } = await caller.send(person.token, 'GET', path.replace('{studio}', studio_id))
  if (status !== 200) throw new Error(`${path}: ${status}`)
}

/** The calls, with their share in percent. */
const work: readonly [share: number, call: (index: number) => Promise<unknown>][] = [
  [45, unchanged],
  [15, (index) => read(index, `/studios/{studio}/availability?date=${today}&days=7&minutes=60`)],
  [10, (index) => read(index, '/studios/{studio}/bookings?limit=25')],
  [10, (index) => read(index, '/studios/{studio}/clients?limit=25')],
  [10, () => read(0, '/me')],
  [5, month],
  [5, create],
]
const calls = work.flatMap(([share, call]) => Array.from({ length: share }, () => call))

const memoryMib = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024

try {
  await read(0, '/me')
  const streams = await Promise.all(
    Array.from({ length: Number(streamCount) }, (_, index) => {
      const { person } = admins[index % CALLED_STUDIOS] as (typeof admins)[number]
      return listenLive(server, person.token)
    }),
  )
  const rejectedCount = streams.filter(({ status }) => status !== 200).length
  if (rejectedCount > 0) throw new Error(`${rejectedCount} streams were rejected`)
  for (let index = 0; index < CALLED_STUDIOS; index += 1) await month(index)
  const times: number[] = []
  const errors: string[] = []
  const memory: number[] = []
  const running = new Set<Promise<unknown>>()
  const startedAt = performance.now()
  const total = Number(seconds) * Number(perSecond)
  for (let index = 0; index < total; index += 1) {
    const scheduledAt = startedAt + (index * 1000) / Number(perSecond)
    const waitMs = scheduledAt - performance.now()
    if (waitMs > 1) await wait(waitMs)
    // The factor 37 is prime to the number of calls, so that all calls and studios alternate.
    const call = calls[(index * 37) % calls.length]
    const sent = Promise.resolve(call?.(index * 7 + Math.floor(index / calls.length)))
      .then(() => {
        if (scheduledAt - startedAt > WARM_UP_S * 1000) times.push(performance.now() - scheduledAt)
      })
      .catch((error: unknown) => errors.push(String(error)))
      .finally(() => running.delete(sent))
    running.add(sent)
    if (index % (Number(perSecond) * 5) === 0) memory.push(memoryMib())
  }
  await Promise.all(running)
  for (const stream of streams) stream.close()
  const warmMemory = memory.slice(Math.ceil(WARM_UP_S / 5))
  const third = Math.max(1, Math.floor(warmMemory.length / 3))
  console.log(
    `PostgreSQL ${cluster.version}, ${perSecond} calls a second for ${seconds} s, ${streamCount} streams, ${Number(studios) * BOOKINGS_EACH} bookings, load after ${loadavg()[0]?.toFixed(1)}`,
  )
  console.log(`median ${quantile(times).toFixed(1)} ms; memory ${memory.map((mib) => mib.toFixed(0)).join(' ')} MiB`)
  checkLimit('response time: p99', quantile(times, 0.99), { max: 150 }, ' ms')
  checkLimit('failed calls', errors.length, { max: 0 })
  for (const error of errors.slice(0, 3)) console.log(error)
  const [before, after] = [quantile(warmMemory.slice(0, third)), quantile(warmMemory.slice(-third))]
  checkLimit('memory growth from the first to the last third', after / before, { max: 1.1 })
} finally {
  await product.close()
  await cluster.stop()
}
process.exit(exceeded.length === 0 ? 0 : 1)
