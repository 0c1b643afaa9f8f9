import { endureOutage } from '@studiohub/testing/outage.ts'
import { aPerson } from '@studiohub/testing/people.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { aProduct, type Drill, expectSame } from './drill.ts'

const POOL = 16
const READY_WITHIN_MS = 10_000

/** R1: a PostgreSQL server that stops for 1, 3 and 10 seconds, idle and under load. */
export const postgresAway: Drill = async (report) => {
  const postgres = await startOwnPostgres()
  const product = await aProduct({ databaseUrl: postgres.url, env: { DATABASE_POOL: String(POOL) } })
  try {
    const { token } = await aPerson(product)
    for (const seconds of [1, 3, 10]) {
      for (const load of ['idle', 'under load']) {
        const what = `${seconds} s, ${load}`
        const outage = { seconds, ...(load !== 'idle' && { token }) }
        const { before, after, answers, ready_ms } = await endureOutage(product, postgres, outage)
        report.say(
          `${what}: ${before.all} connections before, ${after.all} after, ready ${ready_ms} ms after its return`,
        )
        expectSame(report, `${what}: listening connections`, after.listening, 1)
        if (after.all > POOL + 1) report.fault(`${what}: ${after.all} connections, ${POOL + 1} at most were expected`)
        if (ready_ms > READY_WITHIN_MS) report.fault(`${what}: ready only after ${ready_ms} ms`)
        if (load !== 'idle') expectSame(report, `${what}: answers`, answers, ['503 UNAVAILABLE'])
      }
    }
  } finally {
    await product.remove()
    await postgres.stop()
  }
}
