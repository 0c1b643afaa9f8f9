/**
 * Bookings compared with another product: `npm run bench -- peers [studios] [rounds] [seconds]`. Measures the built product
 * and Directus in turns, on one PostgreSQL with fsync on, with 16 connections and the same number of bookings. Ends with 1 if a limit is missed.
 */
import { loadavg } from 'node:os'
import { plusDays } from '@studiohub/contract/shared/instants.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import {
  BOOKINGS_EACH,
  CALLED_STUDIOS,
  CONNECTIONS,
  callsAt,
  freeTimes,
  LAST_DAY,
  openStudios,
  today,
} from './bookings-at-size.ts'
import { contest, durable, openReport, rate, ratio } from './contest.ts'
import { startDirectus } from './directus.ts'

const [studios = '100', rounds = '7', seconds = '2'] = process.argv.slice(2)
const size = { studios: Number(studios), bookings: Number(studios) * BOOKINGS_EACH }
const { checkLimit, exceeded } = openReport()

const cluster = await startOwnPostgres({ ...durable, shared_buffers: '1GB', max_wal_size: '4GB' })
process.env.TEST_DATABASE_URL = cluster.url
console.log(`PostgreSQL ${cluster.version}, ${CONNECTIONS} connections, load before ${loadavg()[0]?.toFixed(1)}`)
const product = await openStudios(size)
const directus = await startDirectus(cluster.url, size, CONNECTIONS)
try {
  const { create, month, unchanged } = callsAt(product)
  const free = freeTimes()
  const studioOf = (connection: number) => directus.studios[connection % CALLED_STUDIOS] ?? { id: '', room: '' }
  let bytes = 0
  async function monthOfDirectus(connection: number) {
    bytes = await directus.readMonth(studioOf(connection).id, today, plusDays(LAST_DAY, 1))
  }
  function createInDirectus(connection: number) {
    const { id: studio, room } = studioOf(connection)
    const { booking_date, start_time, end_time } = free(studio)
    const at = (time: string) => `${booking_date}T${time}:00Z`
    return directus.create({ studio, room, starts_at: at(start_time), ends_at: at(end_time) })
  }
  const options = { rounds: Number(rounds), ms: Number(seconds) * 1000, connections: CONNECTIONS }
  const months = await contest({ month, unchanged, directus: monthOfDirectus }, options)
  console.log(
    `month: ${rate(months.month)}/s changed, ${rate(months.unchanged)}/s unchanged; Directus ${rate(months.directus)}/s (${bytes} bytes)`,
  )
  checkLimit('a changed month beside Directus', ratio(months.month, months.directus), { min: 3 })
  checkLimit('an unchanged month beside Directus', ratio(months.unchanged, months.directus), { min: 12 })
  const creates = await contest({ create, directus: createInDirectus }, options)
  console.log(`create: ${rate(creates.create)}/s; Directus ${rate(creates.directus)}/s`)
  checkLimit('creating a booking beside Directus', ratio(creates.create, creates.directus), { min: 4 })
  console.log(`load after ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await directus.stop()
  await product.close()
  await cluster.stop()
}
process.exit(exceeded.length === 0 ? 0 : 1)
