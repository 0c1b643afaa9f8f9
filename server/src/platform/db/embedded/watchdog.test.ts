import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedEngine, openEmbedded } from './open.ts'

const directory = mkdtempSync(join(tmpdir(), 'studiohub-watchdog-'))
let engine: EmbeddedEngine

beforeAll(async () => {
  engine = await openEmbedded({ directory, statementTimeout: 500, snapshotInterval: 0 })
  await engine.script('create table kept (n integer)')
})

afterAll(async () => {
  await engine.close()
  rmSync(directory, { recursive: true })
})

test('a statement that never ends is ended long before it would be done and costs nobody an acknowledged write', async () => {
  const heard: string[] = []
  let returns = 0
  await engine.listen('kept', (payload) => heard.push(payload))
  engine.onReconnect(() => {
    returns += 1
  })
  await engine.execute('insert into kept values (1)')
  const from = performance.now()
  const stuck = engine.execute('select pg_sleep(60)').catch((error: unknown) => error)
  const waiting = engine.execute('select n from kept')
  expect(await stuck).toMatchObject({ code: '57014' })
  expect((await waiting).rows).toEqual([{ n: 1 }])
  expect(performance.now() - from).toBeLessThan(40_000)
  expect(returns).toBe(1)
  await engine.execute("select pg_notify('kept', 'still heard')")
  await expect.poll(() => heard, { timeout: 60_000 }).toEqual(['still heard'])
})

test('a transaction whose statement was ended fails as a whole', async () => {
  const kysely = new Kysely({ dialect: engine.dialect })
  const work = kysely.transaction().execute(async (tx) => {
    await sql`insert into kept values (2)`.execute(tx)
    await sql`select pg_sleep(60)`.execute(tx)
  })
  await expect(work).rejects.toMatchObject({ code: '57014' })
  expect((await engine.execute('select n from kept')).rows).toEqual([{ n: 1 }])
})

test('a closed engine answers what it was asked before and nothing more', async () => {
  const last = engine.execute('select 1 as one')
  await Promise.all([engine.close(), engine.close()])
  expect((await last).rows).toEqual([{ one: 1 }])
  await expect(engine.execute('select 1')).rejects.toMatchObject({ code: '57P01' })
  expect(await engine.health()).toMatchObject({ ok: false })
})
