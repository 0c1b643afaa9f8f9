import type { ClientRate } from '@studiohub/contract/features/clients/rates/schema.ts'
import type { Client, ClientChanges, HistoryEntry, NewClient } from '@studiohub/contract/features/clients/schema.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/transaction.ts'
import { type Page, pageParts } from '#platform/http/cursor.ts'

type Amount = { currency: string; amount_minor: number }
export type BookingSummary = {
  sessions: number
  cancelled: number
  no_shows: number
  last_date: string | null
  next_date: string | null
  next_starts_at: string | null
  spend: Amount[]
}

/** Whether a session of `listBookingSummaries` is still to come. */
const isComing = sql`(t.status in ('pending', 'confirmed') and t.starts_at > app.now() or t.is_expected)`

/**
 * The number and total price of each client's sessions at a studio. Clients without bookings are left out. A confirmed session of
 * today that has begun is the next one, and not the last one, while its client is not checked in.
 */
export async function listBookingSummaries(
  tx: Tx,
  studio_id: string,
  client_ids: readonly string[],
): Promise<ReadonlyMap<string, BookingSummary>> {
  if (client_ids.length === 0) return new Map()
  const { rows } = await sql<BookingSummary & { client_id: string }>`
    with theirs as (
      select b.client_id, b.booking_date, b.starts_at, b.ends_at, b.status, b.no_show_at, b.price_minor, b.currency,
        b.status = 'confirmed' and b.starts_at <= app.now() and b.ends_at > app.now()
          and b.booking_date = (select (app.now() at time zone s.timezone)::date from studios s where s.id = ${studio_id}::uuid)
          and not exists (select from client_checkins c where c.studio_id = b.studio_id and c.client_id = b.client_id
            and (c.booking_id = b.id or c.check_out_time is null)) as is_expected
      from bookings b
      where b.studio_id = ${studio_id}::uuid and b.booking_type = 'client_booking'
        and b.client_id = any(string_to_array(${client_ids.join()}, ',')::uuid[]))
    select t.client_id,
      (count(*) filter (where t.status <> 'cancelled'))::integer as sessions,
      (count(*) filter (where t.status = 'cancelled'))::integer as cancelled,
      (count(*) filter (where t.no_show_at is not null))::integer as no_shows,
      max(t.booking_date) filter (where t.status <> 'cancelled' and t.starts_at <= app.now() and not t.is_expected) as last_date,
      min(t.booking_date) filter (where ${isComing}) as next_date,
      min(t.starts_at) filter (where ${isComing}) as next_starts_at,
      (select coalesce(json_agg(json_build_object('currency', c.currency, 'amount_minor', c.total) order by c.currency), '[]')
        from (select p.currency, sum(p.price_minor)::bigint as total from theirs p
          where p.client_id = t.client_id and p.price_minor is not null and p.no_show_at is null
            and (p.status = 'completed' or p.status = 'confirmed' and p.ends_at <= app.now())
          group by p.currency) c) as spend
    from theirs t group by t.client_id`.execute(tx)
  return new Map(rows.map(({ client_id, ...summary }) => [client_id, summary]))
}

const clientColumns = [
  'id',
  'studio_id',
  'user_id',
  'name',
  'email',
  'phone',
  'company',
  'notes',
  'tags',
  'language',
  'tax_number',
  'reverse_charge',
  'reminders',
  'follow_ups',
  'email_bounced_at',
  'created_at',
  'updated_at',
  'removed_at',
  'version',
] as const

export function getClient(tx: Tx, studio_id: string, id: string): Promise<Client | undefined> {
  return tx
    .selectFrom('client_records')
    .select(clientColumns)
    .select(sql<ClientRate[]>`client_records.rates`.as('rates'))
    .select(
      sql<boolean>`exists (select from client_claims k where k.studio_id = client_records.studio_id
        and k.client_id = client_records.id and k.user_id = client_records.user_id and k.state = 'accepted')`.as(
        'claimed',
      ),
    )
    .where('studio_id', '=', studio_id)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** `created_by` is null for the caller. */
type NewRecord = { id: string; studio_id: string; created_by: string | null; at: string }

/**
 * The statement that inserts a record without an account; it does nothing if there is no such studio. It fails if another
 * record has the address (CLIENT_EXISTS).
 */
export const insertClientStatement = ({ id, studio_id, created_by, at }: NewRecord, client: NewClient) => sql`
  insert into client_records (studio_id, id, name, email, phone, company, notes, tags, language, tax_number, reverse_charge,
    created_by, created_at, updated_at)
  select s.id, ${id}::uuid, ${client.name}, ${client.email ?? null}, ${client.phone || null},
    ${client.company ?? null}, ${client.notes ?? ''}, ${client.tags ?? []}::text[], ${client.language ?? null},
    ${client.tax_number ?? null}, ${client.reverse_charge ?? false}::boolean, coalesce(${created_by}::uuid, (select app.user_id())), ${at}::timestamptz, ${at}::timestamptz
  from studios s where s.id = ${studio_id}::uuid`

export const insertClient = (tx: Tx, row: NewRecord, client: NewClient) =>
  insertClientStatement(row, client).execute(tx)

type RecordVersion = { studio_id: string; id: string; version: number; at: string }

/** Removes the mark of a bounce if the address changes, because the new address has not bounced yet. */
const bounceFieldsFor = (email: string | null) => {
  const isSame = sql<boolean>`lower(email) is not distinct from lower(${email}::text)`
  return {
    email_bounced_at: sql<string | null>`case when ${isSame} then email_bounced_at end`,
    bounced_email: sql<string | null>`case when ${isSame} then bounced_email end`,
  }
}

/** Changes a record if its version is the one that was read. @returns false if it is not */
export async function updateClient(
  tx: Tx,
  { studio_id, id, version, at }: RecordVersion,
  { name, email, phone, company, notes, tags, language, reminders, ...tax }: Omit<ClientChanges, 'version'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('client_records')
    .set({
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email, ...bounceFieldsFor(email) }),
      ...(phone !== undefined && { phone: phone || null }),
      ...(company !== undefined && { company }),
      ...(notes !== undefined && { notes }),
      ...(tags !== undefined && { tags }),
      ...(language !== undefined && { language }),
      ...(reminders !== undefined && { reminders }),
      ...(tax.tax_number !== undefined && { tax_number: tax.tax_number }),
      ...(tax.reverse_charge !== undefined && { reverse_charge: tax.reverse_charge }),
      updated_at: at,
      version: version + 1,
    })
    .where('studio_id', '=', studio_id)
    .where('id', '=', id)
    .where('version', '=', version)
    // A record that was erased since must not get data again.
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Replaces a client's own rates if the version is the one that was read. @returns false if it is not */
export async function updateRates(
  tx: Tx,
  { studio_id, id, version, at }: RecordVersion,
  rates: readonly ClientRate[],
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('client_records')
    .set({ rates: JSON.stringify(rates), updated_at: at, version: version + 1 })
    .where('studio_id', '=', studio_id)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Removes a client without an account. @returns false if there was none */
export async function removeClientWithoutAccount(tx: Tx, studio_id: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('client_records')
    .set({ removed_at: now.toISOString(), updated_at: now.toISOString(), version: sql`version + 1` })
    .where('studio_id', '=', studio_id)
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The id of a client record. @param record_or_user_id the id of the record or of its account */
export const clientRecordId = (studio_id: string, record_or_user_id: string | null) => sql<string | null>`(
  select r.id from client_records r
  where r.studio_id = ${studio_id}::uuid and (r.id = ${record_or_user_id}::uuid or r.user_id = ${record_or_user_id}::uuid)
  order by r.id = ${record_or_user_id}::uuid desc limit 1)`

/** The id of a client record of the studio, even if the client was removed; undefined if there is none. */
export async function findClientId(tx: Tx, studio_id: string, record_or_user_id: string): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string | null
  }>`select ${clientRecordId(studio_id, record_or_user_id)} as id`.execute(tx)
  return rows[0]?.id ?? undefined
}

/** Like `findClientId`, but without clients that the studio removed. */
export async function findActiveClientId(
  tx: Tx,
  studio_id: string,
  record_or_user_id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select c.id from client_records c where c.studio_id = ${studio_id}::uuid and c.removed_at is null
      and c.id = ${clientRecordId(studio_id, record_or_user_id)}`.execute(tx)
  return rows[0]?.id
}

/** The account of a client, or null if the record is unclaimed. */
export async function getAccountOfClient(
  tx: Tx,
  { studio_id, client_id }: { studio_id: string; client_id: string },
): Promise<string | null> {
  const row = await tx
    .selectFrom('client_records')
    .select('user_id')
    .where('studio_id', '=', studio_id)
    .where('id', '=', client_id)
    .executeTakeFirst()
  return row?.user_id ?? null
}

type ClientFilter = Page & { studio_id: string; client_id: string }

/** All events between a client and the studio, newest first. */
export async function listHistory(tx: Tx, { studio_id, client_id, ...page }: ClientFilter) {
  const { sortedBy, isBeyond, inOrder } = pageParts({ at: 'h.at', id: 'h.id', descends: true }, page)
  const { rows } = await sql<HistoryEntry & { sorted_by: string }>`
    select h.*, ${sortedBy} from (
      select b.id, 'booking' as kind, b.starts_at as at, coalesce((select s.label from studio_services s
          where s.studio_id = b.studio_id and s.key = b.service_type), b.service_type) as title,
        case when b.no_show_at is null then b.status else 'no_show' end as status, b.price_minor, b.currency
      from bookings b where b.studio_id = ${studio_id}::uuid and b.client_id = ${client_id}::uuid
      union all
      select p.id, 'project', p.created_at, p.title, p.status, null, null
      from projects p where p.studio_id = ${studio_id}::uuid and p.client_id = ${client_id}::uuid and not p.is_sample
      union all
      select c.id, 'checkin', c.check_in_time, 'Checked in', case when c.check_out_time is null then 'open' else 'over' end,
        null, null
      from client_checkins c where c.studio_id = ${studio_id}::uuid and c.client_id = ${client_id}::uuid
    ) h
    where ${isBeyond} ${inOrder}`.execute(tx)
  return rows
}
