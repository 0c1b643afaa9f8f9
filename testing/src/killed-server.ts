import { setTimeout as wait } from 'node:timers/promises'
import { openEmbedded } from '@studiohub/server/platform/db/embedded/open.ts'
import { faultsInTables, faultsOf, openLedger } from './ledger.ts'
import { startLoad } from './load.ts'
import { startProcess, startRefused } from './processes.ts'
import { aServerEnvironment } from './server.ts'

export type Killed = {
  kills: number
  bookings: number
  changes: number
  /** Requests without a response when the server was killed. */
  unanswered: number
  /** Data that was lost, incomplete, booked twice or otherwise wrong. */
  faults: string[]
  /** Durations of the starts after a kill, in milliseconds. */
  ready_ms: number[]
  /** Exit code and output of a second server on the same directory. */
  second: { exit_code: number | null; output: string }
}

/**
 * Runs the product on the embedded database and kills it with SIGKILL at random moments under load, repeatedly. After
 * each restart it reads everything over HTTP, at the end also from the tables.
 * @param most maximum number of acknowledged writes before a kill
 */
export async function killServer(kills: number, most: number): Promise<Killed> {
  const installation = await aServerEnvironment({}, 'embedded')
  let server = await startProcess(installation.environment)
  try {
    const second = await startRefused(installation.environment)
    const ledger = await openLedger(server)
    const found: Killed = { kills, bookings: 0, changes: 0, unanswered: 0, faults: [], ready_ms: [], second }
    for (let kill = 1; kill <= kills; kill += 1) {
      const load = startLoad(ledger, [server.url])
      await load.acknowledged(Math.ceil(Math.random() * most))
      await wait(Math.random() * 20)
      await server.kill()
      await load.stop()
      found.unanswered += ledger.unanswered.size
      server = await startProcess(installation.environment)
      found.ready_ms.push(server.ready_ms)
      found.faults.push(...(await faultsOf(ledger, server.url)).map((fault) => `after kill ${kill}: ${fault}`))
    }
    await server.stop()
    const engine = await openEmbedded({ directory: installation.dataDir })
    found.faults.push(...(await faultsInTables(ledger, engine.execute)))
    await engine.close()
    return { ...found, bookings: ledger.acknowledged.size, changes: ledger.changes_acknowledged }
  } finally {
    await server.kill()
    await installation.remove()
  }
}
