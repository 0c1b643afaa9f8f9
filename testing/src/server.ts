import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@studiohub/server/platform/config/config.ts'
import type { Clock } from '@studiohub/server/platform/process/clock.ts'
import { createLog } from '@studiohub/server/platform/process/log.ts'
import { start } from '@studiohub/server/start.ts'
import { freePort } from './postgres.ts'
import { aServerDatabase, type DatabaseContent } from './server-databases.ts'
import { fillFromTemplate } from './template.ts'

export type TestServer = {
  /** Without a trailing slash. */
  url: string
  inThisProcess: true
  dataDir: string
  /** The folder of sent emails, as `.eml` files. */
  outbox: string
  databaseUrl: string
  /** All log output, one line per event. */
  logged: string[]
  stop(): Promise<void>
}

export type ServerOptions = {
  /** Overrides the defaults: new folder, free port, no rate limits, no demo. */
  env?: Record<string, string>
  clock?: Clock
}

// A start uses all connections at once, and each connection reads the catalog and plans every statement itself.
const FEW_CONNECTIONS = '6'

/**
 * The environment of a test server with a new database on the server of `TEST_DATABASE_URL`.
 * @param from content of the database. `template`: the newest schema, which makes the start faster. `embedded`: no
 * server URL, so the product starts its own from prepared files
 */
export async function aServerEnvironment(
  env: Record<string, string> = {},
  from: DatabaseContent | 'embedded' = 'empty',
) {
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
    DATABASE_POOL: FEW_CONNECTIONS,
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

/** The real product in this process, with its own database. */
export async function startServer({ env = {}, clock }: ServerOptions = {}): Promise<TestServer> {
  const installation = await aServerEnvironment(env, 'template')
  const logged: string[] = []
  const log = createLog('info', { write: (line: string) => logged.push(line) })
  const running = await start(readConfig(installation.environment), log, clock && { clock })
  return {
    url: installation.url,
    inThisProcess: true,
    dataDir: installation.dataDir,
    outbox: join(installation.dataDir, 'outbox'),
    databaseUrl: installation.databaseUrl,
    logged,
    async stop() {
      await running.stop()
      await installation.remove()
    },
  }
}
