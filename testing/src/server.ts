import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@studiohub/server/platform/config/config.ts'
import type { Clock } from '@studiohub/server/platform/process/clock.ts'
import { createLog } from '@studiohub/server/platform/process/log.ts'
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
  databaseUrl: string
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
 * The environment of a server of a test's own: a new database on the server that `TEST_DATABASE_URL` names.
 * @param from what the database contains. `template`: the newest schema, which saves the start from making it.
 *   `embedded`: no server is named, so the product starts its own, on files that a start has prepared
 */
export async function aServerEnvironment(env: Record<string, string> = {}, from: From | 'embedded' = 'empty') {
  const dataDir = mkdtempSync(join(tmpdir(), 'studiohub-test-'))
  const port = env.PORT ?? String(await freePort())
  const database = from === 'embedded' || env.DATABASE_URL ? null : await aServerDatabase(from)
  if (from === 'embedded') await fillFromTemplate(dataDir)
  const environment: Record<string, string> = {
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    ...(env.RATE_LIMIT !== 'on' && { PASSWORD_HASH_COST: 'test' }),
    DEMO: 'off',
    BOOKING_MAIL_WAIT_SECONDS: '0',
    ...(database && { DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString('hex') }),
    ...env,
  }
  return {
    environment,
    url: `http://127.0.0.1:${port}`,
    dataDir,
    databaseUrl: environment.DATABASE_URL ?? '',
    async remove() {
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The real product in this process, on a database of its own. */
export async function startServer({ env = {}, clock }: ServerOptions = {}): Promise<TestServer> {
  const place = await aServerEnvironment(env, 'template')
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
