import type { SessionTimes } from '@studiohub/contract/features/bookings/rules.ts'
import type { CancellationPolicy } from '@studiohub/contract/features/studios/cancellation/schema.ts'
import type { BookingTax } from '@studiohub/contract/features/studios/taxes/schema.ts'
import type { OpenTerms } from '@studiohub/contract/features/terms/schema.ts'
import { sql } from 'kysely'
import { isSigned } from '#features/terms/queries.ts'
import type { Statement } from '#platform/db/statements.ts'
import type { Tx } from '#platform/db/transaction.ts'

// Only the server's own role may read and write `visitor_holds`. Call these functions after `asSystem` or `actAs(tx,
// 'system')`.

/** The time for which a session occupies a resource: a room by its id, or a person by their number in the service's list. */
export type OccupiedTime = { from: string; to: string } & ({ resource_id: string } | { person_number: number })

export type VisitorHoldRow = SessionTimes & {
  id: string
  studio_id: string
  name: string
  email: string
  token_hash: string
  service_type: string
  starts_at: string
  ends_at: string
  price_minor: number | null
  currency: string | null
  discount_code: string | null
  created_at: string
  expires_at: string
}

/**
 * Inserts a hold with its reservations. Fails (`reservations_no_overlap`, 23P01) if the time is taken. Visitors know people
 * only by their number in the list of the service, so this looks up the id.
 */
export async function insertVisitorHold(tx: Tx, row: VisitorHoldRow, occupied_times: readonly OccupiedTime[]) {
  await tx.insertInto('visitor_holds').values(row).execute()
  await sql`
    insert into reservations (visitor_hold_id, resource_id, studio_id, during, holds, expires_at)
    select ${row.id}::uuid, coalesce(t.resource_id, person.id), ${row.studio_id}::uuid,
      tstzrange(t."from", t."to"), true, ${row.expires_at}::timestamptz
    from json_to_recordset(${JSON.stringify(occupied_times)}::json)
      as t (resource_id uuid, person_number integer, "from" timestamptz, "to" timestamptz)
    left join (
      select r.id, row_number() over (order by requested.place) as number
      from studio_services o cross join lateral unnest(o.person_ids) with ordinality requested (id, place)
      join resources r on r.id = requested.id and r.studio_id = o.studio_id and r.is_active and r.kind = 'person'
      where o.studio_id = ${row.studio_id}::uuid and o.key = ${row.service_type}
    ) person on person.number = t.person_number`.execute(tx)
}

/** Whether an address has an open hold, and how many minutes of a studio's day visitors hold in total. */
export async function getVisitorUse(tx: Tx, input: { email: string; studio_id: string; date: string; now: Date }) {
  const open = sql`booking_id is null and expires_at > ${input.now.toISOString()}::timestamptz`
  const { rows } = await sql<{ has_open: boolean; reserved_minutes: number }>`
    select exists (select from visitor_holds where email = ${input.email} and ${open}) as has_open,
      (select coalesce(sum(extract(epoch from ends_at - starts_at) / 60), 0)::integer from visitor_holds
        where studio_id = ${input.studio_id}::uuid and booking_date = ${input.date}::date and ${open}) as reserved_minutes`.execute(
    tx,
  )
  return rows[0] ?? { has_open: false, reserved_minutes: 0 }
}

const detailColumns = sql`v.id, v.studio_id, v.name, v.email, v.service_type, v.booking_date, v.start_time, v.end_time, v.ends_next_day,
  v.days, v.starts_at, v.price_minor, v.currency, v.discount_code, v.expires_at, v.booking_id,
  app.booking_tax(v.studio_id, v.service_type, null) as tax, s.cancellation_policy, s.cancellation_cutoff_hours, s.name as studio_name, s.slug as studio_slug,
  s.location, s.timezone, s.country,
  (select json_build_object('id', t.id, 'number', t.number, 'text', t.text, 'needs_signature', ${isSigned('t', sql`v.service_type`)}, 'published_at', to_char(t.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from terms_versions t where t.studio_id = s.id and t.ended_at is null) as terms,
  coalesce((select o.label from studio_services o where o.studio_id = s.id and o.key = v.service_type), v.service_type) as service`

export type VisitorHoldDetails = SessionTimes & {
  id: string
  studio_id: string
  name: string
  email: string
  service_type: string
  starts_at: string
  price_minor: number | null
  currency: string | null
  discount_code: string | null
  expires_at: string
  booking_id: string | null
  studio_name: string
  studio_slug: string
  location: string | null
  timezone: string
  country: string | null
  service: string
  tax: BookingTax | null
  cancellation_policy: CancellationPolicy
  cancellation_cutoff_hours: number
  /** The terms that the person accepts by booking. */
  terms: OpenTerms | null
}

/** The hold of an unused link. @param since when the oldest valid link was created */
export async function getHoldOfLink(tx: Tx, { token_hash, since }: { token_hash: string; since: Date }) {
  const { rows } = await sql<VisitorHoldDetails>`
    select ${detailColumns} from visitor_holds v join studios s on s.id = v.studio_id
    where v.token_hash = ${token_hash} and v.created_at > ${since.toISOString()}::timestamptz`.execute(tx)
  return rows[0]
}

/** A hold by its id, if it belongs to this account. */
export async function getHoldOfPerson(tx: Tx, { id, user_id }: { id: string; user_id: string }) {
  const { rows } = await sql<VisitorHoldDetails>`
    select ${detailColumns} from visitor_holds v join studios s on s.id = v.studio_id
    where v.id = ${id}::uuid and v.user_id = ${user_id}::uuid`.execute(tx)
  return rows[0]
}

/** Marks a link as used. Of several concurrent calls only one gets the row. */
export function markLinkUsed(tx: Tx, id: string, token_hash: string) {
  return tx
    .updateTable('visitor_holds')
    .set({ token_hash: null })
    .where('id', '=', id)
    .where('token_hash', '=', token_hash)
    .returning('id')
    .executeTakeFirst()
}

/** Assigns a hold to the account that has proven its email address. */
export async function setHolder(tx: Tx, id: string, user_id: string) {
  await tx.updateTable('visitor_holds').set({ user_id }).where('id', '=', id).execute()
}

/** Stores which booking a hold became. */
export async function setBookingOfHold(tx: Tx, id: string, booking_id: string) {
  await tx.updateTable('visitor_holds').set({ booking_id }).where('id', '=', id).execute()
}

/**
 * Ends the caller's own hold, so that the same transaction can book its time. Returns the booking of the hold, if there is one
 * already.
 */
export const endHoldStatement = (id: string): Statement<{ booking_id: string | null }> =>
  sql<{ booking_id: string | null }>`select booking_id from door.end_visitor_hold(${id}::uuid)`

/** Deletes holds whose link is no longer valid, with their reservations. */
export async function deleteOldHolds(tx: Tx, before: Date) {
  await tx.deleteFrom('visitor_holds').where('created_at', '<=', before.toISOString()).execute()
}
