/** The product on a database with many bookings, and the calls of benchmarks: over HTTP, or through the driver alone. */
import { randomBytes, randomUUID } from 'node:crypto'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { readConfig } from '@studiohub/server/platform/config/config.ts'
import { createLog } from '@studiohub/server/platform/process/log.ts'
import { start } from '@studiohub/server/start.ts'
import { aSession } from '@studiohub/testing/bookings.ts'
import { BOOKINGS_PER_MONTH, type Size, seedBookings } from '@studiohub/testing/many-bookings.ts'
import { aPerson, type TestUser } from '@studiohub/testing/people.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { openReplay, recordTransaction, type Sending } from '@studiohub/testing/replay.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import { openCaller, productPool } from './contest.ts'

export const CONNECTIONS = 16
/** The number of studios that the connections call in turn. */
export const CALLED_STUDIOS = 10
export const BOOKINGS_EACH = 1_000
const CHANGE_REVISION = 'update calendar_revisions set revision = gen_random_uuid() where studio_id = $1'
export const today = todayIn('UTC', new Date())
export const LAST_DAY = plusDays(today, 29)
const month = `?from=${today}&to=${LAST_DAY}`

export type BenchAdmin = { person: TestUser; studio_id: string; path: string; calendar: string }
type Statements = Awaited<ReturnType<typeof recordTransaction>>

/** The booking whose statements are recorded. No other session of the seed or of the measurement has its time. */
const recordedSession = aSession(today, { booking_date: plusDays(today, 110), start_time: '03:07', end_time: '03:52' })

/** Returns a function that gives another free time of a studio with each call. */
export function freeTimes() {
  const next = new Map<string, number>()
  return (studio_id: string) => {
    const number = (next.get(studio_id) ?? 0) + 1
    next.set(studio_id, number)
    const hour = String(number % 24).padStart(2, '0')
    const booking_date = plusDays(today, 111 + (Math.floor(number / 24) % 600))
    return { booking_date, start_time: `${hour}:07`, end_time: `${hour}:52` }
  }
}

async function createAdmin(installation: { url: string }): Promise<BenchAdmin> {
  const person = await aPerson(installation, { full_name: 'Ada Owner' })
  const input = { role: 'studio_admin', studio_name: `Studio ${randomUUID().slice(0, 8)}`, studio_type: 'recording' }
  const { body } = await person.post('/me/onboarding', { ...input, tier: 'pro', timezone: 'UTC', currency: 'USD' })
  const { studio_id } = body
  const studio = `/studios/${studio_id}`
  return { person, studio_id, path: `${studio}/bookings`, calendar: `${studio}/calendar${month}` }
}

const sessionOf = ({ token }: TestUser): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')).session_id

async function recordStatements({
  person,
  path,
  calendar,
}: BenchAdmin): Promise<{ create: Statements; month: Statements; id: string }> {
  const mark = sessionOf(person)
  let id = ''
  const create = await recordTransaction(mark, async () => {
    const { status, body, text } = await person.post(path, recordedSession)
    if (status !== 201) throw new Error(`booking failed: ${status} ${text}`)
    id = body.id
  })
  const list = await recordTransaction(mark, () => person.get(calendar))
  return { create, month: list, id }
}

/** Starts the product on a database of this size, and records the statements that it sends. */
export async function openStudios(size: Size) {
  const installation = await aServerEnvironment({ ...productPool, SECRET_KEY: randomBytes(32).toString('hex') })
  const databaseUrl = installation.databaseUrl
  const running = await start(readConfig(installation.environment), createLog('silent'))
  const admins: BenchAdmin[] = []
  for (let n = 0; n < CALLED_STUDIOS; n += 1) admins.push(await createAdmin(installation))
  const startedAt = performance.now()
  await seedBookings(databaseUrl, size)
  const seedSeconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(`${size.studios} studios, ${size.bookings} bookings: seeded in ${seedSeconds} s`)
  const recorded: Awaited<ReturnType<typeof recordStatements>>[] = []
  for (const admin of admins) recorded.push(await recordStatements(admin))
  await running.stop()
  const server = await startProcess({ ...installation.environment, NODE_ENV: 'production' })
  const replay = await openReplay(databaseUrl, CONNECTIONS)
  const caller = openCaller(server.url, CONNECTIONS)
  return {
    admins,
    server,
    recorded,
    replay,
    caller,
    databaseUrl,
    async close() {
      caller.close()
      await replay.close()
      await server.stop()
      await installation.remove()
    },
  }
}
export type BenchStudios = Awaited<ReturnType<typeof openStudios>>

export function callsAt({ admins, recorded, replay, caller }: BenchStudios) {
  const free = freeTimes()
  const etags = new Map<string, string>()
  // Each connection always uses the same studio, because two users of one studio would wait for each other.
  const admin = (connection: number) => admins[connection % CALLED_STUDIOS] as BenchAdmin
  const statements = (connection: number) => recorded[connection % CALLED_STUDIOS] as BenchStudios['recorded'][number]
  async function createByDriver(connection: number, sending: Sending) {
    const { studio_id } = admin(connection)
    const { create, id } = statements(connection)
    const { booking_date, start_time, end_time } = free(studio_id)
    const replacements = {
      [id]: randomUUID(),
      [recordedSession.booking_date]: booking_date,
      [recordedSession.start_time]: start_time,
      [recordedSession.end_time]: end_time,
    }
    await replay.send(connection, create, replacements, sending)
  }
  async function monthByDriver(connection: number, sending: Sending) {
    // One row for the actor, and one for the month.
    const rows = await replay.send(connection, statements(connection).month, {}, sending)
    if (rows < 2) throw new Error(`a month has only ${rows} rows`)
  }
  /** Reads a month that has changed since it was last read. The cost of the change, which is one row, is included. */
  async function readMonth(connection: number) {
    const { person, studio_id, calendar } = admin(connection)
    await replay.send(connection, [{ text: CHANGE_REVISION, values: [studio_id], name: 'raise' }], {}, 'plans')
    const { status, text } = await caller.send(person.token, 'GET', calendar)
    if (status !== 200 || text.length < BOOKINGS_PER_MONTH * 100) throw new Error(`reading the month failed: ${status}`)
    etags.set(calendar, JSON.parse(`${text.slice(0, text.indexOf(',"bookings"'))}}`).etag)
  }
  /** Reads a month again as a browser that already has it. */
  async function readUnchanged(connection: number) {
    const { person, calendar } = admin(connection)
    const headers = { 'if-none-match': etags.get(calendar) ?? '' }
    const { status } = await caller.send(person.token, 'GET', calendar, undefined, headers)
    if (status === 200) await readMonth(connection)
    else if (status !== 304) throw new Error(`reading the month failed: ${status}`)
  }
  return {
    async create(connection: number) {
      const { person, studio_id, path } = admin(connection)
      const { status, text } = await caller.send(person.token, 'POST', path, aSession(today, free(studio_id)))
      if (status !== 201) throw new Error(`booking failed: ${status} ${text}`)
    },
    createByDriver: (connection: number) => createByDriver(connection, 'texts'),
    createWithPlans: (connection: number) => createByDriver(connection, 'plans'),
    createPipelined: (connection: number) => createByDriver(connection, 'pipelined'),
    month: readMonth,
    unchanged: readUnchanged,
    monthByDriver: (connection: number) => monthByDriver(connection, 'texts'),
    monthWithPlans: (connection: number) => monthByDriver(connection, 'plans'),
    monthPipelined: (connection: number) => monthByDriver(connection, 'pipelined'),
  }
}
