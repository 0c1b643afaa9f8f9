import pg from 'pg'
import type { Config } from '../config/config.ts'
import type { Engine } from './engine.ts'

const FIRST_START_LOCK = 7_204_018_124

// Stored in the database, because `DATA_DIR` may not outlive the process.
const UNFINISHED = 'StudioHub: the first start has not finished.'

/** Tables that migrations or the opening of the database fill. They have the same rows in every new database. */
export const filledByMigrations = ['public.schema_migrations', 'public.ai_agents', 'auth.signing_keys']

/**
 * Waits until no other process runs its first start.
 * @returns a function that lets the next process begin. The embedded database has only one process, so there it does nothing
 */
export async function lockFirstStart({ databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<() => Promise<void>> {
  if (!databaseUrl) return async () => {}
  // Uses its own connection, so the database releases the lock if this process dies.
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'studiohub' })
  client.on('error', () => {})
  await client.connect()
  await client.query('set statement_timeout = 0')
  await client.query('select pg_advisory_lock($1)', [FIRST_START_LOCK])
  return () => client.end()
}

/** Whether a first start of this database was not completed. */
export async function isFirstStartUnfinished(engine: Engine): Promise<boolean> {
  const { rows } = await engine.execute(
    `select obj_description('app'::regnamespace, 'pg_namespace') = $1 as unfinished`,
    [UNFINISHED],
  )
  return rows[0]?.['unfinished'] === true
}

/** Records that a first start begins. Call it before the first row is written. */
export const recordFirstStart = (engine: Engine) => comment(engine, `'${UNFINISHED}'`)

/** Records that the first start is complete. Call it after the last row is written. */
export const noteFirstStartFinished = (engine: Engine) => comment(engine, 'null')

const comment = (engine: Engine, text: string) =>
  engine.script(`set local role studiohub_owner; comment on schema app is ${text}`)

/** Removes all rows and waiting jobs of an interrupted first start. No server has run on this database before. */
export const eraseUnfinishedRows = (engine: Engine) =>
  engine.script(`
set local statement_timeout = 0;
delete from pgboss.job;
set local role studiohub_owner;
do $$
begin
  execute (select 'truncate ' || string_agg(format('%I.%I', schemaname, tablename), ', ') from pg_tables
    where tableowner = 'studiohub_owner'
      and schemaname || '.' || tablename not in (${filledByMigrations.map((table) => `'${table}'`).join(', ')}));
end $$`)
