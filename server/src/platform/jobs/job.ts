import type { BaseLogger } from 'pino'
import type { z } from 'zod'

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
