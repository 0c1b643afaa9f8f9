/**
 * A busy day: `npm run bench -- mixed [seconds] [per second] [streams] [studios]`. The built product with a million
 * bookings answers reads and bookings at a fixed rate, with live streams open, timed from the moment each call was due.
 * Ends with 1 if a limit is exceeded.
 */
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { listenLive } from '@studiohub/testing/live.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { BOOKINGS_EACH, CALLED_STUDIOS, callsAt, openStudios, today } from './bookings-at-size.ts'
import { durable, openReport, quantile } from './contest.ts'

const [seconds = '300', perSecond = '150', streamCount = '200', studios = '1000'] = process.argv.slice(2)
/** Rights and plans are loaded, and memory has grown to what the load needs. */
const WARM_UP_S = Math.min(60, Number(seconds) / 5)
const { tell, misses } = openReport()

const cluster = await startOwnPostgres({ ...durable, shared_buffers: '1GB', max_wal_size: '4GB' })
process.env.TEST_DATABASE_URL = cluster.url
const product = await openStudios({ studios: Number(studios), bookings: Number(studios) * BOOKINGS_EACH })
const { admins, caller, server } = product
const { month, unchanged, create } = callsAt(product)

const read = async (nth: number, path: string) => {
  const { person, studio_id } = admins[nth % CALLED_STUDIOS] as (typeof admins)[number]
  const { status } = await caller.send(person.token, 'GET', path.replace('{studio}', studio_id))
  if (status !== 200) throw new Error(`${path}: ${status}`)
}

/** What people do, with how often in a hundred. */
const work: readonly [share: number, call: (nth: number) => Promise<unknown>][] = [
  [45, unchanged],
  [15, (nth) => read(nth, `/studios/{studio}/availability?date=${today}&days=7&minutes=60`)],
  [10, (nth) => read(nth, '/studios/{studio}/bookings?limit=25')],
  [10, (nth) => read(nth, '/studios/{studio}/clients?limit=25')],
  [10, () => read(0, '/me')],
  [5, month],
  [5, create],
]
const calls = work.flatMap(([share, call]) => Array.from({ length: share }, () => call))

const memoryMib = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024

try {
  await read(0, '/me')
  const streams = await Promise.all(
    Array.from({ length: Number(streamCount) }, (_, nth) => {
      const { person } = admins[nth % CALLED_STUDIOS] as (typeof admins)[number]
      return listenLive(server, person.token)
    }),
  )
  const refused = streams.filter(({ status }) => status !== 200).length
  if (refused > 0) throw new Error(`${refused} streams were refused`)
  for (let nth = 0; nth < CALLED_STUDIOS; nth += 1) await month(nth)
  const times: number[] = []
  const errors: string[] = []
  const memory: number[] = []
  const running = new Set<Promise<unknown>>()
  const startedAt = performance.now()
  const total = Number(seconds) * Number(perSecond)
  for (let nth = 0; nth < total; nth += 1) {
    const due = startedAt + (nth * 1000) / Number(perSecond)
    const early = due - performance.now()
    if (early > 1) await wait(early)
    // A prime step mixes the kinds, and the studios too.
    const call = calls[(nth * 37) % calls.length]
    const sent = Promise.resolve(call?.(nth * 7 + Math.floor(nth / calls.length)))
      .then(() => {
        if (due - startedAt > WARM_UP_S * 1000) times.push(performance.now() - due)
      })
      .catch((error: unknown) => errors.push(String(error)))
      .finally(() => running.delete(sent))
    running.add(sent)
    if (nth % (Number(perSecond) * 5) === 0) memory.push(memoryMib())
  }
  await Promise.all(running)
  for (const stream of streams) stream.close()
  const warm = memory.slice(Math.ceil(WARM_UP_S / 5))
  const third = Math.max(1, Math.floor(warm.length / 3))
  console.log(
    `PostgreSQL ${cluster.version}, ${perSecond} calls a second for ${seconds} s, ${streamCount} streams, ${Number(studios) * BOOKINGS_EACH} bookings, load after ${loadavg()[0]?.toFixed(1)}`,
  )
  console.log(`median ${quantile(times).toFixed(1)} ms; memory ${memory.map((mib) => mib.toFixed(0)).join(' ')} MiB`)
  tell('answers: p99', quantile(times, 0.99), { most: 150 }, ' ms')
  tell('calls that failed', errors.length, { most: 0 })
  for (const error of errors.slice(0, 3)) console.log(error)
  const [before, after] = [quantile(warm.slice(0, third)), quantile(warm.slice(-third))]
  tell('memory in the last third beside the first, after the warm-up', after / before, { most: 1.1 })
} finally {
  await product.close()
  await cluster.stop()
}
process.exit(misses.length === 0 ? 0 : 1)
