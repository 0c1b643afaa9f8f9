/**
 * No double booking under load: `npm run prove -- races [server|embedded] [attempts] [seed]`. 64 callers book, confirm,
 * cancel, move, extend, repeat and block at 500 hot windows of one studio's four rooms. Ends with 1 where two holds of a room overlap, an answer does
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

/** What may come of each deed; everything else does not belong here. */
const expected = [
  ...['book 201', 'book 409 BOOKING_CONFLICT', 'series 201', 'series 409 BOOKING_CONFLICT'],
  ...['step 200', 'step 409 INVALID_TRANSITION'],
  ...['move 200', 'move 409 BOOKING_CONFLICT', 'move 409 INVALID_TRANSITION'],
  ...['extend 200', 'extend 409 BOOKING_CONFLICT', 'extend 409 INVALID_TRANSITION'],
  // Where everything that stands there is kept, nothing may be left to block.
  ...['block 201', 'block 409 BOOKING_CONFLICT', 'block 409 INVALID_TRANSITION', 'block 422 INVALID_TIME_RANGE'],
]
type Answer = Awaited<ReturnType<ReturnType<typeof callAs>['post']>>
type Made = { id: string }

const fail = (why: string): never => {
  throw new Error(why)
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

  const time = () => {
    const hour = 8 + roll(HOURS) * 3
    return {
      booking_date: plusDays(today, 2 + roll(DAYS)),
      start_time: `${String(hour).padStart(2, '0')}:${['00', '15', '30'][roll(3)]}`,
      end_time: `${String(hour + 1 + roll(2)).padStart(2, '0')}:45`,
    }
  }
  const someRoom = () => (roll(5) === 0 ? {} : { room_id: rooms[roll(ROOMS)] })
  const anAdmin = () => admins[roll(admins.length)] ?? fail('nobody runs the studio')
  const anybody = () => callers[roll(callers.length)] ?? fail('nobody books')
  const some = () => made[roll(made.length)]
  const block = async () => {
    const admin = anAdmin()
    const asked = { ...time(), room_id: rooms[roll(ROOMS)], service_type: 'maintenance' }
    const first = await admin.post(`/studios/${place.studio.id}/blocks`, asked)
    const standing: { id: string }[] = first.body?.details?.bookings ?? []
    if (standing.length === 0) return first
    const resolutions = standing.map(({ id }) => ({ booking_id: id, action: roll(2) === 0 ? 'keep' : 'cancel' }))
    return admin.post(`/studios/${place.studio.id}/blocks`, { ...asked, resolutions })
  }
  // What is done how often out of twenty times.
  const deeds: [name: string, times: number, deed: () => Promise<Answer>][] = [
    ['book', 10, () => anybody().post(path, aSession(today, { ...time(), ...someRoom() }))],
    ['step', 4, () => anAdmin().post(`/bookings/${some()}/${roll(3) === 0 ? 'confirm' : 'cancel'}`, {})],
    ['move', 3, () => anAdmin().patch(`/bookings/${some()}`, { ...time(), ...someRoom() })],
    ['extend', 1, () => anAdmin().patch(`/bookings/${some()}`, { end_time: `${23 - roll(2)}:00` })],
    ['series', 1, () => anybody().post(`/studios/${place.studio.id}/booking-series`, aSeries())],
    ['block', 1, block],
  ]
  const aSeries = () => ({ ...aSession(today, { ...time(), ...someRoom() }), count: 2 + roll(2), on_conflict: 'skip' })
  const lots = deeds.flatMap(([name, times, deed]) => Array.from({ length: times }, () => ({ name, deed })))
  const call = async () => {
    while (left > 0) {
      left -= 1
      const begun = performance.now()
      const { name, deed } = lots[made.length === 0 ? 0 : roll(lots.length)] ?? fail('nothing to do')
      const answer = await deed()
      if (name === 'book' && answer.status === 201) made.push(answer.body.id)
      if (name === 'series' && answer.status === 201) made.push(...answer.body.bookings.map(({ id }: Made) => id))
      const key = `${name} ${answer.status} ${answer.body?.code ?? ''}`.trim()
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
  const strange = Object.keys(answers).filter((key) => !expected.includes(key))
  console.log(`${engine}, seed ${seed}: ${attempts} calls in ${seconds.toFixed(1)} s`, answers)
  console.log(`${pairs} overlapping pairs; losers waited ${p99} ms (p99), ${slowest} ms at most`)
  const quick = !onServer || slowest < SLOWEST_MS
  process.exitCode = pairs === 0 && strange.length === 0 && quick ? 0 : 1
} finally {
  await arena.close()
}
