import { sql } from 'kysely'
import { runInTurn } from './lock-queue.ts'
import { executePrepared, type Statement } from './statements.ts'
import type { Tx } from './transaction.ts'

type Kind = 'studio' | 'user' | 'series' | 'mails' | 'money' | 'webhooks' | 'legal_texts'

const keyOf = (kind: Kind, id: string) => `${kind}:${id}`

/** A statement that takes a lock. Other transactions that take the same lock wait until this transaction ends. */
export const lockStatement = (kind: Kind, id: string): Statement =>
  sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(kind, id)}, 0))`

/** A lock on a studio: its bookings, prices, plan and resources are changed one transaction at a time. */
export const lockStudioStatement = (studio_id: string): Statement => lockStatement('studio', studio_id)

/**
 * Takes the studio's lock if the caller belongs to the studio or is an operator, so that strangers cannot make its people
 * wait. It must run after the statement that sets the actor.
 */
export const lockOwnStudioStatement = (studio_id: string): Statement => sql`
  select pg_advisory_xact_lock(hashtextextended(${keyOf('studio', studio_id)}, 0))
  where app.studio_id() = ${studio_id}::uuid or app.role() = 'super_admin'`

/** Takes a lock until the transaction ends. */
export const lock = (tx: Tx, kind: Kind, id: string) => executePrepared(tx, lockStatement(kind, id))

/**
 * Runs `work`, a transaction that takes this lock, when its turn comes in this process. Calls for a busy studio wait here,
 * so that they use no connections.
 * @throws AppError UNAVAILABLE after five seconds of waiting
 */
export const queueForLock = <T>(kind: Kind, id: string, work: () => Promise<T>): Promise<T> =>
  runInTurn(keyOf(kind, id), work)
