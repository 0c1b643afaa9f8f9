import { sql } from 'kysely'
import type { Amr } from '#platform/auth/tokens.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { mailedMethods } from './rules.ts'

const sessionColumns = [
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
 * A stored entry of `amr`. For a second factor it has the factor's id, so that the session is lowered when the factor is
 * deleted. For an emailed link or code it has whether the account's address has changed since.
 */
export type StoredAmr = Amr & { factor_id?: string; passkey_id?: string; of_former_address?: true }

type SessionTypes = { aal: 'aal1' | 'aal2'; amr: StoredAmr[] }

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

/** Whether an operator sees a studio as its owner in this session. */
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

/** Raises a session to `aal2`, and invalidates its earlier refresh tokens. */
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

/** Records on a session that its person has just entered an emailed code. */
export async function recordMailedCode(tx: Tx, session_id: string, now: Date) {
  const entry = { method: 'otp', timestamp: Math.floor(now.getTime() / 1000) }
  const others = sql`select coalesce(jsonb_agg(entry order by place), '[]')
    from jsonb_array_elements(amr) with ordinality as kept (entry, place) where entry ->> 'method' <> 'otp'`
  await tx
    .updateTable('auth.sessions')
    .set({ amr: sql<string>`(${others}) || ${JSON.stringify([entry])}::jsonb` })
    .where('id', '=', session_id)
    .execute()
}

/** Marks the sessions of a person that were opened through the mailbox of a former address. */
export async function retireMailEntries(tx: Tx, user_id: string) {
  const retired = sql<string>`(select jsonb_agg(case when entry ->> 'method' in (${sql.join(mailedMethods)})
      then entry || '{"of_former_address": true}' else entry end order by place)
    from jsonb_array_elements(amr) with ordinality as kept (entry, place))`
  await tx
    .updateTable('auth.sessions')
    .set({ amr: retired })
    .where('user_id', '=', user_id)
    .where(sql<boolean>`amr <> '[]'`)
    .execute()
}

/** Removes a factor from the sessions that were confirmed with it. A session without another factor becomes `aal1` again. */
export async function lowerSessionsRaisedBy(tx: Tx, factor: { id: string; user_id: string }) {
  const left = sql`select entry, place from jsonb_array_elements(amr) with ordinality as kept (entry, place)
    where entry ->> 'factor_id' is distinct from ${factor.id}`
  await tx
    .updateTable('auth.sessions')
    .set({
      amr: sql<string>`(select coalesce(jsonb_agg(entry order by place), '[]') from (${left}) as left_over)`,
      aal: sql<'aal1' | 'aal2'>`case when exists (select from (${left}) as left_over where entry ? 'factor_id')
        then 'aal2' else 'aal1' end`,
    })
    .where('user_id', '=', factor.user_id)
    .where(sql<boolean>`amr @> jsonb_build_array(jsonb_build_object('factor_id', ${factor.id}::text))`)
    .execute()
}

/** Deletes the other sessions that a passkey opened. @returns how many */
export async function deleteSessionsOpenedBy(
  tx: Tx,
  passkey: { id: string; user_id: string },
  keep: string,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('auth.sessions')
    .where('user_id', '=', passkey.user_id)
    .where('id', '!=', keep)
    .where(sql<boolean>`amr @> jsonb_build_array(jsonb_build_object('passkey_id', ${passkey.id}::text))`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes all other sessions of a person that are not confirmed with a second factor. @returns how many */
export async function deleteUnraisedSessionsOf(tx: Tx, user_id: string, keep: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('auth.sessions')
    .where('user_id', '=', user_id)
    .where('aal', '=', 'aal1')
    .where('id', '!=', keep)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Deletes the sessions of a person, except those that only an emailed link or code has opened.
 * @returns how many
 */
export async function deleteSessionsNotByMail(tx: Tx, user_id: string): Promise<number> {
  const mailed = sql`select from jsonb_array_elements(amr) as entry
    where entry ->> 'method' in (${sql.join(mailedMethods)}) and not entry ? 'of_former_address'`
  const { numDeletedRows } = await tx
    .deleteFrom('auth.sessions')
    .where('user_id', '=', user_id)
    .where(sql<boolean>`(aal = 'aal2' or not exists (${mailed}))`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export type OtherSessions = {
  user_id: string
  /** The session of the call, which stays. */
  keep: string
  id?: string | undefined
  studio_id?: string | null | undefined
  keepsRaised?: boolean
}

const isAmong = ({ user_id, keep, id, studio_id, keepsRaised }: OtherSessions) =>
  sql<boolean>`user_id = ${user_id}::uuid and id <> ${keep}::uuid
    and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
    and (${studio_id ?? null}::uuid is null or studio_id = ${studio_id ?? null}::uuid)
    and (aal = 'aal1' or not ${keepsRaised === true}::boolean)`

const mailedSeconds = sql<number>`(select coalesce(max((entry ->> 'timestamp')::bigint), 0)
  from jsonb_array_elements(amr) as entry
  where entry ->> 'method' in (${sql.join(mailedMethods)}) and not entry ? 'of_former_address')`

/**
 * Ends other sessions of a person, except those with an emailed link or code since then.
 * @param seconds Unix time
 * @returns how many ended
 */
export async function deleteSessionsMailedBefore(tx: Tx, others: OtherSessions, seconds: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('auth.sessions')
    .where(isAmong(others))
    .where(sql<boolean>`${mailedSeconds} < ${seconds}`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The other sessions of a person with an emailed link or code since this time. @param seconds Unix time */
export function listSessionsMailedSince(tx: Tx, others: OtherSessions, seconds: number) {
  return tx
    .selectFrom('auth.sessions')
    .select(sessionColumns)
    .$narrowType<SessionTypes>()
    .where(isAmong(others))
    .where(sql<boolean>`${mailedSeconds} >= ${seconds}`)
    .execute()
}

/** Ends one session. @returns how many ended */
export async function deleteSession(tx: Tx, session_id: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('auth.sessions').where('id', '=', session_id).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Ends all sessions of a person. @returns how many ended */
export async function deleteSessionsOf(tx: Tx, user_id: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('auth.sessions').where('user_id', '=', user_id).executeTakeFirst()
  return Number(numDeletedRows)
}

/** The statement that records that this person has signed in from this network. */
export function placeUpsert(tx: Tx, place: { user_id: string; place_mac: string; now: Date }) {
  const seen_at = place.now.toISOString()
  return tx
    .insertInto('auth.known_places')
    .values({ user_id: place.user_id, place_mac: place.place_mac, seen_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'place_mac']).doUpdateSet({ seen_at }))
}

/** Whether the person with this address has signed in from this network before. */
export async function isKnownPlaceOf(tx: Tx, email: string, place_mac: string): Promise<boolean> {
  const row = await tx
    .selectFrom('auth.known_places as place')
    .innerJoin('auth.users as person', 'person.id', 'place.user_id')
    .select('place.user_id')
    .where('person.email', '=', email)
    .where('person.deleted_at', 'is', null)
    .where('place.place_mac', '=', place_mac)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a person has been seen in the network with this `place_mac`. */
export async function isKnownPlaceMac(tx: Tx, user_id: string, place_mac: string): Promise<boolean> {
  const row = await tx
    .selectFrom('auth.known_places')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('place_mac', '=', place_mac)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the sessions that were last refreshed before one of these instants, or created before the other. */
export async function deleteOldSessions(tx: Tx, { refreshed, created }: { refreshed: Date; created: Date | null }) {
  await tx
    .deleteFrom('auth.sessions')
    .where((eb) =>
      eb.or([
        eb('refreshed_at', '<', refreshed.toISOString()),
        ...(created ? [eb('created_at', '<', created.toISOString())] : []),
      ]),
    )
    .execute()
}

export async function deleteOldPlaces(tx: Tx, before: Date) {
  await tx.deleteFrom('auth.known_places').where('seen_at', '<', before.toISOString()).execute()
}
