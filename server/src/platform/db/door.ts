import { setTimeout as wait } from 'node:timers/promises'
import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { Role } from '@studiohub/contract/shared/role.ts'
import { type CompiledQuery, Kysely, type QueryResult, type RawBuilder, sql, type Transaction } from 'kysely'
import { opensBeforeSecondFactor, opensForStudio, type StudioCall, studioSessionRefusal } from '../gates.ts'
import type { Engine } from './engine.ts'
import { planned, unanswered } from './exchange.ts'
import type { DB } from './rows.generated.ts'
import { sqlState } from './sql-errors.ts'
import { awaitTurn, giveTurn, loseTogether, OutOfTurn, takeTurn, type Wish } from './turns.ts'

/** An open transaction, already in somebody's rights. */
export type Tx = Transaction<DB>

/** Who knocks: the session that a verified token names, or none for a visitor. The database says who that is. */
export type Caller = StudioCall & {
  session_id: string | null
  request_id: string
  /** Of a creating call that may be repeated: the key and a hash of what was asked; a service may set it aside. */
  idempotency?: { key: string; fingerprint: string } | undefined
  /** Whom the door last found behind this caller; for the log. */
  seen?: Pick<Actor, 'user_id' | 'studio_id'>
}

const TRIES = 3
let kysely: Kysely<DB> | null = null
const afterCommit = new WeakMap<Tx, (() => void)[]>()
/** The locks that are one's own turn, each with what is wished for behind it. */
type Turns = Map<string, Wish | undefined>
const turnsOf = new WeakMap<Tx, Turns>()
/** Those in which somebody went on in other rights than the asker's. */
const becameOthers = new WeakSet<Tx>()

/** Connects the door to its database, once, at start. */
export function openDoor(engine: Engine) {
  kysely = new Kysely<DB>({ dialect: engine.dialect })
}

/** Asks what comes with many calls, always spelled alike: every connection keeps its plan. */
export const executePlanned = <Row>(
  tx: Tx,
  statement: { compile(tx: Tx): CompiledQuery<Row> },
): Promise<QueryResult<Row>> => tx.executeQuery(planned(statement.compile(tx)))

/** Has it carried out with the next statement, which fails where this one does. */
export const executeUnanswered = (tx: Tx, statement: RawBuilder<unknown>) =>
  tx.executeQuery(unanswered(planned(statement.compile(tx))))

/**
 * Asks two such statements in one exchange, where the second needs nothing of what the first answers.
 * @returns the rows of each
 */
export async function executeTogether<One, Other>(
  tx: Tx,
  one: RawBuilder<One>,
  other: RawBuilder<Other>,
): Promise<[One[], Other[]]> {
  const first = await executeAhead(tx, one)
  const { rows } = await executePlanned(tx, other)
  return [first(), rows]
}

/**
 * Queues a query to be sent with the next statement.
 * @returns its rows, for when that statement was answered
 */
export async function executeAhead<Row>(tx: Tx, statement: RawBuilder<Row>): Promise<() => Row[]> {
  let found: Row[] = []
  const hear = ({ rows }: { rows: Row[] }) => {
    found = rows
  }
  await tx.executeQuery(unanswered(planned(statement.compile(tx)), hear))
  return () => found
}

/** Runs `effect` once the transaction has been committed, and never when it was rolled back. */
export function onCommit(tx: Tx, effect: () => void) {
  const effects = afterCommit.get(tx)
  if (effects) effects.push(effect)
  else afterCommit.set(tx, [effect])
}

/** @param refused what may still be answered where somebody is refused before their turn has come */
async function transaction<T>(
  work: (tx: Tx) => Promise<T>,
  refused?: (tx: Tx, refusal: unknown) => Promise<T>,
): Promise<T> {
  const turns: Turns = new Map()
  for (let attempt = 1; ; ) {
    try {
      const result = await once(work, turns)
      for (const [key, wish] of turns) if (wish?.once) loseTogether(key, wish)
      giveBack(turns)
      return result
    } catch (thrown) {
      const error = goneAt(thrown, turns)
      for (const [key, wish] of turns) if (wish && wish.gone === error) loseTogether(key, wish)
      // None of its turns is kept while it waits for another: two could wait for each other.
      giveBack(turns)
      if (error instanceof OutOfTurn) {
        try {
          await awaitTurn(error.key, error.wish)
        } catch (refusal) {
          if (!refused) throw refusal
          return once((tx) => refused(tx, refusal), turns)
        }
        turns.set(error.key, error.wish)
        continue
      }
      const lostRace = ['40001', '40P01'].includes(sqlState(error) ?? '')
      if (!lostRace || attempt === TRIES) throw error
      await wait(10 * attempt * Math.random())
      attempt += 1
    }
  }
}

/** @param turns those that it has already; the ones that it takes are added */
async function once<T>(work: (tx: Tx) => Promise<T>, turns: Turns): Promise<T> {
  if (!kysely) throw new Error('the database is not open')
  let effects: (() => void)[] = []
  const result = await kysely.transaction().execute(async (tx) => {
    turnsOf.set(tx, turns)
    const answer = await work(tx)
    effects = afterCommit.get(tx) ?? []
    return answer
  })
  for (const effect of effects) effect()
  return result
}

// What an exclusion constraint keeps apart is what was wished for behind the lock.
function goneAt(error: unknown, turns: Turns): unknown {
  if (sqlState(error) !== '23P01') return error
  return [...turns.values()].find((wish) => wish !== undefined)?.gone ?? error
}

function giveBack(turns: Turns) {
  for (const key of turns.keys()) giveTurn(key)
  turns.clear()
}

/** What was read before a lock is no longer so behind it: the transaction begins again and reads it once more. */
export class Stale extends Error {
  override name = 'Stale'
  readonly code = '40001'
}

/**
 * The way in for every request: one transaction in the rights of the person that the live session and the newest active
 * role say (spec section 4); a revoked session or role sees nothing from this call on.
 * @param work gets the transaction and who it runs for; what it returns becomes the answer kept under the caller's
 *   Idempotency-Key
 * @param first what can be asked before it is known who asks, in the same exchange and in their rights; `work` gets its rows
 */
export function asActor<T, Row>(
  caller: Caller,
  work: (tx: Tx, actor: Actor, rows: Row[]) => Promise<T>,
  first?: RawBuilder<Row>,
): Promise<T> {
  const { idempotency } = caller
  const doWork = async (tx: Tx) => {
    const { actor, rows } = await enterAsking(tx, caller, first)
    const { user_id } = actor
    if (!idempotency || user_id === null) return work(tx, actor, rows)
    return onceOnly(tx, { ...actor, user_id }, idempotency, async () => {
      const answer = await work(tx, actor, rows)
      // The answer is kept in the asker's own rights.
      if (becameOthers.has(tx)) await reenter(tx, caller)
      return answer
    })
  }
  if (!idempotency) return transaction(doWork)
  // What a call wanted may be gone because its own twin has it.
  return transaction(doWork, async (tx, refusal) => {
    const actor = await enter(tx, caller)
    const kept = await getKept(tx, actor, idempotency)
    if (!kept) throw refusal
    return answerIn<T>(kept, actor, idempotency)
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

/**
 * Goes on in the same transaction with the rights of the authentication service or of jobs, where whoever was asking is
 * nobody: for the few things about oneself that no request's rights reach, such as one's sessions, or that must happen
 * whole, such as the end of an account. What is read and written then is named by the person's id, and by nothing else.
 */
export async function become(tx: Tx, whom: 'auth' | 'system') {
  becameOthers.add(tx)
  await sql`reset role`.execute(tx)
  await sql`
    select set_config('role', ${`studiohub_${whom}`}, true), set_config('app.user_id', '', true),
      set_config('app.role', '', true), set_config('app.studio_id', '', true)`.execute(tx)
}

/**
 * Checks the gates for a call that was answered or refused before it came to the door.
 * @throws Refusal STUDIO_SESSION, INSUFFICIENT_AAL
 */
export const requireGates = (caller: Caller) => transaction((tx) => enter(tx, caller))

async function enter(tx: Tx, caller: Caller): Promise<Actor> {
  const { rows } = await executePlanned(tx, entering(caller))
  return admit(caller, rows)
}

async function enterAsking<Row>(tx: Tx, caller: Caller, first?: RawBuilder<Row>) {
  if (!first) return { actor: await enter(tx, caller), rows: [] }
  const [found, rows] = await executeTogether(tx, entering(caller), first)
  return { actor: admit(caller, found), rows }
}

type Entered = {
  user_id: string | null
  session_id: string | null
  aal: string | null
  role: string | null
  studio_id: string | null
  awaits_factor: boolean | null
  bound_studio_id: string | null
  has_other_roles: boolean | null
}

// The function may be called by the login alone, and a role cannot be set inside it: hence one outer statement.
const entering = ({ session_id }: Caller) => sql<Entered>`
    select set_config('role', 'studiohub_app', true),
      set_config('app.user_id', coalesce(a.user_id::text, ''), true),
      set_config('app.role', coalesce(a.role, ''), true),
      set_config('app.studio_id', coalesce(a.studio_id::text, ''), true),
      a.user_id, a.session_id, a.aal, a.role, a.studio_id, a.awaits_factor, a.bound_studio_id, a.has_other_roles
    from (select 1) as one left join door.actor(${session_id}::uuid) a on true`

/** Who is asking, once the gates let this call through. */
function admit(caller: Caller, [row]: Entered[]): Actor {
  const actor = actorOf(row)
  caller.seen = { user_id: actor.user_id, studio_id: actor.studio_id }
  keepToStudio(caller, actor)
  if (row?.awaits_factor && !opensBeforeSecondFactor(caller.operation)) fail('INSUFFICIENT_AAL')
  return actor
}

function keepToStudio(caller: Caller, { session_id, bound }: Actor) {
  if (bound && !opensForStudio(bound.studio_id, caller)) throw studioSessionRefusal(caller.operation)
  // A session from before sessions were bound: its next refresh binds it.
  if (session_id !== null && !bound && caller.host_studio_id) fail('BAD_JWT')
}

function actorOf(row: Entered | undefined): Actor {
  return {
    user_id: row?.user_id ?? null,
    session_id: row?.session_id ?? null,
    aal: row?.aal === 'aal1' || row?.aal === 'aal2' ? row.aal : null,
    role: row?.role ? Role.parse(row.role) : null,
    studio_id: row?.studio_id ?? null,
    ...(row?.bound_studio_id && {
      bound: { studio_id: row.bound_studio_id, has_other_roles: row.has_other_roles !== false },
    }),
  }
}

/**
 * Makes everybody else who locks the same thing wait until this transaction ends. Those of this process wait outside the
 * database, their transaction undone and begun anew: a studio that is much asked for must not hold every connection. The
 * lock is held from the next statement on, with which it is asked for.
 * @param wish what is wanted behind the lock; once `wish.gone` is thrown, or somebody has got what is there only once, all of
 *   this process who wait for the same lose it
 */
export async function lock(tx: Tx, kind: 'studio' | 'user' | 'series', id: string, wish?: Wish) {
  const key = `${kind}:${id}`
  const turns = turnsOf.get(tx)
  if (turns) {
    if (!turns.has(key) && !takeTurn(key)) throw new OutOfTurn(key, wish)
    turns.set(key, wish)
  }
  await executeUnanswered(tx, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

type Idempotency = NonNullable<Caller['idempotency']>
type Kept = NonNullable<Awaited<ReturnType<typeof getKept>>>

/** As whom somebody asks: what they may depends on it. Null where they hold no role, and ask about themselves alone. */
const askedAs = ({ role, studio_id }: Actor) => role && `${role} ${studio_id ?? ''}`.trim()

const getKept = (tx: Tx, { user_id }: Actor, { key }: Idempotency) =>
  tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'asked_as', 'answer'])
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirst()

/** What was answered, for whoever is still who they were then: somebody else would be refused the call itself. */
function answerIn<T>(kept: Kept, actor: Actor, { fingerprint }: Idempotency): T {
  if (kept.fingerprint !== fingerprint) fail('IDEMPOTENCY_KEY_REUSED')
  if (kept.asked_as !== null && kept.asked_as !== askedAs(actor)) fail(actor.role ? 'FORBIDDEN' : 'NO_ACTIVE_ROLE')
  // Written below by the same call with the same fingerprint, so it has that call's shape.
  return kept.answer as T
}

// Inserting the key waits for a twin that is under way; the answer is then the twin's, and the work is not done again.
async function onceOnly<T>(
  tx: Tx,
  actor: Actor & { user_id: string },
  idempotency: Idempotency,
  work: () => Promise<T>,
): Promise<T> {
  const { key, fingerprint } = idempotency
  const { user_id } = actor
  const taken = await tx
    .insertInto('idempotency_keys')
    .values({ user_id, key, fingerprint, asked_as: askedAs(actor) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (taken.numInsertedOrUpdatedRows === 0n) {
    return answerIn((await getKept(tx, actor, idempotency)) ?? fail('UNAVAILABLE'), actor, idempotency)
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
