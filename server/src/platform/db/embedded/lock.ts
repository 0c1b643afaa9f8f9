import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '#platform/process/start-error.ts'

const LockHolder = z.object({ pid: z.number(), host: z.string(), boot: z.string(), started: z.string() })
type LockHolder = z.infer<typeof LockHolder>

export type Lock = {
  /** Whether the last holder ended without releasing it: the process was killed, or the machine went down. */
  readonly abandoned: boolean
  /** Releases the directory for the next process. */
  release(): void
}

/** Another process uses the directory. The message says which one, and what to do. */
export class DirectoryInUseError extends StartError {
  override name = 'DirectoryInUseError'
}

/**
 * Locks `directory` (created if missing) for this process, because two processes on one directory would lose rows without an
 * error. The lock is a socket named after the directory, which the kernel frees when the process ends. A file next to the
 * data warns machines and containers that share the disk but not the socket. A lock is never taken over because of its age.
 * @throws DirectoryInUseError
 */
export async function takeLock(directory: string): Promise<Lock> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const real = realpathSync(directory)
  const file = join(real, 'studiohub.pid')
  const socket = process.platform === 'linux' ? await claimSocket(real) : null
  if (socket === 'taken') throw new DirectoryInUseError(inUseMessage(real, readHolder(file)))
  try {
    const abandoned = writeLockFile(real, file)
    return {
      abandoned,
      release() {
        rmSync(file, { force: true })
        socket?.close()
      },
    }
  } catch (error) {
    socket?.close()
    throw error
  }
}

// An abstract socket (its name begins with a zero byte) is not a file, so it cannot be left behind or deleted.
function claimSocket(real: string): Promise<Server | 'taken'> {
  const name = `\0studiohub-${createHash('sha256').update(real).digest('hex').slice(0, 32)}`
  return new Promise((resolve, reject) => {
    const server = createServer((stranger) => stranger.destroy())
    server.once('error', (error) => {
      if ('code' in error && error.code === 'EADDRINUSE') resolve('taken')
      else reject(error)
    })
    server.listen(name, () => {
      server.unref()
      resolve(server)
    })
  })
}

function writeLockFile(real: string, file: string): boolean {
  const own = { pid: process.pid, host: hostname(), boot: bootId(), started: processStartOf(process.pid) }
  for (let abandoned = false; ; abandoned = true) {
    try {
      writeFileSync(file, `${JSON.stringify(own)}\n`, { flag: 'wx', mode: 0o600 })
      return abandoned
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const holder = readHolder(file)
    if (holder === null || !hasEnded(holder)) throw new DirectoryInUseError(inUseMessage(real, holder, file))
    rmSync(file, { force: true })
  }
}

function readHolder(file: string): LockHolder | null {
  try {
    return LockHolder.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

// True only if this machine is certain: it has restarted since the lock was taken, or the process no longer runs.
function hasEnded(holder: LockHolder): boolean {
  if (holder.host !== hostname()) return false
  if (holder.boot !== bootId()) return true
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
  return holder.started !== processStartOf(holder.pid)
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

// The 22nd field is the start time, in ticks since the boot. It identifies the process, because process ids are used again.
// The name before it may contain spaces.
function processStartOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function inUseMessage(real: string, holder: LockHolder | null, file?: string): string {
  if (holder && holder.host === hostname())
    return `DATA_DIR ${real} is in use by process ${holder.pid}. Stop that one first, or choose another DATA_DIR.`
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process'
  const advice = file
    ? ` If you are sure that it no longer runs, delete ${file} and start again.`
    : ' Stop that one first.'
  return `DATA_DIR ${real} is in use by ${who}.${advice}`
}
