import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, type Transaction } from 'kysely'
import { type Clock, systemClock } from '../clock.ts'
import type { Engine } from './engine.ts'
import { awaitTurn, giveTurn, loseTogether, OutOfTurn, type Wish } from './lock-queue.ts'
import type { DB } from './rows.generated.ts'
import { sqlState } from './sql-errors.ts'

/** An open transaction that runs with the rights of one actor. */
export type Tx = Transaction<DB>

const TRIES = 3
let kysely: Kysely<DB> | null = null
let clock = systemClock
const afterCommit = new WeakMap<Tx, (() => void)[]>()
/** Locks held by a transaction and the slot each protects. */
type Turns = Map<string, Wish | undefined>
const turns = new WeakMap<Tx, Turns>()

/** The turns of a transaction at the locks of this process. */
export const turnsOf = (tx: Tx) => turns.get(tx)

/** Connects transactions to their database, once, at start. */
export function connectDatabase(engine: Engine) {
  kysely = new Kysely<DB>({ dialect: engine.dialect })
}

/** Sets the clock that deadlines are checked by in the database; at first that is the system's. */
export function useDatabaseClock(given: Clock) {
  clock = given
}

/** The time by that clock (ISO 8601). */
export const databaseTime = () => clock.now().toISOString()

/** Runs `effect` once the transaction has been committed, and never when it was rolled back. */
export function onCommit(tx: Tx, effect: () => void) {
  const effects = afterCommit.get(tx)
  if (effects) effects.push(effect)
  else afterCommit.set(tx, [effect])
}

/**
 * One transaction. `work` runs again after a lost race and after a wait for a lock.
 * @param refused what may still be answered where the wait for a lock was refused
 */
export async function transaction<T>(
  work: (tx: Tx) => Promise<T>,
  refused?: (tx: Tx, refusal: unknown) => Promise<T>,
): Promise<T> {
  const held: Turns = new Map()
  for (let attempt = 1; ; ) {
    try {
      const result = await once(work, held)
      for (const [key, wish] of held) if (wish?.once) loseTogether(key, wish)
      giveBack(held)
      return result
    } catch (thrown) {
      const error = goneAt(thrown, held)
      for (const [key, wish] of held) if (wish && wish.gone === error) loseTogether(key, wish)
      // None of its turns is kept while it waits for another: two could wait for each other.
      giveBack(held)
      if (error instanceof OutOfTurn) {
        try {
          await awaitTurn(error.key, error.wish)
        } catch (refusal) {
          if (!refused) throw refusal
          return once((tx) => refused(tx, refusal), held)
        }
        held.set(error.key, error.wish)
        continue
      }
      const lostRace = ['40001', '40P01'].includes(sqlState(error) ?? '')
      if (!lostRace || attempt === TRIES) throw error
      await wait(10 * attempt * Math.random())
      attempt += 1
    }
  }
}

/** @param held the turns that it has already; the ones that it takes are added */
async function once<T>(work: (tx: Tx) => Promise<T>, held: Turns): Promise<T> {
  if (!kysely) throw new Error('the database is not open')
  let effects: (() => void)[] = []
  const result = await kysely.transaction().execute(async (tx) => {
    turns.set(tx, held)
    const answer = await work(tx)
    effects = afterCommit.get(tx) ?? []
    return answer
  })
  for (const effect of effects) effect()
  return result
}

// 23P01 means the slot was taken: reject with the caller's own conflict error.
function goneAt(error: unknown, held: Turns): unknown {
  if (sqlState(error) !== '23P01') return error
  return [...held.values()].find((wish) => wish !== undefined)?.gone ?? error
}

function giveBack(held: Turns) {
  for (const key of held.keys()) giveTurn(key)
  held.clear()
}

/** What was read before a lock has changed: the transaction begins again. */
export class Stale extends Error {
  override name = 'Stale'
  readonly code = '40001'
}
