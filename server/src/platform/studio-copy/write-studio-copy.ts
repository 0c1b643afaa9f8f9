import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { CompiledQuery, sql } from 'kysely'
import { productVersion } from '#platform/process/paths.ts'
import { actAs } from '../db/actor.ts'
import { applySetting, type Tx, transaction } from '../db/transaction.ts'
import { addFiles, listFileKeys, type NewCopy, namesPath, tablesWithFiles, writeNames } from './add-files.ts'
import { listStudioTables, quote, type Run, runIn, type StudioTable } from './list-studio-tables.ts'
import {
  type CrewMember,
  MANIFEST_NAME,
  PEOPLE_NAME,
  README_NAME,
  STUDIO_COPY_FORMAT,
  type StudioManifest,
} from './manifest.ts'
import { csvOf } from './write-csv.ts'
import { type Add, type Content, iterate, oneChunk, openZip } from './write-zip.ts'

// A row with a picture or a PDF has up to a few hundred kilobytes, so only a few are in memory at once.
const ROWS_PER_FETCH = 100

/**
 * Writes everything of a studio into a ZIP: the tables as they are at one instant, then the stored files. Its memory does not
 * grow with the studio.
 * @returns the manifest; null if there is no such studio
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
    const manifest: StudioManifest = { ...written, ...(await addFiles(copy, zip.add)) }
    await zip.add(README_NAME, oneChunk(readmeOf(manifest)))
    await zip.add(MANIFEST_NAME, oneChunk(`${JSON.stringify(manifest, null, 2)}\n`))
    await zip.end()
    return manifest
  } catch (error) {
    await zip.abort()
    throw error
  } finally {
    await rm(namesPath(copy), { force: true })
  }
}

type Head = Omit<StudioManifest, 'files' | 'missing_files'>

async function addTables(copy: NewCopy, add: Add): Promise<Head | null> {
  const { studio_id, now, signal } = copy
  return transaction(async (tx) => {
    await tx.executeQuery(CompiledQuery.raw('set transaction isolation level repeatable read, read only'))
    await applySetting(tx, 'role=studiohub_system')
    const run = runIn(tx)
    await run("set local timezone = 'UTC'")
    // To sort the largest table takes longer than the time limit of requests.
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
    await writeNames(copy, (after) => listFileKeys(tx, tablesWithFiles(tables), studio.id, after))
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
    }
  })
}

async function addTable(run: Run, table: StudioTable, studio_id: string, add: Add) {
  const { name, columns } = table
  const summary = { rows: 0, hash: createHash('sha256') }
  const rows = () => readRows(run, table, studio_id)
  await add(`tables/${name}.json`, withHash(jsonOf(rows(), summary), summary.hash))
  // A cell cannot contain a PDF.
  const cells = columns.filter(({ type }) => type !== 'bytea').map((column) => column.name)
  await add(`tables/${name}.csv`, csvOf(cells, rows()))
  return { name, columns: columns.map((column) => column.name), rows: summary.rows, sha256: summary.hash.digest('hex') }
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
    const rows = (await run(`fetch ${ROWS_PER_FETCH} from rows_of_studio`)) as ReadRow[]
    yield* rows
    if (rows.length < ROWS_PER_FETCH) break
  }
  await run('close rows_of_studio')
}

/** A JSON array with one row in each line, so that a reader does not have to load it as a whole. */
async function* jsonOf(rows: AsyncIterable<ReadRow>, sum: { rows: number }): Content {
  for await (const { json } of rows) {
    yield `${sum.rows === 0 ? '[\n' : ',\n'}${json}`
    sum.rows += 1
  }
  yield sum.rows === 0 ? '[]\n' : '\n]\n'
}

async function* withHash(content: Content, hash: ReturnType<typeof createHash>): Content {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

/** The people who work at the studio. An import invites them. All others appear only in the studio's own records. */
async function addPeople(tx: Tx, studio_id: string, add: Add): Promise<number> {
  // An invitation's address belongs to the studio. Other addresses need the rights of the authentication service.
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
