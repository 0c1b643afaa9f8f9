import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reservedSlugs, slugPattern } from '@studiohub/contract/shared/slug-pattern.ts'
import { aDatabase, type TestDatabase } from '@studiohub/testing/database.ts'
import { callers, studios } from '@studiohub/testing/fence/cast.ts'
import { fenceSql } from '@studiohub/testing/fence/every-row.ts'
import { formatMatrix, type Observation, readMatrix } from '@studiohub/testing/fence/matrix.ts'
import { changesRights, listMutants, observeAttempts } from '@studiohub/testing/fence/mutants.ts'
import { actors, attempts, isOutcome, prepareFence } from '@studiohub/testing/fence/probe.ts'
import { tables } from '@studiohub/testing/fence/tables.ts'
import { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from './rows.generated.ts'

/** Tables without policies, each with the reason why none are needed. */
const global: Record<string, string> = {
  schema_migrations: 'lists the migrations: no data of a studio, and only the owner writes it',
  ai_agents: 'the catalog of assistants: the same for all studios, written only by migrations',
  'auth.users': 'people belong to no studio; requests have no rights in this schema',
  'auth.identities': 'as auth.users',
  'auth.sessions': 'as auth.users; the door reads the person of a session',
  'auth.flow_states': 'as auth.users',
  'auth.one_time_tokens': 'as auth.users',
  'auth.signing_keys': 'keys of the whole product',
  'auth.push_keys': 'as auth.signing_keys',
  'auth.rate_limits': 'counters under hashed keys',
  'auth.known_places': 'as auth.users',
  'auth.factors': 'as auth.users; the door shows a person whether they have one',
  'auth.factor_challenges': 'as auth.users',
  'auth.factor_waits': 'as auth.users; the door shows a person when their own factors end',
  'auth.recovery_codes': 'as auth.users',
  'auth.passkeys': 'as auth.users',
  'auth.passkey_challenges': 'as auth.users',
}

let database: TestDatabase
let kysely: Kysely<DB>
let observation: Observation

beforeAll(async () => {
  database = await aDatabase()
  kysely = new Kysely<DB>({ dialect: database.engine.dialect })
  await prepareFence(database.engine, fenceSql())
  observation = await observeAttempts(kysely)
  // Tries every statement of every table as every actor, which takes minutes on a busy machine.
}, 600_000)
afterAll(() => database.close())

const queryCatalog = async (text: string) => (await database.engine.execute(text)).rows
const queryNames = async (text: string) => (await queryCatalog(text)).map(({ name }) => String(name))

const allTables = `
  select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name, c.oid,
    c.relrowsecurity and c.relforcerowsecurity as fenced, pg_get_userbyid(c.relowner) as owner
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p')`

test('every table forces its policies, unless it is listed as global with a reason', async () => {
  const unfenced = await queryNames(`select name from (${allTables}) t where not fenced order by name`)
  expect(unfenced).toEqual(Object.keys(global).sort())
})

test('every table with tenant data is tested, with rows in both studios', async () => {
  const fenced = await queryNames(`select name from (${allTables}) t where fenced order by name`)
  expect(fenced).toEqual(Object.keys(tables).sort())
  for (const [table, { rows }] of Object.entries(tables)) {
    const labels = Object.keys(rows).join('; ')
    expect(labels, table).toMatch(/\bA\b|A\d/)
    expect(labels, table).toMatch(/\bB\b/)
  }
  const tenants = await queryNames(`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where a.attname = 'studio_id' and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)
  for (const table of tenants) {
    const studioIds = await queryNames(`select distinct studio_id as name from ${table}`)
    expect(studioIds, table).toEqual(expect.arrayContaining([studios.alpha, studios.beta]))
  }
})

test('requests have no rights in the schema of the authentication service', async () => {
  const rights = await queryCatalog(`select has_schema_privilege('studiohub_app', 'auth', 'usage, create') as may
    union all select has_table_privilege('studiohub_app', oid, 'select, insert, update, delete, truncate')
      or has_any_column_privilege('studiohub_app', oid, 'select, insert, update')
    from (${allTables}) t where name like 'auth.%'`)
  expect(rights.length).toBeGreaterThan(8)
  expect(rights.filter(({ may }) => may)).toEqual([])
})

test('only functions of the door bypass the policies, with a fixed search path', async () => {
  const unsafeFunctions = await queryNames(`select p.oid::regprocedure::text as name from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and n.nspname not like 'pg\\_%' and (pg_get_userbyid(p.proowner) <> 'studiohub_door'
      or not coalesce(p.proconfig, '{}') @> '{"search_path=pg_catalog, pg_temp"}')`)
  expect(unsafeFunctions).toEqual([])
  const views = await queryNames(`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'auth', 'app', 'door') and c.relkind in ('v', 'm')`)
  expect(views).toEqual([])
  const powerfulRoles = await queryNames(`select rolname as name from pg_roles where rolname like 'studiohub\\_%'
    and (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole or rolcreatedb)`)
  expect(powerfulRoles).toEqual([])
  const owners = await queryNames(`select distinct owner as name from (${allTables}) t`)
  expect(owners).toEqual(['studiohub_owner'])
})

test('the role of requests cannot change to another, and no row can be moved to another studio or person', async () => {
  expect(
    await queryNames(`select pg_get_userbyid(roleid) as name from pg_auth_members
    where member = 'studiohub_app'::regrole`),
  ).toEqual([])
  const movable = await queryNames(`select c.relname || '.' || a.attname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname in ('id', 'studio_id', 'user_id', 'client_id')
      and has_column_privilege('studiohub_app', c.oid, a.attname, 'update')`)
  // The crew member of an engineer: the column does not say who owns the row.
  expect(movable).toEqual(['resources.user_id'])
})

test('every attempt succeeds without the fence, and a denied attempt changes nothing', () => {
  const faults = [...observation].flatMap(([table, byActor]) =>
    [...byActor].flatMap(([actor, outcomes]) =>
      outcomes.filter((outcome) => !isOutcome(outcome)).map((outcome) => `${table}, ${actor}: ${outcome}`),
    ),
  )
  expect(faults.slice(0, 5)).toEqual([])
})

test('the rights for every row match the matrix', () => {
  const expected = readMatrix(readFileSync(join(import.meta.dirname, 'fence.md'), 'utf8'))
  expect(formatMatrix(observation)).toEqual(expected)
  const cells = Object.values(attempts).reduce((sum, ofTable) => sum + ofTable.length, 0) * actors.length
  expect(cells).toBeGreaterThan(4_000)
})

test('banned, deleted and forged callers have the rights of visitors, whatever their earlier role', () => {
  for (const [table, byActor] of observation) {
    for (const { name } of callers.filter((caller) => /forged|banned|deleted/.test(caller.name))) {
      expect(byActor.get(name), `${name} on ${table}`).toEqual(byActor.get('visitor'))
    }
  }
})

test('dropping or opening any policy, or dropping any trigger, is detected', async () => {
  const { mutants, alwaysTrue } = await listMutants(kysely)
  const survivors: string[] = []
  for (const mutant of mutants) {
    if (!(await changesRights(kysely, mutant, observation)))
      survivors.push(`${mutant.table}: ${mutant.name} ${mutant.mutation}`)
  }
  expect(survivors).toEqual([])
  // A policy that is `true` cannot be opened further. It gives one system role the whole table, and the test detects when it
  // is dropped.
  expect(alwaysTrue.filter((policy) => !/: (jobs|auth|the_door)_/.test(policy))).toEqual([])
  process.stdout.write(`all ${mutants.length} mutants of the fence were detected; `)
  process.stdout.write(`${alwaysTrue.length} conditions are already true, so their policies were only dropped\n`)
}, 600_000)

test('the database and the contract reserve the same slugs, in the same form', async () => {
  const definitions = await queryCatalog(`select conname as name, pg_get_constraintdef(oid) as text from pg_constraint
    where conname in ('studio_slug_reserved', 'studio_slug_shape')`)
  const textOf = (name: string) => String(definitions.find((row) => row.name === name)?.text)
  const reserved = [...textOf('studio_slug_reserved').matchAll(/'([^']*)'/g)].map((match) => match[1])
  expect(reserved.sort()).toEqual([...reservedSlugs].sort())
  const pattern = /'([^']*)'/.exec(textOf('studio_slug_shape'))?.[1]
  const slugs = [
    'abc',
    'a-c',
    'ab',
    '-abc',
    'abc-',
    'a.bc',
    'Abc',
    'a'.repeat(60),
    'a'.repeat(61),
    'ä-bc',
    'a\nb',
    'abc\n',
  ]
  for (const slug of slugs) {
    const { rows } = await database.engine.execute('select $1::text ~ $2::text as fits', [slug, pattern])
    expect(rows[0]?.fits, JSON.stringify(slug)).toBe(slugPattern.test(slug))
  }
})
