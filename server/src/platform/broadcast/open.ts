import { createHash } from 'node:crypto'
import type { Config } from '../config/config.ts'
import type { Engine } from '../db/engine.ts'
import type { Log } from '../process/log.ts'
import type { Broadcast } from './broadcast.ts'
import { createNatsBroadcast } from './nats.ts'
import { createDatabaseBroadcast } from './postgresql.ts'

type Options = { config: Pick<Config, 'nats'>; log: Pick<Log, 'warn' | 'info'> }

/** Chooses how processes announce changes to each other: by NATS with `NATS_URL`, else by the database. */
export async function openBroadcast(engine: Engine, { config: { nats }, log }: Options): Promise<Broadcast> {
  const fallback = createDatabaseBroadcast(engine)
  if (nats === null) return fallback
  return createNatsBroadcast({ config: nats, installation: await findInstallation(engine), fallback, log })
}

/**
 * A name that only the processes of one database share. It is not a setting, because processes with different settings would
 * not receive each other's messages.
 */
async function findInstallation(engine: Engine): Promise<string> {
  const { rows } = await engine.execute(`select (select system_identifier from pg_control_system())::text || ' ' ||
    (select oid from pg_database where datname = current_database())::text as database`)
  return createHash('sha256').update(String(rows[0]?.['database'])).digest('hex').slice(0, 16)
}
