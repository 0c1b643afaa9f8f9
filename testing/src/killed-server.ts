import { setTimeout as wait } from 'node:timers/promises'
import { openEmbedded } from '@studiohub/server/platform/db/embedded/open.ts'
import { startLoad } from './load.ts'
import { startProcess, startRejectedServer } from './processes.ts'
import { aServerEnvironment } from './server.ts'
import { findTableErrors, findWriteErrors, openWriteLog } from './write-log.ts'

export type KilledServer = {
  kills: number
  bookings: number
  changes: number
  /** Requests without a response when the server was killed. */
  unanswered: number
  /** Data that was lost, incomplete, booked twice or otherwise wrong. */
  errors: string[]
  /** Durations of the starts after a kill, in milliseconds. */
  ready_ms: number[]
  /** Exit code and output of a second server on the same directory. */
  second: { exit_code: number | null; output: string }
}

/**
 * Runs the product on the embedded database and kills it with SIGKILL at random moments under load, repeatedly. Checks all
 * data over HTTP after each restart, and in the tables at the end.
 * @param maxWrites maximum number of acknowledged writes before a kill
 */
export async function killServer(kills: number, maxWrites: number): Promise<KilledServer> {
  const installation = await aServerEnvironment({}, 'embedded')
  let server = await startProcess(installation.environment)
  try {
    const second = await startRejectedServer(installation.environment)
    const writeLog = await openWriteLog(server)
    const result: KilledServer = { kills, bookings: 0, changes: 0, unanswered: 0, errors: [], ready_ms: [], second }
    for (let kill = 1; kill <= kills; kill += 1) {
      const load = startLoad(writeLog, [server.url])
      await load.waitForWrites(Math.ceil(Math.random() * maxWrites))
      await wait(Math.random() * 20)
      await server.kill()
      await load.stop()
      result.unanswered += writeLog.unanswered.size
      server = await startProcess(installation.environment)
      result.ready_ms.push(server.ready_ms)
      result.errors.push(
        ...(await findWriteErrors(writeLog, server.url)).map((fault) => `after kill ${kill}: ${fault}`),
      )
    }
    await server.stop()
    const engine = await openEmbedded({ directory: installation.dataDir })
    result.errors.push(...(await findTableErrors(writeLog, engine.execute)))
    await engine.close()
    return { ...result, bookings: writeLog.acknowledged.size, changes: writeLog.changes_acknowledged }
  } finally {
    await server.kill()
    await installation.remove()
  }
}
