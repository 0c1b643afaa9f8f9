import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backup, restore } from './backup.ts'
import { openEmbedded } from './open.ts'
import { listSnapshots, snapshotFile } from './snapshots.ts'

const root = mkdtempSync(join(tmpdir(), 'studiohub-recovery-'))
const directory = join(root, 'data')
const pg = join(directory, 'pg')
const events: Record<string, unknown>[] = []
const log = (event: object) => events.push({ ...event })
const open = (interval = 0) => openEmbedded({ directory, snapshotInterval: interval, log })
const names = async (engine: Awaited<ReturnType<typeof open>>) =>
  (await engine.execute('select name from kept order by name')).rows.map((row) => row.name)

/** Where the rows of the table lie on the disk. */
let tableFile: string

beforeAll(async () => {
  const engine = await open()
  await engine.script(`create table kept (name text primary key, filler text);
    insert into kept select 'first', repeat('x', 100)`)
  await engine.snapshot()
  await engine.execute("insert into kept values ('second')")
  await engine.snapshot()
  await engine.execute("insert into kept values ('third')")
  tableFile = String((await engine.execute("select pg_relation_filepath('kept') as file")).rows[0]?.file)
  await engine.close()
})

afterAll(() => rmSync(root, { recursive: true }))

function overwrite(file: string, from: number, length: number) {
  const bytes = readFileSync(file)
  bytes.fill(0xa5, from, from + length)
  writeFileSync(file, bytes)
}

test('a closed database opens again with all that was written, snapshot or not', async () => {
  const engine = await open()
  expect(await names(engine)).toEqual(['first', 'second', 'third'])
  await engine.close()
  expect(events).toEqual([])
})

test('a damaged table is found at the start; the newest snapshot takes its place and the log says what is lost', async () => {
  overwrite(join(pg, tableFile), 100, 2_000)
  const engine = await open()
  expect(await names(engine)).toEqual(['first', 'second'])
  await engine.close()
  const newest = listSnapshots(join(directory, 'snapshots'))[0]
  const restored = events.find(({ event }) => event === 'database.restored')
  expect(restored).toMatchObject({
    taken_at: newest?.taken_at,
    message: expect.stringContaining('all later changes are lost'),
    damaged_files: expect.stringContaining('pg-damaged-'),
  })
  expect(existsSync(join(String(restored?.damaged_files), 'PG_VERSION'))).toBe(true)
})

test.each<[string, () => void]>([
  ['its control file is cut', () => truncateSync(join(pg, 'global/pg_control'), 100)],
  ['its files are missing', () => rmSync(pg, { recursive: true })],
  ['a table file is missing', () => rmSync(join(pg, tableFile))],
])('a database of which %s comes back from the snapshot', async (_what, damage) => {
  damage()
  const engine = await open()
  expect(await names(engine)).toEqual(['first', 'second'])
  await engine.close()
})

test('a damaged snapshot is passed over for the one before it', async () => {
  const [newest] = listSnapshots(join(directory, 'snapshots'))
  if (!newest) throw new Error('there is no snapshot')
  overwrite(newest.file, Math.floor(newest.bytes / 2), 1_000)
  truncateSync(join(pg, 'global/pg_control'), 100)
  const engine = await open()
  expect(await names(engine)).toEqual(['first'])
  await engine.close()
  expect(events.map(({ event }) => event)).toContain('database.snapshot_unusable')
  rmSync(newest.file)
})

test('a backup holds everything and restores elsewhere; what it replaces is kept', async () => {
  const file = join(root, 'backup.tar.gz')
  const elsewhere = join(root, 'elsewhere')
  await backup(directory, file)
  expect(await restore(file, elsewhere)).toEqual({ replaced: null })
  const first = await openEmbedded({ directory: elsewhere, snapshotInterval: 0 })
  expect((await first.execute('select name from kept')).rows).toEqual([{ name: 'first' }])
  await first.execute('delete from kept')
  await expect(restore(file, elsewhere)).rejects.toThrow('in use by process')
  await first.close()
  const { replaced } = await restore(file, elsewhere)
  expect(existsSync(join(String(replaced), 'PG_VERSION'))).toBe(true)
  const second = await openEmbedded({ directory: elsewhere, snapshotInterval: 0 })
  expect((await second.execute('select name from kept')).rows).toEqual([{ name: 'first' }])
  await second.close()
})

test('a damaged backup is refused with a sentence (R15) and the database stays as it was', async () => {
  const file = join(root, 'damaged.tar.gz')
  await backup(directory, file)
  truncateSync(file, Math.floor(statSync(file).size / 2))
  const reason = `${file} is damaged, or it is no backup of StudioHub. Nothing was changed.`
  await expect(restore(file, directory)).rejects.toThrow(reason)
  for (const content of ['no backup at all', gzipSync('no archive')]) {
    writeFileSync(file, content)
    await expect(restore(file, directory)).rejects.toThrow(reason)
  }
  const engine = await open()
  expect(await names(engine)).toEqual(['first'])
  await engine.close()
})

test('while a server works on the directory a backup is its newest snapshot', async () => {
  const engine = await open()
  await engine.execute("insert into kept values ('live')")
  const taken = await engine.snapshot()
  await engine.execute("insert into kept values ('later')")
  const { taken_at } = await backup(directory, join(root, 'live.tar.gz'))
  expect(taken_at).toBe(taken?.taken_at)
  await engine.close()
})

test('snapshots come by themselves while something is written, the newest three and one a day for a week stay', async () => {
  const folder = join(directory, 'snapshots')
  const newest = listSnapshots(folder)[0]
  if (!newest) throw new Error('there is no snapshot')
  for (let day = 1; day <= 9; day += 1) {
    for (const hour of ['08', '20']) {
      writeFileSync(snapshotFile(folder, new Date(`2026-01-0${day}T${hour}:00:00Z`)), '')
    }
  }
  const engine = await open(50)
  const before = listSnapshots(folder).length
  await engine.execute("insert into kept values ('by itself')")
  await expect.poll(() => listSnapshots(folder)[0]?.taken_at, { timeout: 60_000 }).not.toBe(newest.taken_at)
  // The old ones go after the new one stands.
  await expect.poll(() => listSnapshots(folder).length, { timeout: 60_000 }).toBeLessThan(before)
  await engine.close()
  const days = listSnapshots(folder).map(({ taken_at }) => taken_at.slice(0, 13))
  expect(days.filter((hour) => hour.startsWith('2026-01'))).toEqual(
    ['09', '08', '07', '06', '05', '04'].map((day) => `2026-01-${day}T20`),
  )
  for (const { file, bytes } of listSnapshots(folder)) if (bytes === 0) rmSync(file)
})

test('a first start that was killed begins anew, and nothing else ever does', async () => {
  const young = join(root, 'young')
  mkdirSync(join(young, 'pg', 'base'), { recursive: true })
  writeFileSync(join(young, 'pg', 'PG_VERSION'), '18\n')
  writeFileSync(join(young, 'pg-beginning'), '')
  const again = await openEmbedded({ directory: young, snapshotInterval: 0 })
  await again.close()
  truncateSync(join(young, 'pg/global/pg_control'), 10)
  await expect(openEmbedded({ directory: young })).rejects.toThrow(
    'none of its 0 snapshots could be restored. Nothing was changed.',
  )
  expect(readdirSync(young).sort()).toEqual(['pg', 'snapshots'])
  await expect(openEmbedded({ directory: young })).rejects.toThrow('Nothing was changed.')
})

test('nobody else on the machine can look into the files, also where the data directory was made open to all', async () => {
  const shared = join(root, 'shared')
  mkdirSync(shared, { mode: 0o755 })
  await (await openEmbedded({ directory: shared, snapshotInterval: 0 })).close()
  expect(statSync(join(shared, 'pg')).mode & 0o777).toBe(0o700)
})

test('files of another PostgreSQL are refused and left alone', async () => {
  const version = join(pg, 'PG_VERSION')
  writeFileSync(version, '17\n')
  await expect(open()).rejects.toThrow('was written by PostgreSQL 17')
  writeFileSync(version, '18\n')
  await (await open()).close()
})
