import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { type SessionTypes, sessionColumns } from './queries.ts'
import { emailMethods } from './rules.ts'

/** Deletes the other sessions that a passkey opened. @returns how many */
export async function deleteSessionsOpenedBy(
  tx: Tx,
  passkey: { id: string; user_id: string },
  except_id: string,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('auth.sessions')
    .where('user_id', '=', passkey.user_id)
    .where('id', '!=', except_id)
    .where(sql<boolean>`amr @> jsonb_build_array(jsonb_build_object('passkey_id', ${passkey.id}::text))`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes all other sessions of a person that are not confirmed with a second factor. @returns how many */
export async function deleteUnraisedSessionsOf(tx: Tx, user_id: string, except_id: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('auth.sessions')
    .where('user_id', '=', user_id)
    .where('aal', '=', 'aal1')
    .where('id', '!=', except_id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * Deletes the sessions of a person, except those that an emailed link or code has opened without a second factor.
 * @returns how many
 */
export async function deleteSessionsWithoutMailboxProof(tx: Tx, user_id: string): Promise<number> {
  const mailboxProofs = sql`select from jsonb_array_elements(amr) as entry
    where entry ->> 'method' in (${sql.join(emailMethods)}) and not entry ? 'of_former_address'`
  const { numDeletedRows } = await tx
    .deleteFrom('auth.sessions')
    .where('user_id', '=', user_id)
    .where(sql<boolean>`(aal = 'aal2' or not exists (${mailboxProofs}))`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export type OtherSessions = {
  user_id: string
  /** The session of the call, which stays. */
  except_id: string
  id?: string | undefined
  studio_id?: string | null | undefined
  exceptRaised?: boolean
}

const matchesOtherSessions = ({ user_id, except_id, id, studio_id, exceptRaised }: OtherSessions) =>
  sql<boolean>`user_id = ${user_id}::uuid and id <> ${except_id}::uuid
    and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
    and (${studio_id ?? null}::uuid is null or studio_id = ${studio_id ?? null}::uuid)
    and (aal = 'aal1' or not ${exceptRaised === true}::boolean)`

const lastMailboxProof = sql<number>`(select coalesce(max((entry ->> 'timestamp')::bigint), 0)
  from jsonb_array_elements(amr) as entry
  where entry ->> 'method' in (${sql.join(emailMethods)}) and not entry ? 'of_former_address')`

/**
 * Deletes other sessions of a person, except those with an emailed link or code since this time.
 * @param seconds Unix time
 * @returns how many were deleted
 */
export async function deleteSessionsWithoutProofSince(tx: Tx, others: OtherSessions, seconds: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('auth.sessions')
    .where(matchesOtherSessions(others))
    .where(sql<boolean>`${lastMailboxProof} < ${seconds}`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The other sessions of a person with an emailed link or code since this time. @param seconds Unix time */
export function listSessionsWithProofSince(tx: Tx, others: OtherSessions, seconds: number) {
  return tx
    .selectFrom('auth.sessions')
    .select(sessionColumns)
    .$narrowType<SessionTypes>()
    .where(matchesOtherSessions(others))
    .where(sql<boolean>`${lastMailboxProof} >= ${seconds}`)
    .execute()
}

/** Deletes one session. @returns how many were deleted */
export async function deleteSession(tx: Tx, session_id: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('auth.sessions').where('id', '=', session_id).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes all sessions of a person. @returns how many were deleted */
export async function deleteSessionsOf(tx: Tx, user_id: string): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('auth.sessions').where('user_id', '=', user_id).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes the sessions that were last refreshed before `refreshed`, or created before `created`. */
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
