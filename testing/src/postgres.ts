import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** A PostgreSQL server for tests: `url` logs in as its superuser, `version` is what the server itself answered. */
export type Postgres = { url: string; version: string; stop: () => Promise<void> }

type Identity = { uid?: number; gid?: number }

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Its data lives as long as the tests do.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
}

/**
 * Gives a running PostgreSQL: the one that `TEST_DATABASE_URL` names, else one of its own. Never touches a server that it
 * was not told of.
 * @param more settings of a cluster of its own
 */
export async function startPostgres(more: Record<string, string> = {}): Promise<Postgres> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, version: await versionOf(given), stop: async () => {} }
  return startOwnPostgres(more)
}

/** A PostgreSQL server that a test may stop and start. */
export type OwnPostgres = Postgres & {
  /** Stops the server and keeps its data. @param signal SIGINT ends its connections properly, SIGQUIT breaks them off */
  halt(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>
  /** Starts the server again, on the same data and port. */
  resume(): Promise<void>
}

/**
 * A cluster of its own on a free port, from Debian's binaries (installed where we are root). Throws with one sentence when
 * neither is available.
 * @param parent where its data lies
 */
export async function startOwnPostgres(more: Record<string, string> = {}, parent = tmpdir()): Promise<OwnPostgres> {
  const binaries = findBinaries() ?? installBinaries()
  const identity = unprivileged()
  const folder = mkdtempSync(join(parent, 'studiohub-postgres-'))
  giveToPostgres(folder)
  const data = join(folder, 'data')
  const options = { ...identity, cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' } }
  const init = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(join(binaries, 'initdb'), init, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  const port = await freePort()
  const flags = Object.entries({ ...settings, ...more, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const begin = () => spawn(join(binaries, 'postgres'), ['-D', data, ...flags], { ...options, stdio: 'ignore' })
  return running(begin, folder, `postgres://postgres@127.0.0.1:${port}/postgres`)
}

/** Makes `folder` that of the user as whom `startOwnPostgres` runs its server. */
export function giveToPostgres(folder: string) {
  const { uid, gid } = unprivileged()
  if (uid !== undefined) chownSync(folder, uid, gid ?? uid)
}

async function running(begin: () => ChildProcess, folder: string, url: string): Promise<OwnPostgres> {
  let server = begin()
  const abandon = () => server.kill('SIGQUIT')
  process.once('exit', abandon)
  async function halt(signal: NodeJS.Signals = 'SIGINT') {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    server.kill(signal)
    await ended
  }
  const stop = async () => {
    process.off('exit', abandon)
    // The fast shutdown: it does not wait for connections that tests left open.
    await halt()
    rmSync(folder, { recursive: true, force: true })
  }
  async function answers(): Promise<string> {
    for (let attempt = 0; attempt < 100 && server.exitCode === null; attempt++) {
      const version = await versionOf(url).catch(() => null)
      if (version !== null) return version
      await wait(100)
    }
    await stop()
    throw new Error('PostgreSQL was started for the tests but answers no connection.')
  }
  const version = await answers()
  async function resume() {
    server = begin()
    await answers()
  }
  return { url, version, stop, halt, resume }
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query('show server_version')
    return String(rows[0].server_version).split(' ')[0] ?? ''
  } finally {
    await client.end()
  }
}

function findBinaries(): string | undefined {
  const major = (path: string) => Number(path.match(/(\d+)\/bin/)?.[1] ?? 0)
  const folders = globSync(['/usr/lib/postgresql/*/bin', '/opt/homebrew/opt/postgresql@*/bin'])
  return folders.filter((folder) => existsSync(join(folder, 'initdb'))).sort((a, b) => major(b) - major(a))[0]
}

function installBinaries(): string {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing PostgreSQL ...')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['-qq', 'update'], { stdio: 'inherit', env })
    execFileSync('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', 'postgresql'], {
      stdio: 'inherit',
      env,
    })
  }
  const binaries = findBinaries()
  if (binaries) return binaries
  throw new Error('These tests need PostgreSQL: install its server package, or name a server in TEST_DATABASE_URL.')
}

// PostgreSQL refuses to run as root.
function unprivileged(): Identity {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {}
  }
  throw new Error('PostgreSQL cannot run as root, and this machine has neither a user postgres nor nobody.')
}

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1')
  return address.port
}
