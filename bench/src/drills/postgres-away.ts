import { simulateOutage } from '@studiohub/testing/outage.ts'
import { aPerson } from '@studiohub/testing/people.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { aProduct, type Drill, expectSame } from './drill.ts'

const POOL = 16
const READY_WITHIN_MS = 10_000

/** A PostgreSQL server stops for 1, 3 and 10 seconds, without load and under load. */
export const postgresAway: Drill = async (report) => {
  const postgres = await startOwnPostgres()
  const product = await aProduct({ databaseUrl: postgres.url, env: { DATABASE_POOL: String(POOL) } })
  try {
    const { token } = await aPerson(product)
    for (const seconds of [1, 3, 10]) {
      for (const load of ['idle', 'under load']) {
        const outageName = `${seconds} s, ${load}`
        const outage = { seconds, ...(load !== 'idle' && { token }) }
        const { before, after, responses, ready_ms } = await simulateOutage(product, postgres, outage)
        report.say(
          `${outageName}: ${before.all} connections before, ${after.all} after, ready ${ready_ms} ms after its return`,
        )
        expectSame(report, `${outageName}: listening connections`, after.listening, 1)
        if (after.all > POOL + 1)
          report.fault(`${outageName}: ${after.all} connections, ${POOL + 1} at most were expected`)
        if (ready_ms > READY_WITHIN_MS) report.fault(`${outageName}: ready only after ${ready_ms} ms`)
        if (load !== 'idle') expectSame(report, `${outageName}: responses`, responses, ['503 UNAVAILABLE'])
      }
    }
  } finally {
    await product.remove()
    await postgres.stop()
  }
}
