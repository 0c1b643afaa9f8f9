import { sql } from 'kysely'
import { OutOfTurn, takeTurn, type Wish } from './lock-queue.ts'
import { executeUnanswered } from './statements.ts'
import { type Tx, turnsOf } from './transaction.ts'

/**
 * Makes everybody else who locks the same thing wait until this transaction ends. Those of this process wait outside the
 * database, their transaction undone and begun again: a busy studio must not use up the connections. The lock is taken
 * with the next statement.
 * @param wish what is wanted behind the lock; once `wish.gone` is thrown, or the only one was taken, all of this process
 *   who wait for the same lose it
 */
export async function lock(tx: Tx, kind: 'studio' | 'user' | 'series', id: string, wish?: Wish) {
  const key = `${kind}:${id}`
  const turns = turnsOf(tx)
  if (turns) {
    if (!turns.has(key) && !takeTurn(key)) throw new OutOfTurn(key, wish)
    turns.set(key, wish)
  }
  await executeUnanswered(tx, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}
