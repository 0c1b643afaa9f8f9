import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '#platform/process/start-error.ts'
import { retryDelay } from '../listener.ts'
import type { Cluster } from './cluster.ts'

/** Receives an event for the log. Warnings are for operators, everything else is for debugging. */
export type DatabaseLog = (event: { event: string; [field: string]: unknown }, level?: 'warn' | 'debug') => void

/** A database server that is restarted whenever it ends. */
export type Postmaster = { stop(): Promise<void> }

const POLL_EVERY_MS = 20
const LEFTOVER_ENDS_WITHIN_MS = 15_000
const STOPS_WITHIN_MS = 7_000
const LAST_LINES = 12

/**
 * Starts the server of a cluster. If it ends unexpectedly, it is started again after a growing delay.
 * @param settings of postgresql.conf
 * @throws StartError with PostgreSQL's last lines if the first start fails
 */
export async function startPostmaster(
  cluster: Cluster,
  settings: Record<string, string>,
  log: DatabaseLog,
): Promise<Postmaster> {
  await clearLeftover(cluster, log)
  let server = await startAfterBackends(cluster, settings, log)
  let stopping = false
  const supervision = supervise()

  async function supervise() {
    while (true) {
      const outcome = await server.ended
      if (stopping) return
      log({ event: 'database.lost', ...outcome })
      const from = performance.now()
      if (!(await restart())) return
      log({ event: 'database.restarted', outage_ms: Math.round(performance.now() - from) })
    }
  }
  /** @returns true if the server runs again, false if it is being stopped */
  async function restart(): Promise<boolean> {
    for (let failures = 0; !stopping; failures += 1) {
      await wait(retryDelay(failures, Math.random()))
      if (stopping) return false
      try {
        await clearLeftover(cluster, log)
        server = await startServer(cluster, settings, log)
        return true
      } catch (error) {
        log({ event: 'database.start_failed', reason: error instanceof Error ? error.message : String(error) })
      }
    }
    return false
  }
  // If our process ends without `stop`, the server must end too. SIGINT is PostgreSQL's fast shutdown.
  const endWithProcess = () => server.child.kill('SIGINT')
  process.once('exit', endWithProcess)
  return {
    async stop() {
      stopping = true
      server.child.kill('SIGINT')
      // If that takes too long, SIGQUIT ends the server at once. It recovers at the next start and loses nothing.
      const timeout = setTimeout(() => server.child.kill('SIGQUIT'), STOPS_WITHIN_MS)
      await supervision
      clearTimeout(timeout)
      process.off('exit', endWithProcess)
    },
  }
}

type RunningServer = { child: ChildProcess; ended: Promise<{ code: number | null; signal: string | null }> }

async function startServer(
  { binaries, account, data, sockets }: Cluster,
  settings: Record<string, string>,
  log: DatabaseLog,
): Promise<RunningServer> {
  const flags = Object.entries({ ...settings, unix_socket_directories: sockets }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const [program, args] = account.command(binaries.postgres, ['-D', data, ...flags])
  const child = spawn(program, args, {
    ...account.ids,
    cwd: '/',
    env: binaries.environment,
    // In a separate process group, so that Ctrl-C reaches only the product, which then stops the server in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lastLines: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    lastLines.push(line)
    if (lastLines.length > LAST_LINES) lastLines.shift()
    log({ event: 'database.log', line }, isAlarming(line) ? 'warn' : 'debug')
  })
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('error', (error) => {
      lastLines.push(error.message)
      resolve({ code: null, signal: null })
    })
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  // After a crash the server first reads its log, which can take a while. So only the end of the process is an error.
  while (!hasEnded) {
    if (isReady(data, child.pid)) return { child, ended }
    await wait(POLL_EVERY_MS)
  }
  throw new StartError(startErrorMessage(data, lastLines))
}

// A connection that closes while the server stops is not an error.
const isAlarming = (line: string) =>
  /^(FATAL|PANIC):/.test(line) && !line.endsWith('terminating connection due to administrator command')

function startErrorMessage(data: string, lastLines: string[]): string {
  const output = lastLines.join('\n')
  if (/no space left on device/i.test(output)) {
    return `The disk of ${data} is full and the database cannot be started. Nothing was changed. Free some space and start again.`
  }
  return `The database in ${data} cannot be started. Nothing was changed. PostgreSQL says:\n${output}`
}

/** Starts a server. Tries again while connections of a killed server are still ending. */
async function startAfterBackends(cluster: Cluster, settings: Record<string, string>, log: DatabaseLog) {
  const until = performance.now() + LEFTOVER_ENDS_WITHIN_MS
  while (true) {
    try {
      return await startServer(cluster, settings, log)
    } catch (error) {
      const isOccupied = error instanceof Error && /pre-existing shared memory block/.test(error.message)
      if (!isOccupied || performance.now() > until) throw error
      await wait(POLL_EVERY_MS * 10)
    }
  }
}

type PidFile = { pid: number; sockets: string; status: string }

/**
 * Reads PostgreSQL's own file about the running server: its process on line 1, the folder of its socket on line 5, its
 * state on line 8.
 */
export function readPidFile(data: string): PidFile | null {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), sockets: lines[4]?.trim() ?? '', status: lines[7]?.trim() ?? '' }
  } catch {
    return null
  }
}

function isReady(data: string, pid: number | undefined): boolean {
  const file = readPidFile(data)
  return file !== null && file.pid === pid && file.status === 'ready'
}

/**
 * Stops a server that still runs on these files because the product was killed, and removes its files. PostgreSQL does not
 * start while such a file names an existing process, even if that number now belongs to another program. The caller has the
 * lock of the directory, so no other product uses it.
 */
async function clearLeftover({ data, sockets }: Cluster, log: DatabaseLog) {
  await stopLeftover(data, log)
  rmSync(join(data, 'postmaster.pid'), { force: true })
  for (const name of readdirSync(sockets)) rmSync(join(sockets, name), { force: true })
}

/** Stops a server that still runs on these files because the product was killed. */
export async function stopLeftover(data: string, log: DatabaseLog) {
  const file = readPidFile(data)
  if (!file || !isServerOf(file.pid, data)) return
  log({ event: 'database.leftover_stopped', pid: file.pid }, 'debug')
  process.kill(file.pid, 'SIGINT')
  const until = performance.now() + LEFTOVER_ENDS_WITHIN_MS
  while (isServerOf(file.pid, data)) {
    if (performance.now() > until) {
      throw new StartError(`A database server (process ${file.pid}) still runs on ${data}. Stop it and start again.`)
    }
    await wait(POLL_EVERY_MS)
  }
}

function isServerOf(pid: number, data: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(data)
  } catch {
    return false
  }
}
