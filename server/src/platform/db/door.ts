import { setTimeout as wait } from 'node:timers/promises'
import { type Actor, Role } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { Kysely, sql, type Transaction } from 'kysely'
import type { Engine } from './engine.ts'
import type { DB } from './rows.generated.ts'
import { sqlState } from './sql-errors.ts'

/** An open transaction, already in somebody's rights. */
export type Tx = Transaction<DB>

/** Who knocks: the session that a verified token names, or none for a visitor. The database says who that is. */
export type Caller = {
  session_id: string | null
  request_id: string
  /** Of a creating call that may be repeated: the key and a hash of what was asked. */
  idempotency?: { key: string; fingerprint: string }
  /** Whom the door last found behind this caller; for the log. */
  seen?: Pick<Actor, 'user_id' | 'studio_id'>
}

const TRIES = 3
let kysely: Kysely<DB> | null = null
const afterCommit = new WeakMap<Tx, (() => void)[]>()

/** Connects the door to its database, once, at start. */
export function openDoor(engine: Engine) {
  kysely = new Kysely<DB>({ dialect: engine.dialect })
}

/** Runs `effect` once the transaction has been committed, and never when it was rolled back. */
export function onCommit(tx: Tx, effect: () => void) {
  const effects = afterCommit.get(tx)
  if (effects) effects.push(effect)
  else afterCommit.set(tx, [effect])
}

async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!kysely) throw new Error('the database is not open')
  for (let attempt = 1; ; attempt += 1) {
    let effects: (() => void)[] = []
    try {
      const result = await kysely.transaction().execute(async (tx) => {
        const answer = await work(tx)
        effects = afterCommit.get(tx) ?? []
        return answer
      })
      for (const effect of effects) effect()
      return result
    } catch (error) {
      const lostRace = ['40001', '40P01'].includes(sqlState(error) ?? '')
      if (!lostRace || attempt === TRIES) throw error
      await wait(10 * attempt * Math.random())
    }
  }
}

/**
 * The way in for every request: one transaction in the rights of the person that the live session and the newest active
 * role say (spec section 4); a revoked session or role sees nothing from this call on.
 * @param work gets the transaction and who it runs for; what it returns becomes the answer kept under the caller's
 *   Idempotency-Key
 */
export function asActor<T>(caller: Caller, work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    const actor = await enter(tx, caller)
    caller.seen = { user_id: actor.user_id, studio_id: actor.studio_id }
    const { idempotency } = caller
    if (!idempotency || actor.user_id === null) return work(tx, actor)
    return onceOnly(tx, actor.user_id, idempotency, () => work(tx, actor))
  })
}

/** The way in for jobs, which belong to nobody. No door is open while a job sends or calls out. */
export function asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    await sql`select set_config('role', 'studiohub_system', true)`.execute(tx)
    return work(tx)
  })
}

/** The way in for the authentication service, whose tables nobody else can read. */
export function asAuth<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    await sql`select set_config('role', 'studiohub_auth', true)`.execute(tx)
    return work(tx)
  })
}

/** Reads anew who the caller is, in the same transaction: for the one who has just been given a role in it. */
export async function reenter(tx: Tx, caller: Caller): Promise<Actor> {
  await sql`reset role`.execute(tx)
  return enter(tx, caller)
}

async function enter(tx: Tx, caller: Caller): Promise<Actor> {
  // The function may be called by the login alone, and a role cannot be set inside it: hence one outer statement.
  const { rows } = await sql<{
    user_id: string | null
    session_id: string | null
    aal: string | null
    role: string | null
    studio_id: string | null
  }>`
    select set_config('role', 'studiohub_app', true),
      set_config('app.user_id', coalesce(a.user_id::text, ''), true),
      set_config('app.role', coalesce(a.role, ''), true),
      set_config('app.studio_id', coalesce(a.studio_id::text, ''), true),
      a.user_id, a.session_id, a.aal, a.role, a.studio_id
    from (select 1) as one left join door.actor(${caller.session_id}::uuid) a on true`.execute(tx)
  const row = rows[0]
  return {
    user_id: row?.user_id ?? null,
    session_id: row?.session_id ?? null,
    aal: row?.aal === 'aal1' || row?.aal === 'aal2' ? row.aal : null,
    role: row?.role ? Role.parse(row.role) : null,
    studio_id: row?.studio_id ?? null,
  }
}

/** Makes everybody else who locks the same thing wait until this transaction ends. */
export async function lock(tx: Tx, kind: 'studio' | 'user', id: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}:${id}`}, 0))`.execute(tx)
}

// Inserting the key waits for a twin that is under way; the answer is then the twin's, and the work is not done again.
async function onceOnly<T>(
  tx: Tx,
  user_id: string,
  { key, fingerprint }: NonNullable<Caller['idempotency']>,
  work: () => Promise<T>,
): Promise<T> {
  const taken = await tx
    .insertInto('idempotency_keys')
    .values({ user_id, key, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (taken.numInsertedOrUpdatedRows === 0n) {
    const kept = await tx
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'answer'])
      .where('user_id', '=', user_id)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (kept.fingerprint !== fingerprint) fail('IDEMPOTENCY_KEY_REUSED')
    // Written below by the same call with the same fingerprint, so it has that call's shape.
    return kept.answer as T
  }
  const answer = await work()
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .execute()
  return answer
}
