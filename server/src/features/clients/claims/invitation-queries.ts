import { CLIENT_INVITATION_DAYS } from '@studiohub/contract/features/clients/claims/words.ts'
import { DAY_MS } from '@studiohub/contract/shared/durations.ts'
import { sql } from 'kysely'
import { isMac, mac } from '#platform/auth/secrets.ts'
import type { Tx } from '#platform/db/transaction.ts'

// All queries in this file require the system role.

/** The address of an invitation as a keyed hash, so that no address remains when the record is erased. */
export const addressMac = (email: string) => mac('mail-address', email.toLowerCase())
const isSentTo = (email: string | null, address_mac: string): email is string =>
  email !== null && isMac(address_mac, 'mail-address', email.toLowerCase())

/** The records with an address and without an account: some records by their ids, or those of an import. */
export async function listInvitableClients(
  tx: Tx,
  studio_id: string,
  { client_ids, import_id }: { client_ids?: readonly string[] | undefined; import_id?: string | undefined },
) {
  return tx
    .selectFrom('client_records as c')
    .select(['c.id', 'c.email'])
    .where('c.studio_id', '=', studio_id)
    .where('c.user_id', 'is', null)
    .where('c.removed_at', 'is', null)
    .where('c.email', 'is not', null)
    .$if(client_ids !== undefined, (query) =>
      query.where(sql<boolean>`c.id = any(string_to_array(${(client_ids ?? []).join()}, ',')::uuid[])`),
    )
    .$if(import_id !== undefined, (query) => query.where('c.import_id', '=', import_id ?? ''))
    .where(
      sql<boolean>`not exists (select from client_claims k where k.studio_id = c.studio_id and k.client_id = c.id
        and k.state = 'open')`,
    )
    .orderBy('c.created_at')
    .orderBy('c.id')
    .execute()
}

/** How many invitations the studio sent since `day`, and the hashes of the addresses that it invited since `week`. */
export async function readRecentInvitations(
  tx: Tx,
  { studio_id, day, week }: { studio_id: string; day: string; week: string },
) {
  const rows = await tx
    .selectFrom('client_invitations')
    .select('address_mac')
    .select(sql<boolean>`created_at > ${day}::timestamptz`.as('today'))
    .where('studio_id', '=', studio_id)
    .where('created_at', '>', week)
    .execute()
  return {
    sentToday: rows.filter(({ today }) => today).length,
    invitedMacs: new Set(rows.map(({ address_mac }) => address_mac)),
  }
}

type NewInvitation = {
  id: string
  studio_id: string
  client_id: string
  address_mac: string
  token_hash: string
  invited_by: string
  created_at: string
  expires_at: string
}

export async function insertInvitations(tx: Tx, rows: readonly NewInvitation[]) {
  if (rows.length > 0) await tx.insertInto('client_invitations').values(rows).execute()
}

/** Whether an admin of the studio has confirmed their address. */
export async function hasProvenAdmin(tx: Tx, studio_id: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from user_roles r join auth.users a on a.id = r.user_id and a.deleted_at is null and a.email_proven
      where r.studio_id = ${studio_id}::uuid and r.role = 'studio_admin' and r.status = 'active') as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** How many invitations an address got from all studios since `since`. */
export async function countToAddress(tx: Tx, address_mac: string, since: string): Promise<number> {
  const { count } = await tx
    .selectFrom('client_invitations')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('address_mac', '=', address_mac)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Open invitations: they have not expired, their sender still works at the desk, and their record is not claimed. */
const selectOpenInvitations = (tx: Tx, now: Date) =>
  tx
    .selectFrom('client_invitations as i')
    .innerJoin('client_records as c', (join) =>
      join.onRef('c.studio_id', '=', 'i.studio_id').onRef('c.id', '=', 'i.client_id'),
    )
    .select(['i.id', 'i.studio_id', 'c.id as client_id', 'c.name as full_name', 'c.email', 'i.address_mac'])
    .select(['i.created_at as sent_at', 'i.expires_at'])
    .where('i.accepted_at', 'is', null)
    .where('i.expires_at', '>', now.toISOString())
    .where('c.user_id', 'is', null)
    .where('c.removed_at', 'is', null)
    .where(
      sql<boolean>`exists (select from user_roles r join auth.users u on u.id = r.user_id
        where r.user_id = i.invited_by and r.status = 'active'
          and (r.role = 'super_admin' or (r.studio_id = i.studio_id and (r.role = 'studio_admin' or r.at_desk)))
          and u.deleted_at is null and (u.banned_until is null or u.banned_until < now()))`,
    )

/** The invitation of a secret. It ends if the record gets another address. */
export async function getClientInvitation(tx: Tx, token_hash: string, now: Date) {
  const invitation = await selectOpenInvitations(tx, now).where('i.token_hash', '=', token_hash).executeTakeFirst()
  if (!invitation || !isSentTo(invitation.email, invitation.address_mac)) return undefined
  return { ...invitation, email: invitation.email.toLowerCase() }
}

/** Whether the studio has invited the record's address to claim it, which counts as its acceptance of the claim. */
export async function isInvited(tx: Tx, record: { studio_id: string; client_id: string; now: Date }): Promise<boolean> {
  const rows = await selectOpenInvitations(tx, record.now)
    .where('i.studio_id', '=', record.studio_id)
    .where('i.client_id', '=', record.client_id)
    .execute()
  return rows.some(({ email, address_mac }) => isSentTo(email, address_mac))
}

/** Whether there is an open invitation to this address to claim a record. */
export async function hasClientInvitation(tx: Tx, email: string, now: Date): Promise<boolean> {
  const rows = await selectOpenInvitations(tx, now).where(sql`lower(c.email)`, '=', email.toLowerCase()).execute()
  return rows.some((row) => isSentTo(row.email, row.address_mac))
}

/** Ends all invitations to claim a record, after an account has claimed it. */
export async function endInvitations(tx: Tx, record: { studio_id: string; client_id: string; now: Date }) {
  await tx
    .updateTable('client_invitations')
    .set({ accepted_at: record.now.toISOString() })
    .where('studio_id', '=', record.studio_id)
    .where('client_id', '=', record.client_id)
    .where('accepted_at', 'is', null)
    .execute()
}

/** The time at which an invitation expires that is sent at `now`. */
export const computeClientInvitationExpiry = (now: Date) =>
  new Date(now.getTime() + CLIENT_INVITATION_DAYS * DAY_MS).toISOString()
