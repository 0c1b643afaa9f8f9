import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aDatabase, type TestDatabase } from '@studiohub/testing/database.ts'
import { listDatabaseRights, selectRows } from '@studiohub/testing/dumps.ts'
import { aServerDatabase } from '@studiohub/testing/server-databases.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { migrate, readMigrations } from '../migrate.ts'
import { openServer } from '../server-engine.ts'
import { withConnection } from './connect.ts'
import { listTables } from './list-tables.ts'
import { MANIFEST_NAME, Manifest } from './manifest.ts'
import { readAll, readArchive } from './read-archive.ts'
import { readBackup } from './read-backup.ts'
import { describeDifference, readRights } from './read-rights.ts'
import { loadBackup, openRestored } from './restore-backup.ts'
import { writeArchive } from './write-archive.ts'
import { writeBackup } from './write-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'studiohub-backup-'))
const file = join(folder, 'backup.tar.gz')
const person = randomUUID()
const NAME = 'Zoë "Tab\t" O\\Neil\nand a second line'
let source: TestDatabase
let manifest: Manifest
beforeAll(async () => {
  source = await aDatabase()
  await source.engine.execute(
    `insert into auth.users (id, email, created_at, updated_at, user_metadata)
    values ($1, 'zoe@example.com', '2026-03-29 01:30:00.123456+01', now(), '{"b": 1.50, "a": [null, "é"]}')`,
    [person],
  )
  await source.engine.execute('insert into profiles (id, full_name) values ($1, $2)', [person, NAME])
  await source.engine.script(
    "insert into audit_log (action, object_type) select 'test.' || n, 'test' from generate_series(1, 500) n",
  )
  await source.engine.execute(
    `insert into auth.sessions (id, user_id, amr, refresh_key, created_at, refreshed_at)
    values ($1, $2, '[]', 'sealed', now(), now())`,
    [randomUUID(), person],
  )
  manifest = await writeBackup(source.url, file, null)
})
afterAll(async () => {
  await source.close()
  rmSync(folder, { recursive: true })
})

const targets: { drop(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const target of targets.splice(0)) await target.drop()
})
async function anEmptyTarget(): Promise<string> {
  const target = await aServerDatabase('empty')
  targets.push(target)
  return target.url
}

async function restoreInto(url: string, path = file) {
  const rights = await loadBackup(url, path, await readBackup(path))
  const engine = await openRestored(url, rights)
  await engine.close()
}

const tablesIn = (url: string) =>
  selectRows(
    url,
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pgboss')`,
  )

describe('a backup', () => {
  test('has every table of the product, and all rows except those of the excluded tables', async () => {
    const names = (await tablesIn(source.url)).map(({ name }) => String(name))
    const full = names.map((name) => (name.includes('.') ? name : `public.${name}`)).sort()
    expect([...manifest.tables.map(({ name }) => name), ...manifest.left_out].sort()).toEqual(full)
    expect(manifest.left_out.sort()).toEqual([
      'auth.factor_challenges',
      'auth.factor_waits',
      'auth.flow_states',
      'auth.one_time_tokens',
      'auth.passkey_challenges',
      'auth.rate_limits',
      'auth.sessions',
      'public.owner_views',
      'public.push_devices',
      'public.schema_migrations',
      'public.studio_exports',
    ])
    const rows = Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows]))
    expect(rows).toMatchObject({ 'auth.users': 1, 'public.profiles': 1, 'public.audit_log': 500, 'public.bookings': 0 })
  })

  test('is readable only by its owner, and can replace a file of the same name', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const again = join(folder, 'again.tar.gz')
    writeFileSync(again, 'an older backup')
    await writeBackup(source.url, again, null)
    expect(readFileSync(again).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))
    expect((await readBackup(again)).tables).toEqual(manifest.tables)
  })

  test.each([
    ['in a folder that does not exist', () => join(folder, 'none', 'backup'), /cannot be written: its folder does not/],
    ['over a folder', () => folder, /cannot be written: it is a folder/],
  ])('%s is rejected, and no file is left behind', async (_where, path, sentence) => {
    const before = readdirSync(folder)
    await expect(writeBackup(source.url, path(), null)).rejects.toThrow(sentence)
    expect(readdirSync(folder)).toEqual(before)
  })

  test('of a foreign database is rejected', async () => {
    const path = join(folder, 'other')
    await expect(writeBackup(await anEmptyTarget(), path, null)).rejects.toThrow('is not a StudioHub database')
    expect(existsSync(path)).toBe(false)
  })

  test('by a login that is subject to policies is rejected, and works if the login may bypass them', async () => {
    const login = `login_${randomUUID().slice(0, 8)}`
    await source.engine.script(`create role ${login} login; grant studiohub_owner to ${login}`)
    const address = new URL(source.url)
    address.username = login
    const path = join(folder, 'of-login')
    try {
      await expect(writeBackup(address.href, path, null)).rejects.toThrow(
        /^The policies of the database apply to this login.*alter role NAME bypassrls\.$/,
      )
      expect(readdirSync(folder).filter((name) => name.includes('of-login'))).toEqual([])
      await source.engine.script(`alter role ${login} bypassrls`)
      const written = await writeBackup(address.href, path, null)
      expect({ tables: written.tables, jobs: written.waiting_jobs }).toEqual({ tables: manifest.tables, jobs: null })
      expect(manifest.waiting_jobs).toEqual([])
      await source.engine.script(`revoke studiohub_owner from ${login}`)
      await expect(writeBackup(address.href, path, null)).rejects.toThrow(/does not let this login read everything/)
    } finally {
      await source.engine.script(`drop role ${login}`)
    }
  })
})

describe('a restore', () => {
  test('restores the same rows, rights and sequences, and no session', async () => {
    const url = await anEmptyTarget()
    await restoreInto(url)
    expect((await writeBackup(url, join(folder, 'of-restored'), null)).tables).toEqual(manifest.tables)
    expect(await listDatabaseRights(url)).toEqual(await listDatabaseRights(source.url))
    expect(await withConnection(url, readRights)).toEqual(await withConnection(source.url, readRights))
    expect(await selectRows(url, 'select full_name from profiles')).toEqual([{ full_name: NAME }])
    expect(await selectRows(url, 'select count(*)::int from auth.sessions')).toEqual([{ count: 0 }])
    const [next] = await selectRows(
      url,
      "insert into audit_log (action, object_type) values ('a', 'b') returning id::int",
    )
    expect(next).toEqual({ id: 501 })
  })

  test('into a database with a table is rejected', async () => {
    const url = await anEmptyTarget()
    await selectRows(url, 'create table kept (n integer)')
    await expect(restoreInto(url)).rejects.toThrow(
      'This database is not empty (it has public.kept). Create an empty one and set DATABASE_URL to it.',
    )
    expect(await tablesIn(url)).toEqual([{ name: 'kept' }])
  })

  test('of an older schema migrates it to the newest one', async () => {
    const old = await anEmptyTarget()
    const migrations = readMigrations()
    const engine = await openServer(old, { poolSize: 2 })
    await migrate(engine, migrations.slice(0, 38))
    await engine.execute(
      `insert into auth.users (id, email, created_at, updated_at) values ($1, 'o@x.org', now(), now())`,
      [person],
    )
    await engine.close()
    const path = join(folder, 'older')
    const written = await writeBackup(old, path, null)
    expect(written.migrations).toHaveLength(38)
    const url = await anEmptyTarget()
    await restoreInto(url, path)
    expect(await withConnection(url, readRights)).toEqual(await withConnection(source.url, readRights))
    expect(await selectRows(url, 'select email from auth.users')).toEqual([{ email: 'o@x.org' }])
    expect(await selectRows(url, 'select count(*)::int from schema_migrations')).toEqual([{ count: migrations.length }])
  })

  test('with a login without rights is rejected with a message', async () => {
    const url = await anEmptyTarget()
    const login = `login_${randomUUID().slice(0, 8)}`
    await selectRows(url, `create role ${login} login`)
    const address = new URL(url)
    address.username = login
    try {
      await expect(restoreInto(address.href)).rejects.toThrow(/does not let this login restore a backup.*CREATEROLE/)
      expect(await tablesIn(url)).toEqual([])
    } finally {
      await selectRows(url, `drop role ${login}`)
    }
  })
})

const damagedMessage = (path: string) =>
  `${path} is damaged, incomplete, or not a backup of StudioHub. Nothing was changed.`

describe('a backup file is rejected', () => {
  test('with any one bit changed, or any part missing', async () => {
    const bytes = readFileSync(file)
    const path = join(folder, 'flipped')
    const places = Array.from({ length: 20 }, () => Math.floor(Math.random() * bytes.length * 8))
    // The header, the padding bits before the checksum, the checksum and the seal.
    for (const bit of [
      ...places,
      40,
      72,
      (bytes.length - 101) * 8 + 7,
      (bytes.length - 96) * 8,
      bytes.length * 8 - 1,
    ]) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      writeFileSync(path, changed)
      await expect(readBackup(path), `bit ${bit}`).rejects.toThrow(damagedMessage(path))
    }
    for (const length of [0, 1, 92, 93, bytes.length >> 1, bytes.length - 92, bytes.length - 1]) {
      writeFileSync(path, bytes.subarray(0, length))
      await expect(readBackup(path), `${length} bytes`).rejects.toThrow(damagedMessage(path))
    }
    writeFileSync(path, Buffer.concat([bytes, Buffer.from([0])]))
    await expect(readBackup(path)).rejects.toThrow(damagedMessage(path))
  })

  test('that does not exist, or is a folder', async () => {
    await expect(readBackup(join(folder, 'none'))).rejects.toThrow(/none cannot be read/)
    await expect(readBackup(folder)).rejects.toThrow(damagedMessage(folder))
  })

  /** Writes an archive with changed content and a valid seal. */
  async function forgeBackup(
    change: (manifest: Manifest, parts: Map<string, Buffer>) => object | undefined,
  ): Promise<string> {
    const parts = new Map<string, Buffer>()
    for await (const entry of readArchive(file)) parts.set(entry.name, await readAll(entry))
    const original = Manifest.parse(JSON.parse(String(parts.get(MANIFEST_NAME))))
    const changed = change(original, parts) ?? original
    parts.set(MANIFEST_NAME, Buffer.from(JSON.stringify(changed)))
    const path = join(folder, 'forged')
    await writeArchive(path, async (add) => {
      for (const [name, bytes] of parts)
        await add(
          name,
          bytes.length,
          (async function* () {
            yield bytes
          })(),
        )
    })
    return path
  }
  const USERS = 'tables/auth.users/000001'

  test('with a valid seal but different rows', async () => {
    const path = await forgeBackup((_, parts) => {
      parts.set(USERS, Buffer.from(String(parts.get(USERS)).replace('zoe@', 'eve@')))
      return undefined
    })
    await expect(readBackup(path)).rejects.toThrow(damagedMessage(path))
  })

  test('of a later format', async () => {
    const path = await forgeBackup((original) => ({ ...original, format: 2, more: true }))
    await expect(readBackup(path)).rejects.toThrow(`${path} was written by a newer version of StudioHub.`)
  })

  test('of a later or an unknown version', async () => {
    const later = { version: 999, name: '0999_later', checksum: 'a'.repeat(64) }
    const newer = await forgeBackup((original) => ({ ...original, migrations: [...original.migrations, later] }))
    const url = await anEmptyTarget()
    await expect(restoreInto(url, newer)).rejects.toThrow(
      /was written by a newer version of StudioHub \(.*, schema 0999_later\)/,
    )
    const other = await forgeBackup((original) => ({
      ...original,
      migrations: original.migrations.map((migration) => ({ ...migration, checksum: 'b'.repeat(64) })),
    }))
    await expect(restoreInto(url, other)).rejects.toThrow(/its migration 0001_\w+ is not the one of this version/)
    expect(await tablesIn(url)).toEqual([])
  })

  test('with rows that the database stores differently, which the comparison after loading detects', async () => {
    const path = await forgeBackup((original, parts) => {
      const text = Buffer.from(String(parts.get(USERS)).replace(/"b": 1\.50/, '"b":   1.50'))
      parts.set(USERS, text)
      const sha256 = createHash('sha256').update(text).digest('hex')
      return {
        ...original,
        tables: original.tables.map((table) => (table.name === 'auth.users' ? { ...table, sha256 } : table)),
      }
    })
    const url = await anEmptyTarget()
    await expect(restoreInto(url, path)).rejects.toThrow(
      'auth.users is not as it was: the rows that were restored differ from those that were copied. Nothing was changed.',
    )
    expect(await tablesIn(url)).toEqual([])
  })
})

test.each([
  ['a table without forced policies', 'alter table bookings no force row level security', /bookings.*forced t/],
  ['a table without policies', 'alter table bookings disable row level security', /bookings.*policies t/],
  ['a missing policy', 'drop policy operators_read_the_trail on audit_log', /policy public.audit_log operators_read/],
  ['a disabled trigger', 'alter table studios disable trigger studios_keep_slug', /studios_keep_slug enabled O/],
  ['an extra grant', 'grant delete on audit_log to studiohub_app', /relation public.audit_log/],
  [
    'an extra grant on a column',
    'grant update (action) on audit_log to studiohub_app',
    /column public.audit_log.action/,
  ],
])('the comparison of rights detects %s', async (_what, statement, difference) => {
  await withConnection(source.url, async (client) => {
    const expected = await readRights(client)
    expect(describeDifference(await readRights(client), expected)).toBeNull()
    await client.query(`begin; ${statement}`)
    expect(describeDifference(await readRights(client), expected)).toMatch(difference)
    await client.query('rollback')
  })
})

test('each table comes after the tables that it refers to', async () => {
  const { copied } = await withConnection(source.url, listTables)
  const names = copied.map(({ name }) => name)
  for (const { name, refers_to } of copied)
    for (const other of refers_to)
      expect(names.indexOf(other), `${name} after ${other}`).toBeLessThan(names.indexOf(name))
})
