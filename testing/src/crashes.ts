import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { CrashReport } from './crash-writer.ts'

/** The result of repeated kills of a writer. */
export type Crashes = {
  kills: number
  /** Committed writes, and how many of them were lost. */
  acknowledged: number
  lost: number[]
  /** Transactions of which only one half was stored. */
  torn: number
  /** The slowest start after a kill, in milliseconds. */
  slowest_ms: number
}

/**
 * Starts a writer in `directory` and kills it with SIGKILL at a random moment, repeatedly; after each kill it checks
 * that all acknowledged writes exist.
 * @param maxWrites maximum number of acknowledged writes before a kill
 */
export async function crashRepeatedly(directory: string, kills: number, maxWrites: number): Promise<Crashes> {
  const acknowledged = new Set<number>()
  const result: Crashes = { kills, acknowledged: 0, lost: [], torn: 0, slowest_ms: 0 }
  const addReport = (report: CrashReport, afterKill: boolean) => {
    const kept = new Set(report.kept)
    result.lost = [...acknowledged].filter((n) => !kept.has(n))
    result.torn += report.torn
    if (afterKill) result.slowest_ms = Math.max(result.slowest_ms, report.ready_ms)
  }
  for (let kill = 0; kill < kills; kill += 1) {
    const writer = startWriter(directory)
    addReport(await writer.report, kill > 0)
    await writer.writes(Math.ceil(Math.random() * maxWrites), (n) => acknowledged.add(n))
    await wait(Math.random() * 20)
    writer.kill()
    await writer.ended
  }
  const last = startWriter(directory, 'check')
  addReport(await last.report, true)
  await last.ended
  result.acknowledged = acknowledged.size
  return result
}

/** Starts a process that writes into the embedded database of `directory` (see `crash-writer.ts`). */
export function startWriter(directory: string, ...mode: string[]) {
  const program = fileURLToPath(new URL('./crash-writer.ts', import.meta.url))
  const child = spawn(process.execPath, [program, directory, ...mode], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  let onAcknowledged = (_n: number) => {}
  const ended = Promise.all([
    new Promise<void>((resolve) => child.once('exit', () => resolve())),
    new Promise<void>((resolve) => lines.once('close', () => resolve())),
  ])
  const report = new Promise<CrashReport>((resolve, reject) => {
    lines.once('line', (first) => {
      resolve(JSON.parse(first) as CrashReport)
      lines.on('line', (line) => onAcknowledged(Number(line)))
    })
    ended.then(() => reject(new Error('the process ended before it had opened the database')))
  })
  return {
    report,
    ended,
    pid: child.pid,
    kill: () => child.kill('SIGKILL'),
    /** Resolves after `count` acknowledged writes. `onWrite` is also called for later ones. */
    async writes(count: number, onWrite: (n: number) => void) {
      await new Promise<void>((resolve) => {
        let left = count
        onAcknowledged = (n) => {
          onWrite(n)
          left -= 1
          if (left === 0) resolve()
        }
      })
    },
  }
}
