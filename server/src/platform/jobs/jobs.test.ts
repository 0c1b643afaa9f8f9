import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { aDatabase, type TestDatabase } from '@studiohub/testing/database.ts'
import { recordTransaction } from '@studiohub/testing/replay.ts'
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
const runs: { note: string; job_id: string; is_last_attempt?: boolean | undefined }[] = []
const visitor = { session_id: null, request_id: 'test' }
const settings = { log: createLog('silent'), clock: systemClock, pollSeconds: 0.5, superviseSeconds: 1 }

const Note = z.object({ note: z.string() })
const writeJob = defineJob('test.write', {
  payload: Note,
  run: async ({ note }, { job_id }) => runs.push({ note, job_id }),
})
const failsOnceJob = defineJob('test.stumble', {
  payload: Note,
  retry: { limit: 3, delaySeconds: 1, longestSeconds: 1 },
  async run({ note }, { job_id }) {
    runs.push({ note, job_id })
    if (runsWith(note).length < 2) throw new Error(`stumbled over ${note}`)
  },
})
const permanentErrorJob = defineJob('test.hopeless', {
  payload: Note,
  async run({ note }, { job_id }) {
    runs.push({ note, job_id })
    throw new PermanentJobError('there is no hope', { cause: new Error('none at all') })
  },
})
const alwaysFailsJob = defineJob('test.doomed', {
  payload: Note,
  retry: { limit: 1, delaySeconds: 1, longestSeconds: 1 },
  async run({ note }, { job_id, is_last_attempt }) {
    runs.push({ note, job_id, is_last_attempt })
    throw new Error('not this time')
  },
})
const expiringJob = defineJob('test.abandoned', {
  payload: Note,
  retry: { limit: 3, delaySeconds: 1, longestSeconds: 1 },
  expireSeconds: 1,
  run: async ({ note }, { job_id }) => runs.push({ note, job_id }),
})
const jobs = [writeJob, failsOnceJob, permanentErrorJob, alwaysFailsJob]
const runsWith = (note: string) => runs.filter((entry) => entry.note === note)

beforeAll(async () => {
  database = await aDatabase()
  running = await startJobs(database.engine, jobs, settings)
})
afterAll(async () => {
  await running.stop()
  await database.close()
})

/** Adds a job. @returns its id */
async function addJob(job: typeof writeJob, payload: z.input<typeof Note>, options: EnqueueOptions = {}) {
  const id = await asSystem((tx) => enqueue(tx, job, payload, options))
  if (id === null) throw new Error('no job was added')
  return id
}
const rowsOf = async (id: string | null) =>
  (await database.engine.execute('select state, output::text as output from pgboss.job where id = $1', [id])).rows

test('a job runs after the transaction of a visitor, a job or the sign-in service commits', async () => {
  await asActor(visitor, (tx) => enqueue(tx, writeJob, { note: 'by a visitor' }))
  await asSystem((tx) => enqueue(tx, writeJob, { note: 'by a job' }))
  await asAuth((tx) => enqueue(tx, writeJob, { note: 'by the authentication service' }))
  await vi.waitFor(
    () => {
      for (const author of ['a visitor', 'a job', 'the authentication service'])
        expect(runsWith(`by ${author}`)).toHaveLength(1)
    },
    { timeout: 60_000 },
  )
})

test('a commit wakes the worker, which runs all new jobs without waiting for the next poll', async () => {
  const wokenJob = defineJob('test.sleepy', { payload: Note, run: writeJob.handle })
  const workers = await startJobs(database.engine, [wokenJob], { ...settings, pollSeconds: 60 })
  const notes = Array.from({ length: 5 }, (_, index) => `sleepy ${index}`)
  await asSystem(async (tx) => {
    for (const note of notes) await enqueue(tx, wokenJob, { note })
  })
  await vi.waitFor(() => expect(notes.flatMap(runsWith)).toHaveLength(5), { timeout: 60_000 })
  await workers.stop()
})

test('a rollback removes the job', async () => {
  let id: string | null = null
  const attempt = asSystem(async (tx) => {
    id = await enqueue(tx, writeJob, { note: 'rolled back' })
    throw new Error('changed my mind')
  })
  await expect(attempt).rejects.toThrow('changed my mind')
  expect(id).not.toBeNull()
  expect(await rowsOf(id)).toEqual([])
  expect(runsWith('rolled back')).toEqual([])
})

test('a failed job runs again under the same id', async () => {
  const id = await asSystem((tx) => enqueue(tx, failsOnceJob, { note: 'stone' }))
  await vi.waitFor(() => expect(runsWith('stone')).toHaveLength(2), { timeout: 60_000 })
  expect(runsWith('stone').map((entry) => entry.job_id)).toEqual([id, id])
  await vi.waitFor(async () => expect(await rowsOf(id)).toMatchObject([{ state: 'completed' }]), { timeout: 60_000 })
})

test('a job with a permanent error is not retried and stores its error', async () => {
  const id = await asSystem((tx) => enqueue(tx, permanentErrorJob, { note: 'lost' }))
  await vi.waitFor(async () => expect(await rowsOf(id)).toMatchObject([{ state: 'failed' }]), { timeout: 60_000 })
  expect((await rowsOf(id))[0]?.output).toContain('there is no hope')
  expect(runsWith('lost')).toHaveLength(1)
})

test('a job learns of its last attempt, and stores its last error', async () => {
  const id = await asSystem((tx) => enqueue(tx, alwaysFailsJob, { note: 'doomed' }))
  await vi.waitFor(async () => expect(await rowsOf(id)).toMatchObject([{ state: 'failed' }]), { timeout: 60_000 })
  expect((await rowsOf(id))[0]?.output).toContain('not this time')
  expect(runsWith('doomed').map(({ is_last_attempt }) => is_last_attempt)).toEqual([false, true])
})

test('another worker runs the job of a worker that crashed', async () => {
  const first = await startJobs(database.engine, [expiringJob], settings)
  await first.stop()
  const id = await asSystem((tx) => enqueue(tx, expiringJob, { note: 'orphan' }))
  const { engine } = database
  const crashingWorker = new PgBoss({
    db: { executeSql: (text, values) => engine.execute(text, values) },
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await crashingWorker.start()
  expect(await crashingWorker.fetch(expiringJob.name)).toHaveLength(1)
  await crashingWorker.stop({ graceful: false })
  expect(await rowsOf(id)).toMatchObject([{ state: 'active' }])
  const second = await startJobs(engine, [expiringJob], settings)
  await vi.waitFor(() => expect(runsWith('orphan')).toEqual([{ note: 'orphan', job_id: id }]), { timeout: 60_000 })
  await second.stop()
})

test('an invalid payload is rejected when the job is queued and when it runs', async () => {
  const invalidPayload = JSON.parse('{"note": 7}')
  await expect(asSystem((tx) => enqueue(tx, writeJob, invalidPayload))).rejects.toThrow('note')
  const { rows } = await database.engine.execute(
    `insert into pgboss.job (name, data, retry_limit) values ('test.hopeless', '{"note": 7}', 0) returning id`,
  )
  const id = String(rows[0]?.id)
  await vi.waitFor(async () => expect(await rowsOf(id)).toMatchObject([{ state: 'failed' }]), { timeout: 60_000 })
  expect((await rowsOf(id))[0]?.output).toContain('expected string')
})

test('a job with a key is not stored again while it waits', async () => {
  const onceInAnHour = { startAfter: new Date(Date.now() + 3_600_000), onceFor: { key: 'k', seconds: 3_600 } }
  expect(await asSystem((tx) => enqueue(tx, writeJob, { note: 'later' }, onceInAnHour))).not.toBeNull()
  expect(await asSystem((tx) => enqueue(tx, writeJob, { note: 'later' }, onceInAnHour))).toBeNull()
})

test('a job that was not registered at start cannot be queued', async () => {
  const unregisteredJob = defineJob('test.unknown', { payload: Note, run: writeJob.handle })
  await expect(asSystem((tx) => enqueue(tx, unregisteredJob, { note: 'x' }))).rejects.toThrow('test.unknown')
})

test('queuing a job takes one statement of its transaction and no other connection', async () => {
  const { engine } = database
  const rejectStatement = () => Promise.reject(new Error('no other connection is free'))
  let execute: typeof engine.execute = (...args) => engine.execute(...args)
  const workers = await startJobs({ ...engine, execute: (...args) => execute(...args) }, jobs, settings)
  const inAnHour = { startAfter: new Date(Date.now() + 3_600_000) }
  const statements = await recordTransaction('a mark', () =>
    asSystem(async (tx) => {
      await sql`select ${'a mark'}::text`.execute(tx)
      execute = rejectStatement
      for (const job of jobs) await enqueue(tx, job, { note: 'tomorrow' }, inAnHour)
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
    expect(await door((tx) => enqueue(tx, writeJob, { note: 'control' }))).not.toBeNull()
    for (const table of tables) {
      await expect(door((tx) => sql`select data from ${table}`.execute(tx))).rejects.toMatchObject(rejection)
      const changeData = door((tx) => sql`update ${table} set data = '{}'`.execute(tx))
      await expect(changeData).rejects.toMatchObject(rejection)
      const changeState = door((tx) => sql`update ${table} set state = 'retry'`.execute(tx))
      await expect(changeState).rejects.toMatchObject(rejection)
      await expect(door((tx) => sql`delete from ${table}`.execute(tx))).rejects.toMatchObject(rejection)
    }
    await expect(door((tx) => sql`insert into pgboss.queue (name) values ('x')`.execute(tx))).rejects.toMatchObject(
      rejection,
    )
  }
})

test('a process without a queue rejects new jobs with an error', async () => {
  await running.stop()
  await expect(asSystem((tx) => enqueue(tx, writeJob, { note: 'x' }))).rejects.toThrow(
    'no job queue is open in this process: test.write cannot be written',
  )
  running = await startJobs(database.engine, jobs, settings)
  expect(await asSystem((tx) => enqueue(tx, writeJob, { note: 'again' }))).not.toBeNull()
})

test('only the system role can retry a failed job, and a waiting job is not changed (decision 0047)', async () => {
  const id = await addJob(permanentErrorJob, { note: 'twice lost' })
  const untilFailed = () =>
    vi.waitFor(async () => expect(await rowsOf(id)).toMatchObject([{ state: 'failed' }]), { timeout: 60_000 })
  await untilFailed()
  const rejection = { code: '42501' }
  for (const door of [asAuth, (work: (tx: Tx) => Promise<unknown>) => asActor(visitor, work)])
    await expect(door((tx) => retryJob(tx, id))).rejects.toMatchObject(rejection)
  expect(await asSystem((tx) => retryJob(tx, id))).toBe('restarted')
  await vi.waitFor(() => expect(runsWith('twice lost')).toHaveLength(2), { timeout: 60_000 })
  await untilFailed()
  const waiting = await addJob(writeJob, { note: 'tomorrow' }, { startAfter: new Date(Date.now() + 3_600_000) })
  expect(await asSystem((tx) => retryJob(tx, waiting))).toBe('busy')
  expect(await rowsOf(waiting)).toMatchObject([{ state: 'created' }])
  expect(await asSystem((tx) => retryJob(tx, randomUUID()))).toBe('gone')
})

test('a periodic job has a schedule, which is deleted when the job no longer has `every`', async () => {
  const readSchedule = async () =>
    (await database.engine.execute(`select cron from pgboss.schedule where name = 'test.tidy'`)).rows
  const defineTidyJob = (every: 'hour' | null) =>
    defineJob('test.tidy', { payload: z.object({}), ...(every && { every }), run: async () => {} })
  await (await startJobs(database.engine, [defineTidyJob('hour')], settings)).stop()
  expect(await readSchedule()).toEqual([{ cron: '0 * * * *' }])
  await (await startJobs(database.engine, [defineTidyJob(null)], settings)).stop()
  expect(await readSchedule()).toEqual([])
  expect(() => defineJob('test.never', { payload: Note, every: 'day', run: writeJob.handle })).toThrow('note')
})

test('stopping waits for running jobs, but no longer than its argument says', async () => {
  const steps: string[] = []
  const slow = defineJob('test.slow', {
    payload: z.object({ ms: z.number() }),
    async run({ ms }, { signal }) {
      steps.push(`began ${ms}`)
      await wait(ms, undefined, { signal }).catch(() => {})
      steps.push(`${signal.aborted ? 'abandoned' : 'ended'} ${ms}`)
    },
  })
  const startSlowJob = async (ms: number) => {
    const workers = await startJobs(database.engine, [slow], settings)
    await asSystem((tx) => enqueue(tx, slow, { ms }))
    await vi.waitFor(() => expect(steps).toContain(`began ${ms}`), { timeout: 60_000 })
    return workers
  }
  await (await startSlowJob(400)).stop()
  expect(steps).toEqual(['began 400', 'ended 400'])
  const stuckWorkers = await startSlowJob(30_000)
  const stopCalledAt = Date.now()
  await stuckWorkers.stop(200)
  expect(Date.now() - stopCalledAt).toBeLessThan(20_000)
  await vi.waitFor(() => expect(steps.at(-1)).toBe('abandoned 30000'), { timeout: 60_000 })
})

test('a process runs one job of a group at a time, and a slow group does not delay others', async () => {
  const calls: string[] = []
  const call = defineJob('test.call', {
    payload: z.object({ to: z.string(), ms: z.int() }),
    concurrency: 3,
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
  const callsToSlow = calls.filter((entry) => entry.startsWith('slow'))
  expect(callsToSlow).toEqual(['slow begins', 'slow ends', 'slow begins', 'slow ends'])
  for (const to of ['other', 'third']) expect(calls.indexOf(`${to} ends`)).toBeLessThan(calls.lastIndexOf('slow ends'))
  await workers.stop()
})
