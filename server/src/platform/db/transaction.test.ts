import { aDatabase, type TestDatabase } from '@studiohub/testing/database.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sqlErrorToAppError } from './sql-errors.ts'
import { onCommit, type Tx, transaction } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await aDatabase()
  await database.engine.script(`
    create table transaction_trial (id integer primary key);
    insert into transaction_trial values (1), (2);
    grant all on transaction_trial to public`)
})
afterAll(() => database.close())

const listIds = async () =>
  (await database.engine.execute('select id from transaction_trial order by id')).rows.map(({ id }) => id)

const insertRow = (tx: Tx, id: number) => sql`insert into public.transaction_trial values (${id})`.execute(tx)

test('a transaction runs its work once, commits it, and then runs what waited for the commit', async () => {
  const effect = vi.fn()
  const work = vi.fn(async (tx: Tx) => {
    onCommit(tx, effect)
    await insertRow(tx, 3)
    expect(effect).not.toHaveBeenCalled()
    return 'done'
  })
  expect(await transaction(work)).toBe('done')
  expect([work, effect].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  expect(await listIds()).toEqual([1, 2, 3])
})

test.each([
  ['a conflict of serialization', '40001', 'UNAVAILABLE'],
  ['a deadlock', '40P01', 'UNAVAILABLE'],
  ['a lost lock', '55P03', 'UNAVAILABLE'],
])('work that fails by %s is not repeated, and nothing of it remains', async (_reason, state, code) => {
  const before = await listIds()
  const effect = vi.fn()
  const work = vi.fn(async (tx: Tx) => {
    onCommit(tx, effect)
    await insertRow(tx, 4)
    await sql`do ${sql.lit(`begin raise exception using errcode = '${state}', message = 'trial'; end`)}`.execute(tx)
  })
  const error: unknown = await transaction(work).catch((thrown: unknown) => thrown)
  expect(sqlErrorToAppError(error)?.code).toBe(code)
  expect([work, effect].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  expect(await listIds()).toEqual(before)
})

test('of two transactions in a real deadlock one fails, and neither runs twice', async () => {
  const bothHoldARow = Promise.withResolvers<void>()
  let holders = 0
  const lockBoth = (first: number, second: number) =>
    vi.fn(async (tx: Tx) => {
      const lock = (id: number) => sql`select from public.transaction_trial where id = ${id} for update`.execute(tx)
      await lock(first)
      holders += 1
      if (holders === 2) bothHoldARow.resolve()
      await bothHoldARow.promise
      await lock(second)
    })
  const works = [lockBoth(1, 2), lockBoth(2, 1)]
  const results = await Promise.allSettled(works.map((work) => transaction(work)))
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [sqlErrorToAppError(result.reason)] : []))
  expect(errors.map((error) => error?.code)).toEqual(['UNAVAILABLE'])
  expect(works.map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})
