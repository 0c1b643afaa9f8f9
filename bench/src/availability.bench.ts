/**
 * The cost of a month of free times: `npm run bench -- availability [bookings]`. A studio of ten rooms among many,
 * with 1,000,000 bookings in total by default. Measures 31 days of all its rooms over HTTP: the response time, the
 * processor time of the built server and of PostgreSQL, and the part of the calculation itself. Ends with 1 if a limit is exceeded.
 */
import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { computeAvailability, type ReservedTime } from '@studiohub/contract/features/availability/rules.ts'
import { toBookingWindow } from '@studiohub/contract/features/availability/window/rules.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import pg from 'pg'
import { openReport, productPool, quantile } from './contest.ts'
import { openMeter, type ProcessorTime } from './processor-time.ts'

const ROUNDS = 30
/** Calls in a round, because processor time is counted in units that are longer than one call. */
const CALLS = 10
/** Rounds that are not counted: in them the server's code is compiled, and connections prepare their plans. */
const WARM_UP = 15
const ROOMS = 10
const [bookings = '1000000'] = process.argv.slice(2)
const today = todayIn('UTC', new Date())
const { checkLimit, exceeded } = openReport()

/** Creates the bookings: six sessions a day in every room from today on, in as many studios as needed. */
const fill = (rooms: readonly string[], studio_id: string) => `
  set session_replication_role = replica;
  create temp table made as
    select gen_random_uuid() as id, n, '${today}'::date + (n / 60)::integer % 400 as day, n % 10 as room, (n / 10) % 6 as slot,
      n / 24000 as studio
    from generate_series(0, ${bookings} - 1) n;
  insert into studios (id, name, slug, type, timezone, currency)
    select ('00000000-0000-4000-8000-' || lpad(s::text, 12, '0'))::uuid, 'Studio ' || s, 'bench-' || s, 'recording', 'UTC', 'USD'
    from generate_series(1, ${bookings} / 24000) s;
  insert into resources (id, studio_id, kind, name, position)
    select ('00000000-0000-4000-9000-' || lpad((s * 10 + r)::text, 12, '0'))::uuid,
      ('00000000-0000-4000-8000-' || lpad(s::text, 12, '0'))::uuid, 'room', 'Room ' || r, r
    from generate_series(1, ${bookings} / 24000) s, generate_series(0, 9) r;
  insert into bookings (id, studio_id, booking_date, start_time, end_time, starts_at, ends_at, service_type, booking_type, status)
    select id, case when studio = 0 then '${studio_id}'::uuid else ('00000000-0000-4000-8000-' || lpad(studio::text, 12, '0'))::uuid end,
      day, make_time(9 + 2 * slot, 0, 0), make_time(10 + 2 * slot, 0, 0), (day + make_time(9 + 2 * slot, 0, 0)) at time zone 'UTC',
      (day + make_time(10 + 2 * slot, 0, 0)) at time zone 'UTC', 'recording', 'client_booking', 'confirmed' from made;
  insert into reservations (booking_id, resource_id, studio_id, during, holds)
    select m.id, case when studio = 0 then (array[${rooms.map((id) => `'${id}'::uuid`).join(', ')}])[room + 1]
        else ('00000000-0000-4000-9000-' || lpad((studio * 10 + room)::text, 12, '0'))::uuid end,
      b.studio_id, tstzrange(b.starts_at, b.ends_at), true
    from made m join bookings b on b.id = m.id on conflict do nothing;
  reset session_replication_role;
  analyze bookings; analyze reservations;`

async function runOnDatabase(url: string, ...texts: string[]) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}

const insertRooms = (studio_id: string) => `
  insert into resources (studio_id, kind, name, position)
    select '${studio_id}', 'room', 'Room ' || n, n from generate_series(2, ${ROOMS}) n`

const cluster = await startOwnPostgres({ shared_buffers: '1GB', max_wal_size: '4GB' })
process.env.TEST_DATABASE_URL = cluster.url
const environment = await aServerEnvironment({ ...productPool, SECRET_KEY: randomBytes(32).toString('hex') })
const server = await startProcess({ ...environment.environment })
try {
  const { studio, client } = await aStudio(server)
  await runOnDatabase(environment.databaseUrl, insertRooms(studio.id))
  const { items } = (await client.get(`/studios/${studio.id}/resources`)).body
  const roomIds = items.map(({ id }: { id: string }) => id)
  await runOnDatabase(environment.databaseUrl, fill(roomIds, studio.id), 'vacuum (analyze)')
  const measure = await openMeter(server.pid, environment.databaseUrl)
  const path = `/studios/${studio.id}/availability?date=${plusDays(today, 20)}&days=31&minutes=60`
  const responseTimes: number[] = []
  const processorTimes: ProcessorTime[] = []
  let bytes = 0
  async function callOnce() {
    const startedAt = performance.now()
    const response = await client.get(path, { headers: { 'accept-encoding': 'identity' } })
    if (response.status !== 200) throw new Error(response.text)
    bytes = response.text.length
    return performance.now() - startedAt
  }
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const times: number[] = []
    const time = await measure(async () => {
      while (times.length < CALLS) times.push(await callOnce())
    })
    if (round < 0) continue
    responseTimes.push(...times)
    processorTimes.push({ server: time.server / CALLS, database: time.database / CALLS })
  }
  const reserved: ReservedTime[] = Array.from({ length: 33 * 6 }, (_, index) => {
    const from = Date.parse(`${today}T09:00:00Z`) + (Math.floor(index / 6) * 24 + (index % 6) * 2) * 3_600_000
    return { from, to: from + 3_600_000 }
  })
  const open = () => [{ from: 480, to: 1380 }]
  const rooms = items.map(({ id }: { id: string }) => ({
    room_id: id,
    setup_minutes: 0,
    teardown_minutes: 0,
    open,
    reserved,
  }))
  const window = toBookingWindow({
    zone: 'Europe/Berlin',
    now: new Date(),
    at_desk: false,
    notice_minutes: 0,
    horizon_days: 400,
  })
  const calculationTimes = Array.from({ length: ROUNDS }, () => {
    const startedAt = performance.now()
    computeAvailability({
      zone: 'Europe/Berlin',
      date: today,
      days: 31,
      minutes: 60,
      window,
      rooms,
      others: [],
      isFull: () => false,
    })
    return performance.now() - startedAt
  })
  console.log(
    `PostgreSQL ${cluster.version}, load ${loadavg()[0]?.toFixed(1)}, ${bookings} bookings, ${bytes} bytes an answer`,
  )
  const part = (name: keyof ProcessorTime) => quantile(processorTimes.map((time) => time[name])).toFixed(1)
  console.log(
    `server ${part('server')} ms, of that arithmetic ${quantile(calculationTimes).toFixed(1)} ms; database ${part('database')} ms`,
  )
  checkLimit(
    '31 days of 10 rooms: processor time',
    quantile(processorTimes.map((time) => time.server + time.database)),
    { max: 5 },
    ' ms',
  )
  checkLimit('31 days of 10 rooms: time of an answer', quantile(responseTimes), { max: 20 }, ' ms')
} finally {
  await server.stop()
  await environment.remove()
  await cluster.stop()
}
process.exit(exceeded.length === 0 ? 0 : 1)
