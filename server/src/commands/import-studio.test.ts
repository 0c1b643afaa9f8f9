import { createHash, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aDatabase, type TestDatabase } from '@studiohub/testing/database.ts'
import { asLogin } from '@studiohub/testing/database-rows.ts'
import { studios } from '@studiohub/testing/fence/cast.ts'
import { fenceSql } from '@studiohub/testing/fence/every-row.ts'
import { prepareFence } from '@studiohub/testing/fence/probe.ts'
import { aPhoto } from '@studiohub/testing/pictures.ts'
import { unzipSync, zipSync } from 'fflate'
import { sql } from 'kysely'
import Papa from 'papaparse'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setSecretKey } from '../platform/auth/secrets.ts'
import { connectDatabase } from '../platform/db/transaction.ts'
import { getFileStore, setFileStore } from '../platform/files/open.ts'
import { createLog } from '../platform/process/log.ts'
import { listStudioTables, runIn, tablesOfNoStudio } from '../platform/studio-copy/list-studio-tables.ts'
import { StudioManifest } from '../platform/studio-copy/manifest.ts'
import { IdMap } from '../platform/studio-copy/map-ids.ts'
import { writeStudioCopy } from '../platform/studio-copy/write-studio-copy.ts'
import { exportStudio } from './export-studio.ts'
import { importStudio } from './import-studio.ts'

const MAPPING_SECRET = 'the secret of this test'
const now = new Date('2026-11-24T10:00:00Z')
const log = createLog('silent')

type Installation = TestDatabase & { use(): void; dataDir: string }

let folder: string
let source: Installation
let target: Installation

beforeAll(async () => {
  setSecretKey(new Uint8Array(32).fill(7))
  folder = await mkdtemp(join(tmpdir(), 'studio-copy-'))
  source = await anInstallation('from')
  await prepareFence(source.engine, fenceSql())
  target = await anInstallation('to')
})
afterAll(async () => {
  await source.close()
  await target.close()
  await rm(folder, { recursive: true })
})

async function anInstallation(name: string): Promise<Installation> {
  const database = await aDatabase()
  const dataDir = join(folder, name)
  return {
    ...database,
    dataDir,
    use() {
      connectDatabase(database.engine)
      setFileStore({ dataDir, s3: null, uploads: { file_mb: 20, studio_mb: 1000, client_mb: 100 } })
    },
  }
}

const slugOf = async (id: string) =>
  (await asLogin((tx) => tx.selectFrom('studios').select('slug').where('id', '=', id).executeTakeFirstOrThrow())).slug

type Copy = Record<string, Uint8Array>
const readCopy = async (path: string): Promise<Copy> => unzipSync(await readFile(path))
const textOf = (copy: Copy, name: string) => Buffer.from(copy[name] ?? []).toString()
const rowsOf = (copy: Copy, name: string) =>
  JSON.parse(textOf(copy, `tables/${name}.json`)) as Record<string, unknown>[]

/** Columns that an import sets itself. Columns of people are ignored too, because accounts are not moved. */
const changedByImport: Record<string, string[]> = {
  studios: ['is_active', 'suspended_at', 'opened_at', 'custom_domain', 'created_by'],
  booking_messages: ['state'],
  mail_deliveries: ['state'],
}
const isPersonColumn =
  /^(user_id|account_id|person_id|created_by|cancelled_by|checked_in_by|checked_out_by|author_id|uploaded_by|assigned_to|actor_id|agreed_by|recorded_by)$/

/** The comparable text of a row, without the columns that an import sets. */
function toComparable(table: string, row: Record<string, unknown>): string {
  const { audit_id: _, ...rest } = { ...row, audit_id: null }
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(rest).filter(
        ([column]) =>
          !changedByImport[table]?.includes(column) && !(isPersonColumn.test(column) && table !== 'card_movements'),
      ),
    ),
  )
}

let firstFile: string
let copy: Copy
let manifest: StudioManifest

beforeAll(async () => {
  source.use()
  const [key, alpha] = [`studio-assets/${studios.alpha}/logo-0123456789abcdef0123456789abcdef.png`, studios.alpha]
  await getFileStore().put(key, await aPng())
  await asLogin((tx) =>
    sql`update studios set logo_url = ${`/storage/v1/object/public/${key}`} where id = ${alpha}::uuid`.execute(tx),
  )
  // U+2028 and U+2029 end a line in some editors, but JSON contains them unescaped.
  await asLogin((tx) =>
    sql`update bookings set notes = ${'a line\u2028another\u2029the last'} where studio_id = ${alpha}::uuid`.execute(
      tx,
    ),
  )
  // The files of the fence have short names, so they get names like those of uploads.
  await asLogin(async (tx) => {
    await sql`update pictures set url = ${`/storage/v1/object/public/studio-assets/${alpha}/`} || id || '.webp',
      small_url = ${`/storage/v1/object/public/studio-assets/${alpha}/`} || id || '-small.webp'
      where studio_id = ${alpha}::uuid`.execute(tx)
    for (const table of ['card_files', 'message_files'])
      await sql`update ${sql.table(table)} set file_key = ${`${table.replace('_', '-')}/${alpha}/`} || id || '.pdf',
        preview_key = null where studio_id = ${alpha}::uuid`.execute(tx)
  })
  firstFile = join(folder, 'first.zip')
  await exportStudio(await slugOf(alpha), firstFile, now)
  copy = await readCopy(firstFile)
  manifest = StudioManifest.parse(JSON.parse(textOf(copy, 'manifest.json')))
})

const aPng = () => aPhoto({ width: 40, format: 'png' })

test('an export contains every table of a studio, or the reason why it is left out', async () => {
  const { rows } = await asLogin((tx) =>
    sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`.execute(tx),
  )
  const exported = manifest.tables.map(({ name }) => name)
  expect([...exported, ...Object.keys(manifest.left_out), ...tablesOfNoStudio].sort()).toEqual(
    rows.map(({ name }) => name),
  )
  // The fence has rows in every table, so every exported table must have rows too.
  expect(manifest.tables.filter(({ rows }) => rows === 0).map(({ name }) => name)).toEqual([])
  for (const { name, rows: count, columns } of manifest.tables) {
    expect(rowsOf(copy, name), name).toHaveLength(count)
    const csv = Papa.parse<string[]>(textOf(copy, `tables/${name}.csv`).replace('\uFEFF', ''), { skipEmptyLines: true })
    expect(csv.data, name).toHaveLength(count + 1)
    for (const column of csv.data[0] ?? []) expect(columns, name).toContain(column)
  }
})

test('an export contains only this studio, and no secrets', async () => {
  for (const { name } of manifest.tables)
    for (const row of rowsOf(copy, name)) expect(row[name === 'studios' ? 'id' : 'studio_id'], name).toBe(studios.alpha)
  const allBytes = Object.values(copy)
    .map((bytes) => Buffer.from(bytes).toString('latin1'))
    .join('\n')
  expect(allBytes).not.toContain(studios.beta)
  const { rows } = await asLogin((tx) =>
    sql<{ secret: string }>`select secret from webhooks union select secret from connected_calendars union
      select hash from api_keys union select token_hash from invitations union select token_hash from calendar_feeds union
      select private_key from studio_senders union select address_mac from booking_messages where address_mac is not null
      union select encrypted_password from auth.users where encrypted_password is not null union
      select checkout_url from card_payments where checkout_url is not null`.execute(tx),
  )
  expect(rows.length).toBeGreaterThan(4)
  const columns = manifest.tables.flatMap((table) => table.columns.map((column) => `${table.name}.${column}`))
  expect(columns.filter((column) => /secret|token|password|private|_mac$|checkout_url/.test(column))).toEqual([])
  for (const { secret } of rows) if (secret.length > 16) expect(allBytes, secret).not.toContain(secret)
})

test('a studio that is exported and imported into another installation is equal, with other ids', async () => {
  target.use()
  const options = { url: target.url, file: firstFile, invite: false, now, log, secret: MAPPING_SECRET }
  const imported = await importStudio(options)
  expect(imported.report).toContain('It is paused')
  expect(imported.report).toMatch(/Crew members invited: \d+\. Without --invite, no emails were sent\./)
  const second = join(folder, 'second.zip')
  await exportStudio(imported.studio.slug, second, now)
  const secondCopy = await readCopy(second)
  const [ids, { tables }] = [new IdMap(MAPPING_SECRET), await asLogin((tx) => listStudioTables(runIn(tx)))]
  for (const { name } of manifest.tables) for (const row of rowsOf(copy, name)) ids.add(row)
  for (const { name, columns } of tables) {
    const expected = rowsOf(copy, name).map((row) => toComparable(name, ids.newRow(row, columns)))
    const actual = rowsOf(secondCopy, name).filter(
      ({ action }) => name !== 'audit_log' || !['studios.import', 'studioExports.create'].includes(String(action)),
    )
    expect(actual.map((row) => toComparable(name, row)).sort(), name).toEqual(
      expected.filter((row) => !row.includes('"studioExports.create"')).sort(),
    )
  }
  const listFiles = (entries: Copy) => Object.keys(entries).filter((name) => name.startsWith('files/'))
  expect(listFiles(secondCopy)).toEqual(listFiles(copy).map((name) => ids.newText(name)))
  for (const name of listFiles(copy)) expect(secondCopy[ids.newText(name)]).toEqual(copy[name])
  expect(listFiles(copy)).toHaveLength(1)
})

test('people are imported as client records and invitations, without roles', async () => {
  target.use()
  const [studio] = (await asLogin((tx) => tx.selectFrom('studios').select(['id', 'is_active']).execute())) as [
    { id: string; is_active: boolean },
  ]
  expect(studio.is_active).toBe(false)
  const imported = await asLogin(async (tx) => ({
    roles: await tx.selectFrom('user_roles').selectAll().execute(),
    users: await tx.selectFrom('auth.users').selectAll().execute(),
    linked: await tx.selectFrom('client_records').select('id').where('user_id', 'is not', null).execute(),
    records: await tx.selectFrom('client_records').select('id').execute(),
    invitations: await tx.selectFrom('invitations').select(['email', 'at_desk']).orderBy('email').execute(),
  }))
  expect(imported).toMatchObject({ roles: [], users: [], linked: [] })
  expect(imported.records.length).toBeGreaterThan(1)
  const people = JSON.parse(textOf(copy, 'people.json')) as { email: string }[]
  expect(people.length).toBeGreaterThan(1)
  expect(imported.invitations.map(({ email }) => email)).toEqual(people.map(({ email }) => email).sort())
})

test('an export of an unknown studio returns null and leaves no file', async () => {
  source.use()
  const path = join(folder, 'nothing.zip')
  const request = { studio_id: crypto.randomUUID(), path, files: getFileStore(), now }
  expect(await writeStudioCopy(request)).toBeNull()
  expect((await readdir(folder)).filter((name) => name.startsWith('nothing'))).toEqual([])
})

test('an export does not contain a file that is uploaded during the export', async () => {
  source.use()
  const [logo] = Object.keys(copy).filter((name) => name.startsWith('files/'))
  // The last name in order, so that the export would reach it after the other files.
  const lateKey = `message-files/${studios.alpha}/zz-late.pdf`
  const store = getFileStore()
  const rename = (from: string, key: string) =>
    asLogin((tx) =>
      sql`update message_files set file_key = ${key} where file_key = ${from} and studio_id = ${studios.alpha}::uuid`.execute(
        tx,
      ),
    )
  const [row] = rowsOf(copy, 'message_files')
  const originalKey = String(row?.['file_key'])
  const upload = async () => {
    await store.put(lateKey, Uint8Array.of(1))
    await rename(originalKey, lateKey)
  }
  const readKeys: string[] = []
  const files = {
    ...store,
    async get(key: string) {
      // At the first call, the export has read the tables but no file.
      if (readKeys.length === 0) await upload()
      readKeys.push(key)
      return store.get(key)
    },
  }
  const path = join(folder, 'late.zip')
  const studioCopy = await writeStudioCopy({ studio_id: studios.alpha, path, files, now })
  expect(studioCopy?.files.count).toBe(1)
  expect(Object.keys(await readCopy(path)).filter((name) => name.startsWith('files/'))).toEqual([logo])
  expect(readKeys).not.toContain(lateKey)
  expect(await readdir(folder)).not.toContain('late.zip.names')
  await rename(lateKey, originalKey)
  await store.delete(lateKey)
})

test('a file in an export to which no row refers is not stored', async () => {
  const other = await anInstallation('unnamed')
  other.use()
  const name = `files/studio-assets/${studios.alpha}/zz-late-0123456789abcdef0123456789abcdef.png`
  const text = { ...manifest, files: { ...manifest.files, count: manifest.files.count + 1 } }
  const file = await writeChangedCopy('unnamed', { [name]: await aPng(), 'manifest.json': JSON.stringify(text) })
  const options = { url: other.url, file, invite: false, now, log, secret: MAPPING_SECRET }
  const { report, studio } = await importStudio(options)
  expect(report).toContain('1 files. 1 files were left out, because no row refers to them.')
  const storedKeys: string[] = []
  for await (const { key } of getFileStore().list('studio-assets')) storedKeys.push(key)
  expect(storedKeys).toEqual([expect.stringContaining(`studio-assets/${studio.studio_id}/logo-`)])
  await other.close()
})

test('a failure of the invitation emails is logged, and the report does not advise a second import', async () => {
  const other = await anInstallation('unsent')
  other.use()
  const errors: unknown[] = []
  const recordingLog = { error: (entry: unknown) => errors.push(entry) }
  // This process has no job queue, so the emails cannot be queued.
  const options = { url: other.url, file: firstFile, invite: true, now, log: recordingLog, secret: MAPPING_SECRET }
  const { report } = await importStudio(options)
  expect(errors).toMatchObject([{ err: { message: expect.stringContaining('no job queue is open') } }])
  expect(report).toMatch(
    /Crew members invited: \d+\. Their emails could not be queued\. Do not import the studio again\./,
  )
  expect(report).not.toContain('--invite')
  await other.close()
})

/** Runs an import that fails, and expects that it inserted no studio or booking. @returns the error message */
async function importError(file: string, options: { slug?: string } = {}): Promise<string> {
  target.use()
  const count = () =>
    asLogin((tx) =>
      sql<{ n: number }>`select (select count(*) from studios) * 1000000
    + (select count(*) from bookings) as n`.execute(tx),
    ).then(({ rows }) => rows[0]?.n)
  const before = await count()
  const message = await importStudio({ url: target.url, file, invite: false, now, log, ...options }).then(
    () => 'it was imported',
    (error: Error) => error.message,
  )
  expect(await count()).toBe(before)
  return message
}

/** Writes the export with some changed entries. Null removes an entry. @returns the path of the file */
async function writeChangedCopy(name: string, entries: Record<string, Uint8Array | string | null>): Promise<string> {
  const path = join(folder, `${name}.zip`)
  const all: Copy = { ...copy }
  for (const [entry, content] of Object.entries(entries)) {
    if (content === null) delete all[entry]
    else all[entry] = Buffer.from(content)
  }
  await writeFile(path, zipSync(all))
  return path
}

// Rows of these tables are left out, because the first import inserted them with the same ids: those of the card provider, or
// file names of the fence without ids.
const tablesWithFixedIds = [
  'card_movements',
  'card_payouts',
  'card_disputes',
  'card_payments',
  'card_files',
  'message_files',
]

/** Writes the export with changed rows in one table, and a matching manifest. @returns the path of the file */
async function writeCopyWithRows(name: string, change: (rows: Record<string, unknown>[]) => Record<string, unknown>[]) {
  const entries: Record<string, string> = {}
  const tables = manifest.tables.map((summary) => {
    if (summary.name !== name && !tablesWithFixedIds.includes(summary.name)) return summary
    const rows = summary.name === name ? change(rowsOf(copy, name)) : []
    const text = rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
    entries[`tables/${summary.name}.json`] = text
    return { ...summary, rows: rows.length, sha256: createHash('sha256').update(text).digest('hex') }
  })
  const other = { ...manifest, tables, export_id: randomUUID(), studio: { ...manifest.studio, slug: 'hostile' } }
  return writeChangedCopy(`rows-of-${name}`, { ...entries, 'manifest.json': JSON.stringify(other) })
}

test('a second import of the same file is rejected, also with another address', async () => {
  expect(await importError(firstFile)).toContain('was already imported, as /')
  expect(await importError(firstFile, { slug: 'another-one' })).toContain('was already imported, as /')
})

test('an address that is taken is rejected, and the error names the option for another one', async () => {
  const other = { ...manifest, export_id: randomUUID() }
  const file = await writeChangedCopy('same-address', { 'manifest.json': JSON.stringify(other) })
  expect(await importError(file)).toContain('--address NEW')
  expect(await importError(file, { slug: 'Not Valid' })).toBe(
    '/Not Valid cannot be the URL of a studio. Use 3 to 60 lower-case letters, digits and hyphens.',
  )
  expect(await importError(file, { slug: '/admin' })).toBe('/admin is reserved. Choose another slug.')
})

test('a file of another version, or without a table, is rejected', async () => {
  const writeManifest = (change: object) => JSON.stringify({ ...manifest, export_id: randomUUID(), ...change })
  const cases: [string, Record<string, string | null>][] = [
    ['written by a newer version', { 'manifest.json': writeManifest({ format: 2 }) }],
    ['Bring both installations to the same version', { 'manifest.json': writeManifest({ schema: '0001_ground' }) }],
    ['tables/bookings.json is missing', { 'tables/bookings.json': null }],
    [
      'the table bookings is missing',
      {
        'tables/bookings.json': null,
        'tables/bookings.csv': null,
        'manifest.json': writeManifest({ tables: manifest.tables.filter(({ name }) => name !== 'bookings') }),
      },
    ],
    ['not an exported studio', { 'manifest.json': null }],
    ['not an exported studio', { 'manifest.json': '{"hello": "world"}' }],
    ['not an exported studio', { 'tables/bookings.json': '[\n{"id": 1}\n]\n' }],
    ['not an exported studio', { 'people.json': '[]\n' }],
  ]
  for (const [index, [sentence, entries]] of cases.entries())
    expect(await importError(await writeChangedCopy(`version-${index}`, entries))).toContain(sentence)
})

test('a damaged file and a file that is no ZIP are rejected', async () => {
  const bytes = await readFile(firstFile)
  const write = async (name: string, content: Uint8Array) => {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }
  expect(await importError(await write('short.zip', bytes.subarray(0, bytes.length - 500)))).toContain('is damaged')
  expect(await importError(await write('text.zip', Buffer.from('hello')))).toContain('is damaged')
  expect(await importError(join(folder, 'nothing.zip'))).toContain('cannot be read')
  expect(await importError(folder)).toContain('is not a file')
})

test('names outside of the folder, unknown names and zip bombs are rejected', async () => {
  for (const name of [
    '../evil.sh',
    'files/../../etc/passwd',
    '/etc/passwd',
    'files/a/../../b.png',
    'tables/x.sh',
    'C:\\x',
  ])
    expect(await importError(await writeChangedCopy('names', { [name]: 'x' })), name).toMatch(
      /which no export writes|not an exported studio/,
    )
  expect(
    await importError(await writeChangedCopy('bomb', { 'tables/bookings.json': Buffer.alloc(64 * 1024 * 1024, 32) })),
  ).toContain('zip bomb')
})

test('a file cannot add rows or files to another studio, and cannot unbalance the books', async () => {
  const foreignRows = await writeCopyWithRows('tasks', (rows) =>
    rows.map((row) => ({ ...row, studio_id: studios.beta })),
  )
  expect(await importError(foreignRows)).toContain('rows of another studio')
  const secondStudio = await writeCopyWithRows('studios', (rows) => [...rows, ...rows])
  expect(await importError(secondStudio)).toContain('rows of another studio')
  const key = `card-files/${studios.beta}/${randomUUID()}.pdf`
  const foreignFile = await writeCopyWithRows('pictures', ([row]) => [
    { ...row, url: `/storage/v1/object/public/${key}` },
  ])
  expect(await importError(foreignFile)).toContain('names a file of another studio')
  const foreignErasure = await writeCopyWithRows('audit_log', ([row]) => [
    { ...row, action: 'studios.erase', object_id: studios.beta },
  ])
  expect(await importError(foreignErasure)).toContain('rows of another studio')
  // An unchanged file of the same helper passes all these checks.
  const harmless = await writeCopyWithRows('tasks', (rows) => rows)
  const unbalanced = await writeCopyWithRows('ledger_entries', ([row]) => [{ ...row, amount_minor: 100 }])
  expect(await importError(unbalanced)).toContain('do not sum to zero')
  const invalidRow = await writeCopyWithRows('bookings', ([row]) => [{ ...row, status: 'free of charge' }])
  expect(await importError(invalidRow)).toContain('was rejected')
  const { studio } = await importStudio({ url: target.url, file: harmless, invite: false, now, log })
  expect(studio.slug).toBe('hostile')
  const files = { ...manifest.files, count: manifest.files.count + 1 }
  const writeCopyWithFile = (name: string, content: string | Uint8Array) =>
    writeChangedCopy('files', {
      [name]: content,
      'manifest.json': JSON.stringify({
        ...manifest,
        files,
        export_id: randomUUID(),
        studio: { ...manifest.studio, slug: 'h' },
      }),
    })
  const png = await aPng()
  const options = { slug: 'with-files' }
  expect(await importError(await writeCopyWithFile('files/avatars/x/y.png', png), options)).toContain(
    'does not belong to its studio',
  )
  const page = `files/studio-assets/${studios.alpha}/page.png`
  expect(await importError(await writeCopyWithFile(page, '<html>'), options)).toContain('is not what its name says')
  expect(
    await importError(await writeCopyWithFile(`files/studio-assets/${studios.alpha}/page.html`, '<html>'), options),
  ).toContain('is not what its name says')
})

const LARGE_ROWS = Number(process.env['IMPORT_ROWS'] ?? 10_000)

/** A login like that of a hosted database: it is no superuser, but a member of the product's roles. */
async function aPlainLogin(installation: TestDatabase): Promise<{ url: string; remove(): Promise<void> }> {
  const login = `importer_${randomUUID().slice(0, 8)}`
  const roles = 'studiohub_owner, studiohub_app, studiohub_auth, studiohub_system, studiohub_login'
  await installation.engine.script(`create role ${login} login; grant ${roles} to ${login}`)
  const url = new URL(installation.url)
  url.username = login
  return {
    url: url.href,
    remove: () => installation.engine.script(`revoke ${roles} from ${login}; drop role ${login}`),
  }
}

test.each(['a superuser', 'another login'])(
  'while %s imports a large studio, other people read and write',
  async (importer) => {
    const target = await anInstallation(importer.replace(' ', '-'))
    target.use()
    const login = importer === 'a superuser' ? { url: target.url, remove: async () => {} } : await aPlainLogin(target)
    const existing = await importStudio({
      url: target.url,
      file: firstFile,
      invite: false,
      now,
      log,
      secret: MAPPING_SECRET,
    })
    const [client] = rowsOf(copy, 'client_records')
    const file = await writeCopyWithRows('client_records', (rows) => [
      ...rows,
      ...Array.from({ length: LARGE_ROWS }, (_, index) => ({
        ...client,
        id: randomUUID(),
        name: `Client ${index}`,
        email: null,
      })),
    ])
    const [other, watcher] = [new pg.Client(target.url), new pg.Client(target.url)]
    await other.connect()
    await watcher.connect()
    await other.query(`set lock_timeout = '500ms'`)
    const state = { isOver: false, callsWhileCopying: 0, longestMs: 0 }
    const isCopying = async () => {
      const { rowCount } = await watcher.query(
        `select from pg_locks l join pg_class c on c.oid = l.relation
         where l.database = (select oid from pg_database where datname = current_database()) and c.relname = 'client_records'
           and l.mode in ('RowExclusiveLock', 'ShareRowExclusiveLock', 'AccessExclusiveLock') and l.granted`,
      )
      return (rowCount ?? 0) > 0
    }
    const work = async () => {
      while (!state.isOver) {
        const before = await isCopying()
        const startedAt = performance.now()
        await other.query('select count(*) from client_records where studio_id = $1', [existing.studio.studio_id])
        await other.query('insert into client_records (studio_id, name) values ($1, $2)', [
          existing.studio.studio_id,
          'Walter Walk-in',
        ])
        state.longestMs = Math.max(state.longestMs, performance.now() - startedAt)
        if (before && (await isCopying())) state.callsWhileCopying += 1
      }
    }
    const working = work()
    // The promise is awaited below. Until then, a rejection must not end the process.
    working.catch(() => {})
    try {
      const importing = importStudio({ url: login.url, file, slug: 'large', invite: false, now, log })
      const { studio } = await importing.finally(() => {
        state.isOver = true
      })
      // Rejects if a call waited for a lock.
      await working
      expect(studio.rows).toBeGreaterThan(LARGE_ROWS)
      expect(state.callsWhileCopying).toBeGreaterThan(3)
      // With IMPORT_ROWS, the test is a measurement with more rows.
      if (process.env['IMPORT_ROWS'])
        writeFileSync(join(tmpdir(), `import-${LARGE_ROWS}-${importer.replace(' ', '-')}.json`), JSON.stringify(state))
    } finally {
      state.isOver = true
      await working.catch(() => {})
      await other.end()
      await watcher.end()
      await login.remove()
      await target.close()
    }
  },
  600_000,
)

test('every table of a studio allows an import to add rows, without its triggers', async () => {
  source.use()
  const { rows } = await asLogin((tx) =>
    sql<{ name: string; is_open: boolean; triggers: string[] }>`
      select c.relname as name, exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
          and p.policyname = 'imports_add_rows') as is_open,
        array(select t.tgname::text from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal and t.tgtype & 4 = 4
          and pg_get_triggerdef(t.oid) not like '%app.is_import()%') as triggers
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`.execute(tx),
  )
  const needed = [...manifest.tables.map(({ name }) => name), 'invitations']
  const studioTables = rows.filter(({ name }) => needed.includes(name))
  expect(studioTables).toHaveLength(needed.length)
  // A new table or trigger needs what 0137_imports_beside_others.sql added to the existing ones.
  expect(studioTables.filter(({ is_open, triggers }) => !is_open || triggers.length > 0)).toEqual([])
})
