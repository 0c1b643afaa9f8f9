import { CompiledQuery, sql } from 'kysely'
import type { Db, PgBoss } from 'pg-boss'
import type { BaseLogger } from 'pino'
import type { z } from 'zod'
import { executePrepared } from '../db/statements.ts'
import { onCommit, type Tx } from '../db/transaction.ts'

/** The second argument of a handler. */
export type JobContext = {
  /** Stays the same if the job runs again. Send it with every external call, so that the receiver recognizes a repeat. */
  job_id: string
  now: Date
  log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
  /** Aborted when the job has run longer than `expireSeconds`, or when the server stops. */
  signal: AbortSignal
  /** Whether the queue gives the job up if it fails now, so that the job can record this. */
  is_last_attempt?: boolean
}

/** Thrown by a handler if another attempt cannot succeed. The job ends as failed, with this error. */
export class PermanentJobError extends Error {
  override name = 'PermanentJobError'
}

/** How often a failed job runs again. The delay doubles from `delaySeconds` up to `longestSeconds`. */
export type Retry = { limit: number; delaySeconds: number; longestSeconds: number }

/** A job for the workers, whose payload is not checked yet. */
export type AnyJob = {
  readonly name: string
  readonly cron: string | null
  readonly retry: Retry
  readonly expireSeconds: number
  readonly concurrency: number
  /** @throws if the payload is invalid or the handler fails; the queue stores the error and tries again */
  handle(data: unknown, context: JobContext): Promise<void>
}

export type Job<Payload extends z.ZodType<object>> = AnyJob & { readonly payload: Payload }

export type JobDefinition<Payload extends z.ZodType<object>> = {
  payload: Payload
  /**
   * Runs the job with the payload `{}` by a schedule: every minute, hour or day (midnight UTC), or a cron expression in UTC.
   */
  every?: 'minute' | 'hour' | 'day' | (string & {})
  retry?: Partial<Retry>
  /** After this time the queue assumes that the handler has died, and another worker runs the job. */
  expireSeconds?: number
  /** Maximum parallel jobs per process; at most one per group (`enqueue`). Default: one. */
  concurrency?: number
  /** May run twice for one job: after a crash, or if its success could not be stored. */
  run(payload: z.output<Payload>, context: JobContext): Promise<unknown>
}

const crons: Record<string, string> = { minute: '* * * * *', hour: '0 * * * *', day: '0 0 * * *' }

// The delay doubles from 5 seconds to 15 minutes, so 20 attempts take about four hours. Most outages of a mail server are
// shorter.
const defaultRetry: Retry = { limit: 20, delaySeconds: 5, longestSeconds: 900 }
const DEFAULT_EXPIRE_SECONDS = 60

/**
 * Defines a job: a name, the schema of its payload, and a handler that may run twice. The queue stores the name, so it never
 * changes, and some names are older than their constants.
 * @param name `feature.what-it-does`
 */
export function defineJob<Payload extends z.ZodType<object>>(
  name: string,
  definition: JobDefinition<Payload>,
): Job<Payload> {
  const { payload, every, retry, expireSeconds = DEFAULT_EXPIRE_SECONDS, concurrency = 1, run } = definition
  if (every) payload.parse({})
  return {
    name,
    payload,
    cron: every ? (crons[every] ?? every) : null,
    retry: { ...defaultRetry, ...retry },
    expireSeconds,
    concurrency,
    async handle(data, context) {
      await run(await payload.parseAsync(data), context)
    },
  }
}

/** The schema of pg-boss and its table of all jobs. The library's manual documents both names, but not its partitions. */
export const QUEUE_SCHEMA = 'pgboss'
export const JOBS_TABLE = `${QUEUE_SCHEMA}.job`

type Sender = Pick<PgBoss, 'send'>
const senders = new Set<Sender>()

/**
 * Lets this process add jobs with `enqueue`, until the returned function is called.
 * @param sender a started pg-boss that has read the list of queues
 */
export function setJobSender(sender: Sender): () => void {
  senders.add(sender)
  return () => senders.delete(sender)
}

export type EnqueueOptions = {
  /** The earliest start. */
  startAfter?: Date
  /** Adds no job while another one with this key is waiting. */
  onceFor?: { key: string; seconds: number }
  /** A process runs only one job of a group at once, so that slow jobs do not delay those of other groups. */
  group?: string
}

/**
 * Adds a job with one statement of the caller's transaction: it exists only if that commits.
 * @returns the job's id, or null if `onceFor` found a waiting job
 * @throws if the payload does not match the job's schema, or the job was not registered at start
 */
export async function enqueue<Payload extends z.ZodType<object>>(
  tx: Tx,
  job: Job<Payload>,
  payload: z.input<Payload>,
  { startAfter, onceFor, group }: EnqueueOptions = {},
): Promise<string | null> {
  const sender = [...senders].at(-1)
  if (!sender) throw new Error(`no job queue is open in this process: ${job.name} cannot be written`)
  const id = await sender.send(job.name, job.payload.parse(payload), {
    db: databaseOf(tx),
    ...(startAfter && { startAfter }),
    ...(group && { group: { id: group } }),
    ...(onceFor && { singletonKey: onceFor.key, singletonSeconds: onceFor.seconds }),
  })
  if (id === null && !onceFor) throw new Error(`the job ${job.name} was not written`)
  if (id !== null) onCommit(tx, () => wakeWorkers(job.name))
  return id
}

/**
 * The transaction in the form of a database for pg-boss. Each queue always uses the same statement, so it is prepared once.
 */
const databaseOf = (tx: Tx): Db => ({
  async executeSql(text, values = []) {
    const { rows } = await executePrepared(tx, { compile: () => CompiledQuery.raw(text, values) })
    return { rows }
  },
})

/**
 * Restarts a failed job with the same id and all its attempts, when the caller's transaction commits.
 * @returns `restarted` if it will run again, `gone` if the queue has deleted it, `busy` if it has not ended
 */
export async function retryJob(tx: Tx, id: string): Promise<'restarted' | 'busy' | 'gone'> {
  // pg-boss's own `retry` needs the queue's name and the right to change any job, and it allows only one attempt.
  const { rows } = await sql<{ job: string; was: string }>`select job, was from door.retry_job(${id}::uuid)`.execute(tx)
  const [row] = rows
  if (row?.was !== 'failed') return row ? 'busy' : 'gone'
  onCommit(tx, () => wakeWorkers(row.job))
  return 'restarted'
}

const wakeListeners = new Map<string, Set<() => void>>()

/** Calls `wakeUp` when this process has committed a job of this name. @returns a function that ends these calls */
export function onWake(name: string, wakeUp: () => void): () => void {
  const listeners = wakeListeners.get(name) ?? new Set()
  wakeListeners.set(name, listeners.add(wakeUp))
  return () => listeners.delete(wakeUp)
}

/** Makes the workers of this process check the queue of a job now. */
export function wakeWorkers(name: string) {
  for (const wakeUp of wakeListeners.get(name) ?? []) wakeUp()
}
