import { sql } from 'kysely'
import { closeClientRoles } from '#features/roles/queries.ts'
import type { Tx } from '#platform/db/transaction.ts'
import { byTime, type Page } from '#platform/http/cursor.ts'

const columns = ['id', 'studio_id', 'full_name', 'email', 'at_desk', 'created_at', 'sent_at', 'expires_at'] as const
/** The times at which the invitation was sent again, as ISO 8601 text, because arrays of instants have no parser. */
const resentAt = sql<string[]>`array(select to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
  from unnest(resent_at) as t)`.as('resent_at')

/** The condition of an invitation that is neither answered nor revoked. It may have expired. */
const isOpen = sql<boolean>`accepted_at is null and declined_at is null and revoked_at is null`

/** Lists a studio's open invitations, newest first. */
export function listInvitations(tx: Tx, studio_id: string, page: Page) {
  return tx
    .selectFrom('invitations')
    .select([...columns, resentAt])
    .where('studio_id', '=', studio_id)
    .where(isOpen)
    .$call(byTime({ at: 'created_at', id: 'id', descends: true }, page))
    .execute()
}

/** Counts the invitations of a studio since `since` (ISO 8601): all of them, and those to this address. */
export async function countInvitations(tx: Tx, scope: { studio_id: string; email: string; since: string }) {
  return tx
    .selectFrom('invitations')
    .select(sql<number>`count(*)::integer`.as('of_studio'))
    .select(sql<number>`(count(*) filter (where email = ${scope.email}))::integer`.as('of_address'))
    .where('studio_id', '=', scope.studio_id)
    .where('created_at', '>', scope.since)
    .executeTakeFirstOrThrow()
}

/** Revokes the open invitation to an address before a new one is created. @returns its id; undefined if there was none */
export async function replaceInvitation(
  tx: Tx,
  { studio_id, email }: { studio_id: string; email: string },
  at: string,
): Promise<string | undefined> {
  const replaced = await tx
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('studio_id', '=', studio_id)
    .where('email', '=', email)
    .where(isOpen)
    .returning('id')
    .executeTakeFirst()
  return replaced?.id
}

type NewInvitationRow = {
  studio_id: string
  email: string
  full_name: string
  at_desk: boolean
  token_hash: string
  invited_by: string
  created_at: string
  sent_at: string
  expires_at: string
}

export function insertInvitation(tx: Tx, row: NewInvitationRow) {
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

/** Stores a new secret and expiry and the time of sending. Drops times that are older than a day. */
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

// The functions below require the system role, which may read secrets and addresses.

/** Records who sent an invitation last, because it ends with that person's role (`isFromAdmin`). */
export async function setInviter(tx: Tx, id: string, invited_by: string) {
  await tx.updateTable('invitations').set({ invited_by }).where('id', '=', id).execute()
}

/** The account that has proven this address; undefined if there is none. */
export async function findProvenAccount(tx: Tx, email: string) {
  const { rows } = await sql<{ id: string }>`
    select id from auth.users where email = ${email} and email_proven and deleted_at is null`.execute(tx)
  return rows[0]
}

/** The condition that the invitation was sent to this account's proven address. */
const isSentTo = (user_id: string) => sql<boolean>`exists (select from auth.users u
  where u.id = ${user_id}::uuid and u.email = invitations.email and u.email_proven and u.deleted_at is null
    and (u.email_changed_at is null or u.email_changed_at < invitations.created_at))`

/** The condition that the studio has not removed this person since it last sent the invitation. */
const isNotRemoved = (user_id: string) => sql<boolean>`not exists (select from user_roles r
  where r.user_id = ${user_id}::uuid and r.studio_id = invitations.studio_id and r.role <> 'client'
    and r.removed_at > invitations.sent_at)`

/**
 * The condition that the sender still has a role that allows it, and is neither suspended nor deleted. Otherwise a removed
 * admin could return with another account that they invited.
 */
const isFromAdmin = sql<boolean>`exists (select from user_roles r join auth.users u on u.id = r.user_id
  where r.user_id = invitations.invited_by and r.status = 'active'
    and (r.role = 'super_admin' or (r.role = 'studio_admin' and r.studio_id = invitations.studio_id))
    and u.deleted_at is null and (u.banned_until is null or u.banned_until < now()))`

type OpenInvitation = {
  id: string
  studio_id: string
  email: string
  full_name: string
  at_desk: boolean
  sent_at: string
  expires_at: string
}

/** An invitation that can be accepted now: by the hash of its secret, or by its id for the owner of its address. */
export function getAcceptableInvitation(
  tx: Tx,
  by: { token_hash: string; user_id?: string } | { id: string; user_id: string },
  now: Date,
): Promise<OpenInvitation | undefined> {
  const openInvitations = tx
    .selectFrom('invitations')
    .select(['id', 'studio_id', 'email', 'full_name', 'at_desk', 'sent_at', 'expires_at'])
    .where(isOpen)
    .where(isFromAdmin)
    .where('expires_at', '>', now.toISOString())
    .$if(by.user_id !== undefined, (query) => query.where(isNotRemoved(by.user_id ?? '')))
  const invitation =
    'id' in by
      ? openInvitations.where('id', '=', by.id).where(isSentTo(by.user_id))
      : openInvitations.where('token_hash', '=', by.token_hash)
  return invitation.executeTakeFirst()
}

/** Whether there is an invitation to this address that can be accepted now. */
export async function hasAcceptableInvitation(tx: Tx, email: string, now: Date): Promise<boolean> {
  const invitation = await tx
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', email)
    .where(isOpen)
    .where(isFromAdmin)
    .where('expires_at', '>', now.toISOString())
    .limit(1)
    .executeTakeFirst()
  return invitation !== undefined
}

/** Open invitations to a person's proven address, newest first. */
export async function listOwnInvitations(tx: Tx, user_id: string, now: Date) {
  return tx
    .selectFrom('invitations')
    .innerJoin('studios as s', 's.id', 'invitations.studio_id')
    .leftJoin('profiles as p', 'p.id', 'invitations.invited_by')
    .select(['invitations.id', 'invitations.studio_id', 's.name as studio_name', 'p.full_name as inviter_name'])
    .select('invitations.expires_at')
    .where(isSentTo(user_id))
    .where(isNotRemoved(user_id))
    .where(isFromAdmin)
    .where(isOpen)
    .where('invitations.expires_at', '>', now.toISOString())
    .orderBy('invitations.created_at', 'desc')
    .orderBy('invitations.id')
    .execute()
}

/** Stores an answer. If two answers arrive at the same time, only one succeeds; the other returns undefined. */
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

export type NewCrewRole = {
  user_id: string
  studio_id: string
  at_desk: boolean
  /**
   * When the studio last sent the invitation. If the studio has withdrawn the desk role from the person since then, accepting
   * does not restore it.
   */
  sent_at: string
}

/**
 * Gives a person the crew role at a studio, even if they had another role there. It becomes their newest role, so it decides (spec
 * section 4).
 * @returns the role's id
 */
export async function grantCrewRole(tx: Tx, { user_id, studio_id, at_desk, sent_at }: NewCrewRole, now: Date) {
  const { rows } = await sql<{ id: string }>`
    insert into user_roles (user_id, role, studio_id, status, at_desk, activated_at)
    select ${user_id}::uuid, 'staff', ${studio_id}::uuid, 'active', ${at_desk}, greatest(${now.toISOString()}::timestamptz,
      (select max(activated_at) + interval '1 microsecond' from user_roles where user_id = ${user_id}::uuid))
    on conflict (user_id, role, studio_id) do update set status = 'active', activated_at = excluded.activated_at,
      created_at = case when user_roles.activated_at is null then excluded.activated_at else user_roles.created_at end,
      at_desk = user_roles.at_desk or (excluded.at_desk
        and (user_roles.desk_taken_at is null or user_roles.desk_taken_at < ${sent_at}::timestamptz)), removed_at = null, removed_by = null
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the role was neither inserted nor updated')
  return row.id
}

/** Whether the studio has removed this client since it sent an invitation. */
export async function wasRemovedSince(tx: Tx, person: { user_id: string; studio_id: string; sent_at: string }) {
  const role = await tx
    .selectFrom('user_roles')
    .select('id')
    .where('user_id', '=', person.user_id)
    .where('studio_id', '=', person.studio_id)
    .where('role', '=', 'client')
    .where('removed_at', '>', person.sent_at)
    .executeTakeFirst()
  return role !== undefined
}

/** Makes a person a client of this studio only. The role becomes their newest one. @returns the role's id */
export async function grantClientRole(
  tx: Tx,
  { user_id, studio_id }: { user_id: string; studio_id: string },
  now: Date,
) {
  await closeClientRoles(tx, user_id)
  const { rows } = await sql<{ id: string }>`
    insert into user_roles (user_id, role, studio_id, status, activated_at)
    select ${user_id}::uuid, 'client', ${studio_id}::uuid, 'active', greatest(${now.toISOString()}::timestamptz,
      (select max(activated_at) + interval '1 microsecond' from user_roles where user_id = ${user_id}::uuid))
    on conflict (user_id, role, studio_id) do update set status = 'active', activated_at = excluded.activated_at,
      created_at = case when user_roles.activated_at is null then excluded.activated_at else user_roles.created_at end,
      removed_at = null, removed_by = null
    returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the role was neither inserted nor updated')
  return row.id
}

/** The data of an invitation email; undefined if it was answered, revoked, or sent again with another secret. */
export async function getInvitationEmail(tx: Tx, { id, token_hash }: { id: string; token_hash: string }) {
  return tx
    .selectFrom('invitations as i')
    .leftJoin('profiles as p', 'p.id', 'i.invited_by')
    .select(['i.email', 'i.full_name', 'i.studio_id', 'i.invited_by', 'p.full_name as inviter_name'])
    .where('i.id', '=', id)
    .where('i.token_hash', '=', token_hash)
    .where(sql<boolean>`i.accepted_at is null and i.declined_at is null and i.revoked_at is null`)
    .executeTakeFirst()
}
