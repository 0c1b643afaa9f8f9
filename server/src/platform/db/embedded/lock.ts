import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { StartRefused } from '#platform/process/start-refused.ts'

const Holder = z.object({ pid: z.number(), host: z.string(), boot: z.string(), started: z.string() })
type Holder = z.infer<typeof Holder>

export type Lock = {
  /** The last holder ended without giving it back: it was killed, or the machine went down. */
  readonly abandoned: boolean
  /** Gives the directory free for the next process. */
  release(): void
}

/** Another process works on the directory; the message says which, and what to do. */
export class DirectoryInUse extends StartRefused {
  override name = 'DirectoryInUse'
}

/**
 * Takes `directory` (made where it is missing) for this process alone: two on one directory lose rows silently. A
 * socket named after the directory is freed by the kernel however the process ends; a file beside the data tells
 * machines and containers that share the disk but not the socket. Neither is ever taken over because of its age.
 * @throws DirectoryInUse
 */
export async function takeLock(directory: string): Promise<Lock> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const real = realpathSync(directory)
  const file = join(real, 'studiohub.pid')
  const socket = process.platform === 'linux' ? await holdSocket(real) : null
  if (socket === 'taken') throw new DirectoryInUse(inUse(real, readHolder(file)))
  try {
    const abandoned = writeOwn(real, file)
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

// An abstract socket (its name begins with a zero byte) is no file: it cannot be left behind or be deleted.
function holdSocket(real: string): Promise<Server | 'taken'> {
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

function writeOwn(real: string, file: string): boolean {
  const own = { pid: process.pid, host: hostname(), boot: bootId(), started: startOf(process.pid) }
  for (let abandoned = false; ; abandoned = true) {
    try {
      writeFileSync(file, `${JSON.stringify(own)}\n`, { flag: 'wx', mode: 0o600 })
      return abandoned
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const holder = readHolder(file)
    if (holder === null || !isGone(holder)) throw new DirectoryInUse(inUse(real, holder, file))
    rmSync(file, { force: true })
  }
}

function readHolder(file: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

// Only what this machine can know for certain counts: another start of it, or a process that is no more.
function isGone(holder: Holder): boolean {
  if (holder.host !== hostname()) return false
  if (holder.boot !== bootId()) return true
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
  return holder.started !== startOf(holder.pid)
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

// The 22nd field, in ticks since the boot; the name before it may hold blanks. A number may be another process's by now.
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function inUse(real: string, holder: Holder | null, file?: string): string {
  if (holder && holder.host === hostname())
    return `DATA_DIR ${real} is in use by process ${holder.pid}. Stop that one first, or choose another DATA_DIR.`
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process'
  const advice = file
    ? ` If you are sure that it no longer runs, delete ${file} and start again.`
    : ' Stop that one first.'
  return `DATA_DIR ${real} is in use by ${who}.${advice}`
}
