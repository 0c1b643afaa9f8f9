import { aDatabase, type TestDatabase } from '@studiohub/testing/database.ts'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sqlErrorToAppError } from './sql-errors.ts'

type Tables = { engine_trial: { id: number; title: string | null } }

let database: TestDatabase
let kysely: Kysely<Tables>

beforeAll(async () => {
  database = await aDatabase()
  kysely = new Kysely<Tables>({ dialect: database.engine.dialect })
  await database.engine.script(`
    create table engine_parents (id integer primary key);
    create table engine_trial (id integer constraint engine_trial_once primary key, title text not null,
      parent_id integer constraint engine_trial_parent references engine_parents,
      constraint engine_trial_title_length check (length(title) < 10))`)
})

afterAll(() => database.close())

const selectValue = async (text: string, values: unknown[] = []) =>
  (await database.engine.execute(text, values)).rows[0]?.value

describe('the value of a column', () => {
  test.each<[string, unknown]>([
    ['null::text', null],
    ["'text'::text", 'text'],
    ["'Ünï © 🎬'::varchar", 'Ünï © 🎬'],
    ['true', true],
    ['1::smallint', 1],
    ['2147483647::integer', 2147483647],
    ['9007199254740991::bigint', 9007199254740991],
    ['12.50::numeric(8, 2)', 12.5],
    ['0.1::double precision', 0.1],
    ['count(*)', 1],
    ["'2026-11-21'::date", '2026-11-21'],
    ["'09:30'::time", '09:30'],
    ["'2026-11-21 09:30:00.123'::timestamp", '2026-11-21T09:30:00.123Z'],
    ["'2026-11-21 09:30:00.123+02'::timestamptz", '2026-11-21T07:30:00.123Z'],
    ["'2026-11-21 09:30:00 America/New_York'::timestamptz", '2026-11-21T14:30:00.000Z'],
    ["'6f1c6f3e-2c1e-4f3a-9a44-3c6f5a1f0b11'::uuid", '6f1c6f3e-2c1e-4f3a-9a44-3c6f5a1f0b11'],
    [`'{"a": [1, null, {"b": "c"}]}'::json`, { a: [1, null, { b: 'c' }] }],
    [`'{"a": [1, null, {"b": "c"}]}'::jsonb`, { a: [1, null, { b: 'c' }] }],
    ["'3'::jsonb", 3],
    ["array['a', null, 'c,d', '\"e\"']::text[]", ['a', null, 'c,d', '"e"']],
    ['array[1, 2]::integer[]', [1, 2]],
    ["array['6f1c6f3e-2c1e-4f3a-9a44-3c6f5a1f0b11']::uuid[]", ['6f1c6f3e-2c1e-4f3a-9a44-3c6f5a1f0b11']],
    ["'\\x00ff10'::bytea", Buffer.from([0, 255, 16])],
    ["tstzrange('2026-11-21 09:00Z', '2026-11-21 10:00Z')", '["2026-11-21 09:00:00+00","2026-11-21 10:00:00+00")'],
    ["'infinity'::float8", Number.POSITIVE_INFINITY],
    ["current_setting('timezone')", 'UTC'],
  ])('%s', async (expression, expected) => {
    expect(await selectValue(`select ${expression} as value`)).toEqual(expected)
  })
})

describe('the parameter', () => {
  test.each<[string, unknown, unknown]>([
    ['text', 'it\'s "quoted" \\ 🎬', 'it\'s "quoted" \\ 🎬'],
    ['text', '', ''],
    ['text', null, null],
    ['text', undefined, null],
    ['integer', 7, 7],
    ['numeric', 12.5, 12.5],
    ['bigint', 9007199254740991n, 9007199254740991],
    ['boolean', false, false],
    ['date', '2026-02-28', '2026-02-28'],
    ['timestamptz', new Date('2026-11-21T09:30:00.123Z'), '2026-11-21T09:30:00.123Z'],
    ['jsonb', { a: [1, 'x', null] }, { a: [1, 'x', null] }],
    ['jsonb', JSON.stringify([{ a: 1 }]), [{ a: 1 }]],
    ['text[]', ['a', 'b,c', '"d"', null, ''], ['a', 'b,c', '"d"', null, '']],
    ['integer[]', [1, 2, 3], [1, 2, 3]],
    ['integer[]', [], []],
    ['bytea', Buffer.from([0, 1, 255]), Buffer.from([0, 1, 255])],
  ])('%s from %o', async (type, value, expected) => {
    expect(await selectValue(`select $1::${type} as value`, [value])).toEqual(expected)
  })

  test('a long text is read back unchanged', async () => {
    const text = '🎬 nine letters '.repeat(200_000)
    expect(await selectValue('select $1::text as value', [text])).toBe(text)
  })
})

describe('errors', () => {
  test.each<[string, string, object]>([
    [
      'a second row with the same key',
      "insert into engine_trial values (1, 'a'), (1, 'b')",
      { code: '23505', constraint: 'engine_trial_once', table: 'engine_trial' },
    ],
    [
      'a violated check',
      "insert into engine_trial values (2, 'much too long a title')",
      { code: '23514', constraint: 'engine_trial_title_length' },
    ],
    [
      'a missing parent',
      "insert into engine_trial values (3, 'a', 99)",
      {
        code: '23503',
        constraint: 'engine_trial_parent',
        detail: 'Key (parent_id)=(99) is not present in table "engine_parents".',
      },
    ],
    ['a missing value', 'insert into engine_trial values (4)', { code: '23502', column: 'title' }],
    ['an unknown table', 'select * from nowhere', { code: '42P01' }],
    ['a wrong number', "select 'x'::integer", { code: '22P02' }],
    ['a forbidden table', 'set local role studiohub_app; select * from engine_trial', { code: '42501' }],
  ])('%s has its code and names', async (_what, text, expected) => {
    await expect(database.engine.script(text)).rejects.toMatchObject(expected)
    expect(await selectValue('select current_user::text as value')).not.toBe('studiohub_app')
  })

  test('a failed script changes nothing', async () => {
    await expect(database.engine.script("insert into engine_trial values (10, 'a'); select 1/0")).rejects.toMatchObject(
      {
        code: '22012',
      },
    )
    expect(await selectValue('select count(*) as value from engine_trial where id = 10')).toBe(0)
  })
})

describe('with Kysely', () => {
  test('a transaction that throws is rolled back', async () => {
    const work = kysely.transaction().execute(async (tx) => {
      await tx.insertInto('engine_trial').values({ id: 20, title: 'a' }).execute()
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await selectValue('select count(*) as value from engine_trial where id = 20')).toBe(0)
  })

  test('a transaction in which a statement failed cannot be committed', async () => {
    const work = kysely.transaction().execute(async (tx) => {
      await tx.insertInto('engine_trial').values({ id: 21, title: 'a' }).execute()
      await sql`select 1/0`.execute(tx).catch(() => {})
    })
    await expect(work).rejects.toThrow()
    expect(await selectValue('select count(*) as value from engine_trial where id = 21')).toBe(0)
  })

  test('updates and deletes return the number of changed rows', async () => {
    await kysely
      .insertInto('engine_trial')
      .values([
        { id: 30, title: 'a' },
        { id: 31, title: 'a' },
      ])
      .execute()
    const { numUpdatedRows } = await kysely
      .updateTable('engine_trial')
      .set({ title: 'b' })
      .where('id', '>=', 30)
      .executeTakeFirstOrThrow()
    expect(numUpdatedRows).toBe(2n)
    const { numDeletedRows } = await kysely.deleteFrom('engine_trial').where('id', '>=', 30).executeTakeFirstOrThrow()
    expect(numDeletedRows).toBe(2n)
  })

  test('the role and the settings of a transaction end with it', async () => {
    await kysely
      .transaction()
      .execute((tx) =>
        sql`select set_config('role', 'studiohub_app', true), set_config('app.user_id', 'x', true)`.execute(tx),
      )
    expect(await selectValue("select coalesce(current_setting('app.user_id', true), '') as value")).toBe('')
    expect(await selectValue('select current_user::text as value')).not.toBe('studiohub_app')
  })
})

test('a notification reaches its listener after the commit, and never after a rollback', async () => {
  const payloads: string[] = []
  await database.engine.listen('engine_trial', (payload) => payloads.push(payload))
  await expect(database.engine.script("select pg_notify('engine_trial', 'undone'); select 1/0")).rejects.toThrow()
  await database.engine.script("select pg_notify('engine_trial', 'done')")
  await expect.poll(() => payloads, { timeout: 60_000 }).toEqual(['done'])
})

test('the health includes the state and the durability', async () => {
  expect(await database.engine.health()).toMatchObject({ ok: true, durability: expect.stringContaining('crash') })
})

test("a connection that ends within an idle transaction fails that transaction's next statement only", async () => {
  const work = kysely.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const pid = rows[0]?.pid
    await database.engine.execute('select pg_terminate_backend($1)', [pid])
    const alive = () => selectValue('select count(*) as value from pg_stat_activity where pid = $1', [pid])
    await vi.waitFor(async () => expect(await alive()).toBe(0), { timeout: 60_000 })
    await sql`select 1`.execute(tx)
  })
  expect(sqlErrorToAppError(await work.catch((error: unknown) => error))).toMatchObject({ code: 'UNAVAILABLE' })
  expect(await selectValue('select 1 as value')).toBe(1)
})
