import { CompiledQuery } from 'kysely'
import { insertJobs } from 'pg-boss/dist/plans.js'
import type { z } from 'zod'
import { onCommit, type Tx } from '../db/door.ts'
import type { Job } from './job.ts'
import { wake } from './wake.ts'

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
  // The library's own statement, on the open transaction: its `send` would look the queue up on another connection
  // first, and on the embedded database, which has only this one, wait for ever.
  const text = insertJobs(QUEUE_SCHEMA, { table: QUEUE_TABLE, name: job.name, returnId: true })
  const { rows } = await tx.executeQuery<{ id: string }>(CompiledQuery.raw(text, [JSON.stringify([row])]))
  const id = rows[0]?.id ?? null
  if (id === null && !options.onceFor) throw new Error(`no queue is open for the job ${job.name}`)
  if (id !== null) onCommit(tx, () => wake(job.name))
  return id
}
