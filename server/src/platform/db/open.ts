import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Log } from '../process/log.ts'
import { StartRefused } from '../process/start-refused.ts'
import { asActor } from './actor.ts'
import { openEmbedded } from './embedded/open.ts'
import type { Engine } from './engine.ts'
import { openServer } from './server-engine.ts'

/** The database that the configuration names: a PostgreSQL server, or the embedded one in `DATA_DIR`. */
export function openEngine(config: Config, log: Log): Promise<Engine> {
  const options = {
    poolSize: config.databasePool,
    log: (event: object, level: 'warn' | 'debug' = 'warn') => log[level](event, 'database'),
  }
  if (config.databaseUrl) return openServer(config.databaseUrl, options)
  return openEmbedded({ ...options, directory: config.dataDir })
}

/**
 * Proves that the rights behind the door are real: the role a request gets is no superuser, bypasses no policy, and
 * sees nothing without an identity. The login may be a superuser, as on the embedded
 * server, which policies do not bind.
 * @throws where any of it does not hold; the server then does not start
 */
export async function proveFence() {
  const visitor = { session_id: null, request_id: 'start' }
  const { rows } = await asActor(visitor, (tx) =>
    sql<{ role: string; unfenced: boolean; studios: number }>`
      select current_user::text as role, r.rolsuper or r.rolbypassrls as unfenced,
        (select count(*)::int from studios) as studios
      from pg_roles r where r.rolname = current_user`.execute(tx),
  )
  const found = rows[0]
  if (found?.role !== 'studiohub_app' || found.unfenced || found.studios !== 0) {
    throw new StartRefused(
      'The database does not keep studios apart: the role studiohub_app is above the policies. Not starting.',
    )
  }
}
