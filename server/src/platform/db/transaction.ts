import { CompiledQuery, Kysely, type RawBuilder, type Transaction } from 'kysely'
import { type Clock, systemClock } from '../process/clock.ts'
import { deferQuery, prepareQuery } from './driver.ts'
import type { Engine } from './engine.ts'
import type { DB } from './rows.generated.ts'

/** An open transaction that runs with the rights of one actor. */
export type Tx = Transaction<DB>

let kysely: Kysely<DB> | null = null
let clock = systemClock
const afterCommit = new WeakMap<Tx, (() => void)[]>()

/** Connects transactions to their database, once, at start. */
export function connectDatabase(engine: Engine) {
  kysely = new Kysely<DB>({ dialect: engine.dialect })
}

/** Sets the clock for deadlines that the database checks. Default: the system's clock. */
export function setDatabaseClock(newClock: Clock) {
  clock = newClock
}

/** The current time of the database clock (ISO 8601). */
export const getDatabaseTime = () => clock.now().toISOString()

/** Runs `effect` after the transaction has been committed; never after a rollback. */
export function onCommit(tx: Tx, effect: () => void) {
  const effects = afterCommit.get(tx)
  if (effects) effects.push(effect)
  else afterCommit.set(tx, [effect])
}

/**
 * Settings of one transaction. With `synchronous_commit=off` the commit does not wait for the disk, so a crash may lose the
 * change.
 */
type Setting = 'role=studiohub_auth' | 'role=studiohub_system' | 'synchronous_commit=off'

/** Applies a setting until the end of the transaction. It is sent with the next statement. */
export const applySetting = (tx: Tx, setting: Setting) =>
  tx.executeQuery(deferQuery(CompiledQuery.raw(`set local ${setting}`)))

/**
 * Runs one statement without a transaction, in one exchange. It has the rights of the login, which can only call functions
 * of the door.
 */
export async function runWithoutTransaction<Row>(statement: RawBuilder<Row>): Promise<Row[]> {
  if (!kysely) throw new Error('the database is not open')
  const { rows } = await kysely.executeQuery(prepareQuery(statement.compile(kysely)))
  return rows
}

/**
 * Runs `work` once, in one transaction: commits when it returns, and rolls back when it throws. Statements see the committed
 * changes of others (read committed).
 */
export async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!kysely) throw new Error('the database is not open')
  let effects: (() => void)[] = []
  const result = await kysely.transaction().execute(async (tx) => {
    const answer = await work(tx)
    effects = afterCommit.get(tx) ?? []
    return answer
  })
  for (const effect of effects) effect()
  return result
}
