import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useSecretKey } from '../platform/auth/secrets.ts'
import { connectDatabase } from '../platform/db/transaction.ts'
import { theFiles, useFiles } from '../platform/files/open.ts'
import { listStudioTables, tablesOfNoStudio } from '../platform/studio-copy/list-studio-tables.ts'
import { StudioManifest } from '../platform/studio-copy/manifest.ts'
import { IdMap } from '../platform/studio-copy/map-ids.ts'
import { runIn } from '../platform/studio-copy/write-studio-copy.ts'
import { exportStudio } from './export-studio.ts'
import { importStudio } from './import-studio.ts'

const SECRET = 'the secret of this test'
const now = new Date('2026-11-24T10:00:00Z')

type Installation = TestDatabase & { use(): void; dataDir: string }

let folder: string
let from: Installation
let to: Installation

beforeAll(async () => {
  useSecretKey(new Uint8Array(32).fill(7))
  folder = await mkdtemp(join(tmpdir(), 'studio-copy-'))
  from = await anInstallation('from')
  await prepareFence(from.engine, fenceSql())
  to = await anInstallation('to')
})
afterAll(async () => {
  await from.close()
  await to.close()
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
      useFiles({ dataDir, s3: null, uploads: { file_mb: 20, studio_mb: 1000, client_mb: 100 } })
    },
  }
}

const slugOf = async (id: string) =>
  (await asLogin((tx) => tx.selectFrom('studios').select('slug').where('id', '=', id).executeTakeFirstOrThrow())).slug

type Copy = Record<string, Uint8Array>
const open = async (path: string): Promise<Copy> => unzipSync(await readFile(path))
const textOf = (copy: Copy, name: string) => Buffer.from(copy[name] ?? []).toString()
const rowsOf = (copy: Copy, name: string) =>
  JSON.parse(textOf(copy, `tables/${name}.json`)) as Record<string, unknown>[]

/** Columns that an import writes itself, and people, who stay where they are. */
const changedByImport: Record<string, string[]> = {
  studios: ['is_active', 'suspended_at', 'opened_at', 'custom_domain', 'created_by'],
  booking_messages: ['state'],
  mail_deliveries: ['state'],
}
const isPersonColumn =
  /^(user_id|account_id|person_id|created_by|cancelled_by|checked_in_by|checked_out_by|author_id|uploaded_by|assigned_to|actor_id|agreed_by|recorded_by)$/

/** A row as it must be after an import, as text. */
function comparable(table: string, row: Record<string, unknown>): string {
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

let first: string
let copy: Copy
let manifest: StudioManifest

beforeAll(async () => {
  from.use()
  const [key, alpha] = [`studio-assets/${studios.alpha}/logo-0123456789abcdef0123456789abcdef.png`, studios.alpha]
  await theFiles().put(key, await aPng())
  await asLogin((tx) =>
    sql`update studios set logo_url = ${`/storage/v1/object/public/${key}`} where id = ${alpha}::uuid`.execute(tx),
  )
  // Some editors write these two characters as the end of a line; JSON has them as they are.
  await asLogin((tx) =>
    sql`update bookings set notes = ${'a line\u2028another\u2029the last'} where studio_id = ${alpha}::uuid`.execute(
      tx,
    ),
  )
  // The files of the fence have short names; these are like those of uploads.
  await asLogin(async (tx) => {
    await sql`update pictures set url = ${`/storage/v1/object/public/studio-assets/${alpha}/`} || id || '.webp',
      small_url = ${`/storage/v1/object/public/studio-assets/${alpha}/`} || id || '-small.webp'
      where studio_id = ${alpha}::uuid`.execute(tx)
    for (const table of ['card_files', 'message_files'])
      await sql`update ${sql.table(table)} set file_key = ${`${table.replace('_', '-')}/${alpha}/`} || id || '.pdf',
        preview_key = null where studio_id = ${alpha}::uuid`.execute(tx)
  })
  first = join(folder, 'first.zip')
  await exportStudio(await slugOf(alpha), first, now)
  copy = await open(first)
  manifest = StudioManifest.parse(JSON.parse(textOf(copy, 'manifest.json')))
})

const aPng = () => aPhoto({ width: 40, format: 'png' })

test('an export contains every table of a studio, or the reason why not', async () => {
  const { rows } = await asLogin((tx) =>
    sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`.execute(tx),
  )
  const exported = manifest.tables.map(({ name }) => name)
  expect([...exported, ...Object.keys(manifest.left_out), ...tablesOfNoStudio].sort()).toEqual(
    rows.map(({ name }) => name),
  )
  // The fence has rows in every table, so each of these must have arrived here too.
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
  const everything = Object.values(copy)
    .map((bytes) => Buffer.from(bytes).toString('latin1'))
    .join('\n')
  expect(everything).not.toContain(studios.beta)
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
  for (const { secret } of rows) if (secret.length > 16) expect(everything, secret).not.toContain(secret)
})

test('a studio that is exported and imported elsewhere is equal, with other ids', async () => {
  to.use()
  const imported = await importStudio({ url: to.url, file: first, invite: false, now, secret: SECRET })
  expect(imported.report).toContain('It is paused')
  const second = join(folder, 'second.zip')
  await exportStudio(imported.studio.slug, second, now)
  const again = await open(second)
  const [ids, { tables }] = [new IdMap(SECRET), await asLogin((tx) => listStudioTables(runIn(tx)))]
  for (const { name } of manifest.tables) for (const row of rowsOf(copy, name)) ids.add(row)
  for (const { name, columns } of tables) {
    const expected = rowsOf(copy, name).map((row) => comparable(name, ids.newRow(row, columns)))
    const found = rowsOf(again, name).filter(
      ({ action }) => name !== 'audit_log' || !['studios.import', 'studioExports.create'].includes(String(action)),
    )
    expect(found.map((row) => comparable(name, row)).sort(), name).toEqual(
      expected.filter((row) => !row.includes('"studioExports.create"')).sort(),
    )
  }
  const files = (entries: Copy) => Object.keys(entries).filter((name) => name.startsWith('files/'))
  expect(files(again)).toEqual(files(copy).map((name) => ids.newText(name)))
  for (const name of files(copy)) expect(again[ids.newText(name)]).toEqual(copy[name])
  expect(files(copy)).toHaveLength(1)
})

test('people come as records and invitations, and nobody has a role', async () => {
  to.use()
  const [studio] = (await asLogin((tx) => tx.selectFrom('studios').select(['id', 'is_active']).execute())) as [
    { id: string; is_active: boolean },
  ]
  expect(studio.is_active).toBe(false)
  const read = await asLogin(async (tx) => ({
    roles: await tx.selectFrom('user_roles').selectAll().execute(),
    users: await tx.selectFrom('auth.users').selectAll().execute(),
    linked: await tx.selectFrom('client_records').select('id').where('user_id', 'is not', null).execute(),
    records: await tx.selectFrom('client_records').select('id').execute(),
    invitations: await tx.selectFrom('invitations').select(['email', 'at_desk']).orderBy('email').execute(),
  }))
  expect(read).toMatchObject({ roles: [], users: [], linked: [] })
  expect(read.records.length).toBeGreaterThan(1)
  const people = JSON.parse(textOf(copy, 'people.json')) as { email: string }[]
  expect(people.length).toBeGreaterThan(1)
  expect(read.invitations.map(({ email }) => email)).toEqual(people.map(({ email }) => email).sort())
})

/** The message of a refused import. Nothing may be in the database afterwards. */
async function refusalOf(file: string, options: { address?: string } = {}): Promise<string> {
  to.use()
  const count = () =>
    asLogin((tx) =>
      sql<{ n: number }>`select (select count(*) from studios) * 1000000
    + (select count(*) from bookings) as n`.execute(tx),
    ).then(({ rows }) => rows[0]?.n)
  const before = await count()
  const message = await importStudio({ url: to.url, file, invite: false, now, ...options }).then(
    () => 'it was imported',
    (error: Error) => error.message,
  )
  expect(await count()).toBe(before)
  return message
}

/** The export with some entries changed. Null removes one. */
async function changed(name: string, entries: Record<string, Uint8Array | string | null>): Promise<string> {
  const path = join(folder, `${name}.zip`)
  const all: Copy = { ...copy }
  for (const [entry, content] of Object.entries(entries)) {
    if (content === null) delete all[entry]
    else all[entry] = Buffer.from(content)
  }
  await writeFile(path, zipSync(all))
  return path
}

// The first import brought these already. Their ids are those of the card provider, and the names of files in the fence have none.
const withoutNewIds = [
  'card_movements',
  'card_payouts',
  'card_disputes',
  'card_payments',
  'card_files',
  'message_files',
]

/** The export with other rows in a table, and a manifest that fits. */
async function withRows(name: string, change: (rows: Record<string, unknown>[]) => Record<string, unknown>[]) {
  const entries: Record<string, string> = {}
  const tables = manifest.tables.map((summary) => {
    if (summary.name !== name && !withoutNewIds.includes(summary.name)) return summary
    const rows = summary.name === name ? change(rowsOf(copy, name)) : []
    const text = rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`
    entries[`tables/${summary.name}.json`] = text
    return { ...summary, rows: rows.length, sha256: createHash('sha256').update(text).digest('hex') }
  })
  const other = { ...manifest, tables, export_id: randomUUID(), studio: { ...manifest.studio, slug: 'hostile' } }
  return changed(`rows-of-${name}`, { ...entries, 'manifest.json': JSON.stringify(other) })
}

test('a second import of the same file is refused, also under another address', async () => {
  expect(await refusalOf(first)).toContain('was already imported, as /')
  expect(await refusalOf(first, { address: 'another-one' })).toContain('was already imported, as /')
})

test('an address that is taken is refused with the way out', async () => {
  const other = { ...manifest, export_id: randomUUID() }
  const file = await changed('same-address', { 'manifest.json': JSON.stringify(other) })
  expect(await refusalOf(file)).toContain('--address NEW')
  expect(await refusalOf(file, { address: 'Not Valid' })).toContain('cannot be the address')
  expect(await refusalOf(file, { address: 'admin' })).toContain('cannot be the address')
})

test('a file of another version, or without a table, is refused', async () => {
  const as = (change: object) => JSON.stringify({ ...manifest, export_id: randomUUID(), ...change })
  const cases: [string, Record<string, string | null>][] = [
    ['written by a newer version', { 'manifest.json': as({ format: 2 }) }],
    ['Bring both installations to the same version', { 'manifest.json': as({ schema: '0001_ground' }) }],
    ['tables/bookings.json is missing', { 'tables/bookings.json': null }],
    [
      'the table bookings is missing',
      {
        'tables/bookings.json': null,
        'tables/bookings.csv': null,
        'manifest.json': as({ tables: manifest.tables.filter(({ name }) => name !== 'bookings') }),
      },
    ],
    ['not an exported studio', { 'manifest.json': null }],
    ['not an exported studio', { 'manifest.json': '{"hello": "world"}' }],
    ['not an exported studio', { 'tables/bookings.json': '[\n{"id": 1}\n]\n' }],
    ['not an exported studio', { 'people.json': '[]\n' }],
  ]
  for (const [index, [sentence, entries]] of cases.entries())
    expect(await refusalOf(await changed(`version-${index}`, entries))).toContain(sentence)
})

test('a damaged file, and one that is no ZIP, are refused', async () => {
  const bytes = await readFile(first)
  const write = async (name: string, content: Uint8Array) => {
    await writeFile(join(folder, name), content)
    return join(folder, name)
  }
  expect(await refusalOf(await write('short.zip', bytes.subarray(0, bytes.length - 500)))).toContain('is damaged')
  expect(await refusalOf(await write('text.zip', Buffer.from('hello')))).toContain('is damaged')
  expect(await refusalOf(join(folder, 'nothing.zip'))).toContain('cannot be read')
  expect(await refusalOf(folder)).toContain('is not a file')
})

test('names that lead out of the folder, unknown names and zip bombs are refused', async () => {
  for (const name of [
    '../evil.sh',
    'files/../../etc/passwd',
    '/etc/passwd',
    'files/a/../../b.png',
    'tables/x.sh',
    'C:\\x',
  ])
    expect(await refusalOf(await changed('names', { [name]: 'x' })), name).toMatch(
      /which no export writes|not an exported studio/,
    )
  expect(
    await refusalOf(await changed('bomb', { 'tables/bookings.json': Buffer.alloc(64 * 1024 * 1024, 32) })),
  ).toContain('zip bomb')
})

test('a file cannot put rows or files into another studio, and cannot bend the books', async () => {
  const foreign = await withRows('tasks', (rows) => rows.map((row) => ({ ...row, studio_id: studios.beta })))
  expect(await refusalOf(foreign)).toContain('rows of another studio')
  const second = await withRows('studios', (rows) => [...rows, ...rows])
  expect(await refusalOf(second)).toContain('rows of another studio')
  const key = `card-files/${studios.beta}/${randomUUID()}.pdf`
  const stealing = await withRows('pictures', ([row]) => [{ ...row, url: `/storage/v1/object/public/${key}` }])
  expect(await refusalOf(stealing)).toContain('names a file of another studio')
  const erasing = await withRows('audit_log', ([row]) => [{ ...row, action: 'studios.erase', object_id: studios.beta }])
  expect(await refusalOf(erasing)).toContain('rows of another studio')
  // With the same helper, an unchanged file gets past all these checks.
  const harmless = await withRows('tasks', (rows) => rows)
  const unbalanced = await withRows('ledger_entries', ([row]) => [{ ...row, amount_minor: 100 }])
  expect(await refusalOf(unbalanced)).toContain('do not sum to zero')
  const strange = await withRows('bookings', ([row]) => [{ ...row, status: 'free of charge' }])
  expect(await refusalOf(strange)).toContain('was refused')
  const { studio } = await importStudio({ url: to.url, file: harmless, invite: false, now })
  expect(studio.slug).toBe('hostile')
  const files = { ...manifest.files, count: manifest.files.count + 1 }
  const named = (name: string, content: string | Uint8Array) =>
    changed('files', {
      [name]: content,
      'manifest.json': JSON.stringify({
        ...manifest,
        files,
        export_id: randomUUID(),
        studio: { ...manifest.studio, slug: 'h' },
      }),
    })
  const png = await aPng()
  const options = { address: 'with-files' }
  expect(await refusalOf(await named('files/avatars/x/y.png', png), options)).toContain('does not belong to its studio')
  const page = `files/studio-assets/${studios.alpha}/page.png`
  expect(await refusalOf(await named(page, '<html>'), options)).toContain('is not what its name says')
  expect(await refusalOf(await named(`files/studio-assets/${studios.alpha}/page.html`, '<html>'), options)).toContain(
    'is not what its name says',
  )
})
