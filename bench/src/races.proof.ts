/**
 * No double booking under load: `npm run prove -- races [own|oldest] [attempts] [seed]`. 64 callers book, confirm,
 * cancel, move, extend, repeat and block at 500 contested times in one studio's four rooms, and 500 compete for the last
 * booking of a plan. Ends with 1 if two reservations of a room overlap, a response is unexpected, more than one caller gets
 * that last booking, or a rejected caller waits 2 s. Also ends with 1 if the same run without the constraint, or without the
 * lock, finds no error.
 */
import { randomBytes } from 'node:crypto'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { asSystem } from '@studiohub/server/platform/db/actor.ts'
import { aSession } from '@studiohub/testing/bookings.ts'
import { callAs } from '@studiohub/testing/http.ts'
import { aStudio, type StudioOfTest } from '@studiohub/testing/people.ts'
import { startPostgres } from '@studiohub/testing/postgres.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { findErrorsAtLastBooking, overlaps, removeProtection } from '@studiohub/testing/races.ts'
import { startServer } from '@studiohub/testing/server.ts'

const CALLERS = 64
const SLOWEST_MS = 2_000
/** The number of callers that compete for the last booking, and of attempts in a run without protection. */
const LAST_BOOKING_ATTEMPTS = 500
const UNPROTECTED_ATTEMPTS = '3000'
const ROOMS = 4
const DAYS = 25
const HOURS = 5
const today = todayIn('UTC', new Date())

const [engine = 'own', attempts = '20000', seed = '1'] = process.argv.slice(2)

/** Returns the same random numbers for the same seed (mulberry32), from 0 up to, but not including, `below`. */
function createRandom(start: number) {
  let state = start >>> 0
  return (below: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** @param without the protection that is removed */
async function open(without?: 'constraint' | 'lock') {
  const secret = randomBytes(32).toString('hex')
  const server = await startServer({ env: { SECRET_KEY: secret } })
  const [wide, narrow] = [await aStudio(server), await aStudio(server, { tier: 'trial' })]
  const { databaseUrl } = server
  if (without) await removeProtection(databaseUrl, without)
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
  'book 201',
  'book 409 BOOKING_CONFLICT',
  'series 201',
  'series 409 BOOKING_CONFLICT',
  'step 200',
  'step 409 INVALID_TRANSITION',
  'step 409 STALE_VERSION',
  'move 200',
  'move 409 BOOKING_CONFLICT',
  'move 409 INVALID_TRANSITION',
  'extend 200',
  'extend 409 BOOKING_CONFLICT',
  'extend 409 INVALID_TRANSITION',
  // If every conflicting booking is kept, no time may be left to block.
  'block 201',
  'block 409 BOOKING_CONFLICT',
  'block 409 INVALID_TRANSITION',
  'block 422 INVALID_TIME_RANGE',
]
type ApiResponse = Awaited<ReturnType<ReturnType<typeof callAs>['post']>>
type CreatedBooking = { id: string }

const fail = (reason: string): never => {
  throw new Error(reason)
}

async function addRooms({ studio, admin }: StudioOfTest): Promise<string[]> {
  const names = Array.from({ length: ROOMS - 1 }, (_, index) => `Room ${index + 2}`)
  const rows = names.map((name, index) => ({ studio_id: studio.id, kind: 'room' as const, name, position: index + 1 }))
  await asSystem((tx) => tx.insertInto('resources').values(rows).execute())
  return (await admin.get(`/studios/${studio.id}/resources`)).body.items.map(({ id }: { id: string }) => id)
}

type Action = { name: string; run: () => Promise<ApiResponse> }

/** Returns a function that chooses an action at the contested times. @param bookingIds the existing bookings */
async function actionsFor({ wide: fixture, urls }: Arena, bookingIds: readonly string[]): Promise<() => Action> {
  const rooms = await addRooms(fixture)
  const random = createRandom(Number(seed))
  const studio = `/studios/${fixture.studio.id}`
  const callers = urls.flatMap((url) =>
    [fixture.client, fixture.other, fixture.admin].map(({ token }) => callAs(url, token)),
  )
  const admins = urls.map((url) => callAs(url, fixture.admin.token))
  const time = () => {
    const hour = 8 + random(HOURS) * 3
    return {
      booking_date: plusDays(today, 2 + random(DAYS)),
      start_time: `${String(hour).padStart(2, '0')}:${['00', '15', '30'][random(3)]}`,
      end_time: `${String(hour + 1 + random(2)).padStart(2, '0')}:45`,
    }
  }
  const anyRoom = () => (random(5) === 0 ? {} : { room_id: rooms[random(ROOMS)] })
  const anAdmin = () => admins[random(admins.length)] ?? fail('the studio has no admin')
  const anyCaller = () => callers[random(callers.length)] ?? fail('there is no caller')
  const anyBooking = () => bookingIds[random(bookingIds.length)]
  const aSeries = () => ({ ...aSession(today, { ...time(), ...anyRoom() }), count: 2 + random(2), on_conflict: 'skip' })
  const aBlock = () => ({ ...time(), room_id: rooms[random(ROOMS)], service_type: 'maintenance' })
  const keepsBooking = () => random(2) === 0
  const weightedActions: [name: string, weight: number, run: Action['run']][] = [
    ['book', 10, () => anyCaller().post(`${studio}/bookings`, aSession(today, { ...time(), ...anyRoom() }))],
    ['step', 4, () => takeStep(anAdmin(), anyBooking(), random(3) === 0)],
    ['move', 3, () => anAdmin().patch(`/bookings/${anyBooking()}`, { ...time(), ...anyRoom() })],
    ['extend', 1, () => anAdmin().patch(`/bookings/${anyBooking()}`, { end_time: `${23 - random(2)}:00` })],
    ['series', 1, () => anyCaller().post(`${studio}/booking-series`, aSeries())],
    ['block', 1, () => block(anAdmin(), `${studio}/blocks`, { block: aBlock(), keepsBooking })],
  ]
  const actions = weightedActions.flatMap(([name, weight, run]) =>
    Array.from({ length: weight }, () => ({ name, run })),
  )
  return () => actions[bookingIds.length === 0 ? 0 : random(actions.length)] ?? fail('there is no action')
}

/** Confirms a booking with its current version, or cancels it. */
async function takeStep(
  admin: ReturnType<typeof callAs>,
  id: string | undefined,
  confirms: boolean,
): Promise<ApiResponse> {
  if (!confirms) return admin.post(`/bookings/${id}/cancel`, {})
  const { body } = await admin.get(`/bookings/${id}`)
  return admin.post(`/bookings/${id}/confirm`, { version: body.version })
}

/** Blocks time over all bookings, with a resolution for each. */
async function block(
  admin: ReturnType<typeof callAs>,
  path: string,
  { block, keepsBooking }: Blocking,
): Promise<ApiResponse> {
  const first = await admin.post(path, block)
  const blocking: CreatedBooking[] = first.body?.details?.bookings ?? []
  if (blocking.length === 0) return first
  const resolutions = blocking.map(({ id }) => ({ booking_id: id, action: keepsBooking() ? 'keep' : 'cancel' }))
  return admin.post(path, { ...block, resolutions })
}
type Blocking = { block: Record<string, unknown>; keepsBooking: () => boolean }

/** All callers run random actions at the contested times. @returns the errors */
async function runLoad(arena: Arena, count: string): Promise<string[]> {
  const bookingIds: string[] = []
  const chooseAction = await actionsFor(arena, bookingIds)
  const counts: Record<string, number> = {}
  const lostAfter: number[] = []
  let left = Number(count)
  const call = async () => {
    while (left > 0) {
      left -= 1
      const startedAt = performance.now()
      const { name, run } = chooseAction()
      const response = await run()
      if (name === 'book' && response.status === 201) bookingIds.push(response.body.id)
      if (name === 'series' && response.status === 201)
        bookingIds.push(...response.body.bookings.map(({ id }: CreatedBooking) => id))
      const key = `${name} ${response.status} ${response.body?.code ?? ''}`.trim()
      counts[key] = (counts[key] ?? 0) + 1
      if (response.status === 409) lostAfter.push(performance.now() - startedAt)
    }
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: CALLERS }, call))
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${engine}, seed ${seed}: ${count} calls in ${seconds.toFixed(1)} s`, counts)
  return findErrors(counts, lostAfter)
}

async function findErrors(counts: Record<string, number>, lostAfter: number[]): Promise<string[]> {
  lostAfter.sort((a, b) => a - b)
  const p99 = Math.round(lostAfter[Math.floor(lostAfter.length * 0.99)] ?? 0)
  const slowest = Math.round(lostAfter.at(-1) ?? 0)
  const pairs = await overlaps()
  const unexpected = Object.keys(counts).filter((key) => !expected.includes(key))
  console.log(`${pairs} overlapping pairs; rejected callers waited ${p99} ms (p99), ${slowest} ms at most`)
  return [
    ...unexpected.map((key) => `${counts[key]} times ${key}`),
    ...(pairs === 0 ? [] : [`${pairs} pairs of holds overlap`]),
    ...(slowest >= SLOWEST_MS ? [`a loser waited ${slowest} ms`] : []),
  ]
}

/** Runs everything once, with all protections or without one of them. @returns all errors */
async function prove(count: string, without?: 'constraint' | 'lock'): Promise<string[]> {
  const arena = await open(without)
  const { urls, narrow } = arena
  const people = [narrow.client, narrow.other, narrow.admin]
  const where = { urls, people, path: `/studios/${narrow.studio.id}/bookings` }
  try {
    const faults = await runLoad(arena, count)
    const lastBookingErrors = await findErrorsAtLastBooking(where, narrow, { today, attempts: LAST_BOOKING_ATTEMPTS })
    console.log(
      `${LAST_BOOKING_ATTEMPTS} for a plan's last booking: ${lastBookingErrors.join(', ') || 'one succeeded'}`,
    )
    return [...faults, ...lastBookingErrors.map((fault) => `at the last place: ${fault}`)]
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
    const errors = await prove(UNPROTECTED_ATTEMPTS, without)
    console.log(`without the ${without}: ${errors.join('; ') || 'NO ERROR WAS FOUND'}`)
    const expectedError = { constraint: /pairs of holds overlap/, lock: /at the last place: \d+ won/ }[without]
    if (!errors.some((error) => expectedError.test(error))) process.exitCode = 1
  }
} finally {
  await cluster.stop()
}
