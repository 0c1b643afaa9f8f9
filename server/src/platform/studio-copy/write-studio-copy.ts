import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CompiledQuery, sql } from 'kysely'
import { FileKey, type Files, PUBLIC_FILES } from '#platform/files/files.ts'
import { productVersion } from '#platform/process/paths.ts'
import { actAs } from '../db/actor.ts'
import { applySetting, type Tx, transaction } from '../db/transaction.ts'
import { listStudioTables, quote, type Run, type StudioTable } from './list-studio-tables.ts'
import {
  type CrewMember,
  MANIFEST_NAME,
  PEOPLE_NAME,
  README_NAME,
  STUDIO_COPY_FORMAT,
  type StudioManifest,
} from './manifest.ts'

// Rows with a picture or a PDF have up to a few hundred kilobytes.
const ROWS_AT_ONCE = 100
const FILES_AT_ONCE = 500

/** Runs statements in a transaction. */
export const runIn =
  (tx: Tx): Run =>
  async (text) =>
    (await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))).rows

type NewCopy = { studio_id: string; path: string; files: Files; now: Date; signal?: AbortSignal }

/**
 * Writes everything of a studio into a ZIP: the tables as they are at one instant, then the stored files. Its memory does not
 * grow with the studio.
 * @returns what was written; null if there is no such studio
 * @throws if it fails; no file is left behind
 */
export async function writeStudioCopy(copy: NewCopy): Promise<StudioManifest | null> {
  const zip = await openZip(copy.path, copy.now)
  try {
    const written = await addTables(copy, zip.add)
    if (!written) {
      await zip.abort()
      return null
    }
    const { fileTables, ...head } = written
    const found = await addFiles(copy, fileTables, zip.add)
    const manifest: StudioManifest = { ...head, ...found }
    await zip.add(README_NAME, oneChunk(readmeOf(manifest)))
    await zip.add(MANIFEST_NAME, oneChunk(`${JSON.stringify(manifest, null, 2)}\n`))
    await zip.end()
    return manifest
  } catch (error) {
    await zip.abort()
    throw error
  }
}

type Content = AsyncIterable<string | Uint8Array>
type Add = (name: string, content: Content, isPacked?: boolean) => Promise<void>

async function openZip(path: string, now: Date) {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const file = createWriteStream(path, { mode: 0o600, flush: true })
  const stop = new AbortController()
  const written = pipeline(Readable.from(zip.outputStream), file, { signal: stop.signal })
  // It is awaited at the end. Until then a failure must not end the process.
  written.catch(() => {})
  const failed = new Promise<never>((_, reject) => {
    zip.once('error', reject)
    written.catch(reject)
  })
  failed.catch(() => {})
  return {
    /** Adds an entry. @param isPacked the content is compressed already */
    async add(name: string, content: Content, isPacked = false) {
      const source = Readable.from(content, { objectMode: false })
      const done = new Promise<void>((resolve, reject) => source.once('end', resolve).once('error', reject))
      zip.addReadStream(source, name, { mtime: now, mode: 0o100600, compress: !isPacked })
      await Promise.race([done, failed])
    },
    async end() {
      zip.end()
      await Promise.race([written, failed])
    },
    async abort() {
      stop.abort()
      await written.catch(() => {})
      await rm(path, { force: true })
    },
  }
}

type Head = Omit<StudioManifest, 'files' | 'missing_files'> & { fileTables: StudioTable[] }

async function addTables({ studio_id, now, signal }: NewCopy, add: Add): Promise<Head | null> {
  return transaction(async (tx) => {
    await tx.executeQuery(CompiledQuery.raw('set transaction isolation level repeatable read, read only'))
    await applySetting(tx, 'role=studiohub_system')
    const run = runIn(tx)
    await run("set local timezone = 'UTC'")
    // Sorting the largest table takes longer than a request may.
    await run("set local statement_timeout = '5min'")
    await run("set local idle_in_transaction_session_timeout = '60s'")
    const [studio] = (
      await sql<{ id: string; name: string; slug: string }>`
        select id, name, slug from studios where id = ${studio_id}::uuid`.execute(tx)
    ).rows
    if (!studio) return null
    const [schema] = await run('select name from schema_migrations order by version desc limit 1')
    const { tables, leftOut } = await listStudioTables(run)
    const summaries: StudioManifest['tables'] = []
    for (const table of tables) {
      signal?.throwIfAborted()
      summaries.push(await addTable(run, table, studio.id, add))
    }
    const people = await addPeople(tx, studio.id, add)
    return {
      format: STUDIO_COPY_FORMAT,
      kind: 'studiohub-studio',
      export_id: randomUUID(),
      product_version: productVersion,
      schema: String(schema?.name),
      taken_at: now.toISOString(),
      studio,
      tables: summaries,
      people,
      left_out: leftOut,
      fileTables: tables.filter(({ files }) => files.length > 0),
    }
  })
}

async function addTable(run: Run, table: StudioTable, studio_id: string, add: Add) {
  const { name, columns } = table
  const sum = { rows: 0, hash: createHash('sha256') }
  const rows = () => readRows(run, table, studio_id)
  await add(`tables/${name}.json`, hashed(jsonOf(rows(), sum), sum.hash))
  // A PDF has no place in a cell.
  const cells = columns.filter(({ type }) => type !== 'bytea').map((column) => column.name)
  await add(`tables/${name}.csv`, csvOf(cells, rows()))
  return { name, columns: columns.map((column) => column.name), rows: sum.rows, sha256: sum.hash.digest('hex') }
}

type ReadRow = { json: string; cells: (string | null)[] }

/** Reads the rows of a studio through a cursor. */
async function* readRows(run: Run, table: StudioTable, studio_id: string): AsyncGenerator<ReadRow> {
  const { name, columns, reads, where, order } = table
  const read = (column: string) => reads[column] ?? `t.${quote(column)}`
  const fields = columns.map((column) => `${read(column.name)} as ${quote(column.name)}`).join(', ')
  const cells = columns.filter(({ type }) => type !== 'bytea').map((column) => `(${read(column.name)})::text`)
  // The id was read from the database, so it needs no escaping.
  await run(`declare rows_of_studio no scroll cursor for
    select (select row_to_json(f)::text from (select ${fields}) f) as json, array[${cells.join(', ')}]::text[] as cells
    from ${name} t where ${where}'${studio_id}' order by ${order.join(', ')}`)
  for (;;) {
    const rows = (await run(`fetch ${ROWS_AT_ONCE} from rows_of_studio`)) as ReadRow[]
    yield* rows
    if (rows.length < ROWS_AT_ONCE) break
  }
  await run('close rows_of_studio')
}

/** A JSON array with one row in each line, so that it can be read without loading it whole. */
async function* jsonOf(rows: AsyncIterable<ReadRow>, sum: { rows: number }): Content {
  for await (const { json } of rows) {
    yield `${sum.rows === 0 ? '[\n' : ',\n'}${json}`
    sum.rows += 1
  }
  yield sum.rows === 0 ? '[]\n' : '\n]\n'
}

// A spreadsheet would run a text that begins like a formula.
const FORMULA = /^(?:[=+@\t\r]|-(?!\d+(?:\.\d+)?$))/
const BYTE_ORDER_MARK = '\uFEFF'
const LINE_END = '\r\n'

async function* csvOf(head: string[], rows: AsyncIterable<{ cells: (string | null)[] }>): Content {
  const { default: Papa } = await import('papaparse')
  const line = (cells: (string | null)[]) => Papa.unparse([cells], { escapeFormulae: FORMULA }) + LINE_END
  yield BYTE_ORDER_MARK + line(head)
  for await (const { cells } of rows) yield line(cells)
}

async function* hashed(content: Content, hash: ReturnType<typeof createHash>): Content {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

/** The people who work at the studio. An import invites them. Others are only named by the studio's own records. */
async function addPeople(tx: Tx, studio_id: string, add: Add): Promise<number> {
  // Addresses are read with the rights of the authentication service; the address of an invitation is the studio's own.
  const { rows: roles } = await sql<Omit<CrewMember, 'email'> & { invited: string | null }>`
    select r.user_id as id, p.full_name, r.role, r.at_desk, (select i.email from invitations i
        where i.studio_id = r.studio_id and i.accepted_by = r.user_id order by i.accepted_at desc limit 1) as invited
      from user_roles r join profiles p on p.id = r.user_id
      where r.studio_id = ${studio_id}::uuid and r.status = 'active' and r.role in ('studio_admin', 'staff')
      order by r.role desc, r.created_at, r.id`.execute(tx)
  await actAs(tx, 'auth')
  const people: CrewMember[] = []
  for (const { invited, ...person } of roles) {
    const { rows } = await sql<{ email: string }>`
      select email from auth.users where id = ${person.id}::uuid and deleted_at is null`.execute(tx)
    const email = invited ?? rows[0]?.email
    if (email) people.push({ ...person, email: email.toLowerCase() })
  }
  const lines = people.map((person) => JSON.stringify(person))
  await add(`${PEOPLE_NAME}.json`, oneChunk(lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`))
  const fields = ['id', 'full_name', 'email', 'role', 'at_desk'] as const
  const cells = people.map((person) => ({
    cells: fields.map((field) => (person[field] === null ? null : String(person[field]))),
  }))
  await add(`${PEOPLE_NAME}.csv`, csvOf([...fields], iterate(cells)))
  return people.length
}

const packed = /\.(webp|png|jpg|mp3|flac|m4a|mp4|zip|pdf)$/

/** The stored files that rows of these tables name. No transaction is open while a file is read. */
async function addFiles({ studio_id, files, signal }: NewCopy, tables: StudioTable[], add: Add) {
  const found = { files: { count: 0, bytes: 0 }, missing_files: [] as string[] }
  for (let after = ''; ; ) {
    const keys = await listFileKeys(tables, studio_id, after)
    const last = keys.at(-1)
    if (last === undefined) return found
    after = last
    for (const name of keys) {
      signal?.throwIfAborted()
      const key = fileKeyOf(name)
      const bytes = key && (await files.get(key))
      if (bytes) {
        await add(`files/${key}`, oneChunk(bytes), packed.test(key))
        found.files.count += 1
        found.files.bytes += bytes.length
      } else if (key) found.missing_files.push(key)
    }
  }
}

/** The key of a stored file, from a column with its key or its public address. */
export function fileKeyOf(value: string): string | null {
  const plain = value.startsWith(`${PUBLIC_FILES}/`) ? value.slice(PUBLIC_FILES.length + 1) : value
  const key = FileKey.safeParse(plain)
  return key.success ? key.data : null
}

const listFileKeys = (tables: StudioTable[], studio_id: string, after: string) =>
  transaction(async (tx) => {
    await applySetting(tx, 'role=studiohub_system')
    const columns = tables.flatMap(({ name, where, files }) =>
      files.map((column) => `select t.${quote(column)} collate "C" as key from ${name} t where ${where}`),
    )
    const parts = columns.map((text) => sql`${sql.raw(text)}${studio_id}::uuid`)
    const { rows } = await sql<{ key: string }>`
      select distinct key from (${sql.join(parts, sql` union all `)}) named
      where key > ${after} order by key limit ${FILES_AT_ONCE}`.execute(tx)
    return rows.map(({ key }) => key)
  })

/** The keys of all stored files of a studio. */
export async function listStudioFiles(studio_id: string): Promise<string[]> {
  const tables = await transaction(async (tx) => {
    await applySetting(tx, 'role=studiohub_system')
    return (await listStudioTables(runIn(tx))).tables.filter(({ files }) => files.length > 0)
  })
  const keys: string[] = []
  for (let after = ''; ; ) {
    const names = await listFileKeys(tables, studio_id, after)
    after = names.at(-1) ?? ''
    if (!after) return keys
    keys.push(...names.flatMap((name) => fileKeyOf(name) ?? []))
  }
}

async function* iterate<T>(items: T[]) {
  yield* items
}

const oneChunk = (chunk: string | Uint8Array) => iterate([chunk])

const readmeOf = ({ studio, taken_at, tables, left_out, files, missing_files }: StudioManifest) => `${studio.name}
Exported from StudioHub on ${taken_at}.

tables/NAME.json  all rows of a table, one in each line
tables/NAME.csv   the same for a spreadsheet, without PDFs
people.json       the people who work at the studio
files/            ${files.count} uploaded files, under the names that the tables use
manifest.json     what is in this file; an import reads it

Tables: ${tables
  .filter(({ rows }) => rows > 0)
  .map(({ name, rows }) => `${name} (${rows})`)
  .join(', ')}

An apostrophe before =, +, - or @ in the CSV files keeps a spreadsheet from running a text.
Times are in UTC. Amounts are in the smallest unit of their currency.
${missing_files.length > 0 ? `Files that no longer exist: ${missing_files.join(', ')}\n` : ''}
Not in this file:
${Object.entries(left_out)
  .map(([name, reason]) => `${name}: ${reason}`)
  .join('\n')}

To import it into another installation: npm run admin -- import-studio FILE
`
