import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { Role } from '@studiohub/contract/shared/role.ts'
import { type RawBuilder, sql } from 'kysely'
import { opensBeforeSecondFactor, opensForStudio, type StudioCall, studioSessionRefusal } from '../gates.ts'
import { answerIn, getKept, type Idempotency, onceOnly } from './idempotency.ts'
import { executePlanned, executeTogether } from './statements.ts'
import { databaseTime, type Tx, transaction } from './transaction.ts'

/** The call as it came in: the session that its token names, null for a visitor. The database says whose session it is. */
export type Caller = StudioCall & {
  session_id: string | null
  request_id: string
  /** Of a creating call that may be repeated; a service may set it aside. */
  idempotency?: Idempotency | undefined
  /** The person found behind this call; for the log. */
  seen?: Pick<Actor, 'user_id' | 'studio_id'>
}

/** Transactions that went on with other rights than the actor's. */
const becameOthers = new WeakSet<Tx>()

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
      set_config('app.studio_id', coalesce(a.studio_id::text, ''), true), set_config('app.now', ${databaseTime()}, true),
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
