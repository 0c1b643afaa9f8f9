import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { StartError } from '#platform/process/start-error.ts'
import type { Engine } from '../engine.ts'
import { type Migration, makeRoles, migrate, migrationSql, readMigrations } from '../migrate.ts'
import { proveFence } from '../open.ts'
import { bootstrapSql } from '../roles.ts'
import { OLDEST_MAJOR, OLDEST_SERVER, openServer } from '../server-engine.ts'
import { getSqlState } from '../sql-errors.ts'
import { connectDatabase } from '../transaction.ts'
import { withConnection } from './connect.ts'
import { readRows, summarizeRows, writeRows } from './copy-table.ts'
import { listTables, type Table } from './list-tables.ts'
import type { Manifest } from './manifest.ts'
import { readArchive } from './read-archive.ts'
import { getEntryTable } from './read-backup.ts'
import { describeDifference, readRights } from './read-rights.ts'

/** The rights of a database with all migrations, as `readRights` returns them. */
type Rights = string[]

/**
 * Loads a backup into an empty database, in one transaction: the schema of the backup, then its rows. Compares every table
 * with the manifest.
 * @param manifest as `readBackup` returned it for this file
 * @returns the rights for `openRestored`
 * @throws StartError with a sentence for the operator; the database is then still empty
 */
export async function loadBackup(url: string, path: string, manifest: Manifest): Promise<Rights> {
  const migrations = readMigrations()
  const level = requireKnownMigrations(path, manifest, migrations)
  return withConnection(url, async (client) => {
    await requireEmptyDatabase(client)
    // Roles belong to the whole server, so they stay even after a rollback.
    await makeRoles({ script: async (text) => void (await client.query(text)) })
    return inTransaction(client, () => loadSchemaAndRows(client, { path, manifest, migrations, level }))
  }).catch((error) => Promise.reject(toStartError(error) ?? error))
}

/**
 * Opens a database that `loadBackup` has filled: runs newer migrations, and checks that rights and policies are the same as
 * in a new database.
 * @throws StartError if they are not
 */
export async function openRestored(url: string, expected: Rights): Promise<Engine> {
  const engine = await openServer(url)
  try {
    await migrate(engine)
    const difference = describeDifference(await withConnection(url, readRights), expected)
    if (difference) throw new StartError(`The rights of the restored database are not complete.\n${difference}`)
    connectDatabase(engine)
    await proveFence()
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

function requireKnownMigrations(path: string, manifest: Manifest, migrations: Migration[]): number {
  for (const [index, { name, checksum }] of manifest.migrations.entries()) {
    const own = migrations[index]
    if (!own)
      throw new StartError(
        `${path} was written by a newer version of StudioHub (${manifest.product_version}, schema ${name}). Restore it with that version.`,
      )
    if (own.name !== name || own.checksum !== checksum)
      throw new StartError(
        `${path} was written by another version of StudioHub: its migration ${name} is not the one of this version.`,
      )
  }
  return manifest.migrations.length
}

async function requireEmptyDatabase(client: pg.Client) {
  const version = await client.query('show server_version_num')
  if (Number(version.rows[0].server_version_num) < OLDEST_SERVER)
    throw new StartError(`StudioHub needs PostgreSQL ${OLDEST_MAJOR} or later.`)
  const { rows } = await client.query(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    limit 1`,
  )
  if (rows.length === 0) return
  throw new StartError(
    `This database is not empty (it has ${rows[0].name}). Create an empty one and set DATABASE_URL to it.`,
  )
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

type Source = { path: string; manifest: Manifest; migrations: Migration[]; level: number }

async function loadSchemaAndRows(client: pg.Client, { path, manifest, migrations, level }: Source): Promise<Rights> {
  await client.query(bootstrapSql())
  const newest = level < migrations.length ? await readNewestRights(client, migrations) : null
  for (const migration of migrations.slice(0, level)) await client.query(migrationSql(migration))
  const rights = await readRights(client)
  const { copied, left_out } = await listTables(client)
  requireSameTables(path, manifest, copied)
  // Some migrations add rows, and a backup contains them too.
  const truncated = [
    ...copied.map(({ name }) => name),
    ...left_out.filter((name) => name !== 'public.schema_migrations'),
  ]
  await client.query(`truncate ${truncated.join(', ')}`)
  await withoutPoliciesAndTriggers(client, copied, async () => {
    await loadRows(client, path, copied)
    for (const table of copied) await setSequences(client, table)
    await compareRows(client, manifest, copied)
    await client.query(`analyze ${truncated.join(', ')}`)
  })
  const difference = describeDifference(await readRights(client), rights)
  if (difference) throw new Error(`loading the rows changed rights\n${difference}`)
  return newest ?? rights
}

/** The rights after all migrations, which run in a savepoint and are rolled back. */
async function readNewestRights(client: pg.Client, migrations: Migration[]): Promise<Rights> {
  await client.query('savepoint rehearsal')
  for (const migration of migrations) await client.query(migrationSql(migration))
  const rights = await readRights(client)
  await client.query('rollback to savepoint rehearsal')
  return rights
}

function requireSameTables(path: string, manifest: Manifest, tables: Table[]) {
  const described = (list: { name: string; columns: string[] }[]) =>
    list.map(({ name, columns }) => `${name} (${columns.join(', ')})`).sort()
  const difference = describeDifference(described(manifest.tables), described(tables))
  if (difference) throw new StartError(`${path} does not have the tables of its schema.\n${difference}`)
}

/** Runs `work` as the owner, without policies and triggers, and restores both before the transaction ends. */
async function withoutPoliciesAndTriggers(client: pg.Client, tables: Table[], work: () => Promise<void>) {
  const forced = tables.filter(({ is_forced }) => is_forced)
  const triggered = tables.filter(({ has_triggers }) => has_triggers)
  await client.query('set local role studiohub_owner')
  for (const { name } of forced) await client.query(`alter table ${name} no force row level security`)
  for (const { name } of triggered) await client.query(`alter table ${name} disable trigger user`)
  // The migrations have made them immediate, and some tables reference each other.
  await client.query('set constraints all deferred')
  await work()
  // A table cannot be altered while checks are deferred.
  await client.query('set constraints all immediate')
  for (const { name } of triggered) await client.query(`alter table ${name} enable trigger user`)
  for (const { name } of forced) await client.query(`alter table ${name} force row level security`)
}

async function loadRows(client: pg.Client, path: string, tables: Table[]) {
  const entries = readArchive(path)
  let entry = await entries.next()
  for (const table of tables) {
    const isOfTable = () => !entry.done && getEntryTable(entry.value) === table.name
    if (!isOfTable()) continue
    const rows = async function* () {
      for (; isOfTable(); entry = await entries.next()) if (!entry.done) yield* entry.value.content
    }
    await pipeline(Readable.from(rows(), { objectMode: false }), writeRows(client, table))
  }
  await entries.return(undefined)
}

/** Sets the sequences, so that new rows get higher numbers than restored ones. */
async function setSequences(client: pg.Client, { name, identities }: Table) {
  for (const column of identities)
    await client.query(
      `select setval(pg_get_serial_sequence('${name}', '${column}'), coalesce(max(${column}), 1), max(${column}) is not null)
      from ${name}`,
    )
}

async function compareRows(client: pg.Client, manifest: Manifest, tables: Table[]) {
  for (const table of tables) {
    const expected = manifest.tables.find(({ name }) => name === table.name)
    const summary = summarizeRows()
    for await (const text of readRows(client, table)) summary.add(text)
    const digest = summary.end()
    if (digest.rows === expected?.rows && digest.sha256 === expected.sha256) continue
    const difference =
      digest.rows === expected?.rows
        ? 'the rows that were restored differ from those that were copied'
        : `${digest.rows} rows were restored, ${expected?.rows} were copied`
    throw new StartError(`${table.name} is not as it was: ${difference}. Nothing was changed.`)
  }
}

function toStartError(error: unknown): StartError | null {
  if (getSqlState(error) !== '42501' || !(error instanceof Error)) return null
  return new StartError(
    `The database does not let this login restore a backup (${error.message}). Nothing was changed. It needs the rights ` +
      'of a first start: CREATEROLE, and CREATE on the database.',
    { cause: error },
  )
}
