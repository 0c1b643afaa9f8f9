/**
 * A kill -9 loses no acknowledged change: `npm run prove -- crash [server|engine] [kills]`. Kills the embedded product
 * at random moments while people book and change their profiles over HTTP, and reads everything back; `engine` kills a
 * process that only writes to the database. Ends with 1 if a change is lost, incomplete or booked twice, if a
 * second server can start, or if a start takes more than 5 s.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crashRepeatedly } from '@studiohub/testing/crashes.ts'
import { killServer } from '@studiohub/testing/killed-server.ts'

const READY_WITHIN_MS = 5_000
const MAX_WRITES = { server: 400, engine: 1_000 }

async function proveServer(kills: number): Promise<boolean> {
  const result = await killServer(kills, MAX_WRITES.server)
  const { errors, bookings, changes, unanswered, second } = result
  const starts = result.ready_ms.toSorted((a, b) => a - b)
  const slowest = starts.at(-1) ?? 0
  const isRejected = second.exit_code === 1 && /^DATA_DIR .+ is in use by process \d+\./.test(second.output)
  console.log(`${kills} kills of the server, ${unanswered} calls cut off`)
  console.log(`${bookings} bookings and ${changes} changes acknowledged, ${errors.length} errors`)
  for (const error of errors) console.log(`  ${error}`)
  console.log(`ready after a kill: ${starts[starts.length >> 1]} ms (median), ${slowest} ms (slowest)`)
  console.log(`a second server on the directory ended with ${second.exit_code}: ${second.output.trim()}`)
  return errors.length === 0 && isRejected && slowest <= READY_WITHIN_MS && bookings > kills && changes > kills
}

async function proveEngine(kills: number): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), 'studiohub-crash-'))
  try {
    const { lost, torn, acknowledged, slowest_ms } = await crashRepeatedly(directory, kills, MAX_WRITES.engine)
    console.log(`${kills} kills of a writing process, ${acknowledged} writes acknowledged`)
    console.log(`${lost.length} lost, ${torn} torn`)
    console.log(`open after a kill: ${slowest_ms} ms (slowest)`)
    return lost.length + torn === 0 && slowest_ms <= READY_WITHIN_MS && acknowledged > kills
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const [what = 'server', kills = '20'] = process.argv.slice(2)
const prove = { server: proveServer, engine: proveEngine }[what]
if (!prove) throw new Error('usage: npm run prove -- crash [server|engine] [kills]')
process.exitCode = (await prove(Number(kills))) ? 0 : 1
