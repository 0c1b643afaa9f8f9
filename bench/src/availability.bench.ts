/**
 * What a month of free time costs: `npm run bench -- availability [bookings]`. A studio of ten rooms among many,
 * 200,000 bookings in all by default. Measures 31 days of all its rooms over HTTP, and the part of the arithmetic. Ends
 * with 1 if the median is above 20 ms.
 */
import { randomBytes } from 'node:crypto'
import { availability, type ReservedTime, startRules } from '@studiohub/contract/features/availability/rules.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { asSystem } from '@studiohub/server/platform/db/actor.ts'
import { aStudio } from '@studiohub/testing/people.ts'
import { startPostgres } from '@studiohub/testing/postgres.ts'
import { startServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'
import pg from 'pg'

const MEDIAN_MS = 20
const RUNS = 60
const ROOMS = 10
const [bookings = '200000'] = process.argv.slice(2)
const today = todayIn('UTC', new Date())

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Six sessions a day in every room from today on, until there are as many as were asked for, over many studios. */
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

async function onDatabase(url: string, text: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(text).finally(() => client.end())
}

const cluster = await startPostgres()
process.env.TEST_DATABASE_URL = cluster.url
const server = await startServer({ env: { SECRET_KEY: randomBytes(32).toString('hex') } })
try {
  const { studio, client } = await aStudio(server)
  const row = (index: number) => ({
    studio_id: studio.id,
    kind: 'room' as const,
    name: `Room ${index}`,
    position: index,
  })
  const more = Array.from({ length: ROOMS - 1 }, (_, index) => row(index + 2))
  await asSystem((tx) => tx.insertInto('resources').values(more).execute())
  const { items } = (await client.get(`/studios/${studio.id}/resources`)).body
  await onDatabase(
    server.databaseUrl,
    fill(
      items.map(({ id }: { id: string }) => id),
      studio.id,
    ),
  )
  const { rows } = await asSystem((tx) => sql<{ all: number }>`select count(*)::int as all from bookings`.execute(tx))
  const path = `/studios/${studio.id}/availability?date=${plusDays(today, 20)}&days=31&minutes=60`
  const answers: number[] = []
  let bytes = 0
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now()
    const answer = await client.get(path, { headers: { 'accept-encoding': 'identity' } })
    if (answer.status !== 200) throw new Error(answer.text)
    bytes = answer.text.length
    answers.push(performance.now() - startedAt)
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
  const rules = startRules({
    zone: 'Europe/Berlin',
    now: new Date(),
    runs_studio: false,
    notice_minutes: 0,
    horizon_days: 400,
  })
  const arithmetic = Array.from({ length: RUNS }, () => {
    const startedAt = performance.now()
    availability({
      zone: 'Europe/Berlin',
      date: today,
      days: 31,
      minutes: 60,
      rules,
      rooms,
      also: [],
      isFull: () => false,
    })
    return performance.now() - startedAt
  })
  const found = median(answers.slice(RUNS / 3))
  console.log(
    `${rows[0]?.all} bookings; 31 days of ${items.length} rooms: ${found.toFixed(1)} ms over HTTP (median), ${bytes} bytes`,
  )
  console.log(`of that ${median(arithmetic.slice(RUNS / 3)).toFixed(1)} ms are arithmetic`)
  process.exitCode = found <= MEDIAN_MS ? 0 : 1
} finally {
  await server.stop()
  await cluster.stop()
}
