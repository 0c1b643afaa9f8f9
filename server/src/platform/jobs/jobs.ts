import { CompiledQuery, sql } from 'kysely'
import type { Db, PgBoss } from 'pg-boss'
import type { BaseLogger } from 'pino'
import type { z } from 'zod'
import { executePrepared } from '../db/statements.ts'
import { onCommit, type Tx } from '../db/transaction.ts'

/** What a handler is told beside its payload. */
export type JobContext = {
  /** Stays the same when the job runs again: what leaves the house carries it, so that a repeat can be recognised. */
  job_id: string
  now: Date
  log: Pick<BaseLogger, 'info' | 'warn' | 'error'>
  /** Aborted when the job has run longer than `expireSeconds` or the server stops without waiting any longer. */
  signal: AbortSignal
}

/** Thrown by a handler that knows no other try can help: the job ends as failed and keeps this error. */
export class GiveUp extends Error {
  override name = 'GiveUp'
}

/** How often a job that failed runs again: the wait doubles from `delaySeconds` up to `longestSeconds`. */
export type Retry = { limit: number; delaySeconds: number; longestSeconds: number }

/** A job as the workers see it: its payload is still whatever the row holds. */
export type AnyJob = {
  readonly name: string
  readonly cron: string | null
  readonly retry: Retry
  readonly expireSeconds: number
  /** @throws where the payload does not fit or the handler fails; the queue keeps the error and tries again */
  handle(data: unknown, context: JobContext): Promise<void>
}

export type Job<Payload extends z.ZodType<object>> = AnyJob & { readonly payload: Payload }

export type JobDefinition<Payload extends z.ZodType<object>> = {
  payload: Payload
  /** Runs by itself with the payload `{}`: at each minute, hour or day (midnight UTC), or by a cron expression in UTC. */
  every?: 'minute' | 'hour' | 'day' | (string & {})
  retry?: Partial<Retry>
  /** After so many seconds a handler counts as dead, and the job is given to the next one. */
  expireSeconds?: number
  /** May run twice for one job: after a crash, or when its own success could not be written down. */
  run(payload: z.output<Payload>, context: JobContext): Promise<unknown>
}

const crons: Record<string, string> = { minute: '* * * * *', hour: '0 * * * *', day: '0 0 * * *' }

// Doubling from five seconds to a quarter of an hour, twenty tries last about four hours: a mail server's bad morning.
const usualRetry: Retry = { limit: 20, delaySeconds: 5, longestSeconds: 900 }
const USUAL_EXPIRY_SECONDS = 60

/**
 * A job: a name that never changes, the shape of its payload, and a handler that may run twice.
 * @param name `room.what-it-does`
 */
export function defineJob<Payload extends z.ZodType<object>>(
  name: string,
  definition: JobDefinition<Payload>,
): Job<Payload> {
  const { payload, every, retry, expireSeconds = USUAL_EXPIRY_SECONDS, run } = definition
  if (every) payload.parse({})
  return {
    name,
    payload,
    cron: every ? (crons[every] ?? every) : null,
    retry: { ...usualRetry, ...retry },
    expireSeconds,
    async handle(data, context) {
      await run(await payload.parseAsync(data), context)
    },
  }
}

/** The schema of pg-boss, and the table of all jobs. Its name is in the library's manual; those of its partitions are not. */
export const QUEUE_SCHEMA = 'pgboss'
export const JOBS_TABLE = `${QUEUE_SCHEMA}.job`

type Sender = Pick<PgBoss, 'send'>
const senders = new Set<Sender>()

/**
 * Lets `enqueue` write jobs in this process until the returned function is called.
 * @param sender a started pg-boss that has read the list of queues
 */
export function useSender(sender: Sender): () => void {
  senders.add(sender)
  return () => senders.delete(sender)
}

export type EnqueueOptions = {
  /** Not before this instant. */
  startAfter?: Date
  /** While a job of this key is waiting, another one with it is not written. */
  onceFor?: { key: string; seconds: number }
}

/**
 * Writes a job with one statement of the caller's own transaction: it exists when that commits, and never otherwise.
 * @returns the job's id, or null where `onceFor` found one waiting
 * @throws where the payload does not fit the job's schema, or the job was not named at start
 */
export async function enqueue<Payload extends z.ZodType<object>>(
  tx: Tx,
  job: Job<Payload>,
  payload: z.input<Payload>,
  { startAfter, onceFor }: EnqueueOptions = {},
): Promise<string | null> {
  const sender = [...senders].at(-1)
  if (!sender) throw new Error(`no job queue is open in this process: ${job.name} cannot be written`)
  const id = await sender.send(job.name, job.payload.parse(payload), {
    db: within(tx),
    ...(startAfter && { startAfter }),
    ...(onceFor && { singletonKey: onceFor.key, singletonSeconds: onceFor.seconds }),
  })
  if (id === null && !onceFor) throw new Error(`the job ${job.name} was not written`)
  if (id !== null) onCommit(tx, () => wake(job.name))
  return id
}

/** The transaction as pg-boss takes it. A queue's statement is always the same, so its plan is worth keeping. */
const within = (tx: Tx): Db => ({
  async executeSql(text, values = []) {
    const { rows } = await executePrepared(tx, { compile: () => CompiledQuery.raw(text, values) })
    return { rows }
  },
})

/**
 * Has a job that ended as failed begin again, under the same id and with all its tries, once the caller's transaction
 * commits.
 * @returns `failed` where it will be, `gone` where the queue has forgotten it, and `busy` where it has not ended
 */
export async function retryJob(tx: Tx, id: string): Promise<'failed' | 'busy' | 'gone'> {
  // The library's own `retry` needs the queue's name and rights to change any job, and tries once.
  const { rows } = await sql<{ job: string; was: string }>`select job, was from door.retry_job(${id}::uuid)`.execute(tx)
  const [found] = rows
  if (found?.was !== 'failed') return found ? 'busy' : 'gone'
  onCommit(tx, () => wake(found.job))
  return 'failed'
}

const sleepers = new Map<string, Set<() => void>>()

/** Calls `wakeUp` whenever a job of this name has been committed in this process; the answer ends it. */
export function onWake(name: string, wakeUp: () => void): () => void {
  const listening = sleepers.get(name) ?? new Set()
  sleepers.set(name, listening.add(wakeUp))
  return () => listening.delete(wakeUp)
}

/** Tells this process's worker not to wait for its next look into the queue. */
export function wake(name: string) {
  for (const wakeUp of sleepers.get(name) ?? []) wakeUp()
}
