import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Log } from '../process/log.ts'
import { StartError } from '../process/start-error.ts'
import { asActor } from './actor.ts'
import { openEmbedded } from './embedded/open.ts'
import type { Engine } from './engine.ts'
import { openServer } from './server-engine.ts'

/** Opens the database of the configuration: a PostgreSQL server, or the embedded one in `DATA_DIR`. */
export function openEngine(config: Config, log: Log): Promise<Engine> {
  const options = {
    poolSize: config.databasePool,
    plans: config.plans,
    log: (event: object, level: 'warn' | 'debug' = 'warn') => log[level](event, 'database'),
  }
  if (config.databaseUrl) return openServer(config.databaseUrl, options)
  return openEmbedded({ ...options, directory: config.dataDir })
}

/**
 * Checks at start that row-level security protects every request: the role of requests is not a superuser, does not bypass
 * policies, and sees nothing without an identity. The login itself may be a superuser, as on the embedded server.
 * @throws StartError if one of these checks fails
 */
export async function proveFence() {
  const visitor = { session_id: null, request_id: 'start' }
  const { rows } = await asActor(visitor, (tx) =>
    sql<{ role: string; unfenced: boolean; studios: number }>`
      select current_user::text as role, r.rolsuper or r.rolbypassrls as unfenced,
        (select count(*)::int from studios) as studios
      from pg_roles r where r.rolname = current_user`.execute(tx),
  )
  const row = rows[0]
  if (row?.role !== 'studiohub_app' || row.unfenced || row.studios !== 0) {
    throw new StartError(
      'The database does not separate studios: its policies do not apply to the role studiohub_app. StudioHub was not started.',
    )
  }
}
