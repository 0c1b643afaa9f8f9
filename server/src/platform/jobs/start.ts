import { setTimeout as wait } from 'node:timers/promises'
import { HOUR_SECONDS } from '@studiohub/contract/shared/durations.ts'
import { type Db, type JobResult, PgBoss, type Job as QueuedJob } from 'pg-boss'
import type { Engine } from '../db/engine.ts'
import { retryOnConcurrentStart } from '../db/migrate.ts'
import type { Clock } from '../process/clock.ts'
import {
  type AnyJob,
  JOBS_TABLE,
  type JobContext,
  onWake,
  PermanentJobError,
  QUEUE_SCHEMA,
  setJobSender,
} from './jobs.ts'

export type JobsOptions = {
  log: JobContext['log']
  clock: Clock
  /** How often an idle worker checks its queue, in seconds; at least 0.5. */
  pollSeconds?: number
  /** How often the queue looks for jobs whose handler has died, in seconds. */
  superviseSeconds?: number
}

export type RunningJobs = {
  /** Starts no more jobs and waits for the running ones, at most `withinMs`. Jobs that run longer are retried later. */
  stop(withinMs?: number): Promise<void>
}

// A commit wakes the workers of its own process. Polling finds retries, and jobs of other processes.
const POLL_SECONDS = 4
const SUPERVISE_SECONDS = 30
const STOP_WITHIN_MS = 5_000
const RETENTION_SECONDS = { enqueued: 14 * 24 * HOUR_SECONDS, scheduled: 24 * HOUR_SECONDS }
const GRANT_LOCK = 7_204_018_123

/**
 * Creates a queue for every job, lets this process add jobs, and starts the workers. Creates or updates the queue's own
 * tables, and lets the product's database roles add jobs without reading them.
 */
export async function startJobs(engine: Engine, jobs: readonly AnyJob[], options: JobsOptions): Promise<RunningJobs> {
  const boss = await retryOnConcurrentStart(() => newBoss(engine, options).start())
  await openQueues(boss, jobs)
  await engine.script(await grantsFor(boss))
  const stopSending = await openSender(engine, options)
  const stopWakeListeners = await Promise.all(jobs.map((job) => startWorker(boss, job, options)))
  return {
    async stop(withinMs = STOP_WITHIN_MS) {
      for (const stopListener of stopWakeListeners) stopListener()
      const idle = Promise.all(jobs.map((job) => boss.offWork(job.name)))
      const timer = new AbortController()
      await Promise.race([idle, wait(withinMs, undefined, { signal: timer.signal }).catch(() => {})])
      timer.abort()
      await stopSending()
      await boss.stop({ graceful: false })
    },
  }
}

/**
 * Lets this process add jobs that a server will run, until the returned function is called.
 * @throws if no server has created the queues of this database yet
 */
export async function openSender(engine: Engine, options: Pick<JobsOptions, 'log'>): Promise<() => Promise<void>> {
  const sender = await startSender(engine, options)
  const stopUsing = setJobSender(sender)
  return async () => {
    stopUsing()
    await sender.stop({ graceful: false })
  }
}

/** The grants of the product's database roles. pg-boss inserts straight into partition tables, so each needs its own grant. */
async function grantsFor(boss: PgBoss): Promise<string> {
  const partitions = new Set((await boss.getQueues()).map(({ table }) => `${QUEUE_SCHEMA}.${table}`))
  const writers = 'studiohub_app, studiohub_system, studiohub_auth'
  // studiohub_door is the owner of the `door.*` functions.
  return `
select pg_advisory_xact_lock(${GRANT_LOCK});
grant usage on schema ${QUEUE_SCHEMA} to ${writers}, studiohub_door;
grant select on ${QUEUE_SCHEMA}.queue to ${writers};
${[...partitions].map((table) => `grant insert, select (id, start_after) on ${table} to ${writers};`).join('\n')}
grant select (id, name, state, start_after, completed_on), update (state, retry_count, started_on, start_after, completed_on)
  on ${JOBS_TABLE} to studiohub_door;`
}

const toBossDb = (engine: Engine): Db => ({ executeSql: (text, values) => engine.execute(text, values) })

function newBoss(engine: Engine, options: JobsOptions) {
  const { superviseSeconds = SUPERVISE_SECONDS } = options
  const boss = new PgBoss({
    db: toBossDb(engine),
    schema: QUEUE_SCHEMA,
    backend: 'postgres',
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    cronWorkerIntervalSeconds: SUPERVISE_SECONDS,
    // By default pg-boss looks every five seconds for jobs that wait for other jobs. We have none.
    flowIntervalSeconds: HOUR_SECONDS,
  })
  return logEventsOf(boss, options)
}

/**
 * Starts a pg-boss that only sends. It reads all queues when it starts, so `send` needs no extra lookup and no second
 * connection while the caller's transaction is open. `updateQueue` drops the queue from pg-boss's cache, so the workers'
 * instance cannot send.
 */
function startSender(engine: Engine, options: Pick<JobsOptions, 'log'>): Promise<PgBoss> {
  const boss = new PgBoss({
    db: toBossDb(engine),
    schema: QUEUE_SCHEMA,
    backend: 'postgres',
    supervise: false,
    schedule: false,
    migrate: false,
  })
  return logEventsOf(boss, options).start()
}

function logEventsOf(boss: PgBoss, { log }: Pick<JobsOptions, 'log'>): PgBoss {
  boss.on('error', (error) => log.error({ err: error }, 'the job queue had an error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue reported a warning'))
  return boss
}

async function openQueues(boss: PgBoss, jobs: readonly AnyJob[]) {
  const existing = new Set((await boss.getQueues()).map((queue) => queue.name))
  const scheduled = new Set((await boss.getSchedules()).map((schedule) => schedule.name))
  for (const job of jobs) {
    const settings = {
      retryLimit: job.retry.limit,
      retryDelay: job.retry.delaySeconds,
      retryDelayMax: job.retry.longestSeconds,
      retryBackoff: true,
      expireInSeconds: job.expireSeconds,
      deleteAfterSeconds: job.cron ? RETENTION_SECONDS.scheduled : RETENTION_SECONDS.enqueued,
    }
    if (existing.has(job.name)) await boss.updateQueue(job.name, settings)
    else await boss.createQueue(job.name, settings)
    if (job.cron) await boss.schedule(job.name, job.cron, {})
    else if (scheduled.has(job.name)) await boss.unschedule(job.name)
  }
}

async function startWorker(boss: PgBoss, job: AnyJob, options: JobsOptions): Promise<() => void> {
  const pollingIntervalSeconds = options.pollSeconds ?? POLL_SECONDS
  const settings = {
    pollingIntervalSeconds,
    perJobResults: true as const,
    ...(job.concurrency > 1 && { localGroupConcurrency: 1 }),
  }
  const startBossWorker = async () => {
    const worker = await boss.work(job.name, settings, async (batch) => {
      // There may be more jobs, so the worker looks again at once and sleeps only if the queue is empty.
      boss.notifyWorker(worker)
      return Promise.all(batch.map((row) => runJob(job, row, options)))
    })
    return worker
  }
  const workers = await Promise.all(Array.from({ length: job.concurrency }, startBossWorker))
  return onWake(job.name, () => {
    for (const worker of workers) boss.notifyWorker(worker)
  })
}

async function runJob(job: AnyJob, row: QueuedJob<unknown>, { log, clock }: JobsOptions): Promise<JobResult> {
  const { id, data, signal, retryCount } = row
  const is_last_attempt = retryCount >= job.retry.limit
  try {
    await job.handle(data, { job_id: id, now: clock.now(), log, signal, is_last_attempt })
    return { id, status: 'completed' }
  } catch (error) {
    const isPermanent = error instanceof PermanentJobError
    log.warn({ err: error, job: job.name, job_id: id }, isPermanent ? 'a job was given up' : 'a job failed')
    return { id, status: isPermanent ? 'deadletter' : 'failed', output: error }
  }
}
