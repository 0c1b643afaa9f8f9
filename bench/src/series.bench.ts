/**
 * How much many changes of a series slow down other bookings of a studio: `npm run bench -- series [seconds]`. Four
 * concurrent callers change one series repeatedly, while bookings for another client are made. Ends with 1 if a booking waits too long.
 */
import { randomBytes } from 'node:crypto'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { aSession } from '@studiohub/testing/bookings.ts'
import { allowManyRequests, aStudio, type TestUser } from '@studiohub/testing/people.ts'
import { startPostgres } from '@studiohub/testing/postgres.ts'
import { startProcess } from '@studiohub/testing/processes.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import { openCaller, quantile } from './contest.ts'

const [seconds = '10'] = process.argv.slice(2)
const CONCURRENT_CHANGES = 4
const MEDIAN_MS_MAX = 250
const today = todayIn('UTC', new Date())
const FIRST_DAY = 10
const LONG_SERIES = 104
const times = (start: number) => ({ start_time: `${start}:00`, end_time: `${start + 2}:00` })

const cluster = await startPostgres()
process.env.TEST_DATABASE_URL = cluster.url
const fixture = await aServerEnvironment({ SECRET_KEY: randomBytes(32).toString('hex') })
const server = await startProcess({ ...fixture.environment, NODE_ENV: 'production' })
const caller = openCaller(server.url, CONCURRENT_CHANGES + 1)
const { studio, admin, client, other } = await aStudio(server)
await allowManyRequests({ studio, admin })

/** Creates a series of daily sessions for a client. @param start the hour */
async function aSeries(
  person: TestUser,
  count: number,
  { start, day }: { start: number; day: number },
): Promise<string> {
  const rule = { weekdays: [0, 1, 2, 3, 4, 5, 6], count, status: 'confirmed', client_id: person.id }
  const first = aSession(today, { booking_date: plusDays(today, day), ...times(start), ...rule })
  const { status, body, text } = await admin.post(`/studios/${studio.id}/booking-series`, first)
  if (status !== 201) throw new Error(`creating the series failed: ${status} ${text}`)
  return body.series.id
}

let bookingNumber = 0
/** Books the next free half hour, for a client whose limits do not matter here. */
async function book() {
  bookingNumber += 1
  const hour = 18 + (bookingNumber % 4)
  const halfHour =
    bookingNumber % 8 < 4
      ? { start_time: `${hour}:00`, end_time: `${hour}:30` }
      : { start_time: `${hour}:30`, end_time: `${hour + 1}:00` }
  const when = { booking_date: plusDays(today, FIRST_DAY + Math.floor(bookingNumber / 8)), ...halfHour }
  const sentAt = performance.now()
  const response = await caller.send(
    admin.token,
    'POST',
    `/studios/${studio.id}/bookings`,
    aSession(today, { ...when, client_id: other.id }),
  )
  if (response.status !== 201 && response.status !== 503)
    throw new Error(`booking failed: ${response.status} ${response.text}`)
  return performance.now() - sentAt
}

/** @param flood the call that runs repeatedly at the same time, CONCURRENT_CHANGES times at once */
async function measure(name: string, flood?: (turn: number) => Promise<{ status: number }>) {
  const until = performance.now() + Number(seconds) * 1000
  const statuses: Record<number, number> = {}
  const floods = Array.from({ length: flood ? CONCURRENT_CHANGES : 0 }, async (_, index) => {
    for (let turn = index; performance.now() < until; turn += 1) {
      const { status } = (await flood?.(turn)) ?? { status: 0 }
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  })
  const waits: number[] = []
  while (performance.now() < until) waits.push(await book())
  await Promise.all(floods)
  const [median, longest] = [quantile(waits), Math.max(...waits)].map((ms) => ms.toFixed(0))
  console.log(
    `${name.padEnd(60)} p50 ${median} ms, longest ${longest} ms, ${waits.length} booked; ${JSON.stringify(statuses)}`,
  )
  return quantile(waits)
}

let missed = false
try {
  const long = await aSeries(client, LONG_SERIES, { start: 10, day: FIRST_DAY })
  await aSeries(other, LONG_SERIES, { start: 13, day: FIRST_DAY })
  const short = await aSeries(client, 12, { start: 10, day: FIRST_DAY + LONG_SERIES })
  const patch = (person: TestUser, id: string, change: object) =>
    caller.send(person.token, 'PATCH', `/booking-series/${id}`, change)
  await measure('warm')
  await measure('alone')
  const medians = [
    await measure('a series of 104 to times that are taken', () => patch(client, long, times(13))),
    await measure('the same, leaving out what is taken', () =>
      patch(client, long, { ...times(13), on_conflict: 'skip' }),
    ),
    await measure('a series of 12 to free times', (turn) => patch(client, short, times(turn % 2 ? 15 : 16))),
    await measure('a series of 104 to free times, by its client', (turn) =>
      patch(client, long, times(turn % 2 ? 15 : 16)),
    ),
    await measure('a series of 104 to free times, by the studio', (turn) =>
      patch(admin, long, times(turn % 2 ? 15 : 16)),
    ),
  ]
  missed = medians.some((median) => median > MEDIAN_MS_MAX)
} finally {
  caller.close()
  await server.stop()
  await fixture.remove()
  await cluster.stop()
}
process.exit(missed ? 1 : 0)
