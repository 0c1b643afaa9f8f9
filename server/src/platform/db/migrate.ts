import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { migrationsFolder } from '../process/paths.ts'
import { StartError } from '../process/start-error.ts'
import type { Engine } from './engine.ts'
import { bootstrapSql, rolesSql } from './roles.ts'
import { getSqlState } from './sql-errors.ts'

export type Migration = { version: number; name: string; checksum: string; text: string }

/**
 * Only the process with this lock migrates. A backup has it in shared mode, so migrations wait until the backup has ended.
 */
export const MIGRATION_LOCK = 7_204_018_122
const BOOTSTRAP_ATTEMPTS = 10
// From this migration on, each role has rights that an incomplete restore can lose.
const STUDIOS_MIGRATION = 3

/** Reads the migrations in `folder`, in order. @throws if a number is missing or used twice */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  return files.map((file, index) => {
    const version = Number(file.slice(0, 4))
    if (version !== index + 1) throw new Error(`migration ${file} is out of order: number ${index + 1} was expected`)
    const text = readFileSync(join(folder, file), 'utf8')
    return { version, name: file.slice(0, -4), checksum: createHash('sha256').update(text).digest('hex'), text }
  })
}

/**
 * Migrates the database to the newest schema. Several processes may start at once.
 * @returns the names of the migrations that ran
 * @throws StartError if the database is newer than this version of the product, or an applied migration was edited
 */
export async function migrate(engine: Engine, migrations = readMigrations()): Promise<{ applied: string[] }> {
  await retryOnConcurrentStart(() => engine.script(bootstrapSql()))
  await requireCompleteRestore(engine)
  const { rows } = await engine.execute('select version, name, checksum from schema_migrations order by version')
  for (const row of rows) {
    const migration = migrations.find(({ version }) => version === row['version'])
    if (!migration) {
      throw new StartError(
        `The database was written by a newer version of StudioHub (its schema is ${row['name']}). Start that version, or restore a backup made before it.`,
      )
    }
    if (migration.checksum !== row['checksum'])
      throw new StartError(`Migration ${migration.name} was edited after it had run here.`)
  }
  const applied: string[] = []
  for (const migration of migrations.slice(rows.length))
    if (await apply(engine, migration)) applied.push(migration.name)
  return { applied }
}

/**
 * Creates the roles that a dump uses in its owners, rights and policies. Run it before the dump is restored on a new server.
 * @throws StartError if the database already has tables
 */
export async function prepareRestore(engine: Engine): Promise<void> {
  const { rows } = await engine.execute(`select to_regclass('public.schema_migrations') is not null as is_migrated`)
  if (rows[0]?.['is_migrated']) {
    throw new StartError('This database is not empty. Make a new one, name it in DATABASE_URL and prepare that.')
  }
  await makeRoles(engine)
}

/** Creates missing roles. Other starts on the same server may do so at the same time. */
export const makeRoles = (engine: Pick<Engine, 'script'>) => retryOnConcurrentStart(() => engine.script(rolesSql()))

// Without the roles, pg_restore gives every table to the login that restored it, and creates no policies. With
// --no-privileges it leaves out all grants, and the first call would only say "permission denied".
async function requireCompleteRestore(engine: Engine) {
  const { rows } = await engine.execute(
    `select t.tableowner = 'studiohub_owner' as has_roles,
      coalesce(has_schema_privilege('studiohub_login', to_regnamespace('door'), 'usage')
        and has_schema_privilege('studiohub_app', to_regnamespace('app'), 'usage')
        and has_any_column_privilege('studiohub_app', to_regclass('public.studios'), 'select'), false) as has_rights
    from pg_tables t where t.schemaname = 'public' and t.tablename = 'schema_migrations'
      and exists (select from public.schema_migrations where version = ${STUDIOS_MIGRATION})`,
  )
  const [restored] = rows
  if (!restored) return
  const advice = 'Make a new database, run npm run admin -- prepare-restore on it, and restore the dump there'
  if (!restored['has_roles'])
    throw new StartError(
      `This database was restored without its roles, so its rights and policies are missing. ${advice}.`,
    )
  if (!restored['has_rights'])
    throw new StartError(
      `This database was restored without its rights: the role studiohub_app may read nothing. ${advice} without --no-privileges.`,
    )
}

/** Repeats `work` if two starting processes create the same database object at the same time. */
export async function retryOnConcurrentStart<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      // All databases of a cluster share the roles, and another start may be creating them now.
      const isConcurrentStart = ['XX000', '23505', '40001', '40P01', '42710', '42P07'].includes(
        getSqlState(error) ?? '',
      )
      if (!isConcurrentStart || attempt === BOOTSTRAP_ATTEMPTS) throw error
      await wait(50 * attempt)
    }
  }
}

/**
 * The statements of one migration, to run in the caller's transaction, which then has the rights of the tables' owner.
 * Deferred constraints are checked after each statement, because PostgreSQL alters no table whose new rows still wait for a check.
 */
export const migrationSql = ({ version, name, checksum, text }: Migration) => `set local statement_timeout = 0;
set constraints all immediate;
select pg_advisory_xact_lock(${MIGRATION_LOCK});
set local role studiohub_owner;
insert into public.schema_migrations (version, name, checksum) values (${version}, '${name}', '${checksum}');
${text}`

async function apply(engine: Engine, migration: Migration): Promise<boolean> {
  const { version, name } = migration
  try {
    await engine.script(migrationSql(migration))
    return true
  } catch (error) {
    const { rows } = await engine.execute('select 1 from schema_migrations where version = $1', [version])
    if (rows.length > 0) return false
    throw new StartError(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
