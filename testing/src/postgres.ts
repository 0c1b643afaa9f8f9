import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chooseAccount } from '@studiohub/server/platform/db/embedded/account.ts'
import { type Binaries, findBinaries } from '@studiohub/server/platform/db/embedded/binaries.ts'
import { localeArgs } from '@studiohub/server/platform/db/embedded/cluster.ts'
import { OLDEST_MAJOR } from '@studiohub/server/platform/db/server-engine.ts'
import pg from 'pg'

/** A PostgreSQL server for tests: `url` logs in as superuser, `version` is reported by the server. */
export type Postgres = { url: string; version: string; stop: () => Promise<void> }

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // The data is only needed during the tests.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
}

/**
 * A running PostgreSQL: the one of `TEST_DATABASE_URL`, else a new cluster. Never touches another server.
 * @param overrides settings of a new cluster
 * @param oldest see `startOwnPostgres`
 */
export async function startPostgres(overrides: Record<string, string> = {}, oldest = false): Promise<Postgres> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, version: await versionOf(url), stop: async () => {} }
  return startOwnPostgres(overrides, { oldest })
}

/** A PostgreSQL server that a test may stop and start. */
export type OwnPostgres = Postgres & {
  /** Stops the server and keeps its data. @param signal SIGINT closes connections cleanly, SIGQUIT breaks them */
  halt(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>
  /** Restarts the server with the same data and port. */
  resume(): Promise<void>
  /** Makes the server's account the owner of `folder`. */
  giveFolder(folder: string): void
}

/**
 * A new cluster on a free port.
 * @param overrides settings that replace those for tests
 * @param parent the folder for its data
 * @param oldest runs the oldest supported version from Debian's packages (installed if we are root) instead of
 * the product's own
 * @throws with one sentence if it cannot be created
 */
export async function startOwnPostgres(
  overrides: Record<string, string> = {},
  { parent = tmpdir(), oldest = false } = {},
): Promise<OwnPostgres> {
  const outer = mkdtempSync(join(parent, 'studiohub-postgres-'))
  const folder = join(outer, 'postgres')
  mkdirSync(folder)
  const binaries = oldest ? debianBinaries() : findBinaries(join(folder, 'lib'))
  const account = chooseAccount(folder, binaries.postgres)
  account.takeOwnership(folder)
  const data = join(folder, 'data')
  const options = { ...account.ids, cwd: '/', env: binaries.environment }
  const init = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync']
  const locale = oldest ? ['--locale=C.UTF-8'] : localeArgs
  const [initdb, initArgs] = account.command(binaries.initdb, [...init, ...locale])
  execFileSync(initdb, initArgs, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  const port = await freePort()
  const flags = Object.entries({ ...settings, ...overrides, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const [program, args] = account.command(binaries.postgres, ['-D', data, ...flags])
  const spawnServer = () => spawn(program, args, { ...options, stdio: 'ignore' })
  const server = await runServer(spawnServer, outer, `postgres://postgres@127.0.0.1:${port}/postgres`)
  return { ...server, giveFolder: account.takeOwnership }
}

async function runServer(
  spawnServer: () => ChildProcess,
  folder: string,
  url: string,
): Promise<Omit<OwnPostgres, 'giveFolder'>> {
  let server = spawnServer()
  // An interrupted run must remove its data too, because the folder may be in memory.
  const killAndRemove = () => {
    server.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
  process.once('exit', killAndRemove)
  async function halt(signal: NodeJS.Signals = 'SIGINT') {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    server.kill(signal)
    await ended
  }
  const stop = async () => {
    process.off('exit', killAndRemove)
    // Fast shutdown: does not wait for connections that tests left open.
    await halt()
    rmSync(folder, { recursive: true, force: true })
  }
  async function waitUntilReady(): Promise<string> {
    for (let attempt = 0; attempt < 100 && server.exitCode === null; attempt++) {
      const version = await versionOf(url).catch(() => null)
      if (version !== null) return version
      await wait(100)
    }
    await stop()
    throw new Error('PostgreSQL was started for the tests but accepts no connection.')
  }
  const version = await waitUntilReady()
  async function resume() {
    server = spawnServer()
    await waitUntilReady()
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

function debianBinaries(): Binaries {
  const folder = findOldestPrograms() ?? installOldestPrograms()
  const environment = { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' }
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres'), environment }
}

/**
 * The folder with the programs of the oldest supported version. Another version would not prove that this one works.
 * @param base the root of the file system
 */
export function findOldestPrograms(base = '/'): string | undefined {
  const folders = [`usr/lib/postgresql/${OLDEST_MAJOR}/bin`, `opt/homebrew/opt/postgresql@${OLDEST_MAJOR}/bin`]
  return folders.map((folder) => join(base, folder)).find((folder) => existsSync(join(folder, 'initdb')))
}

function installOldestPrograms(): string {
  const name = `postgresql-${OLDEST_MAJOR}`
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${name} ...`)
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    spawnSync('apt-get', ['-qq', 'update'], options)
    spawnSync('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', name], options)
  }
  return requireOldestPrograms()
}

/** @throws Error with a sentence that says what to install, if there are no programs of the oldest supported version */
export function requireOldestPrograms(base = '/'): string {
  const programs = findOldestPrograms(base)
  if (programs) return programs
  const others = globSync(join(base, 'usr/lib/postgresql/*')).map((path) => basename(path))
  const found = others.length > 0 ? `, and this machine has version ${others.join(', ')}` : ''
  throw new Error(
    `These tests need PostgreSQL ${OLDEST_MAJOR}${found}. Install the package postgresql-${OLDEST_MAJOR}, from apt.postgresql.org if the system does not have it.`,
  )
}

const [FIRST_PORT, PORTS] = [11_000, 20_000]

/**
 * A free port of 127.0.0.1. It is below the range from which the system takes ports for `listen(0)` and for connections, so
 * that none of those gets it before the caller listens.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = FIRST_PORT + randomInt(PORTS)
    if (await canListen(port)) return port
  }
  throw new Error('No free port on 127.0.0.1')
}

function canListen(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
