import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { Role } from '@studiohub/contract/shared/role.ts'
import { sql } from 'kysely'
import { opensBeforeSecondFactor, opensForStudio, type StudioCall, studioSessionRefusal } from '../auth/gates.ts'
import { type Idempotency, onceOnly } from './idempotency.ts'
import { executePrepared, pipeline, type RowsOfEach, type Statement } from './statements.ts'
import { databaseTime, type Tx, transaction } from './transaction.ts'

/** The call as it came in: the session that its token names, null for a visitor. The database says whose session it is. */
export type Caller = Readonly<StudioCall> & {
  readonly session_id: string | null
  readonly request_id: string
  /** Present where the route keeps answers and the call has a key (`RouteMeta`). */
  readonly idempotency?: Idempotency | undefined
  /** Told who calls as soon as the database has said so: a refused call returns nothing, and the log names its person. */
  readonly onActor?: (actor: Actor) => void
}

/** Transactions that went on with other rights than the actor's. */
const becameOthers = new WeakSet<Tx>()

/**
 * The way in for every request: one transaction with the rights of the person that the live session and the newest active
 * role name (spec section 4). A revoked session or role sees nothing from this call on.
 * @param work runs once; what it returns is kept as the answer under the caller's `Idempotency-Key`, if there is one
 */
export const asActor = <T>(caller: Caller, work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T> =>
  asActorWith(caller, [], work)

/**
 * The same with statements that travel in the exchange which finds out who calls. They run with the caller's rights, before
 * `work` has checked anything: only for what the tables' policies guard.
 * @param work gets the rows of each statement
 */
export function asActorWith<T, const Statements extends readonly Statement[]>(
  caller: Caller,
  statements: Statements,
  work: (tx: Tx, actor: Actor, rows: RowsOfEach<Statements>) => Promise<T>,
): Promise<T> {
  return transaction(async (tx) => {
    const [found, ...rows] = await pipeline(tx, [entering(caller), ...statements])
    const actor = admit(caller, found)
    const { user_id } = actor
    const doWork = () => work(tx, actor, rows as RowsOfEach<Statements>)
    if (!caller.idempotency || user_id === null) return doWork()
    return onceOnly(tx, { ...actor, user_id }, caller.idempotency, async () => {
      const answer = await doWork()
      // The answer is kept in the rights of the caller.
      if (becameOthers.has(tx)) await reenter(tx, caller)
      return answer
    })
  })
}

/** The way in for jobs. A job opens no transaction while it sends mail or calls other services. */
export function asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    await sql`select set_config('role', 'studiohub_system', true)`.execute(tx)
    return work(tx)
  })
}

/** The way in for the authentication service, whose tables no other role can read. */
export function asAuth<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    await sql`select set_config('role', 'studiohub_auth', true)`.execute(tx)
    return work(tx)
  })
}

/** Goes back to the rights of the caller in the same transaction, with a role that it has just given them. */
export async function reenter(tx: Tx, caller: Caller): Promise<Actor> {
  await sql`reset role`.execute(tx)
  return enter(tx, caller)
}

/**
 * Goes on in the same transaction with the rights of the authentication service or of jobs. Only as its last step: what the
 * caller's own rights allow comes before (docs/decisions/0072). Name what you read and write by its id: no policy does.
 */
export async function become(tx: Tx, role: 'auth' | 'system') {
  becameOthers.add(tx)
  await sql`reset role`.execute(tx)
  await sql`
    select set_config('role', ${`studiohub_${role}`}, true), set_config('app.user_id', '', true),
      set_config('app.role', '', true), set_config('app.studio_id', '', true)`.execute(tx)
}

/**
 * Checks the gates for a call that opened no transaction.
 * @throws Refusal STUDIO_SESSION, INSUFFICIENT_AAL
 */
export const requireGates = (caller: Caller) => transaction((tx) => enter(tx, caller))

async function enter(tx: Tx, caller: Caller): Promise<Actor> {
  const { rows } = await executePrepared(tx, entering(caller))
  return admit(caller, rows)
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
  caller.onActor?.(actor)
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
