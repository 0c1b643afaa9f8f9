/**
 * No double booking under load: `npm run prove -- races [own|oldest] [attempts] [seed]`. 64 callers book, confirm,
 * cancel, move, extend, repeat and block at 500 hot windows of one studio's four rooms, and 500 compete for the last
 * booking of a plan. Ends with 1 if two reservations of a room overlap, an answer is unexpected, more than one gets
 * that last booking, or a loser waits 2 s; and where the same finds nothing wrong without the constraint, or without
 * the lock.
 */
import { randomBytes } from 'node:crypto'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { asSystem } from '@studiohub/server/platform/db/actor.ts'
import { aSession } from '@studiohub/testing/bookings.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startPostgres } from '@studiohub/testing/postgres.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { faultsAtLastPlace, overlaps, sabotage } from '@studiohub/testing/races.ts'
import { startServer } from '@studiohub/testing/server.ts'

const CALLERS = 64
const SLOWEST_MS = 2_000
/** How many compete for the last booking, and how often a run without protection must find an error. */
const AT_LAST_PLACE = 500
const ATTEMPTS_WITHOUT = '3000'
const ROOMS = 4
const DAYS = 25
const HOURS = 5
const today = todayIn('UTC', new Date())

const [engine = 'own', attempts = '20000', seed = '1'] = process.argv.slice(2)

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

/** @param without the protection that a mutant lacks */
async function open(without?: 'constraint' | 'lock') {
  const secret = randomBytes(32).toString('hex')
  const server = await startServer({ env: { SECRET_KEY: secret } })
  const [wide, narrow] = [await aStudio(server), await aStudio(server, { tier: 'trial' })]
  const { databaseUrl } = server
  if (without) await sabotage(databaseUrl, without)
  const shared = { DATABASE_URL: databaseUrl, SECRET_KEY: secret, DATA_DIR: server.dataDir }
  const env = { ...shared, PUBLIC_URL: server.url, DEMO: 'off', RATE_LIMIT: 'off' }
  const processes = [await startProcess(env), await startProcess(env)]
  return {
    wide,
    narrow,
    urls: processes.map(({ url }) => url),
    async close() {
      await Promise.all(processes.map((process) => process.stop()))
      await server.stop()
    },
  }
}
type Arena = Awaited<ReturnType<typeof open>>

/** The allowed results of each action; any other result is an error. */
const expected = [
  ...['book 201', 'book 409 BOOKING_CONFLICT', 'series 201', 'series 409 BOOKING_CONFLICT'],
  ...['step 200', 'step 409 INVALID_TRANSITION', 'step 409 STALE_VERSION'],
  ...['move 200', 'move 409 BOOKING_CONFLICT', 'move 409 INVALID_TRANSITION'],
  ...['extend 200', 'extend 409 BOOKING_CONFLICT', 'extend 409 INVALID_TRANSITION'],
  // If every conflicting booking is kept, nothing may be left to block.
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

type Lot = { name: string; deed: () => Promise<Answer> }

/** The possible actions at the hot windows, with their weights out of twenty. @param made the existing bookings */
async function lotsFor({ wide: fixture, urls }: Arena, made: readonly string[]): Promise<() => Lot> {
  const rooms = await moreRooms(fixture)
  const roll = dice(Number(seed))
  const studio = `/studios/${fixture.studio.id}`
  const callers = urls.flatMap((url) =>
    [fixture.client, fixture.other, fixture.admin].map(({ token }) => callAs(url, token)),
  )
  const admins = urls.map((url) => callAs(url, fixture.admin.token))
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
  const aSeries = () => ({ ...aSession(today, { ...time(), ...someRoom() }), count: 2 + roll(2), on_conflict: 'skip' })
  const aBlock = () => ({ ...time(), room_id: rooms[roll(ROOMS)], service_type: 'maintenance' })
  const isKept = () => roll(2) === 0
  const deeds: [name: string, times: number, deed: Lot['deed']][] = [
    ['book', 10, () => anybody().post(`${studio}/bookings`, aSession(today, { ...time(), ...someRoom() }))],
    ['step', 4, () => takeStep(anAdmin(), some(), roll(3) === 0)],
    ['move', 3, () => anAdmin().patch(`/bookings/${some()}`, { ...time(), ...someRoom() })],
    ['extend', 1, () => anAdmin().patch(`/bookings/${some()}`, { end_time: `${23 - roll(2)}:00` })],
    ['series', 1, () => anybody().post(`${studio}/booking-series`, aSeries())],
    ['block', 1, () => block(anAdmin(), `${studio}/blocks`, { asked: aBlock(), isKept })],
  ]
  const lots = deeds.flatMap(([name, times, deed]) => Array.from({ length: times }, () => ({ name, deed })))
  return () => lots[made.length === 0 ? 0 : roll(lots.length)] ?? fail('nothing to do')
}

/** Confirms a booking as it is now, or cancels it. */
async function takeStep(admin: ReturnType<typeof callAs>, id: string | undefined, confirms: boolean): Promise<Answer> {
  if (!confirms) return admin.post(`/bookings/${id}/cancel`, {})
  const { body } = await admin.get(`/bookings/${id}`)
  return admin.post(`/bookings/${id}/confirm`, { version: body.version })
}

/** Blocks time over all bookings, with a resolution for each. */
async function block(admin: ReturnType<typeof callAs>, path: string, { asked, isKept }: Blocking): Promise<Answer> {
  const first = await admin.post(path, asked)
  const blocking: Made[] = first.body?.details?.bookings ?? []
  if (blocking.length === 0) return first
  const resolutions = blocking.map(({ id }) => ({ booking_id: id, action: isKept() ? 'keep' : 'cancel' }))
  return admin.post(path, { ...asked, resolutions })
}
type Blocking = { asked: Record<string, unknown>; isKept: () => boolean }

/** Everyone does everything at the hot windows. @returns the errors */
async function storm(arena: Arena, count: string): Promise<string[]> {
  const made: string[] = []
  const draw = await lotsFor(arena, made)
  const answers: Record<string, number> = {}
  const lostAfter: number[] = []
  let left = Number(count)
  const call = async () => {
    while (left > 0) {
      left -= 1
      const startedAt = performance.now()
      const { name, deed } = draw()
      const answer = await deed()
      if (name === 'book' && answer.status === 201) made.push(answer.body.id)
      if (name === 'series' && answer.status === 201) made.push(...answer.body.bookings.map(({ id }: Made) => id))
      const key = `${name} ${answer.status} ${answer.body?.code ?? ''}`.trim()
      answers[key] = (answers[key] ?? 0) + 1
      if (answer.status === 409) lostAfter.push(performance.now() - startedAt)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: CALLERS }, call))
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${engine}, seed ${seed}: ${count} calls in ${seconds.toFixed(1)} s`, answers)
  return faultsAfter(answers, lostAfter)
}

async function faultsAfter(answers: Record<string, number>, lostAfter: number[]): Promise<string[]> {
  lostAfter.sort((a, b) => a - b)
  const p99 = Math.round(lostAfter[Math.floor(lostAfter.length * 0.99)] ?? 0)
  const slowest = Math.round(lostAfter.at(-1) ?? 0)
  const pairs = await overlaps()
  const strange = Object.keys(answers).filter((key) => !expected.includes(key))
  console.log(`${pairs} overlapping pairs; losers waited ${p99} ms (p99), ${slowest} ms at most`)
  return [
    ...strange.map((key) => `${answers[key]} times ${key}`),
    ...(pairs === 0 ? [] : [`${pairs} pairs of holds overlap`]),
    ...(slowest >= SLOWEST_MS ? [`a loser waited ${slowest} ms`] : []),
  ]
}

/** @returns all errors, of a run without the named protection and of one with all of it */
async function prove(count: string, without?: 'constraint' | 'lock'): Promise<string[]> {
  const arena = await open(without)
  const { urls, narrow } = arena
  const people = [narrow.client, narrow.other, narrow.admin]
  const where = { urls, people, path: `/studios/${narrow.studio.id}/bookings` }
  try {
    const faults = await storm(arena, count)
    const atLastPlace = await faultsAtLastPlace(where, narrow, { today, attempts: AT_LAST_PLACE })
    console.log(`${AT_LAST_PLACE} at a plan's last place: ${atLastPlace.join(', ') || 'one had it'}`)
    return [...faults, ...atLastPlace.map((fault) => `at the last place: ${fault}`)]
  } finally {
    await arena.close()
  }
}

const cluster = await startPostgres({}, engine === 'oldest')
process.env.TEST_DATABASE_URL = cluster.url
try {
  const faults = await prove(attempts)
  for (const fault of faults) console.log(`FAULT: ${fault}`)
  process.exitCode = faults.length === 0 ? 0 : 1
  for (const without of ['constraint', 'lock'] as const) {
    const noticed = await prove(ATTEMPTS_WITHOUT, without)
    console.log(`without the ${without}: ${noticed.join('; ') || 'NOTHING WAS NOTICED'}`)
    const telling = { constraint: /pairs of holds overlap/, lock: /at the last place: \d+ won/ }[without]
    if (!noticed.some((fault) => telling.test(fault))) process.exitCode = 1
  }
} finally {
  await cluster.stop()
}
