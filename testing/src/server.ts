import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '@studiohub/server/platform/clock.ts'
import { readConfig } from '@studiohub/server/platform/config.ts'
import { createLog } from '@studiohub/server/platform/log.ts'
import { start } from '@studiohub/server/start.ts'
import { freePort } from './postgres.ts'
import { aServerDatabase, type From } from './server-databases.ts'
import { fillFromTemplate } from './template.ts'

export type TestServer = {
  /** Without a slash at the end. */
  url: string
  inThisProcess: true
  dataDir: string
  /** Where mails arrive as `.eml` files. */
  outbox: string
  databaseUrl: string | null
  /** Everything that was logged, a line an event. */
  logged: string[]
  stop(): Promise<void>
}

export type ServerOptions = {
  /** Over the defaults: a fresh folder, a free port, no rate limits, no demo. */
  env?: Record<string, string>
  clock?: Clock
}

/**
 * The environment of a server of a test's own: the embedded database in a new folder, or with `TEST_DATABASE=postgres`
 * a new database on the server that `TEST_DATABASE_URL` names.
 * @param from `template`: with the newest schema in it already, which saves the start from making it
 */
export async function aServerEnvironment(env: Record<string, string> = {}, from: From = 'empty') {
  const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-test-'))
  const port = env.PORT ?? String(await freePort())
  const database = process.env.TEST_DATABASE === 'postgres' ? await aServerDatabase(from) : null
  if (from === 'template' && database === null) await fillFromTemplate(dataDir)
  const environment: Record<string, string> = {
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    DEMO: 'off',
    BOOKING_MAIL_WAIT_SECONDS: '0',
    // Nobody reads the copies of a database that ends with its test.
    SNAPSHOT_SECONDS: '0',
    ...(database && { DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString('hex') }),
    ...env,
  }
  return {
    environment,
    url: `http://127.0.0.1:${port}`,
    dataDir,
    databaseUrl: database?.url ?? null,
    async remove() {
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The real product in this process, on a database of its own. */
export async function startServer({ env = {}, clock }: ServerOptions = {}): Promise<TestServer> {
  // With a key of the test's own the secrets of the embedded template could not be opened.
  const isAnyKey = process.env.TEST_DATABASE === 'postgres' || !(env.SECRET_KEY || env.DATA_DIR)
  const place = await aServerEnvironment(env, isAnyKey ? 'template' : 'empty')
  const logged: string[] = []
  const log = createLog('info', { write: (line: string) => logged.push(line) })
  const running = await start(readConfig(place.environment), log, clock && { clock })
  return {
    url: place.url,
    inThisProcess: true,
    dataDir: place.dataDir,
    outbox: join(place.dataDir, 'outbox'),
    databaseUrl: place.databaseUrl,
    logged,
    async stop() {
      await running.stop()
      await place.remove()
    },
  }
}
