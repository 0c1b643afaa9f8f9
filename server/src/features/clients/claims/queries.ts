import type { Claim, ClaimOffer, OwnClaim } from '@studiohub/contract/features/clients/claims/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'

/**
 * The claims that wait for a studio's answer, oldest first. Reads the addresses of accounts, so it requires the system role.
 */
export async function listOpenClaims(tx: Tx, studio_id: string): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    select k.id, k.client_id, c.name as client_name, p.full_name as name, u.email, k.created_at
    from client_claims k
    join client_records c on c.studio_id = k.studio_id and c.id = k.client_id
    join auth.users u on u.id = k.user_id
    left join profiles p on p.id = k.user_id
    where k.studio_id = ${studio_id}::uuid and k.state = 'open' and u.deleted_at is null
    order by k.created_at, k.id limit 100`.execute(tx)
  return rows
}

type OpenClaim = { id: string; studio_id: string; client_id: string; user_id: string }

export function getOpenClaim(
  tx: Tx,
  { studio_id, id }: { studio_id: string; id: string },
): Promise<OpenClaim | undefined> {
  return tx
    .selectFrom('client_claims')
    .select(['id', 'studio_id', 'client_id', 'user_id'])
    .where('studio_id', '=', studio_id)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
}

type RecordKey = { studio_id: string; client_id: string }

/** The open claim of a record. */
export function getOpenClaimOf(tx: Tx, { studio_id, client_id }: RecordKey): Promise<OpenClaim | undefined> {
  return tx
    .selectFrom('client_claims')
    .select(['id', 'studio_id', 'client_id', 'user_id'])
    .where('studio_id', '=', studio_id)
    .where('client_id', '=', client_id)
    .where('state', '=', 'open')
    .executeTakeFirst()
}

// The functions below require the system role.

/**
 * The unclaimed records with the person's proven address, at the studio where they are a client now. Records that they or
 * the studio declined, and those with an open claim, are left out.
 */
export async function listClaimOffers(tx: Tx, person: { user_id: string; studio_id: string }): Promise<ClaimOffer[]> {
  const { rows } = await sql<ClaimOffer>`
    select c.id as client_id, c.studio_id, s.name as studio_name, split_part(btrim(coalesce(c.name, '')), ' ', 1) as first_name
    from client_records c
    join studios s on s.id = c.studio_id
    join auth.users u on u.id = ${person.user_id}::uuid and u.email_proven and u.deleted_at is null
      and lower(u.email) = lower(c.email)
    join user_roles r on r.user_id = u.id and r.studio_id = c.studio_id and r.role = 'client' and r.status = 'active'
    where c.studio_id = ${person.studio_id}::uuid and c.user_id is null and c.removed_at is null
      and not exists (select from client_claims k where k.studio_id = c.studio_id and k.client_id = c.id
        and (k.user_id = u.id or k.state = 'open'))
      and not exists (select from client_claims k where k.studio_id = c.studio_id and k.user_id = u.id and k.state = 'open')
    order by c.created_at, c.id`.execute(tx)
  return rows
}

const SESSIONS_OF_CLAIM = 50

/**
 * A person's open claim, with the times of the record's future sessions. Everything else is hidden until the studio accepts.
 */
export async function listOwnClaims(
  tx: Tx,
  person: { user_id: string; studio_id: string },
  now: Date,
): Promise<OwnClaim[]> {
  const { rows } = await sql<OwnClaim>`
    select k.studio_id, s.name as studio_name, s.timezone, k.created_at,
      (select coalesce(json_agg(json_build_object('starts_at', t.starts_at, 'ends_at', t.ends_at) order by t.starts_at), '[]')
        from (select b.starts_at, b.ends_at from bookings b
          where b.studio_id = k.studio_id and b.client_id = k.client_id and b.status in ('pending', 'confirmed')
            and b.ends_at > ${now.toISOString()}::timestamptz
          order by b.starts_at, b.id limit ${SESSIONS_OF_CLAIM}) t) as sessions
    from client_claims k join studios s on s.id = k.studio_id
    where k.user_id = ${person.user_id}::uuid and k.studio_id = ${person.studio_id}::uuid and k.state = 'open'`.execute(
    tx,
  )
  return rows
}

type NewClaim = RecordKey & { user_id: string; state: 'open' | 'refused' | 'accepted'; now: Date }

export async function insertClaim(tx: Tx, { now, ...claim }: NewClaim): Promise<string> {
  const at = now.toISOString()
  const { id } = await tx
    .insertInto('client_claims')
    .values({ ...claim, created_at: at, answered_at: claim.state === 'open' ? null : at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type ClaimAnswer = { id: string; from: 'open' | 'accepted'; to: 'accepted' | 'declined' | 'undone'; now: Date }

/** @returns false if the claim was no longer in that state */
export async function answerClaim(tx: Tx, { id, from, to, now }: ClaimAnswer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('client_claims')
    .set({ state: to, answered_at: now.toISOString() })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the open claims of these records. */
export async function endOpenClaims(tx: Tx, studio_id: string, client_ids: readonly string[]) {
  await tx
    .deleteFrom('client_claims')
    .where('studio_id', '=', studio_id)
    .where('client_id', 'in', client_ids)
    .where('state', '=', 'open')
    .execute()
}

/** The claim that joined the account to the record; undefined if the account created the record. */
export function getAcceptedClaim(tx: Tx, { studio_id, client_id }: RecordKey) {
  return tx
    .selectFrom('client_claims as k')
    .innerJoin('client_records as c', (join) =>
      join
        .onRef('c.studio_id', '=', 'k.studio_id')
        .onRef('c.id', '=', 'k.client_id')
        .onRef('c.user_id', '=', 'k.user_id'),
    )
    .select(['k.id', 'k.user_id', 'k.answered_at'])
    .where('k.studio_id', '=', studio_id)
    .where('k.client_id', '=', client_id)
    .where('k.state', '=', 'accepted')
    .executeTakeFirst()
}

/** The id of the account's own record at a studio. */
export async function findRecordOfAccount(tx: Tx, { studio_id, user_id }: { studio_id: string; user_id: string }) {
  const row = await tx
    .selectFrom('client_records')
    .select('id')
    .where('studio_id', '=', studio_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.id
}

type RecordMove = { studio_id: string; from: string; to: string }

/** Moves bookings by their ids, but only those that still belong to `from`. */
export async function moveBookings(tx: Tx, { studio_id, from, to }: RecordMove, ids: readonly string[]) {
  if (ids.length === 0) return
  const bookingIds = sql`string_to_array(${ids.join()}, ',')::uuid[]`
  const isOfClient = sql`studio_id = ${studio_id}::uuid and client_id = ${from}::uuid`
  await sql`update change_requests set client_id = ${to}::uuid where ${isOfClient} and booking_id = any(${bookingIds})`.execute(
    tx,
  )
  await sql`update booking_series set client_id = ${to}::uuid where ${isOfClient}
    and id in (select series_id from bookings where id = any(${bookingIds}))`.execute(tx)
  await sql`update bookings set client_id = ${to}::uuid, project_id = null where ${isOfClient} and id = any(${bookingIds})`.execute(
    tx,
  )
}

/** Copies the mark that the client already got the sample project. */
export async function copySample(tx: Tx, { studio_id, from, to }: RecordMove) {
  await sql`insert into board_samples (studio_id, client_id)
    select studio_id, ${to}::uuid from board_samples where studio_id = ${studio_id}::uuid and client_id = ${from}::uuid
    on conflict do nothing`.execute(tx)
}

type JoinRecordInput = RecordKey & { user_id: string; now: Date }

/**
 * Joins an account to an unclaimed record. The account's former record is deleted in the same statement, because an active
 * client always has exactly one. @returns false if the record was deleted or claimed
 */
export async function joinRecord(tx: Tx, { studio_id, client_id, user_id, now }: JoinRecordInput): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with former as (
      delete from client_records where studio_id = ${studio_id}::uuid and user_id = ${user_id}::uuid returning user_id)
    update client_records c set user_id = ${user_id}::uuid, updated_at = ${now.toISOString()}::timestamptz,
      version = c.version + 1
    where c.studio_id = ${studio_id}::uuid and c.id = ${client_id}::uuid and c.user_id is null and c.removed_at is null
      and (select count(*) from former) >= 0`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Separates the account from a record and creates a new record for it, in one statement, because an active client always has
 * exactly one. The address stays with the former record. A block, and the reminders that the person declined, move
 * with the person.
 * @returns the id of the new record
 */
export async function separateRecord(
  tx: Tx,
  { studio_id, client_id, user_id, now }: JoinRecordInput,
): Promise<string | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<{ id: string }>`
    with joined as (
      select studio_id, id, removed_at, messages_blocked_at, reminders, follow_ups from client_records
      where studio_id = ${studio_id}::uuid and id = ${client_id}::uuid and user_id = ${user_id}::uuid for update),
    freed as (
      update client_records c set user_id = null, messages_blocked_at = null, updated_at = ${at}, version = c.version + 1
      from joined where c.studio_id = joined.studio_id and c.id = joined.id
      returning joined.*)
    insert into client_records (studio_id, id, user_id, name, phone, removed_at, messages_blocked_at, reminders, follow_ups,
      created_at, updated_at)
    select f.studio_id,
      case when exists (select from client_records o where o.studio_id = f.studio_id and o.id = ${user_id}::uuid)
        then gen_random_uuid() else ${user_id}::uuid end,
      ${user_id}::uuid, nullif(left(p.full_name, 120), ''), left(p.phone, 40), f.removed_at, f.messages_blocked_at,
      f.reminders, f.follow_ups, ${at}, ${at}
    from freed f left join profiles p on p.id = ${user_id}::uuid
    returning id`.execute(tx)
  return rows[0]?.id
}

/** Moves the bookings and projects that the account created. The moved bookings leave their projects. */
export async function moveAccountWork(tx: Tx, { studio_id, from, to }: RecordMove, user_id: string) {
  const isCreatedByAccount = sql`studio_id = ${studio_id}::uuid and client_id = ${from}::uuid and created_by = ${user_id}::uuid`
  await sql`update projects set client_id = ${to}::uuid where ${isCreatedByAccount}`.execute(tx)
  // A consent belongs to the person who gave it, so their number gets no reminders of other people's sessions.
  await sql`update text_consents set client_id = ${to}::uuid
    where studio_id = ${studio_id}::uuid and client_id = ${from}::uuid and agreed_by = ${user_id}::uuid`.execute(tx)
  const { rows } = await sql<{ id: string }>`select id from bookings where ${isCreatedByAccount}`.execute(tx)
  await moveBookings(
    tx,
    { studio_id, from, to },
    rows.map(({ id }) => id),
  )
}

/** The studio's admins, and crew at its desk. */
export async function listDesk(tx: Tx, studio_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('user_roles')
    .select('user_id')
    .distinct()
    .where('studio_id', '=', studio_id)
    .where('status', '=', 'active')
    .where((row) => row.or([row('role', '=', 'studio_admin'), row('at_desk', '=', true)]))
    .execute()
  return rows.map(({ user_id }) => user_id)
}
