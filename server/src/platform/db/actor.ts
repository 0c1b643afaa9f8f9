import type { Actor } from '@studiohub/contract/actor.ts'
import { fail } from '@studiohub/contract/errors.ts'
import { isCallAllowed, isReadCall, scopeOfCall } from '@studiohub/contract/features/api-keys/rules.ts'
import { Role } from '@studiohub/contract/shared/role.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  createStudioSessionError,
  isAllowedBeforeSecondFactor,
  isAllowedForStudio,
  isAllowedWhileViewing,
  type StudioCall,
} from '../auth/gates.ts'
import { sha256 } from '../auth/secrets.ts'
import { type Idempotency, runOnce } from './idempotency.ts'
import { executePrepared, type NamedStatements, pipeline, type RowsOfEach } from './statements.ts'
import { applySetting, getDatabaseTime, runWithoutTransaction, type Tx, transaction } from './transaction.ts'

/** A request. `session_id` is null for visitors; the database finds the person of the session. */
export type Caller = Readonly<StudioCall> & {
  readonly session_id: string | null
  /** The hash of an API key instead of a session, and the IP address of the caller. */
  readonly key?: { readonly hash: string; readonly address: string }
  readonly request_id: string
  /** Set if the route stores answers and the call has an `Idempotency-Key` (`RouteMeta`). */
  readonly idempotency?: Idempotency | undefined
  /** Called as soon as the actor is known, because the log must name the actor of a failed call too. */
  readonly onActor?: (actor: Actor) => void
}

/** Transactions that `actAs` has switched to other rights than the caller's. */
const switchedTransactions = new WeakSet<Tx>()

/**
 * Runs a request in one transaction, with the rights of the session's person and their newest active role (spec section 4).
 * A revoked session or role has no rights from the next call on.
 * @param work runs once. If the call has an `Idempotency-Key`, its result is stored as the answer
 * @throws AppError if the session may not make this call (STUDIO_SESSION, INSUFFICIENT_AAL)
 */
export const asActor = <T>(caller: Caller, work: (tx: Tx, actor: Actor) => Promise<T>): Promise<T> =>
  asActorWith(caller, {}, work)

/**
 * Like `asActor`, but sends `earlyStatements` together with the statement that reads the actor. The order is:
 * 1. the actor and the database role, 2. `earlyStatements`, 3. the gates, 4. for a repeated call the stored answer,
 * 5. `work`, which checks the policy.
 * Early statements run before the gates, for every caller. A repeated call commits them again. Use only reads, locks, and
 * writes that may run twice.
 * @param earlyStatements run in this order; null is skipped and has no rows
 * @param work also gets the rows of each early statement, by its name
 */
export function asActorWith<T, const Early extends NamedStatements>(
  caller: Caller,
  earlyStatements: Early,
  work: (tx: Tx, actor: Actor, rows: RowsOfEach<Early>) => Promise<T>,
): Promise<T> {
  return transaction(async (tx) => {
    const [actorRows, ...rows] = await pipeline(tx, [actorStatement(caller), ...Object.values(earlyStatements)])
    const actor = requireAllowedActor(caller, actorRows)
    const { user_id } = actor
    const rowsByName: unknown = Object.fromEntries(
      Object.keys(earlyStatements).map((name, index) => [name, rows[index]]),
    )
    const doWork = () => work(tx, actor, rowsByName as RowsOfEach<Early>)
    const idempotency = idempotencyFor(caller, actor)
    if (!idempotency || user_id === null) return doWork()
    return runOnce(tx, { ...actor, user_id }, idempotency, async () => {
      const answer = await doWork()
      // The answer is stored with the rights of the caller, so the transaction returns to them.
      if (switchedTransactions.has(tx)) await actAsCaller(tx, caller)
      return answer
    })
  })
}

// Two programs of one person may send the same `Idempotency-Key`, so the API key becomes part of it. A call that only reads
// stores nothing.
function idempotencyFor({ idempotency, operation }: Caller, { key }: Actor): Idempotency | undefined {
  if (!idempotency || !key) return idempotency
  return isReadCall(operation) ? undefined : { ...idempotency, key: sha256(`${key.id} ${idempotency.key}`) }
}

/**
 * Reads the actor and one value in one exchange with the database, without a transaction. For calls that usually need
 * nothing else.
 * @param value calls a function of the door, which must be safe for any caller
 * @throws like `asActor`
 */
export async function readActorAndValue<Value>(
  caller: Caller,
  value: RawBuilder<Value>,
): Promise<{ actor: Actor; value: Value }> {
  const [row] = await runWithoutTransaction(sql<ActorRow & { value: Value }>`
    select ${selectActorColumns(caller)}, ${value} as value
    from (select 1) as one left join ${callDoor(caller)} a on true`)
  if (!row) throw new Error('the door returned no row for this caller')
  return { actor: requireAllowedActor(caller, [row]), value: row.value }
}

/** Runs a job in one transaction. A job opens no transaction while it sends mail or calls other services. */
export function asSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    await applySetting(tx, 'role=studiohub_system')
    return work(tx)
  })
}

/** Runs `work` with the rights of the authentication service. No other role can read its tables. */
export function asAuth<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(async (tx) => {
    await applySetting(tx, 'role=studiohub_auth')
    return work(tx)
  })
}

/** Switches back to the caller's rights. A role granted in this transaction applies. */
export async function actAsCaller(tx: Tx, caller: Caller): Promise<Actor> {
  await sql`reset role`.execute(tx)
  return readActor(tx, caller)
}

/**
 * Continues the transaction with the rights of the authentication service or of jobs, until its end or `actAsCaller`. Use it
 * after all checks and after everything that the caller's rights allow (docs/decisions/0072). No policy limits these rights,
 * so name every row by its id.
 */
export async function actAs(tx: Tx, role: 'auth' | 'system') {
  switchedTransactions.add(tx)
  await sql`reset role`.execute(tx)
  await sql`
    select set_config('role', ${`studiohub_${role}`}, true), set_config('app.user_id', '', true),
      set_config('app.role', '', true), set_config('app.studio_id', '', true),
      set_config('app.client_id', '', true), set_config('app.at_desk', '', true)`.execute(tx)
}

/**
 * Checks the gates for a call without a transaction.
 * @throws AppError STUDIO_SESSION, INSUFFICIENT_AAL
 */
export const requireGates = (caller: Caller) => transaction((tx) => readActor(tx, caller))

async function readActor(tx: Tx, caller: Caller): Promise<Actor> {
  const { rows } = await executePrepared(tx, actorStatement(caller))
  return requireAllowedActor(caller, rows)
}

type ActorRow = {
  user_id: string | null
  session_id: string | null
  aal: string | null
  role: string | null
  studio_id: string | null
  client_id: string | null
  at_desk: boolean | null
  awaits_factor: boolean | null
  bound_studio_id: string | null
  has_other_roles: boolean | null
  key_id?: string | null
  key_scopes?: string[] | null
  is_address_allowed?: boolean | null
  /** Only for a session, never for an API key. */
  view_ends_at?: string | null
}

/** The call of the database function that finds the caller, by the session or by the API key. */
const callDoor = ({ session_id, key }: Caller) =>
  key ? sql`door.key_actor(${key.hash}, ${key.address})` : sql`door.actor(${session_id}::uuid)`

const selectActorColumns = ({ key }: Caller) => sql`${actorColumns}, ${key ? keyColumns : viewColumns}`

const actorColumns = sql`a.user_id, a.session_id, a.aal, a.role, a.studio_id, a.client_id, a.at_desk, a.awaits_factor,
      a.bound_studio_id, a.has_other_roles`
const keyColumns = sql`a.key_id, a.key_scopes, a.is_address_allowed`
const viewColumns = sql`a.view_ends_at`

// Only the login role may call the door's function, and that function cannot set a role. So one statement does both.
const actorStatement = (caller: Caller) => sql<ActorRow>`
    select set_config('role', 'studiohub_app', true),
      set_config('app.user_id', coalesce(a.user_id::text, ''), true),
      set_config('app.role', coalesce(a.role, ''), true),
      set_config('app.studio_id', coalesce(a.studio_id::text, ''), true),
      set_config('app.client_id', coalesce(a.client_id::text, ''), true),
      set_config('app.at_desk', case when a.at_desk then 'on' else '' end, true),
      set_config('app.now', ${getDatabaseTime()}, true), ${caller.key ? keySettings(caller) : viewSettings} ${selectActorColumns(caller)}
    from (select 1) as one left join ${callDoor(caller)} a on true`

// A key that may only read gets a read-only transaction, so that no bug of ours lets it write.
const keySettings = ({ operation }: Caller) => sql`set_config('app.key_id', coalesce(a.key_id::text, ''), true),
      set_config('app.key_scopes', coalesce(array_to_string(a.key_scopes, ' '), ''), true),
      set_config('transaction_read_only', ${isReadCall(operation) ? 'on' : 'off'}, true),`

// Operators who view a studio get a read-only transaction. PostgreSQL does not make it writable again after its first read.
const viewSettings = sql`
      case when a.view_ends_at is not null then set_config('transaction_read_only', 'on', true) end,`

/** Returns the actor if the session may make this call. */
function requireAllowedActor(caller: Caller, [row]: ActorRow[]): Actor {
  const actor = toActor(row)
  caller.onActor?.(actor)
  if (caller.key) checkKeyAllowed(caller, actor, row?.is_address_allowed === true)
  if (actor.owner_view && !isAllowedWhileViewing(caller.operation)) fail('VIEW_ONLY')
  checkStudioAccess(caller, actor)
  if (row?.awaits_factor && !isAllowedBeforeSecondFactor(caller.operation)) fail('INSUFFICIENT_AAL')
  return actor
}

function checkKeyAllowed({ operation, host_studio_id }: Caller, { key, studio_id }: Actor, isAddressAllowed: boolean) {
  if (!key) fail('INVALID_API_KEY')
  if (!isAddressAllowed) fail('API_KEY_ADDRESS')
  if (host_studio_id && host_studio_id !== studio_id) fail('INVALID_API_KEY')
  if (!isCallAllowed(key.scopes, operation))
    fail('API_KEY_SCOPE', { details: { scope: scopeOfCall(operation) ?? 'none' } })
}

function checkStudioAccess(caller: Caller, { session_id, bound_studio }: Actor) {
  if (bound_studio && !isAllowedForStudio(bound_studio.studio_id, caller))
    throw createStudioSessionError(caller.operation)
  // A session from an older version is not bound to a studio. BAD_JWT makes the client refresh it, which binds it.
  if (session_id !== null && !bound_studio && caller.host_studio_id) fail('BAD_JWT')
}

function toActor(row: ActorRow | undefined): Actor {
  return {
    user_id: row?.user_id ?? null,
    session_id: row?.session_id ?? null,
    aal: row?.aal === 'aal1' || row?.aal === 'aal2' ? row.aal : null,
    role: row?.role ? Role.parse(row.role) : null,
    studio_id: row?.studio_id ?? null,
    client_id: row?.client_id ?? null,
    ...(row?.at_desk && { at_desk: true }),
    ...(row?.key_id && { key: { id: row.key_id, scopes: row.key_scopes ?? [] } }),
    ...(row?.view_ends_at && { owner_view: { ends_at: row.view_ends_at } }),
    ...(row?.bound_studio_id && {
      bound_studio: { studio_id: row.bound_studio_id, has_other_roles: row.has_other_roles !== false },
    }),
  }
}
