import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartError } from '#platform/process/start-error.ts'
import { withConnection } from '../db/backup/connect.ts'
import { getSqlState } from '../db/sql-errors.ts'
import { parseFileKey } from './add-files.ts'
import { listStudioTables, quote, type StudioTable } from './list-studio-tables.ts'
import { IdMap } from './map-ids.ts'
import type { ExportedRow, StudioCopy } from './read-studio-copy.ts'

// The import waits only for rows that other transactions are changing.
const LOCK_TIMEOUT = '10s'

type Target = {
  url: string
  path: string
  /** The new address of the studio, if the exported one is taken. */
  slug?: string | undefined
  /** A fixed secret for `IdMap`, only for tests. */
  secret?: string
}

/** An invitation to the crew; the address gets its secret only if the import emails it. */
export type NewInvitation = { id: string; email: string; full_name: string; at_desk: boolean; token_hash: string }

export type LoadedStudio = { studio_id: string; slug: string; rows: number; ids: IdMap }

/** A studio that can be imported: the new ids of its rows, and the stored files that the rows name, by their exported keys. */
export type PreparedStudio = {
  ids: IdMap
  studio_id: string
  slug: string
  tables: StudioTable[]
  namedFiles: ReadonlySet<string>
}

/**
 * Compares an exported studio with this database.
 * @throws StartError if it has another version, was already imported, or its address is taken
 */
export function prepareStudio(copy: StudioCopy, { url, path, slug, secret }: Target): Promise<PreparedStudio> {
  const { manifest } = copy
  return withConnection(url, async (client) => {
    const { rows } = await client.query('select name from schema_migrations order by version desc limit 1')
    if (rows[0]?.name !== manifest.schema)
      throw new StartError(
        `${path} was written with schema ${manifest.schema} (version ${manifest.product_version}), and this database has ${rows[0]?.name}. Bring both installations to the same version and export again. Nothing was changed.`,
      )
    const { tables } = await listStudioTables(async (text) => (await client.query(text)).rows)
    requireSameTables(path, copy, tables)
    const address = slug ?? manifest.studio.slug
    await requireNotImported(client, { path, export_id: manifest.export_id, slug: address })
    const ids = new IdMap(secret ?? randomBytes(32).toString('hex'))
    const namedFiles = new Set<string>()
    for (const { name, files } of tables)
      for await (const row of copy.readTable(name)) {
        ids.add(row)
        for (const key of keysIn(row, files)) namedFiles.add(key)
      }
    return { ids, studio_id: ids.newId(manifest.studio.id), slug: address, tables, namedFiles }
  })
}

function requireSameTables(path: string, { manifest }: StudioCopy, tables: StudioTable[]) {
  for (const { name, columns } of tables) {
    const exported = manifest.tables.find((table) => table.name === name)
    if (!exported) throw new StartError(`${path} was rejected: the table ${name} is missing. Nothing was changed.`)
    if (exported.columns.join() !== columns.map((column) => column.name).join())
      throw new StartError(`${path} was rejected: the columns of ${name} differ. Nothing was changed.`)
  }
  const unknownTable = manifest.tables.find(({ name }) => !tables.some((table) => table.name === name))
  if (unknownTable)
    throw new StartError(`${path} was rejected: ${unknownTable.name} is not a table of a studio. Nothing was changed.`)
}

async function requireNotImported(
  client: pg.Client,
  { path, export_id, slug }: { path: string; export_id: string; slug: string },
) {
  const earlierImports = await client.query(
    `select s.slug, a.at from audit_log a join studios s on s.id = a.studio_id
    where a.action = 'studios.import' and a.after ->> 'export_id' = $1 order by a.id desc limit 1`,
    [export_id],
  )
  if (earlierImports.rows[0])
    throw new StartError(`${path} was already imported, as /${earlierImports.rows[0].slug}. Nothing was changed.`)
  const sameSlug = await client.query('select 1 from studio_slugs where slug = $1', [slug])
  if (sameSlug.rows.length > 0)
    throw new StartError(
      `The address /${slug} is taken here. Choose another one: npm run admin -- import-studio FILE --address NEW. Nothing was changed.`,
    )
}

/**
 * Loads the rows of a studio in one transaction. The rows are first loaded into a temporary table and checked. Other
 * transactions can read and write at the same time.
 * @throws StartError with a sentence for the operator; then nothing was changed
 */
export async function loadStudio(
  copy: StudioCopy,
  prepared: PreparedStudio,
  { url, path, invitations, expires_at }: Target & { invitations: NewInvitation[]; expires_at: Date },
): Promise<LoadedStudio> {
  return withConnection(url, async (client) => {
    await client.query('begin')
    try {
      const loaded = await load(client, copy, prepared, path, async () => {
        for (const { id, email, full_name, at_desk, token_hash } of invitations)
          await client.query(
            `insert into invitations (id, studio_id, email, full_name, role, at_desk, token_hash, created_at, sent_at, expires_at)
            values ($1, $2, $3, $4, 'staff', $5, $6, now(), now(), $7)`,
            [id, prepared.studio_id, email, full_name, at_desk, token_hash, expires_at.toISOString()],
          )
      })
      await client.query('commit')
      return loaded
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw toStartError(error, path) ?? error
    }
  })
}

async function load(
  client: pg.Client,
  copy: StudioCopy,
  prepared: PreparedStudio,
  path: string,
  invite: () => Promise<void>,
): Promise<LoadedStudio> {
  const { ids, studio_id, slug, tables } = prepared
  const { export_id } = copy.manifest
  // Two imports at the same time would not see each other.
  await client.query(`select pg_advisory_xact_lock(hashtext('studio-import'))`)
  await requireNotImported(client, { path, export_id, slug })
  await client.query('create temporary table copied_rows (name text, at bigint, row jsonb) on commit drop')
  await client.query('create index on copied_rows (name, at)')
  const rows = await stageRows(client, copy, prepared, path)
  await requireOneStudio(client, { path, studio_id })
  await requireBalance(client, path)
  await client.query('grant select on copied_rows to studiohub_owner')
  await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
  // With these settings, triggers ignore the rows and policies accept them. No table is locked, so other transactions can
  // read and write.
  await client.query('set local role studiohub_owner')
  await client.query(`set local app.importing = 'on'`)
  for (const table of tables) await copyRows(client, table, slug)
  await invite()
  await client.query(`insert into studio_slugs (slug, studio_id) values ($1, $2) on conflict do nothing`, [
    slug,
    studio_id,
  ])
  await client.query(
    `insert into audit_log (studio_id, action, object_type, object_id, after)
    values ($1, 'studios.import', 'studio', $2, $3)`,
    [studio_id, studio_id, JSON.stringify({ export_id, rows, files: filesToStore(copy, prepared).length })],
  )
  return { studio_id, slug, rows, ids }
}

/** The files that rows name. Without a row, a file would be invisible and could not be deleted. */
export const filesToStore = ({ fileKeys }: Pick<StudioCopy, 'fileKeys'>, { namedFiles }: PreparedStudio): string[] =>
  fileKeys.filter((key) => namedFiles.has(key))

async function stageRows(client: pg.Client, copy: StudioCopy, prepared: PreparedStudio, path: string): Promise<number> {
  const { ids, tables } = prepared
  let at = 0
  const lines = async function* () {
    for (const { name, columns, files } of tables)
      for await (const exportedRow of copy.readTable(name)) {
        const row = ids.newRow(exportedRow, columns)
        requireOwnFiles(row, files, prepared, path)
        at += 1
        // JSON has no raw tabs and line ends; only backslashes have a meaning for COPY.
        yield `${name}\t${at}\t${JSON.stringify(row).replaceAll('\\', '\\\\')}\n`
      }
  }
  await pipeline(Readable.from(lines()), client.query(copyFrom('copy copied_rows (name, at, row) from stdin')))
  await client.query('analyze copied_rows')
  return at
}

/** The keys of the stored files that a row names. */
const keysIn = (row: ExportedRow, columns: string[]): string[] =>
  columns.flatMap((column) => (typeof row[column] === 'string' ? (parseFileKey(row[column]) ?? []) : []))

/** Requires that a row names only files of its studio. Otherwise its people could read a file of another studio and delete it. */
function requireOwnFiles(row: ExportedRow, files: string[], { studio_id }: PreparedStudio, path: string) {
  for (const key of keysIn(row, files)) {
    if (!key.split('/').includes(studio_id))
      throw new StartError(`${path} was rejected: a row names a file of another studio. Nothing was changed.`)
  }
}

/** Every row must belong to the studio of the file. */
async function requireOneStudio(client: pg.Client, { path, studio_id }: { path: string; studio_id: string }) {
  const { rows } = await client.query(
    `select name from copied_rows where row ->> (case name when 'studios' then 'id' else 'studio_id' end) is distinct from $1
    limit 1`,
    [studio_id],
  )
  // Such an entry would make a later restore erase the studio that it names.
  const erasures = await client.query(
    `select 1 from copied_rows where name = 'audit_log' and row ->> 'action' = 'studios.erase' limit 1`,
  )
  const studios = await client.query(`select count(*)::integer as count from copied_rows where name = 'studios'`)
  if (rows.length > 0 || erasures.rows.length > 0 || studios.rows[0].count !== 1)
    throw new StartError(`${path} was rejected: it has rows of another studio. Nothing was changed.`)
}

async function copyRows(client: pg.Client, { name, columns, writes }: StudioTable, slug: string) {
  const written = [...new Set([...columns.map((column) => column.name), ...Object.keys(writes)])]
  const value = (column: string) => {
    if (name === 'studios' && column === 'slug') return client.escapeLiteral(slug)
    return writes[column] ?? `r.${quote(column)}`
  }
  // Former addresses of the studio may belong to another studio here.
  const ignoreTaken = name === 'studio_slugs' ? ' on conflict do nothing' : ''
  // The name of a row in a catalog is not an id, so it cannot be converted to the type of the column.
  const replaced = Object.keys(writes).map((column) => client.escapeLiteral(column))
  await client.query(
    `insert into ${name} (${written.map(quote).join(', ')}) select ${written.map(value).join(', ')}
    from copied_rows cross join lateral jsonb_populate_record(null::${name}, row - array[${replaced.join(', ')}]::text[]) r
    where copied_rows.name = '${name}' order by at${ignoreTaken}`,
  )
}

/** Checks that the entries of each event sum to zero. The trigger that checks this does not run during an import. */
async function requireBalance(client: pg.Client, path: string) {
  const { rows } = await client.query(
    `select row ->> 'event_key' from copied_rows where name = 'ledger_entries' group by row ->> 'event_key'
    having sum((row ->> 'amount_minor')::numeric) <> 0
      or count(distinct (row ->> 'currency', row ->> 'kind', row ->> 'cause_id')) > 1 limit 1`,
  )
  if (rows.length > 0)
    throw new StartError(`${path} was rejected: the entries of its books do not sum to zero. Nothing was changed.`)
}

function toStartError(error: unknown, path: string): StartError | null {
  if (error instanceof StartError || !(error instanceof Error)) return null
  const state = getSqlState(error)
  if (state === '55P03')
    return new StartError(
      'Other transactions use the tables of this database for too long. Nothing was changed. Try again in a minute.',
      { cause: error },
    )
  if (state === '42501')
    return new StartError(
      `The database does not let this login import a studio (${error.message}). Nothing was changed. It must be a member of studiohub_owner.`,
      { cause: error },
    )
  // An error of data or constraints: the file is not from an export, or its rows already exist.
  if (state && /^2[23]/.test(state))
    return new StartError(`${path} was rejected: ${error.message}. Nothing was changed.`, { cause: error })
  return null
}
