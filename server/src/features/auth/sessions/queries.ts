import { sql } from 'kysely'
import type { Amr } from '#platform/auth/tokens.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { emailMethods } from './rules.ts'

export const sessionColumns = [
  'id',
  'user_id',
  'aal',
  'amr',
  'refresh_key',
  'refresh_counter',
  'refresh_floor',
  'studio_id',
  'created_at',
  'refreshed_at',
] as const

/**
 * A stored entry of `amr`. For a second factor it has the factor's id, so that the session becomes `aal1` again when the
 * factor is deleted. For an emailed link or code it records whether the account's address has changed since then.
 */
export type StoredAmr = Amr & { factor_id?: string; passkey_id?: string; of_former_address?: true }

export type SessionTypes = { aal: 'aal1' | 'aal2'; amr: StoredAmr[] }

export type NewSession = {
  id: string
  user_id: string
  amr: readonly StoredAmr[]
  refresh_key: string
  user_agent: string | null
  ip: string
  /** The studio of the domain that the session is bound to. */
  studio_id: string | null
  now: Date
}

/** The statement that creates a session. */
export function sessionInsert(tx: Tx, { now, amr, ...session }: NewSession) {
  const at = now.toISOString()
  return tx
    .insertInto('auth.sessions')
    .values({ ...session, amr: JSON.stringify(amr), created_at: at, refreshed_at: at })
    .returning(sessionColumns)
    .$narrowType<SessionTypes>()
}

export type Session = NonNullable<Awaited<ReturnType<typeof getSession>>>

/** The statement that reads a session. */
export const sessionQuery = (tx: Tx, session_id: string) =>
  tx.selectFrom('auth.sessions').select(sessionColumns).$narrowType<SessionTypes>().where('id', '=', session_id)

/** The statement that reads the studio that an operator views as its owner in this session, if any. */
export const ownerViewQuery = (tx: Tx, session_id: string, now: Date) =>
  tx
    .selectFrom('owner_views')
    .select('studio_id')
    .where('session_id', '=', session_id)
    .where('ends_at', '>', now.toISOString())

export const getSession = (tx: Tx, session_id: string) => sessionQuery(tx, session_id).executeTakeFirst()

const LOCK_WAIT_MS = 5_000

/** Reads and locks the session until the transaction ends. After 5 seconds of waiting it fails with SQLSTATE 55P03. */
export async function lockSession(tx: Tx, session_id: string) {
  await sql`select set_config('lock_timeout', ${String(LOCK_WAIT_MS)}, true)`.execute(tx)
  return tx
    .selectFrom('auth.sessions')
    .select(sessionColumns)
    .$narrowType<SessionTypes>()
    .where('id', '=', session_id)
    .forUpdate()
    .executeTakeFirst()
}

/** Stores the counter of the session's latest refresh token, and its device and address. */
export async function advanceSession(
  tx: Tx,
  change: { id: string; refresh_counter: number; user_agent: string | null; ip: string; now: Date },
) {
  const { id, refresh_counter, user_agent, ip, now } = change
  await tx
    .updateTable('auth.sessions')
    .set({ refresh_counter, user_agent, ip, refreshed_at: now.toISOString() })
    .where('id', '=', id)
    .execute()
}

/** Binds a session to the studio on whose domain it is used. */
export async function bindSession(tx: Tx, session_id: string, studio_id: string) {
  await tx.updateTable('auth.sessions').set({ studio_id }).where('id', '=', session_id).execute()
}

/** Raises a session to `aal2`, the level with a second factor, and invalidates its earlier refresh tokens. */
export function raiseSession(
  tx: Tx,
  change: {
    id: string
    amr: readonly StoredAmr[]
    refresh_counter: number
    user_agent: string | null
    ip: string
    now: Date
  },
) {
  const { id, amr, refresh_counter, user_agent, ip, now } = change
  return tx
    .updateTable('auth.sessions')
    .set({
      aal: 'aal2',
      amr: JSON.stringify(amr),
      refresh_counter,
      refresh_floor: refresh_counter,
      user_agent,
      ip,
      refreshed_at: now.toISOString(),
    })
    .where('id', '=', id)
    .returning(sessionColumns)
    .$narrowType<SessionTypes>()
    .executeTakeFirstOrThrow()
}

/** Records in a session that its person has just entered an emailed code. */
export async function recordEmailedCode(tx: Tx, session_id: string, now: Date) {
  const entry = { method: 'otp', timestamp: Math.floor(now.getTime() / 1000) }
  const otherEntries = sql`select coalesce(jsonb_agg(entry order by ordinal), '[]')
    from jsonb_array_elements(amr) with ordinality as entries (entry, ordinal) where entry ->> 'method' <> 'otp'`
  await tx
    .updateTable('auth.sessions')
    .set({ amr: sql<string>`(${otherEntries}) || ${JSON.stringify([entry])}::jsonb` })
    .where('id', '=', session_id)
    .execute()
}

/** Marks the mailbox proofs in all sessions of a person as proofs of a former address. */
export async function markFormerAddressProofs(tx: Tx, user_id: string) {
  const markedEntries = sql<string>`(select jsonb_agg(case when entry ->> 'method' in (${sql.join(emailMethods)})
      then entry || '{"of_former_address": true}' else entry end order by ordinal)
    from jsonb_array_elements(amr) with ordinality as entries (entry, ordinal))`
  await tx
    .updateTable('auth.sessions')
    .set({ amr: markedEntries })
    .where('user_id', '=', user_id)
    .where(sql<boolean>`amr <> '[]'`)
    .execute()
}

/** Removes a factor from the sessions that were confirmed with it. A session without another factor becomes `aal1` again. */
export async function lowerSessionsOfFactor(tx: Tx, factor: { id: string; user_id: string }) {
  const remainingEntries = sql`select entry, ordinal from jsonb_array_elements(amr) with ordinality as entries (entry, ordinal)
    where entry ->> 'factor_id' is distinct from ${factor.id}`
  await tx
    .updateTable('auth.sessions')
    .set({
      amr: sql<string>`(select coalesce(jsonb_agg(entry order by ordinal), '[]') from (${remainingEntries}) as remaining)`,
      aal: sql<
        'aal1' | 'aal2'
      >`case when exists (select from (${remainingEntries}) as remaining where entry ? 'factor_id')
        then 'aal2' else 'aal1' end`,
    })
    .where('user_id', '=', factor.user_id)
    .where(sql<boolean>`amr @> jsonb_build_array(jsonb_build_object('factor_id', ${factor.id}::text))`)
    .execute()
}
