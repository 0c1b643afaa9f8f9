import { CompiledQuery, sql } from 'kysely'
import { insertJobs } from 'pg-boss/dist/plans.js'
import type { BaseLogger } from 'pino'
import type { z } from 'zod'
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

export type Job<Payload extends z.ZodType> = AnyJob & { readonly payload: Payload }

export type JobDefinition<Payload extends z.ZodType> = {
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
export function defineJob<Payload extends z.ZodType>(name: string, definition: JobDefinition<Payload>): Job<Payload> {
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

/** The schema that pg-boss keeps its tables in, and the table that all our queues share. */
export const QUEUE_SCHEMA = 'pgboss'
export const QUEUE_TABLE = 'job_common'

export type EnqueueOptions = {
  /** Not before this instant. */
  startAfter?: Date
  /** While a job of this key is waiting, another one with it is not written. */
  onceFor?: { key: string; seconds: number }
}

/**
 * Writes a job into the caller's own transaction: it exists when that commits, and never otherwise.
 * @returns the job's id, or null where `onceFor` found one waiting
 * @throws where the payload does not fit the job's schema, or the job was not named at start
 */
export async function enqueue<Payload extends z.ZodType>(
  tx: Tx,
  job: Job<Payload>,
  payload: z.input<Payload>,
  options: EnqueueOptions = {},
): Promise<string | null> {
  const row = {
    data: job.payload.parse(payload),
    startAfter: options.startAfter?.toISOString(),
    singletonKey: options.onceFor?.key,
    singletonSeconds: options.onceFor?.seconds,
  }
  // The library's own statement, on the open transaction: its `send` would look the queue up on another connection first.
  const text = insertJobs(QUEUE_SCHEMA, { table: QUEUE_TABLE, name: job.name, returnId: true })
  const { rows } = await tx.executeQuery<{ id: string }>(CompiledQuery.raw(text, [JSON.stringify([row])]))
  const id = rows[0]?.id ?? null
  if (id === null && !options.onceFor) throw new Error(`no queue is open for the job ${job.name}`)
  if (id !== null) onCommit(tx, () => wake(job.name))
  return id
}

/**
 * Has a job that ended as failed begin again, under the same id and with all its tries, once the caller's transaction
 * commits.
 * @returns `failed` where it will be, `gone` where the queue has forgotten it, and `busy` where it has not ended
 */
export async function retryJob(tx: Tx, id: string): Promise<'failed' | 'busy' | 'gone'> {
  // The library's own `retry` wants the queue's name and a connection of its own, waits before it tries, and tries once.
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
