import { sql } from 'kysely'
import { byTime, type Page } from '../../platform/cursor.ts'
import type { Tx } from '../../platform/db/door.ts'

const columns = ['id', 'studio_id', 'full_name', 'email', 'created_at', 'sent_at', 'expires_at'] as const
/** When it was sent again, as ISO 8601: an array of instants has no reader of its own. */
const resentAt = sql<string[]>`array(select to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  from unnest(resent_at) as t)`.as('resent_at')

/** One that nobody has answered or ended; it may be past its end. */
const isOpen = sql<boolean>`accepted_at is null and declined_at is null and revoked_at is null`

/** A studio's open invitations, the newest first. */
export function listInvitations(tx: Tx, studio_id: string, page: Page) {
  return tx
    .selectFrom('invitations')
    .select([...columns, resentAt])
    .where('studio_id', '=', studio_id)
    .where(isOpen)
    .$call(byTime({ at: 'created_at', id: 'id', descends: true }, page))
    .execute()
}

/** How many people a studio has invited since `since` (ISO 8601), and how often this address. */
export async function countInvitations(tx: Tx, asked: { studio_id: string; email: string; since: string }) {
  return tx
    .selectFrom('invitations')
    .select(sql<number>`count(*)::integer`.as('of_studio'))
    .select(sql<number>`(count(*) filter (where email = ${asked.email}))::integer`.as('of_address'))
    .where('studio_id', '=', asked.studio_id)
    .where('created_at', '>', asked.since)
    .executeTakeFirstOrThrow()
}

/** Ends the open invitation of an address, if there is one: a new one takes its place. */
export async function replaceInvitation(
  tx: Tx,
  { studio_id, email }: { studio_id: string; email: string },
  at: string,
) {
  await tx
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('studio_id', '=', studio_id)
    .where('email', '=', email)
    .where(isOpen)
    .execute()
}

type NewRow = {
  studio_id: string
  email: string
  full_name: string
  token_hash: string
  invited_by: string
  created_at: string
  sent_at: string
  expires_at: string
}

export function insertInvitation(tx: Tx, row: NewRow) {
  return tx
    .insertInto('invitations')
    .values(row)
    .returning([...columns, resentAt])
    .executeTakeFirstOrThrow()
}

export function getInvitation(tx: Tx, id: string) {
  return tx
    .selectFrom('invitations')
    .select([...columns, resentAt])
    .where('id', '=', id)
    .where(isOpen)
    .executeTakeFirst()
}

/** A new secret and a new end, and the time noted; those of former days are forgotten. */
export function resendInvitation(
  tx: Tx,
  sent: { id: string; token_hash: string; sent_at: string; expires_at: string },
) {
  const { id, sent_at, ...rest } = sent
  const at = sql`${sent_at}::timestamptz`
  return tx
    .updateTable('invitations')
    .set({ ...rest, sent_at })
    .set({
      resent_at: sql<string[]>`array(select t from unnest(resent_at) as t where t > ${at} - interval '1 day') || ${at}`,
    })
    .where('id', '=', id)
    .where(isOpen)
    .returning([...columns, resentAt])
    .executeTakeFirst()
}

export function revokeInvitation(tx: Tx, id: string, at: string) {
  return tx
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where(isOpen)
    .returning(['id', 'studio_id', 'created_at'])
    .executeTakeFirst()
}

// From here on with the rights of jobs, which alone know secrets and addresses.

/** Whose address this is, and whether they hold an active role; undefined where nobody's. */
export async function findAccount(tx: Tx, email: string) {
  const { rows } = await sql<{ id: string; has_role: boolean }>`
    select u.id, exists (select from user_roles r where r.user_id = u.id and r.status = 'active') as has_role
    from auth.users u where u.email = ${email} and u.deleted_at is null`.execute(tx)
  return rows[0]
}

/** Notes whose address it was when the invitation was made. */
export async function tieInvitation(tx: Tx, id: string, user_id: string) {
  await tx.updateTable('invitations').set({ user_id }).where('id', '=', id).execute()
}

type Found = { id: string; studio_id: string; email: string; full_name: string; expires_at: string }

/** The invitation that may be accepted now: by the hash of its secret, or by its id and whose address it was. */
export function getAcceptable(
  tx: Tx,
  by: { token_hash: string } | { id: string; user_id: string },
  now: Date,
): Promise<Found | undefined> {
  return tx
    .selectFrom('invitations')
    .select(['id', 'studio_id', 'email', 'full_name', 'expires_at'])
    .$if('token_hash' in by, (query) => query.where('token_hash', '=', 'token_hash' in by ? by.token_hash : ''))
    .$if('user_id' in by, (query) =>
      'user_id' in by ? query.where('id', '=', by.id).where('user_id', '=', by.user_id) : query,
    )
    .where(isOpen)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
}

/** What waits for a person's answer, the newest first. */
export async function listOwnInvitations(tx: Tx, user_id: string, now: Date) {
  return tx
    .selectFrom('invitations as i')
    .innerJoin('studios as s', 's.id', 'i.studio_id')
    .leftJoin('profiles as p', 'p.id', 'i.invited_by')
    .select(['i.id', 'i.studio_id', 's.name as studio_name', 'p.full_name as inviter_name', 'i.expires_at'])
    .where('i.user_id', '=', user_id)
    .where(sql<boolean>`i.accepted_at is null and i.declined_at is null and i.revoked_at is null`)
    .where('i.expires_at', '>', now.toISOString())
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
    .execute()
}

/** Notes an answer, once: of two that come at once, one finds nothing open. */
export function answerInvitation(
  tx: Tx,
  { id, user_id, now }: { id: string; user_id: string; now: Date },
  answer: 'accepted' | 'declined',
) {
  const at = now.toISOString()
  return tx
    .updateTable('invitations')
    .set(answer === 'accepted' ? { accepted_at: at, accepted_by: user_id } : { declined_at: at })
    .where('id', '=', id)
    .where(isOpen)
    .returning('id')
    .executeTakeFirst()
}

/**
 * Makes somebody crew, over whatever row they had there; it becomes their newest role, which decides (spec section 4).
 * @returns the role's id
 */
export async function makeCrew(tx: Tx, { user_id, studio_id }: { user_id: string; studio_id: string }, now: Date) {
  const { rows } = await sql<{ id: string }>`
    insert into user_roles (user_id, role, studio_id, status, created_at)
    select ${user_id}::uuid, 'staff', ${studio_id}::uuid, 'active', greatest(${now.toISOString()}::timestamptz,
      (select max(created_at) + interval '1 microsecond' from user_roles where user_id = ${user_id}::uuid))
    on conflict (user_id, role, studio_id) do update set status = 'active', created_at = excluded.created_at,
      removed_at = null, removed_by = null
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a role was neither made nor opened')
  return row.id
}

/** What the mail says of an invitation; undefined where it is answered, ended, or sent anew with another secret. */
export async function getMailed(tx: Tx, { id, token_hash }: { id: string; token_hash: string }) {
  return tx
    .selectFrom('invitations as i')
    .leftJoin('profiles as p', 'p.id', 'i.invited_by')
    .select(['i.email', 'i.full_name', 'i.studio_id', 'p.full_name as inviter_name'])
    .where('i.id', '=', id)
    .where('i.token_hash', '=', token_hash)
    .where(sql<boolean>`i.accepted_at is null and i.declined_at is null and i.revoked_at is null`)
    .executeTakeFirst()
}
