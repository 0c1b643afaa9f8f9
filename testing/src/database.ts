import { readConfig } from '@studiohub/server/platform/config/config.ts'
import type { Engine } from '@studiohub/server/platform/db/engine.ts'
import { migrate } from '@studiohub/server/platform/db/migrate.ts'
import { openEngine } from '@studiohub/server/platform/db/open.ts'
import { connectDatabase } from '@studiohub/server/platform/db/transaction.ts'
import { createLog } from '@studiohub/server/platform/process/log.ts'
import { aServerEnvironment } from './server.ts'

export type TestDatabase = { engine: Engine; url: string; close(): Promise<void> }

/** A new, migrated database for this process without a server: for tests below the features. */
export async function aDatabase(): Promise<TestDatabase> {
  const installation = await aServerEnvironment({}, 'template')
  const engine = await openEngine(readConfig(installation.environment), createLog('silent'))
  await migrate(engine)
  connectDatabase(engine)
  return {
    engine,
    url: installation.databaseUrl,
    async close() {
      await engine.close()
      await installation.remove()
    },
  }
}
