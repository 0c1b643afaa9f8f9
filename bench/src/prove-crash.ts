/**
 * Kills a process that writes to the embedded database, twenty times or as often as the first argument says, and
 * counts what is missing afterwards: `node bench/src/prove-crash.ts [kills]`. Ends with 1 where anything that was
 * acknowledged is lost, a transaction is torn, a snapshot had to help, or a start took longer than five seconds.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crash } from '@studiohub/testing/crashes.ts'

const KILLS = 20
const MOST_WRITES = 1_000
const READY_WITHIN_MS = 5_000

const kills = Number(process.argv[2] ?? KILLS)
const directory = mkdtempSync(join(tmpdir(), 'studiohub-prove-crash-'))
try {
  const result = await crash(directory, kills, MOST_WRITES)
  const { lost, torn, restores, acknowledged, slowest_ms } = result
  console.log(
    `${kills} kills, ${acknowledged} acknowledged writes: ${lost.length} lost, ${torn} torn, ${restores} restored; ` +
      `slowest start after a kill ${slowest_ms} ms`,
  )
  const held =
    lost.length === 0 && torn === 0 && restores === 0 && slowest_ms <= READY_WITHIN_MS && acknowledged > kills
  process.exitCode = held ? 0 : 1
} finally {
  rmSync(directory, { recursive: true, force: true })
}
