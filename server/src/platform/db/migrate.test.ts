import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errors } from '@studiohub/contract/errors.ts'
import { anEmptyDatabase, selectRows } from '@studiohub/testing/dumps.ts'
import { startOwnPostgres } from '@studiohub/testing/postgres.ts'
import { aServerEnvironment } from '@studiohub/testing/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createLog } from '../process/log.ts'
import type { Engine } from './engine.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openEngine } from './open.ts'
import { openServer } from './server-engine.ts'
import { sqlErrorToAppError } from './sql-errors.ts'

let installation: Awaited<ReturnType<typeof aServerEnvironment>>
/** Two engines on one database, as two starts open them. */
let engines: [Engine, Engine]

beforeAll(async () => {
  installation = await aServerEnvironment()
  const open = () => openEngine(readConfig(installation.environment), createLog('silent'))
  engines = [await open(), await open()]
})
afterAll(async () => {
  for (const engine of engines) await engine.close()
  await installation.remove()
})

const all = readMigrations()
const names = all.map(({ name }) => name)

test('two concurrent starts on an empty database migrate it once', async () => {
  const results = await Promise.all(engines.map((engine) => migrate(engine)))
  expect(results.flatMap(({ applied }) => applied).sort()).toEqual(names)
  const { rows } = await engines[0].execute('select version from schema_migrations order by version')
  expect(rows.map((row) => row.version)).toEqual(all.map(({ version }) => version))
})

test('a start on a migrated database does nothing', async () => {
  expect(await migrate(engines[0])).toEqual({ applied: [] })
})

test('the database of a newer version is rejected, and the error names the remedy', async () => {
  const newer = {
    version: all.length + 1,
    name: '9999_of_tomorrow',
    checksum: 'x',
    text: 'create table of_tomorrow (id int);',
  }
  expect(await migrate(engines[0], [...all, newer])).toEqual({ applied: ['9999_of_tomorrow'] })
  await expect(migrate(engines[0])).rejects.toThrow(/newer version of StudioHub .*9999_of_tomorrow.*Start that version/)
  await engines[0].script(`drop table of_tomorrow; delete from schema_migrations where version = ${newer.version}`)
  expect(await migrate(engines[0])).toEqual({ applied: [] })
})

test('a migration that was edited after it ran is rejected by name', async () => {
  const edited = all.map((migration, index) => (index === 1 ? { ...migration, checksum: 'edited' } : migration))
  await expect(migrate(engines[0], edited)).rejects.toThrow(`Migration ${names[1]} was edited after it had run here.`)
})

test('a failed migration changes nothing and can be repeated after it is fixed', async () => {
  const broken = {
    version: all.length + 1,
    name: '9998_broken',
    checksum: 'b',
    text: 'create table half (id int); select 1 / 0;',
  }
  await expect(migrate(engines[0], [...all, broken])).rejects.toThrow(/9998_broken failed: division by zero/)
  const { rows } = await engines[0].execute("select to_regclass('half') as half")
  expect(rows).toEqual([{ half: null }])
  const fixed = { ...broken, text: 'create table half (id int);' }
  expect(await migrate(engines[0], [...all, fixed])).toEqual({ applied: ['9998_broken'] })
  await engines[0].script(`drop table half; delete from schema_migrations where version = ${broken.version}`)
})

test('migrations are numbered without a gap', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studiohub-migrations-'))
  for (const name of ['0001_a.sql', '0003_c.sql']) writeFileSync(join(folder, name), '')
  expect(() => readMigrations(folder)).toThrow('migration 0003_c.sql is out of order: number 2 was expected')
  rmSync(folder, { recursive: true })
})

describe('a database error', () => {
  const databaseError = (code: string, constraint?: string) =>
    Object.assign(new Error('Key (slug)=(alpha) already exists.'), { code, constraint, detail: 'Key (slug)=(alpha)' })

  test.each([
    ['studio_slug_unique', 'SLUG_TAKEN'],
    ['studio_slug_reserved', 'SLUG_RESERVED'],
    ['studio_slug_shape', 'VALIDATION_FAILED'],
    ['studio_domain_unique', 'DOMAIN_TAKEN'],
    ['user_role_unique', 'REQUEST_EXISTS'],
    ['idempotency_key_length', 'BAD_REQUEST'],
    ['booking_ends_after_start', 'INVALID_TIME_RANGE'],
    ['reservations_no_overlap', 'BOOKING_CONFLICT'],
    ['reservations_not_empty', 'INVALID_TIME_RANGE'],
  ])('by the constraint %s, which exists, becomes %s', async (constraint, code) => {
    const { rows } = await engines[0].execute('select 1 from pg_constraint where conname = $1', [constraint])
    expect(rows).toHaveLength(1)
    expect(sqlErrorToAppError(databaseError('23505', constraint))?.code).toBe(code)
  })

  test.each([
    ['42501', 'FORBIDDEN'],
    ['22021', 'BAD_REQUEST'],
    ['57014', 'UNAVAILABLE'],
    ['55P03', 'UNAVAILABLE'],
    ['53300', 'UNAVAILABLE'],
    ['57P01', 'UNAVAILABLE'],
    ['40001', 'UNAVAILABLE'],
    ['40P01', 'UNAVAILABLE'],
  ])('with the state %s becomes %s', (state, code) => {
    expect(sqlErrorToAppError(databaseError(state))?.code).toBe(code)
  })

  test('reaches the caller as our own sentence, without the data of the row', () => {
    const appError = sqlErrorToAppError(databaseError('23505', 'studio_slug_unique'))
    expect(appError?.message).toBe(errors.SLUG_TAKEN.message)
    expect(JSON.stringify(appError)).not.toContain('alpha')
  })

  test('with an unknown constraint or code is an internal error', () => {
    for (const error of [
      databaseError('23505', 'of_another'),
      databaseError('42703'),
      new Error('x'),
      'x',
      null,
      undefined,
    ]) {
      expect(sqlErrorToAppError(error)).toBeNull()
    }
  })
})

// Earlier entries contained names, numbers and notes.
test('existing audit entries keep their facts, and their texts move to a table where they can be erased', async () => {
  const old = await aServerEnvironment()
  const engine = await openEngine(readConfig(old.environment), createLog('silent'))
  const [member, former, booking] = ['a', 'b', 'c'].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`)
  const room = '{"id": "00000000-0000-4000-8000-00000000000d", "name": "Cleo\'\'s room", "kind": "room"}'
  const bookingJson = (client: string | undefined, notes: string) =>
    `{"id": "${booking}", "client_id": "${client}", "client_name": "Cleo Marsh", "booking_date": "2026-12-01",
      "start_time": "10:00", "status": "pending", "notes": ${notes}, "price_minor": 100, "resources": [${room}]}`
  const entry = (client: string | undefined) =>
    `('${client}', 'bookings.update', 'booking', '${booking}', '${bookingJson(client, 'null')}', '${bookingJson(client, '"Bring Cleo"')}')`
  try {
    await migrate(engine, all.slice(0, names.indexOf('0036_trail_of_facts')))
    await engine.script(`insert into auth.users (id, email, deleted_at, created_at, updated_at) values
        ('${member}', 'cleo@example.com', null, now(), now()), ('${former}', 'gone@example.com', now(), now(), now());
      insert into profiles (id, full_name) values ('${member}', 'Cleo Marsh'), ('${former}', 'Former member');
      insert into audit_log (actor_id, action, object_type, object_id, before, after) values ${entry(member)}, ${entry(former)},
        ('${member}', 'session.ended_one', 'session', 's', '{"device": "Cleo on Linux"}', null),
        ('${member}', 'resources.updateServices', 'studio', 's', '[{"name": "Cleo"}]', '[{"name": "Cleo"}]'),
        ('${member}', 'projects.get', 'call', '/api/v1/projects/Cleo%20Marsh', null, '{"code": "NOT_FOUND"}')`)
    await migrate(engine)
    const { rows } = await engine.execute('select before, after, object_id, texts_id from audit_log order by id')
    const texts = await engine.execute('select id, person_id, before, after from audit_texts')
    const facts = { ...JSON.parse(bookingJson(member, 'null')), resources: [{ ...JSON.parse(room), name: undefined }] }
    const { client_name: _, notes: __, ...before } = JSON.parse(JSON.stringify(facts))
    expect(rows[0]).toMatchObject({ before, after: { ...before, changed: ['notes'] } })
    expect(texts.rows).toEqual([
      {
        id: rows[0]?.texts_id,
        person_id: member,
        before: { notes: null, cancel_reason: null },
        after: { notes: 'Bring Cleo', cancel_reason: null },
      },
    ])
    expect(rows.slice(2)).toMatchObject([
      { before: {}, after: null },
      { before: null, after: null },
      { object_id: '/api/v1/*/*', after: { code: 'NOT_FOUND' } },
    ])
    expect(JSON.stringify(rows)).not.toContain('Cleo')
  } finally {
    await engine.close()
    await old.remove()
  }
})

test('a login that owns its database and may create roles migrates it, without being a superuser', async () => {
  const server = await startOwnPostgres()
  try {
    await selectRows(server.url, 'create role plain login createrole')
    const address = new URL(await anEmptyDatabase(server.url, 'plain'))
    await selectRows(server.url, 'alter database plain owner to plain')
    address.username = 'plain'
    const engine = await openServer(address.href)
    const { applied } = await migrate(engine).finally(() => engine.close())
    expect(applied).toEqual(names)
  } finally {
    await server.stop()
  }
})
