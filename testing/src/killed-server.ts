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
  /** Asked for and not answered when the server was killed. */
  unanswered: number
  /** Everything that was lost, half made, booked twice or otherwise wrong. */
  faults: string[]
  /** How long the starts after a kill took, in milliseconds. */
  ready_ms: number[]
  /** How a second server on the same directory ended, and what it said. */
  second: { exit_code: number | null; said: string }
}

/**
 * Runs the product on the embedded database, kills it with SIGKILL at random moments under load, again and again, and
 * reads everything back over HTTP after each new start; at the end also from the tables.
 * @param most the largest number of acknowledged writes before a kill
 */
export async function killServer(kills: number, most: number, program: 'sources' | 'built'): Promise<Killed> {
  const place = await aServerEnvironment({}, 'embedded')
  let server = await startProcess(place.environment, program)
  try {
    const second = await startRefused(place.environment, program)
    const ledger = await openLedger(server)
    const found: Killed = { kills, bookings: 0, changes: 0, unanswered: 0, faults: [], ready_ms: [], second }
    for (let kill = 1; kill <= kills; kill += 1) {
      const load = startLoad(ledger, [server.url])
      await load.acknowledged(Math.ceil(Math.random() * most))
      await wait(Math.random() * 20)
      await server.kill()
      await load.stop()
      found.unanswered += ledger.unanswered.size
      server = await startProcess(place.environment, program)
      found.ready_ms.push(server.ready_ms)
      found.faults.push(...(await faultsOf(ledger, server.url)).map((fault) => `after kill ${kill}: ${fault}`))
    }
    await server.stop()
    const engine = await openEmbedded({ directory: place.dataDir })
    found.faults.push(...(await faultsInTables(ledger, engine.execute)))
    await engine.close()
    return { ...found, bookings: ledger.acknowledged.size, changes: ledger.changes_acknowledged }
  } finally {
    await server.kill()
    await place.remove()
  }
}
