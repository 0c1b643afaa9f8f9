import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { aDatabase, type TestDatabase } from '@studiohub/testing/database.ts'
import { statementsOf } from '@studiohub/testing/replay.ts'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { asActor, asAuth, asSystem } from '../db/actor.ts'
import type { Tx } from '../db/transaction.ts'
import { systemClock } from '../process/clock.ts'
import { createLog } from '../process/log.ts'
import { defineJob, type EnqueueOptions, enqueue, PermanentJobError, retryJob } from './jobs.ts'
import { type RunningJobs, startJobs } from './start.ts'

let database: TestDatabase
let running: RunningJobs
const done: { note: string; job_id: string }[] = []
const visitor = { session_id: null, request_id: 'test' }
const settings = { log: createLog('silent'), clock: systemClock, pollSeconds: 0.5, superviseSeconds: 1 }

const Note = z.object({ note: z.string() })
const write = defineJob('test.write', {
  payload: Note,
  run: async ({ note }, { job_id }) => done.push({ note, job_id }),
})
const stumble = defineJob('test.stumble', {
  payload: Note,
  retry: { limit: 3, delaySeconds: 1, longestSeconds: 1 },
  async run({ note }, { job_id }) {
    done.push({ note, job_id })
    if (done.filter((entry) => entry.note === note).length < 2) throw new Error(`stumbled over ${note}`)
  },
})
const hopeless = defineJob('test.hopeless', {
  payload: Note,
  async run({ note }, { job_id }) {
    done.push({ note, job_id })
    throw new PermanentJobError('there is no hope', { cause: new Error('none at all') })
  },
})
const doomed = defineJob('test.doomed', {
  payload: Note,
  retry: { limit: 1, delaySeconds: 1, longestSeconds: 1 },
  run: async () => Promise.reject(new Error('not this time')),
})
const abandoned = defineJob('test.abandoned', {
  payload: Note,
  retry: { limit: 3, delaySeconds: 1, longestSeconds: 1 },
  expireSeconds: 1,
  run: async ({ note }, { job_id }) => done.push({ note, job_id }),
})
const jobs = [write, stumble, hopeless, doomed]
const doneWith = (note: string) => done.filter((entry) => entry.note === note)

beforeAll(async () => {
  database = await aDatabase()
  running = await startJobs(database.engine, jobs, settings)
})
afterAll(async () => {
  await running.stop()
  await database.close()
})

/** @returns the id of a job that is written at once */
async function written(job: typeof write, payload: z.input<typeof Note>, options: EnqueueOptions = {}) {
  const id = await asSystem((tx) => enqueue(tx, job, payload, options))
  if (id === null) throw new Error('nothing was written')
  return id
}
const rowsOf = async (id: string | null) =>
  (await database.engine.execute('select state, output::text as output from pgboss.job where id = $1', [id])).rows

test('a job runs after its transaction commits, from any process', async () => {
  await asActor(visitor, (tx) => enqueue(tx, write, { note: 'by a visitor' }))
  await asSystem((tx) => enqueue(tx, write, { note: 'by a job' }))
  await asAuth((tx) => enqueue(tx, write, { note: 'by the authentication service' }))
  await vi.waitFor(
    () => {
      for (const who of ['a visitor', 'a job', 'the authentication service'])
        expect(doneWith(`by ${who}`)).toHaveLength(1)
    },
    { timeout: 60_000 },
  )
})

test('a commit wakes the worker, which empties its queue without polling', async () => {
  const sleepy = defineJob('test.sleepy', { payload: Note, run: write.handle })
  const workers = await startJobs(database.engine, [sleepy], { ...settings, pollSeconds: 60 })
  const notes = Array.from({ length: 5 }, (_, index) => `sleepy ${index}`)
  await asSystem(async (tx) => {
    for (const note of notes) await enqueue(tx, sleepy, { note })
  })
  await vi.waitFor(() => expect(notes.flatMap(doneWith)).toHaveLength(5), { timeout: 60_000 })
  await workers.stop()
})

test('a rollback removes the job', async () => {
  let id: string | null = null
  const attempt = asSystem(async (tx) => {
    id = await enqueue(tx, write, { note: 'rolled back' })
    throw new Error('changed my mind')
  })
  await expect(attempt).rejects.toThrow('changed my mind')
  expect(id).not.toBeNull()
  expect(await rowsOf(id)).toEqual([])
  expect(doneWith('rolled back')).toEqual([])
})

test('a failed job runs again under the same id', async () => {
  const id = await asSystem((tx) => enqueue(tx, stumble, { note: 'stone' }))
  await vi.waitFor(() => expect(doneWith('stone')).toHaveLength(2), { timeout: 60_000 })
  expect(doneWith('stone').map((entry) => entry.job_id)).toEqual([id, id])
  await vi.waitFor(async () => expect(await rowsOf(id)).toMatchObject([{ state: 'completed' }]), { timeout: 60_000 })
})

test('a job that gives up is not retried and stores its error', async () => {
  const id = await asSystem((tx) => enqueue(tx, hopeless, { note: 'lost' }))
  await vi.waitFor(async () => expect(await rowsOf(id)).toMatchObject([{ state: 'failed' }]), { timeout: 60_000 })
  expect((await rowsOf(id))[0]?.output).toContain('there is no hope')
  expect(doneWith('lost')).toHaveLength(1)
})

test('a job without attempts left has its last error', async () => {
  const id = await asSystem((tx) => enqueue(tx, doomed, { note: 'x' }))
  await vi.waitFor(async () => expect(await rowsOf(id)).toMatchObject([{ state: 'failed' }]), { timeout: 60_000 })
  expect((await rowsOf(id))[0]?.output).toContain('not this time')
})

test('a job whose worker died is run by another one', async () => {
  const first = await startJobs(database.engine, [abandoned], settings)
  await first.stop()
  const id = await asSystem((tx) => enqueue(tx, abandoned, { note: 'orphan' }))
  const { engine } = database
  const dying = new PgBoss({
    db: { executeSql: (text, values) => engine.execute(text, values) },
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await dying.start()
  expect(await dying.fetch(abandoned.name)).toHaveLength(1)
  await dying.stop({ graceful: false })
  expect(await rowsOf(id)).toMatchObject([{ state: 'active' }])
  const second = await startJobs(engine, [abandoned], settings)
  await vi.waitFor(() => expect(doneWith('orphan')).toEqual([{ note: 'orphan', job_id: id }]), { timeout: 60_000 })
  await second.stop()
})

test('an invalid payload is rejected when it is queued and when it is run', async () => {
  const wrong = JSON.parse('{"note": 7}')
  await expect(asSystem((tx) => enqueue(tx, write, wrong))).rejects.toThrow('note')
  const { rows } = await database.engine.execute(
    `insert into pgboss.job (name, data, retry_limit) values ('test.hopeless', '{"note": 7}', 0) returning id`,
  )
  const id = String(rows[0]?.id)
  await vi.waitFor(async () => expect(await rowsOf(id)).toMatchObject([{ state: 'failed' }]), { timeout: 60_000 })
  expect((await rowsOf(id))[0]?.output).toContain('expected string')
})

test('a job with a key is stored once while it waits', async () => {
  const later = { startAfter: new Date(Date.now() + 3_600_000), onceFor: { key: 'k', seconds: 3_600 } }
  expect(await asSystem((tx) => enqueue(tx, write, { note: 'later' }, later))).not.toBeNull()
  expect(await asSystem((tx) => enqueue(tx, write, { note: 'later' }, later))).toBeNull()
})

test('a job that was not registered at start cannot be queued', async () => {
  const unknown = defineJob('test.unknown', { payload: Note, run: write.handle })
  await expect(asSystem((tx) => enqueue(tx, unknown, { note: 'x' }))).rejects.toThrow('test.unknown')
})

test('a job costs its transaction one statement, and no other connection', async () => {
  const { engine } = database
  const unreachable = () => Promise.reject(new Error('no other connection is free'))
  let execute: typeof engine.execute = (...given) => engine.execute(...given)
  const workers = await startJobs({ ...engine, execute: (...given) => execute(...given) }, jobs, settings)
  const later = { startAfter: new Date(Date.now() + 3_600_000) }
  const statements = await statementsOf('a mark', () =>
    asSystem(async (tx) => {
      await sql`select ${'a mark'}::text`.execute(tx)
      execute = unreachable
      for (const job of jobs) await enqueue(tx, job, { note: 'tomorrow' }, later)
    }),
  )
  execute = engine.execute
  await workers.stop()
  const firstWords = statements.map(({ text }) => text.trim().split(/\s/)[0])
  const mark = statements.findIndex(({ values }) => values.includes('a mark'))
  expect(firstWords.slice(mark + 1)).toEqual([...jobs.map(() => 'INSERT'), 'commit'])
})

test('the database roles can add jobs but not read them', async () => {
  const rejection = { code: '42501' }
  const asVisitor: typeof asSystem = (work) => asActor(visitor, work)
  const { rows } = await database.engine.execute(
    `select relid::regclass::text as name from pg_partition_tree('pgboss.job')`,
  )
  const tables = rows.map(({ name }) => sql.raw(String(name)))
  expect(tables.length).toBeGreaterThan(1)
  for (const door of [asSystem, asAuth, asVisitor]) {
    expect(await door((tx) => enqueue(tx, write, { note: 'control' }))).not.toBeNull()
    for (const table of tables) {
      await expect(door((tx) => sql`select data from ${table}`.execute(tx))).rejects.toMatchObject(rejection)
      const rewrite = door((tx) => sql`update ${table} set data = '{}'`.execute(tx))
      await expect(rewrite).rejects.toMatchObject(rejection)
      const restate = door((tx) => sql`update ${table} set state = 'retry'`.execute(tx))
      await expect(restate).rejects.toMatchObject(rejection)
      await expect(door((tx) => sql`delete from ${table}`.execute(tx))).rejects.toMatchObject(rejection)
    }
    await expect(door((tx) => sql`insert into pgboss.queue (name) values ('x')`.execute(tx))).rejects.toMatchObject(
      rejection,
    )
  }
})

test('a process without a queue rejects new jobs with an error', async () => {
  await running.stop()
  await expect(asSystem((tx) => enqueue(tx, write, { note: 'x' }))).rejects.toThrow(
    'no job queue is open in this process: test.write cannot be written',
  )
  running = await startJobs(database.engine, jobs, settings)
  expect(await asSystem((tx) => enqueue(tx, write, { note: 'again' }))).not.toBeNull()
})

test('a failed job can be retried with the rights of jobs only, and a successful one is not changed (decision 0047)', async () => {
  const id = await written(hopeless, { note: 'twice lost' })
  const ended = () =>
    vi.waitFor(async () => expect(await rowsOf(id)).toMatchObject([{ state: 'failed' }]), { timeout: 60_000 })
  await ended()
  const rejection = { code: '42501' }
  for (const door of [asAuth, (work: (tx: Tx) => Promise<unknown>) => asActor(visitor, work)])
    await expect(door((tx) => retryJob(tx, id))).rejects.toMatchObject(rejection)
  expect(await asSystem((tx) => retryJob(tx, id))).toBe('failed')
  await vi.waitFor(() => expect(doneWith('twice lost')).toHaveLength(2), { timeout: 60_000 })
  await ended()
  const waiting = await written(write, { note: 'tomorrow' }, { startAfter: new Date(Date.now() + 3_600_000) })
  expect(await asSystem((tx) => retryJob(tx, waiting))).toBe('busy')
  expect(await rowsOf(waiting)).toMatchObject([{ state: 'created' }])
  expect(await asSystem((tx) => retryJob(tx, randomUUID()))).toBe('gone')
})

test('a periodic job has a schedule, and loses it without its `every`', async () => {
  const planned = async () =>
    (await database.engine.execute(`select cron from pgboss.schedule where name = 'test.tidy'`)).rows
  const tidy = (every: 'hour' | null) =>
    defineJob('test.tidy', { payload: z.object({}), ...(every && { every }), run: async () => {} })
  await (await startJobs(database.engine, [tidy('hour')], settings)).stop()
  expect(await planned()).toEqual([{ cron: '0 * * * *' }])
  await (await startJobs(database.engine, [tidy(null)], settings)).stop()
  expect(await planned()).toEqual([])
  expect(() => defineJob('test.never', { payload: Note, every: 'day', run: write.handle })).toThrow('note')
})

test('stopping waits for running jobs, up to the given time', async () => {
  const steps: string[] = []
  const slow = defineJob('test.slow', {
    payload: z.object({ ms: z.number() }),
    async run({ ms }, { signal }) {
      steps.push(`began ${ms}`)
      await wait(ms, undefined, { signal }).catch(() => {})
      steps.push(`${signal.aborted ? 'abandoned' : 'ended'} ${ms}`)
    },
  })
  const begin = async (ms: number) => {
    const workers = await startJobs(database.engine, [slow], settings)
    await asSystem((tx) => enqueue(tx, slow, { ms }))
    await vi.waitFor(() => expect(steps).toContain(`began ${ms}`), { timeout: 60_000 })
    return workers
  }
  await (await begin(400)).stop()
  expect(steps).toEqual(['began 400', 'ended 400'])
  const stuck = await begin(30_000)
  const from = Date.now()
  await stuck.stop(200)
  expect(Date.now() - from).toBeLessThan(20_000)
  await vi.waitFor(() => expect(steps.at(-1)).toBe('abandoned 30000'), { timeout: 60_000 })
})

test('of one group a process runs one job at once, and a slow one does not delay other groups', async () => {
  const calls: string[] = []
  const call = defineJob('test.call', {
    payload: z.object({ to: z.string(), ms: z.int() }),
    atOnce: 3,
    async run({ to, ms }) {
      calls.push(`${to} begins`)
      await wait(ms)
      calls.push(`${to} ends`)
    },
  })
  const workers = await startJobs(database.engine, [call], settings)
  await asSystem(async (tx) => {
    for (const _ of [1, 2]) await enqueue(tx, call, { to: 'slow', ms: 1_500 }, { group: 'slow' })
    for (const to of ['other', 'third']) await enqueue(tx, call, { to, ms: 0 }, { group: to })
  })
  await vi.waitFor(() => expect(calls).toHaveLength(8), { timeout: 60_000, interval: 20 })
  const ofSlow = calls.filter((entry) => entry.startsWith('slow'))
  expect(ofSlow).toEqual(['slow begins', 'slow ends', 'slow begins', 'slow ends'])
  for (const to of ['other', 'third']) expect(calls.indexOf(`${to} ends`)).toBeLessThan(calls.lastIndexOf('slow ends'))
  await workers.stop()
})
