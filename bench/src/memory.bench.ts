/**
 * The time and memory that the product needs to start and at rest: `npm run bench -- memory [starts] [people]`. The
 * built product on a separate PostgreSQL: the time from spawn to ready, the memory at rest, and the memory of a live stream. Ends with 1
 * if a limit is exceeded.
 */
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { type LiveReader, listenLive } from '@studiohub/testing/live.ts'
import { aStudio, type TestUser } from '@studiohub/testing/people.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { type ServerProcess, startProcess } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import { productPool, quantile } from './contest.ts'

const STARTS = Number(process.argv[2] ?? 5)
const PEOPLE = Number(process.argv[3] ?? 150)
/** The largest number of live streams that one person may have. */
const STREAMS_EACH = 20
const REST_MS = 20_000
const limits = { ready_ms: 800, rest_mib: 150, stream_kib: 15 }

/** Memory and processor time of a process so far, as Linux counts them. */
function usageOf({ pid }: ServerProcess) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
  const kib = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  return { kib, cpu_ms: (Number(fields[13]) + Number(fields[14])) * 10 }
}

async function openStreams(server: ServerProcess, people: readonly TestUser[]): Promise<LiveReader[]> {
  const streams: LiveReader[] = []
  for (const person of people) {
    const opened = Array.from({ length: STREAMS_EACH }, () => listenLive(server, person.token))
    streams.push(...(await Promise.all(opened)))
  }
  const failed = streams.filter(({ status }) => status !== 200).length
  if (failed > 0) throw new Error(`${failed} streams were rejected`)
  return streams
}

/** Opens all streams twice, because the first time also grows buffers that remain. @returns KiB per stream of the second time */
async function measureStreams(server: ServerProcess): Promise<number> {
  const people: TestUser[] = []
  while (people.length < PEOPLE) {
    const { admin, client, other } = await aStudio(server)
    people.push(admin, client, other)
  }
  for (const stream of await openStreams(server, people)) stream.close()
  await wait(REST_MS)
  const before = usageOf(server).kib
  const streams = await openStreams(server, people)
  await wait(REST_MS)
  const each = (usageOf(server).kib - before) / streams.length
  for (const stream of streams) stream.close()
  return each
}

const cluster = await startOwnPostgres()
process.env.TEST_DATABASE_URL = cluster.url
const environment = await aServerEnvironment({ ...productPool, SECRET_KEY: 'ab'.repeat(32) })
let missed = 0
const report = (name: string, value: number, limit: number, unit: string) => {
  if (value > limit) missed += 1
  console.log(`${name.padEnd(24)} ${value.toFixed(1)} ${unit} (at most ${limit})${value > limit ? '  MISSED' : ''}`)
}
try {
  const starts: { ready_ms: number; cpu_ms: number; rest_mib: number }[] = []
  for (let n = 0; n <= STARTS; n += 1) {
    const server = await startProcess({ ...environment.environment })
    const { cpu_ms } = usageOf(server)
    if (n > 0) await wait(REST_MS)
    // The first start creates the tables, so it is not counted.
    if (n > 0) starts.push({ ready_ms: server.ready_ms, cpu_ms, rest_mib: usageOf(server).kib / 1024 })
    await server.stop()
  }
  if (starts.length > 0) {
    const median = (part: keyof (typeof starts)[number]) => quantile(starts.map((start) => start[part]))
    console.log(`PostgreSQL ${cluster.version}, load ${loadavg()[0]?.toFixed(1)}, ${STARTS} starts`)
    report('spawn to ready', median('ready_ms'), limits.ready_ms, 'ms')
    console.log(`${'  processor time'.padEnd(24)} ${median('cpu_ms').toFixed(1)} ms`)
    report('memory at rest', median('rest_mib'), limits.rest_mib, 'MiB')
  }
  const server = await startProcess({ ...environment.environment })
  report('memory of a live stream', await measureStreams(server), limits.stream_kib, 'KiB')
  await server.stop()
  process.exitCode = missed > 0 ? 1 : 0
} finally {
  await environment.remove()
  await cluster.stop()
}
