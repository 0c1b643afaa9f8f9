import { sql } from 'kysely'
import { inTurn } from './lock-queue.ts'
import { executePrepared, type Statement } from './statements.ts'
import type { Tx } from './transaction.ts'

type Kind = 'studio' | 'user' | 'series'

const keyOf = (kind: Kind, id: string) => `${kind}:${id}`

/** The statement that takes a lock: other transactions that take the same one wait until this transaction ends. */
export const lockStatement = (kind: Kind, id: string): Statement =>
  sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(kind, id)}, 0))`

/** The same for a studio: its bookings, prices, plan and rooms change one after the other. */
export const lockStudio = (studio_id: string): Statement => lockStatement('studio', studio_id)

/** The same for the caller's own studio. Of another one it takes no lock: nobody can make its people wait. */
export const lockOwnStudio = (studio_id: string): Statement => sql`
  select pg_advisory_xact_lock(hashtextextended(${keyOf('studio', studio_id)}, 0))
  where app.studio_id() = ${studio_id}::uuid`

/** Takes a lock until the transaction ends. */
export const lock = (tx: Tx, kind: Kind, id: string) => executePrepared(tx, lockStatement(kind, id))

/**
 * Begins `work`, a transaction that takes this lock, when it is its turn in this process. Calls that wait for a busy studio
 * wait here, so that they leave the connections to others.
 * @throws Refusal UNAVAILABLE after five seconds of waiting
 */
export const awaitLock = <T>(kind: Kind, id: string, work: () => Promise<T>): Promise<T> =>
  inTurn(keyOf(kind, id), work)
