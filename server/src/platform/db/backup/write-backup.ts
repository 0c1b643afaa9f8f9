import type pg from 'pg'
import type { StoredFile } from '#platform/files/disk.ts'
import { JOBS_TABLE, QUEUE_SCHEMA } from '#platform/jobs/jobs.ts'
import { productVersion } from '#platform/process/paths.ts'
import { StartError } from '#platform/process/start-error.ts'
import { MIGRATION_LOCK } from '../migrate.ts'
import { getSqlState } from '../sql-errors.ts'
import { withConnection } from './connect.ts'
import { readRows, summarizeRows } from './copy-table.ts'
import { listTables, type Table } from './list-tables.ts'
import { BACKUP_FORMAT, MANIFEST_NAME, type Manifest, type TableSummary } from './manifest.ts'
import { type AddEntry, writeArchive } from './write-archive.ts'

// A tar entry begins with its size, so rows are collected up to this size.
const PART_BYTES = 4 * 1024 * 1024

/**
 * Writes all tables of the product into one file, as they are at one instant. Others can write to the database at the same time.
 * @param url of the database; its login must see all rows
 * @param files to add after the tables, or null
 * @throws StartError with a sentence for the operator; no file is left behind
 */
export async function writeBackup(
  url: string,
  path: string,
  files: AsyncIterable<StoredFile> | null,
): Promise<Manifest> {
  const manifests: Manifest[] = []
  await withConnection(url, (client) =>
    writeArchive(path, async (add) => {
      const manifest = await addTables(client, add).catch((error) => Promise.reject(toStartError(error) ?? error))
      if (files) manifest.files = await addFiles(files, add)
      const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
      await add(MANIFEST_NAME, text.length, oneChunk(text))
      manifests.push(manifest)
    }),
  )
  const [manifest] = manifests
  if (!manifest) throw new Error('the backup has no manifest')
  return manifest
}

async function addTables(client: pg.Client, add: AddEntry): Promise<Manifest> {
  // With this lock, migrations wait until the copy has ended. Otherwise they would change tables that are not copied yet.
  // Closing the connection releases the lock.
  await client.query(`select pg_advisory_lock_shared(${MIGRATION_LOCK})`)
  await client.query('begin transaction isolation level repeatable read, read only')
  // With this setting, a login that may not see all rows gets an error. Otherwise the copy would be incomplete.
  await client.query('set local row_security = off')
  const head = await readHead(client)
  const { copied, left_out } = await listTables(client)
  const tables: TableSummary[] = []
  for (const table of copied) tables.push(await addTable(client, table, add))
  await client.query('commit')
  return { ...head, tables, left_out, files: null }
}

async function readHead(client: pg.Client): Promise<Omit<Manifest, 'tables' | 'left_out' | 'files'>> {
  const { rows } = await client.query(
    `select now() as now, to_regclass('public.schema_migrations') is not null as is_ours,
      to_regclass('${JOBS_TABLE}') is not null as has_queue,
      has_schema_privilege(to_regnamespace('${QUEUE_SCHEMA}'), 'usage') and
        has_table_privilege(to_regclass('${QUEUE_SCHEMA}.schedule'), 'select') as reads_queue`,
  )
  const [{ now, is_ours, has_queue, reads_queue }] = rows
  if (!is_ours) throw new StartError('This database is not a StudioHub database. No backup was written.')
  const migrations = await client.query('select version, name, checksum from public.schema_migrations order by version')
  // A database on which no server ever started has no queue. Only the product's login and superusers can read a queue.
  const jobs = reads_queue ? (await client.query(waitingJobs)).rows : has_queue ? null : []
  return {
    format: BACKUP_FORMAT,
    product_version: productVersion,
    taken_at: new Date(now).toISOString(),
    migrations: migrations.rows,
    waiting_jobs: jobs,
  }
}

// Without scheduled jobs, because the schedule creates them again.
const waitingJobs = `select name, count(*)::integer as count from ${JOBS_TABLE}
  where state in ('created', 'retry', 'active') and not starts_with(name, '__pgboss')
    and name not in (select name from ${QUEUE_SCHEMA}.schedule)
  group by name order by name`

async function addTable(client: pg.Client, table: Table, add: AddEntry): Promise<TableSummary> {
  const summary = summarizeRows()
  let part: Buffer[] = []
  let [size, number] = [0, 0]
  async function addPart() {
    number += 1
    await add(`tables/${table.name}/${String(number).padStart(6, '0')}`, size, iterateChunks(part))
    part = []
    size = 0
  }
  for await (const text of readRows(client, table)) {
    summary.add(text)
    part.push(text)
    size += text.length
    if (size >= PART_BYTES) await addPart()
  }
  if (size > 0) await addPart()
  return { name: table.name, columns: table.columns, ...summary.end() }
}

async function addFiles(files: AsyncIterable<StoredFile>, add: AddEntry) {
  const sum = { count: 0, bytes: 0 }
  for await (const { key, bytes, content } of files) {
    await add(`files/${key}`, bytes, content)
    sum.count += 1
    sum.bytes += bytes
  }
  return sum
}

const oneChunk = (bytes: Buffer) => iterateChunks([bytes])

async function* iterateChunks(chunks: Buffer[]) {
  yield* chunks
}

function toStartError(error: unknown): StartError | null {
  if (getSqlState(error) !== '42501' || !(error instanceof Error)) return null
  if (!error.message.includes('row-level security'))
    return new StartError(
      `The database does not let this login read everything (${error.message}). No backup was written. ` +
        'Use a superuser in DATABASE_URL, or a member of studiohub_owner with BYPASSRLS.',
      { cause: error },
    )
  return new StartError(
    'The policies of the database apply to this login, so its copy would miss rows. No backup was written. ' +
      'Use a superuser in DATABASE_URL, or give the login BYPASSRLS: alter role NAME bypassrls.',
    { cause: error },
  )
}
