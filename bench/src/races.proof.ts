/**
 * No double booking under load: `npm run prove -- races [server|embedded] [attempts] [seed]`. 64 callers book, confirm
 * and cancel at 500 hot windows of one studio's four rooms. Ends with 1 where two holds of a room overlap, an answer does
 * not belong here, or (on a server) somebody who lost waited 2 s.
 */
import { randomBytes } from 'node:crypto'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { asSystem } from '@studiohub/server/platform/db/door.ts'
import { aSession } from '@studiohub/testing/bookings.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startPostgres } from '@studiohub/testing/postgres.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { startServer } from '@studiohub/testing/server.ts'
import { sql } from 'kysely'

const CALLERS = 64
const SLOWEST_MS = 2_000
const ROOMS = 4
const DAYS = 25
const HOURS = 5
const today = todayIn('UTC', new Date())

const [engine = 'server', attempts = '20000', seed = '1'] = process.argv.slice(2)
const onServer = engine === 'server'

/** The same numbers for the same seed (mulberry32), 0 to `below`, not included. */
function dice(start: number) {
  let state = start >>> 0
  return (below: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

async function open() {
  const secret = randomBytes(32).toString('hex')
  const cluster = onServer ? await startPostgres() : null
  if (cluster) Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: cluster.url })
  const server = await startServer({ env: onServer ? { SECRET_KEY: secret } : {} })
  const shared = { DATABASE_URL: server.databaseUrl ?? '', SECRET_KEY: secret, DATA_DIR: server.dataDir }
  const env = { ...shared, PUBLIC_URL: server.url, DEMO: 'off', RATE_LIMIT: 'off' }
  const processes = onServer ? [await startProcess(env), await startProcess(env)] : []
  return {
    server,
    urls: onServer ? processes.map(({ url }) => url) : [server.url],
    async close() {
      await Promise.all(processes.map((process) => process.stop()))
      await server.stop()
      await cluster?.stop()
    },
  }
}

async function moreRooms({ studio, admin }: StudioOfTest): Promise<string[]> {
  const names = Array.from({ length: ROOMS - 1 }, (_, index) => `Room ${index + 2}`)
  const rows = names.map((name, index) => ({ studio_id: studio.id, kind: 'room' as const, name, position: index + 1 }))
  await asSystem((tx) => tx.insertInto('resources').values(rows).execute())
  return (await admin.get(`/studios/${studio.id}/resources`)).body.items.map(({ id }: { id: string }) => id)
}

/** How many pairs of holds overlap on one resource: counted from the rows, without the constraint's help. */
async function overlaps(): Promise<number> {
  const { rows } = await asSystem((tx) =>
    sql<{ pairs: number }>`
      select count(*)::int as pairs from reservations a join reservations b
        on a.resource_id = b.resource_id and a.booking_id < b.booking_id and a.holds and b.holds and a.during && b.during`.execute(
      tx,
    ),
  )
  return rows[0]?.pairs ?? -1
}

const arena = await open()
try {
  const place = await aStudio(arena.server)
  const rooms = await moreRooms(place)
  const roll = dice(Number(seed))
  const path = `/studios/${place.studio.id}/bookings`
  const callers = arena.urls.flatMap((url) =>
    [place.client, place.other, place.admin].map(({ token }) => callAs(url, token)),
  )
  const admins = arena.urls.map((url) => callAs(url, place.admin.token))
  const made: string[] = []
  const answers: Record<string, number> = {}
  const lostAfter: number[] = []
  let left = Number(attempts)

  const book = (caller: (typeof callers)[number] | undefined) => {
    const hour = 8 + roll(HOURS) * 3
    const start_time = `${String(hour).padStart(2, '0')}:${['00', '15', '30'][roll(3)]}`
    const end_time = `${String(hour + 1 + roll(2)).padStart(2, '0')}:45`
    const room = roll(5) === 0 ? {} : { room_id: rooms[roll(ROOMS)] }
    return caller?.post(
      path,
      aSession(today, { booking_date: plusDays(today, 2 + roll(DAYS)), start_time, end_time, ...room }),
    )
  }
  const step = () => {
    const id = made[roll(made.length)]
    return admins[roll(admins.length)]?.post(`/bookings/${id}/${roll(3) === 0 ? 'confirm' : 'cancel'}`, {})
  }
  const call = async () => {
    while (left > 0) {
      left -= 1
      const begun = performance.now()
      const booking = made.length === 0 || roll(10) < 8
      const answer = await (booking ? book(callers[roll(callers.length)]) : step())
      if (!answer) continue
      if (booking && answer.status === 201) made.push(answer.body.id)
      const key = `${booking ? 'book' : 'step'} ${answer.status} ${answer.body?.code ?? ''}`.trim()
      answers[key] = (answers[key] ?? 0) + 1
      if (answer.status === 409) lostAfter.push(performance.now() - begun)
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: CALLERS }, call))
  const seconds = (performance.now() - begun) / 1000

  lostAfter.sort((a, b) => a - b)
  const p99 = Math.round(lostAfter[Math.floor(lostAfter.length * 0.99)] ?? 0)
  const slowest = Math.round(lostAfter.at(-1) ?? 0)
  const pairs = await overlaps()
  const expected = ['book 201', 'book 409 BOOKING_CONFLICT', 'step 200', 'step 409 INVALID_TRANSITION']
  const strange = Object.keys(answers).filter((key) => !expected.includes(key))
  console.log(`${engine}, seed ${seed}: ${attempts} calls in ${seconds.toFixed(1)} s`, answers)
  console.log(`${pairs} overlapping pairs; losers waited ${p99} ms (p99), ${slowest} ms at most`)
  const quick = !onServer || slowest < SLOWEST_MS
  process.exitCode = pairs === 0 && strange.length === 0 && quick ? 0 : 1
} finally {
  await arena.close()
}
