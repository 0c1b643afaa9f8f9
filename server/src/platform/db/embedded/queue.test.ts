import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Connection, openConnection } from './connection.ts'
import { Guard } from './guard.ts'
import { Queue } from './queue.ts'

const folder = mkdtempSync(join(tmpdir(), 'studiohub-queue-'))
const limits = { statement: 400, idle: 300 }
let connection: Connection
let queue: Queue
let guard: Guard
const events: string[] = []

beforeAll(async () => {
  connection = await openConnection(join(folder, 'pg'))
  await connection.client.query('create table kept (n integer); create role visitor')
  queue = new Queue(limits, 5_000)
  guard = new Guard(
    queue,
    () => openConnection(join(folder, 'pg')),
    ({ event }) => events.push(String(event)),
  )
  guard.adopt(connection)
})

afterAll(async () => {
  await queue.drain(1_000)
  await guard.close(true)
  rmSync(folder, { recursive: true })
})

const ask = async (text: string) => {
  const lease = await queue.acquire()
  try {
    return (await lease.query(text)).rows
  } finally {
    lease.release()
  }
}

test('who asks first is served first, however long each one takes', async () => {
  const served: number[] = []
  const asker = async (n: number) => {
    const lease = await queue.acquire()
    served.push(n)
    await lease.query('select pg_sleep($1)', [n % 3 === 0 ? 0.02 : 0])
    lease.release()
  }
  await Promise.all(Array.from({ length: 30 }, (_, n) => asker(n)))
  expect(served).toEqual(Array.from({ length: 30 }, (_, n) => n))
})

test('a transaction that was given back unfinished is rolled back before the next one begins', async () => {
  const lease = await queue.acquire()
  await lease.query('begin')
  await lease.query('insert into kept values (1)')
  lease.release()
  expect(await ask('select * from kept')).toEqual([])
})

test('so is one given back while its statement still ran, or in which a statement failed', async () => {
  const hasty = await queue.acquire()
  await hasty.query('begin')
  const under_way = hasty.query('insert into kept select 2 from pg_sleep(0.1)')
  hasty.release()
  const failed = await queue.acquire()
  await failed.query('begin')
  await failed.query('insert into kept values (3)')
  await expect(failed.query('select 1/0')).rejects.toMatchObject({ code: '22012' })
  failed.release()
  expect(await ask('select * from kept')).toEqual([])
  await under_way
})

test('a role and settings of the session do not reach the next one', async () => {
  const lease = await queue.acquire()
  await lease.query("set role visitor; set app.user_id = 'somebody'; set timezone = 'Asia/Tokyo'")
  lease.release()
  const after = `select current_user::text as who, current_setting('app.user_id', true) as person, current_setting('timezone') as zone`
  expect(await ask(after)).toEqual([{ who: 'postgres', person: '', zone: 'UTC' }])
})

test('a lease answers nothing after it was given back, and giving it back twice harms nobody', async () => {
  const lease = await queue.acquire()
  lease.release()
  const next = await queue.acquire()
  lease.release()
  await expect(lease.query('select 1')).rejects.toThrow('already given back')
  expect((await next.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  next.release()
})

test('a holder that does nothing for too long loses its transaction, and those who wait go on', async () => {
  const lease = await queue.acquire()
  await lease.query('begin')
  await lease.query('insert into kept values (4)')
  expect(await ask('select * from kept')).toEqual([])
  await expect(lease.query('commit')).rejects.toMatchObject({ code: '25P03' })
  lease.release()
  expect(events).toEqual([])
})

test('who waits too long is told that the database is busy', async () => {
  const short = new Queue(limits, 100)
  await expect(short.acquire()).rejects.toMatchObject({ code: 'DATABASE_BUSY' })
  expect(short.idle).toBe(true)
})

test('a busy main thread is not taken for a statement that runs too long', async () => {
  const lease = await queue.acquire()
  const answer = lease.query('select 1 as one')
  await wait(1)
  const until = performance.now() + limits.statement + 200
  while (performance.now() < until);
  expect((await answer).rows).toEqual([{ one: 1 }])
  lease.release()
})

test('when the thread dies its holder is told, what was committed is kept, and those who wait go on', async () => {
  await ask('insert into kept values (5)')
  const lease = await queue.acquire()
  await lease.query('begin')
  await lease.query('insert into kept values (6)')
  const under_way = lease.query('select pg_sleep(0.3)').catch((error: unknown) => error)
  const waiting = ask('select n from kept')
  await connection.terminate()
  expect(await under_way).toMatchObject({ code: 'DATABASE_RESTARTED' })
  await expect(lease.query('commit')).rejects.toMatchObject({ code: 'DATABASE_RESTARTED' })
  lease.release()
  expect(await waiting).toEqual([{ n: 5 }])
  expect(events).toEqual(['database.lost', 'database.reopened'])
})

test('three threads ended one after the other under load lose nothing that was acknowledged', async () => {
  const acknowledged: number[] = []
  let stop = false
  const writer = async (start: number) => {
    for (let n = start; !stop; n += 4) {
      const written = await ask(`insert into kept values (${1_000 + n}) returning n`).catch(() => null)
      if (written) acknowledged.push(1_000 + n)
    }
  }
  const writers = [0, 1, 2, 3].map(writer)
  for (let kills = 0; kills < 3; kills += 1) {
    await wait(200)
    const statement = ask('select pg_sleep(10)').catch((error: unknown) => error)
    expect(await statement).toMatchObject({ code: '57014' })
  }
  stop = true
  await Promise.all(writers)
  const kept = new Set((await ask('select n from kept')).map(({ n }) => n))
  expect(acknowledged.filter((n) => !kept.has(n))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(20)
})
